import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { awaitBytes, putBytes, storedKeys, upload } from "../../test/upload.ts";
import { createWorld, type World } from "../../test/world.ts";
import { newId } from "../platform/ids.ts";
import { sweepBlobs } from "./sweep.ts";

const HOUR_MS = 3_600_000;
const bytes = randomBytes(100_000);

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.clock.moveTo(new Date().toISOString()));
afterAll(() => world.close());

async function* some() {
  yield bytes;
}

async function putOrphan(): Promise<string> {
  const key = newId("blb");
  await world.ctx.blobs.put(key, some());
  return key;
}

test("an upload that never comes expires after a day, what came of it too, and says so", async () => {
  const { id, url, resumable_url } = await awaitBytes(world.label, bytes);
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-offset": "0",
    "content-type": "application/offset+octet-stream",
  };
  await fetch(resumable_url, { method: "PATCH", headers, body: bytes.subarray(0, 1_000) });
  expect(await storedKeys(world.ctx.blobs)).toHaveLength(1);
  world.clock.advance(23 * HOUR_MS);
  await world.runJobs();
  expect((await world.label.call(`GET /v1/assets/${id}`)).body.status).toBe("awaiting_upload");
  world.clock.advance(3 * HOUR_MS);
  await world.runJobs();
  const asset = (await world.label.call(`GET /v1/assets/${id}`)).body;
  expect(asset).toMatchObject({ status: "failed", failure: { code: "upload_expired" }, upload: null });
  expect((await putBytes(url, bytes)).status).toBe(404);
  expect(await storedKeys(world.ctx.blobs)).toEqual([]);
  const events = await world.ctx.db`select 1 from events where event_type = 'asset.failed' and body like ${`%${id}%`}`;
  expect(events).toHaveLength(1);
});

test("bytes that nothing names are removed once they are old, and no others", async () => {
  const { id } = (await world.label.call(`GET /v1/assets/${await upload(world.label, bytes)}`)).body;
  await world.ctx.db`delete from jobs where name = 'process_asset'`;
  const orphan = await putOrphan();
  await sweepBlobs(world.ctx);
  // It may be about to be named: young bytes are never touched.
  expect(await storedKeys(world.ctx.blobs)).toHaveLength(2);
  world.clock.advance(26 * HOUR_MS);
  await sweepBlobs(world.ctx);
  const left = await storedKeys(world.ctx.blobs);
  expect(left).toHaveLength(1);
  expect(left).not.toContain(orphan);
  expect((await world.label.call(`GET /v1/assets/${id}`)).body.status).toBe("processing");
});

test("what is being written while it sweeps is left alone", async () => {
  const { url } = await awaitBytes(world.label, bytes);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, 50_000));
      await held;
      controller.enqueue(bytes.subarray(50_000));
      controller.close();
    },
  });
  const sending = putBytes(url, bytes, { body, duplex: "half" });
  await sweepBlobs(world.ctx);
  release();
  expect((await sending).status).toBe(200);
});
