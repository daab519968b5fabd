// A large upload fails in the middle: the answer a partner gets, and the parts that stay in the storage.

import { randomBytes } from "node:crypto";
import { ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type S3, startS3 } from "../../../test/s3.ts";
import { storedKeys } from "../../../test/stored-keys.ts";
import { startTcpProxy, type TcpProxy } from "../../../test/tcp-proxy.ts";
import { awaitBytes, putBytes } from "../../../test/upload.ts";
import { createWorld, type World } from "../../../test/world.ts";

const MIB = 1024 * 1024;
const bytes = randomBytes(12 * MIB);

let s3: S3;
let proxy: TcpProxy;
let world: World;
beforeAll(async () => {
  s3 = await startS3();
  proxy = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(s3.storage.endpoint).port) });
  world = await createWorld({
    storage: { ...s3.storage, endpoint: `http://127.0.0.1:${proxy.port}`, silent_ms: 500 },
  });
});
afterEach(() => proxy.mend());
afterAll(async () => {
  await world.close();
  await proxy.close();
  await s3.stop();
});

async function unfinished(): Promise<number> {
  const client = new S3Client({ region: "us-east-1", endpoint: s3.storage.endpoint, forcePathStyle: true });
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: s3.storage.bucket }));
  client.destroy();
  return Uploads.length;
}

/** Two parts of five MiB, and something of the third; then nothing more. */
function bodyOfSilentClient(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.enqueue(bytes.subarray(0, 11 * MIB)) });
}

test.each([
  { what: "breaks", strike: () => proxy.cut(), body: () => bytes },
  { what: "hangs, while the client is silent,", strike: () => proxy.hang(), body: bodyOfSilentClient },
])(
  "a storage that $what is 503, no part of the upload stays there, and it can be sent again",
  async ({ strike, body }) => {
    const stored = await storedKeys(world.files);
    const { id, url } = await awaitBytes(world.label, bytes);
    // In the middle of the second part.
    proxy.after(6 * MIB, strike);
    const answer = await putBytes(url, bytes, { body: body(), duplex: "half" });
    expect([answer.status, answer.body.error.code]).toEqual([503, "service_unavailable"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await world.label.call(`GET /v1/assets/${id}`)).body.status).toBe("awaiting_upload");
    proxy.mend();
    await expect.poll(unfinished).toBe(0);
    expect(await storedKeys(world.files)).toEqual(stored);
    // On a busy machine the storage may be silent for so long as well.
    await expect.poll(async () => (await putBytes(url, bytes)).status).toBe(200);
  },
);
