import { randomBytes } from "node:crypto";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendRaw } from "../../test/raw-http.ts";
import { type S3, startS3 } from "../../test/s3.ts";
import { storedKeys } from "../../test/stored-keys.ts";
import { type Awaiting, awaitBytes, putBytes } from "../../test/upload.ts";
import { createWorld, type World } from "../../test/world.ts";

const bytes = randomBytes(300_000);
const tus = { "tus-resumable": "1.0.0" };

let s3: S3;
let worlds: Record<string, World>;
beforeAll(async () => {
  s3 = await startS3();
  worlds = { "a folder": await createWorld(), S3: await createWorld({ storage: s3.storage }) };
});
afterAll(async () => {
  for (const world of Object.values(worlds)) await world.close();
  await s3.stop();
});

async function patch({ resumable_url }: Awaiting, offset: number, body: Uint8Array, headers: object = {}) {
  const type = { "content-type": "application/offset+octet-stream" };
  const sent = { ...tus, ...type, "upload-offset": String(offset), ...headers };
  const reply = await fetch(resumable_url, { method: "PATCH", headers: sent, body: Buffer.from(body) });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: text ? JSON.parse(text) : undefined };
}

async function offsetOf({ resumable_url }: Awaiting): Promise<number> {
  const reply = await fetch(resumable_url, { method: "HEAD", headers: tus });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("upload-length")).toBe(String(bytes.length));
  expect(reply.headers.get("cache-control")).toBe("no-store");
  return Number(reply.headers.get("upload-offset"));
}

describe.each(["a folder", "S3"])("a resumable upload to %s", (kind) => {
  let world: World;
  beforeAll(() => {
    world = worlds[kind] as World;
  });
  const statusOf = async (id: string) => (await world.label.call(`GET /v1/assets/${id}`)).body.status;
  const begin = (given: object = {}) => awaitBytes(world.label, bytes, given);

  /** By a client that others wrote. */
  function send(upload: Awaiting, chunkSize = bytes.length): Promise<void> {
    return new Promise((resolve, reject) => {
      const to = { uploadUrl: upload.resumable_url, uploadSize: bytes.length, chunkSize };
      new Upload(bytes, { ...to, retryDelays: null, onSuccess: () => resolve(), onError: reject }).start();
    });
  }

  test("takes all at once, or in pieces", async () => {
    for (const chunkSize of [bytes.length, 70_000]) {
      const upload = await begin();
      await send(upload, chunkSize);
      expect(await statusOf(upload.id)).toBe("processing");
      expect(await offsetOf(upload)).toBe(bytes.length);
    }
  });

  test("goes on where it stopped", async () => {
    const upload = await begin();
    const first = await patch(upload, 0, bytes.subarray(0, 100_000));
    expect([first.status, first.headers.get("upload-offset")]).toEqual([204, "100000"]);
    expect(await offsetOf(upload)).toBe(100_000);
    await send(upload);
    expect(await statusOf(upload.id)).toBe("processing");
  });

  test("keeps what came before it was cut", async () => {
    const upload = await begin();
    const { pathname, host } = new URL(upload.resumable_url);
    const lines = [
      `PATCH ${pathname} HTTP/1.1`,
      `Host: ${host}`,
      "Tus-Resumable: 1.0.0",
      "Upload-Offset: 0",
      "Content-Type: application/offset+octet-stream",
      `Content-Length: ${bytes.length}`,
    ];
    await sendRaw(upload.resumable_url, [`${lines.join("\r\n")}\r\n\r\n`, bytes.subarray(0, 120_000)], { end: true });
    await expect.poll(() => offsetOf(upload)).toBe(120_000);
    expect((await patch(upload, 120_000, bytes.subarray(120_000))).status).toBe(204);
    expect(await statusOf(upload.id)).toBe("processing");
  });

  test("leaves the bytes once, and no part of them", async () => {
    await world.ctx.db`delete from jobs where name = 'process_asset'`;
    await world.runJobs();
    const before = await storedKeys(world.files);
    await send(await begin(), 100_000);
    await world.ctx.db`delete from jobs where name = 'process_asset'`;
    await world.runJobs();
    expect(await storedKeys(world.files)).toHaveLength(before.length + 1);
  });

  test("begins anew where the whole is not what was promised", async () => {
    const upload = await begin();
    expect((await patch(upload, 0, randomBytes(100_000))).status).toBe(204);
    const wrong = await patch(upload, 100_000, bytes.subarray(100_000));
    expect([wrong.status, wrong.body.error.code]).toEqual([422, "validation_failed"]);
    expect(wrong.body.error.details[0].field).toBe("checksum_sha256");
    expect(await offsetOf(upload)).toBe(0);
    await send(upload);
    expect(await statusOf(upload.id)).toBe("processing");
  });
});

describe("refuses", () => {
  let world: World;
  beforeAll(() => {
    world = worlds["a folder"] as World;
  });

  test("another offset: 409, and says which", async () => {
    const upload = await awaitBytes(world.label, bytes);
    for (const offset of [1, 100_000, -1]) {
      const answer = await patch(upload, offset, bytes);
      expect([answer.status, answer.body.error.code]).toEqual([409, "invalid_state"]);
      expect(answer.body.error.message).toContain("must be 0");
    }
  });

  test("one of two at the same offset: 409", async () => {
    for (const size of [100_000, bytes.length]) {
      const upload = await awaitBytes(world.label, bytes);
      const part = bytes.subarray(0, size);
      const answers = await Promise.all(Array.from({ length: 4 }, () => patch(upload, 0, part)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
      expect(await offsetOf(upload)).toBe(size);
    }
  });

  test("more than there is room for: 413", async () => {
    const upload = await awaitBytes(world.label, bytes);
    const answer = await patch(upload, 0, Buffer.concat([bytes, bytes]));
    expect([answer.status, answer.body.error.code]).toEqual([413, "payload_too_large"]);
    expect(await offsetOf(upload)).toBe(0);
  });

  test("bytes after the last one: 409, and PUT is the same upload", async () => {
    const upload = await awaitBytes(world.label, bytes);
    await patch(upload, 0, bytes.subarray(0, 10));
    expect((await putBytes(upload.url, bytes)).status).toBe(200);
    expect((await patch(upload, 10, bytes.subarray(10))).status).toBe(409);
    expect(await offsetOf(upload)).toBe(bytes.length);
  });

  test("another version of tus, another type of body, a creation, and a wrong link", async () => {
    const upload = await awaitBytes(world.label, bytes);
    const version = await patch(upload, 0, bytes, { "tus-resumable": "0.2.2" });
    expect([version.status, version.headers.get("tus-version")]).toEqual([400, "1.0.0"]);
    expect((await patch(upload, 0, bytes, { "content-type": "audio/wav" })).status).toBe(415);
    expect((await fetch(upload.resumable_url, { method: "POST", headers: tus })).status).toBe(405);
    const nowhere = { ...upload, resumable_url: upload.resumable_url.replace("/uploads/", "/uploads/x") };
    const lost = await patch(nowhere, 0, bytes);
    expect([lost.status, lost.headers.get("tus-resumable")]).toEqual([404, "1.0.0"]);
    expect((await fetch(nowhere.resumable_url, { method: "HEAD", headers: tus })).status).toBe(404);
  });
});
