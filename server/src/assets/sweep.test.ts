import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { storedKeys } from "../../test/stored-keys.ts";
import { awaitBytes, putBytes, upload } from "../../test/upload.ts";
import { cloneDatabase, createWorld, type World } from "../../test/world.ts";
import { ensureDatabase } from "../platform/database/create.ts";
import { openDatabase } from "../platform/database/db.ts";
import { StartRefused } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { beginBlob } from "./actions.ts";
import { holdFiles, mayRemove } from "./storage-keeper.ts";
import { sweep, sweepBlobs } from "./sweep.ts";

const HOUR_MS = 3_600_000;
const bytes = randomBytes(100_000);

let world: World;
let storage: { kind: "folder"; path: string };
beforeAll(async () => {
  storage = { kind: "folder", path: await mkdtemp(join(tmpdir(), "segue-sweep-")) };
  world = await createWorld({ storage });
});
beforeEach(() => world.clock.moveTo(new Date().toISOString()));
afterAll(async () => {
  await world.close();
  await rm(storage.path, { recursive: true, force: true });
});

async function* some() {
  yield bytes;
}

async function putOrphan(): Promise<string> {
  const key = await beginBlob(world.ctx);
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
  expect(await storedKeys(world.files)).toHaveLength(1);
  world.clock.advance(23 * HOUR_MS);
  await world.runJobs();
  expect((await world.label.call(`GET /v1/assets/${id}`)).body.status).toBe("awaiting_upload");
  world.clock.advance(3 * HOUR_MS);
  await world.runJobs();
  const asset = (await world.label.call(`GET /v1/assets/${id}`)).body;
  expect(asset).toMatchObject({ status: "failed", failure: { code: "upload_expired" }, upload: null });
  expect((await putBytes(url, bytes)).status).toBe(404);
  expect(await storedKeys(world.files)).toEqual([]);
  const events = await world.ctx.db`select 1 from events where event_type = 'asset.failed' and body like ${`%${id}%`}`;
  expect(events).toHaveLength(1);
});

test("bytes that nothing names are removed once they are old, and no others", async () => {
  const { id } = (await world.label.call(`GET /v1/assets/${await upload(world.label, bytes)}`)).body;
  await world.ctx.db`delete from jobs where name = 'process_asset'`;
  const orphan = await putOrphan();
  await sweepBlobs(world.ctx);
  // It may be about to be named: young bytes are never touched.
  expect(await storedKeys(world.files)).toHaveLength(2);
  world.clock.advance(26 * HOUR_MS);
  await sweepBlobs(world.ctx);
  const left = await storedKeys(world.files);
  expect(left).toHaveLength(1);
  expect(left).not.toContain(orphan);
  expect(await world.ctx.db`select * from blob_writes`).toEqual([]);
  expect((await world.label.call(`GET /v1/assets/${id}`)).body.status).toBe("processing");
});

test("bytes that this database does not know stay, however old they are", async () => {
  const unknown = newId("blb");
  await world.ctx.blobs.put(unknown, some());
  world.clock.advance(26 * HOUR_MS);
  await sweep(world.ctx);
  expect(await storedKeys(world.files)).toContain(unknown);
  await world.ctx.blobs.delete(unknown);
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
  const unfinished = join(storage.path, "production", "unfinished");
  await expect.poll(() => readdir(unfinished)).toHaveLength(1);
  await sweep(world.ctx);
  release();
  expect((await sending).status).toBe(200);
});

test("unfinished uploads that cannot be listed keep nothing else from being removed", async () => {
  await putOrphan();
  world.clock.advance(26 * HOUR_MS);
  const before = await storedKeys(world.files);
  const discardUnfinished = () => Promise.reject(new Error("not supported here"));
  const ctx = { ...world.ctx, blobs: { ...world.ctx.blobs, discardUnfinished } };
  await expect(sweep(ctx)).rejects.toThrow("not supported here");
  expect((await storedKeys(world.files)).length).toBe(before.length - 1);
});

test("one file that can never be deleted keeps no other: only its own note stays, behind all others", async () => {
  const stuck = await putOrphan();
  const others = await Promise.all(Array.from({ length: 120 }, () => beginBlob(world.ctx)));
  const left = async () => (await world.ctx.db`select key from blob_writes`).map(({ key }) => key);
  expect(await left()).toEqual(expect.arrayContaining(others));
  world.clock.advance(26 * HOUR_MS);
  const remove = (key: string) =>
    key === stuck ? Promise.reject(new Error("not permitted")) : world.ctx.blobs.delete(key);
  const ctx = { ...world.ctx, blobs: { ...world.ctx.blobs, delete: remove } };
  await expect(sweepBlobs(ctx)).rejects.toThrow("not permitted");
  expect(await left()).toEqual([stuck]);
  world.clock.advance(26 * HOUR_MS);
  await sweepBlobs(world.ctx);
  expect(await left()).toEqual([]);
});

test("what a backup has seen named stays until the backup is done, whatever is deleted meanwhile", async () => {
  const id = await upload(world.label, bytes);
  const [row] = await world.ctx.db<{ blob_key: string; database: string }[]>`
    select blob_key, current_database() as database from assets where id = ${id}`;
  const orphan = await putOrphan();
  const { blob_key = "", database = "" } = row ?? {};
  const backup = openDatabase({ ...inject("postgres"), database }, 1);
  await backup.alone(async (db) => {
    await holdFiles(db);
    expect((await world.label.call(`DELETE /v1/assets/${id}`)).status).toBe(204);
    world.clock.advance(26 * HOUR_MS);
    await world.runJobs();
    await sweepBlobs(world.ctx);
    expect(await storedKeys(world.files)).toEqual(expect.arrayContaining([blob_key, orphan]));
  });
  await backup.close();
  world.clock.advance(2 * HOUR_MS);
  await world.runJobs();
  await sweepBlobs(world.ctx);
  const left = await storedKeys(world.files);
  expect([left.includes(blob_key), left.includes(orphan)]).toEqual([false, false]);
});

test("a database is not started with another's storage, and removes nothing there", async () => {
  await expect(createWorld({ storage })).rejects.toThrow(StartRefused);
  const other = await createWorld();
  const orphan = await putOrphan();
  other.clock.advance(26 * HOUR_MS);
  const astray = { ...other.ctx, blobs: world.ctx.blobs };
  await expect(sweepBlobs(astray)).rejects.toThrow("another database");
  expect(await storedKeys(world.files)).toContain(orphan);
  expect(await Promise.all(Array.from({ length: 4 }, () => mayRemove(other.ctx)))).toEqual(Array(4).fill(true));
  await other.close();
  // The other environment has a folder of its own in the same storage.
  await (await createWorld({ storage, environment: "sandbox" })).close();
});

describe("a copy of the database, restored to practise, on the same storage", () => {
  const secret = randomBytes(32);
  const tus = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" };
  let path: string;
  let living: World;
  let copy: World;
  let early: string;
  let key: string;
  afterAll(async () => {
    await Promise.all([living.close(), copy.close()]);
    await rm(path, { recursive: true, force: true });
  });

  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), "segue-copy-"));
    const storage = { kind: "folder", path } as const;
    const database = await cloneDatabase();
    const before = await createWorld({ database, storage, secret });
    early = await upload(before.label, bytes, { filename: "early" });
    // One upload is half there, and one has come whole but is not named yet.
    const half = await awaitBytes(before.label, bytes);
    const sent = { method: "PATCH", headers: { ...tus, "upload-offset": "0" }, body: bytes.subarray(0, 1_000) };
    expect((await fetch(half.resumable_url, sent)).status).toBe(204);
    const blob_key = await beginBlob(before.ctx);
    await before.ctx.blobs.put(blob_key, some());
    key = before.label.key ?? "";
    await before.close();
    const dump = `${database}_copy`;
    await ensureDatabase({ ...inject("postgres"), database: "postgres" }, dump, database);

    living = await createWorld({ database, storage, secret });
    const { pathname } = new URL(half.resumable_url);
    const rest = { method: "PATCH", headers: { ...tus, "upload-offset": "1000" }, body: bytes.subarray(1_000) };
    expect((await fetch(living.url + pathname, rest)).status).toBe(204);
    await living.ctx.db`update assets set blob_key = ${blob_key} where id = ${early}`;
    await upload(living.label, bytes, { filename: "late" });
    copy = await createWorld({ database: dump, storage, secret });
  });

  test("removes nothing of the living, whatever it sweeps, expires or is asked to delete", async () => {
    const kept = await storedKeys(living.files);
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect((await copy.as(key).call(`DELETE /v1/assets/${early}`)).status).toBe(204);
    for (let day = 0; day < 3; day++) {
      copy.clock.advance(26 * HOUR_MS);
      await copy.runJobs();
    }
    expect(await storedKeys(living.files)).toEqual(kept);
    expect(copy.log_lines.join()).toContain("Another copy of this database owns the files");
    const parked = await copy.ctx.db`select name from jobs where status = 'parked'`;
    expect(parked.filter(({ name }) => name === "remove_blobs")).toEqual([]);
  });

  test("removes what it must once the operator has made it the keeper", async () => {
    const kept = await storedKeys(living.files);
    await rm(join(path, "production", "keeper"));
    copy.clock.advance(2 * HOUR_MS);
    await copy.runJobs();
    expect((await storedKeys(living.files)).length).toBeLessThan(kept.length);
    expect(await mayRemove(living.ctx)).toBe(false);
  });
});
