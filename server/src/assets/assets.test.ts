import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { jpeg, sine, wav } from "../../test/media.ts";
import { storedKeys } from "../../test/stored-keys.ts";
import { awaitBytes, putBytes, sha256, upload } from "../../test/upload.ts";
import { createWorld, type World } from "../../test/world.ts";
import { inspectFile } from "./inspection/inspect.ts";
import { deleteParts, lockAsset } from "./queries.ts";

const song = wav({ sound: sine({ seconds: 1 }) });
const artwork = { type: "artwork", filename: "cover.jpg", content_type: "image/jpeg" };

let world: World;
let cover: Buffer;
beforeAll(async () => {
  world = await createWorld();
  cover = await jpeg({ width: 800, height: 800 });
});
afterAll(() => world.close());

const read = async (id: string) => (await world.label.call(`GET /v1/assets/${id}`)).body;
const eventsOf = async (id: string) => {
  const rows = await world.ctx.db<{ body: string }[]>`
    select body from events where organization_id = ${world.label.id} and body like ${`%${id}%`} order by created_at`;
  return rows.map(({ body }) => JSON.parse(body));
};
const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [status, body.error.code];

describe("works", () => {
  test("an asset is created with the URL of its upload", async () => {
    const body = { ...artwork, filename: "Ünïcode – cover.jpg", size_bytes: 1000, checksum_sha256: "A".repeat(64) };
    const { status, body: asset } = await world.label.call("POST /v1/assets", { body });
    expect(status).toBe(201);
    expect(asset).toEqual({
      ...body,
      id: expect.stringMatching(/^ast_/),
      checksum_sha256: "a".repeat(64),
      status: "awaiting_upload",
      failure: null,
      audio: null,
      image: null,
      download_url: null,
      upload: {
        method: "PUT",
        url: expect.stringContaining(`${world.url}/v1/uploads/`),
        headers: { "content-type": "image/jpeg" },
        expires_at: new Date(new Date(asset.created_at).getTime() + 86_400_000).toISOString(),
        resumable_url: expect.stringMatching(/\/resumable$/),
      },
      created_at: expect.any(String),
      updated_at: asset.created_at,
    });
    expect(asset.upload.url).not.toContain(asset.id);
    expect(await read(asset.id)).toMatchObject({ status: "awaiting_upload", upload: { method: "PUT" } });
  });

  test("audio is looked into, is ready, and can be downloaded as it was sent", async () => {
    const id = await upload(world.label, song);
    await world.runJobs();
    const asset = await read(id);
    expect(asset).toMatchObject({ status: "ready", failure: null, image: null, upload: null });
    expect(asset.audio).toMatchObject({
      format: "wav",
      sample_rate: 44_100,
      bit_depth: 24,
      channels: 2,
      duration_ms: 1_000,
    });
    const reply = await fetch(asset.download_url);
    expect(Buffer.from(await reply.arrayBuffer()).equals(song)).toBe(true);
    expect(reply.headers.get("content-type")).toBe("audio/wav");
    expect(reply.headers.get("content-length")).toBe(String(song.length));
    const [event, ...others] = await eventsOf(id);
    expect(others).toEqual([]);
    expect(event.event_type).toBe("asset.ready");
    expect(event.data).toEqual({
      ...asset,
      audio: { ...asset.audio, peaks_url: null },
      download_url: null,
      previous_status: "processing",
    });
  });

  test("artwork is looked into, and has a thumbnail", async () => {
    const id = await upload(world.label, cover, artwork);
    await world.runJobs();
    const asset = await read(id);
    expect(asset).toMatchObject({ status: "ready", audio: null });
    expect(asset.image).toMatchObject({ format: "jpeg", width: 800, height: 800, color_space: "srgb" });
    const reply = await fetch(asset.image.thumbnail_url);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const thumbnail = Buffer.from(await reply.arrayBuffer());
    expect(thumbnail.length).toBeGreaterThan(500);
    expect(thumbnail.subarray(0, 2).toString("hex")).toBe("ffd8");
    const [event] = await eventsOf(id);
    expect(event.data.image.thumbnail_url).toBeNull();
    expect(asset.image.mean_color).toMatch(/^#[0-9a-f]{6}$/);
  });

  test("what is not of its type fails, says why, and its bytes go", async () => {
    await world.runJobs();
    const before = await storedKeys(world.files);
    const page = Buffer.from("<!doctype html><script>alert(1)</script>");
    const id = await upload(world.label, page, artwork);
    await world.runJobs();
    const asset = await read(id);
    expect(asset).toMatchObject({
      status: "failed",
      failure: { code: "not_an_image" },
      download_url: null,
      upload: null,
    });
    expect(asset.failure.message).toMatch(/\.$/);
    expect(await storedKeys(world.files)).toEqual(before);
    expect((await eventsOf(id)).map(({ event_type }) => event_type)).toEqual(["asset.failed"]);
  });

  test("assets are listed newest first, by type and status", async () => {
    const own = await world.organization();
    const made: string[] = [];
    for (const given of [{}, artwork, {}]) made.unshift((await awaitBytes(own, song, given)).id);
    const ids = async (query: string) =>
      (await own.call(`GET /v1/assets${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids("")).toEqual(made);
    expect(await ids("?type=artwork")).toEqual([made[1]]);
    expect(await ids("?status=awaiting_upload&type=audio")).toEqual([made[0], made[2]]);
    expect(await ids("?status=ready")).toEqual([]);
    const first = (await own.call("GET /v1/assets?limit=2")).body;
    const rest = (await own.call(`GET /v1/assets?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(made);
  });

  test("an unused asset is deleted, its bytes too", async () => {
    await world.runJobs();
    const before = await storedKeys(world.files);
    const id = await upload(world.label, cover, artwork);
    await world.runJobs();
    expect((await world.label.call(`DELETE /v1/assets/${id}`)).status).toBe(204);
    expect((await world.label.call(`GET /v1/assets/${id}`)).status).toBe(404);
    await world.runJobs();
    expect(await storedKeys(world.files)).toEqual(before);
  });

  test("one that is deleted while its upload is completed waits for that, and neither fails", async () => {
    const { id, resumable_url } = await awaitBytes(world.label, song);
    const headers = {
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    };
    await fetch(resumable_url, { method: "PATCH", headers, body: song.subarray(0, 1_000) });
    const isWaiting = async () => {
      const waiting = await world.ctx.db`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    };
    const { deleting } = await world.ctx.begin(async (db) => {
      await lockAsset(db, { organization_id: world.label.id, id });
      const deleting = world.label.call(`DELETE /v1/assets/${id}`);
      await expect.poll(isWaiting).toBe(true);
      expect(await deleteParts(db, { organization_id: world.label.id, id })).toHaveLength(1);
      return { deleting };
    });
    expect((await deleting).status).toBe(204);
  });

  test("one that is deleted while it is processed is gone, and nothing of it stays", async () => {
    await world.runJobs();
    const before = await storedKeys(world.files);
    const id = await upload(world.label, cover, artwork);
    await world.label.call(`DELETE /v1/assets/${id}`);
    await world.runJobs();
    expect(await storedKeys(world.files)).toEqual(before);
  });
});

describe("refuses", () => {
  test.each([
    ["size_bytes", { size_bytes: 0 }],
    ["size_bytes", { size_bytes: 2 * 1024 ** 3 + 1 }],
    ["size_bytes", { ...artwork, size_bytes: 50 * 1024 ** 2 + 1 }],
    ["size_bytes", { size_bytes: 1.5 }],
    ["checksum_sha256", { checksum_sha256: "abc" }],
    ["content_type", { content_type: "audio/wav\r\nx: y" }],
    ["filename", { filename: "a\nb" }],
    ["type", { type: "video" }],
  ])("a wrong %s", async (field, wrong) => {
    const body = { type: "audio", filename: "a.wav", content_type: "audio/wav", size_bytes: 10, ...wrong };
    const answer = await world.label.call("POST /v1/assets", { body });
    expect(codeOf(answer)).toEqual([422, "validation_failed"]);
    expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  test("a body without what is needed", async () => {
    const answer = await world.label.call("POST /v1/assets", { body: {} });
    expect(codeOf(answer)).toEqual([422, "missing_required_field"]);
    expect(answer.body.error.details).toHaveLength(4);
  });

  test("artwork that is not ready, not artwork, or not the caller's", async () => {
    const body = { title: "A", artists: [{ name: "B", role: "main" }], release_date: "2030-01-01" };
    const { id } = (await world.label.call("POST /v1/releases", { body })).body;
    const attach = (artwork_asset_id: string) =>
      world.label.call(`PATCH /v1/releases/${id}`, { body: { artwork_asset_id } });
    const early = await upload(world.label, cover, artwork);
    expect(codeOf(await attach(early))).toEqual([409, "asset_not_ready"]);
    const sound = await upload(world.label, song);
    const foreign = await upload(world.rival, cover, artwork);
    await world.runJobs();
    for (const wrong of [sound, foreign, "ast_01k8z3v9qxe7p9a4m2c6t5w8rn"]) {
      const refused = await attach(wrong);
      expect(codeOf(refused)).toEqual([422, "validation_failed"]);
      expect(refused.body.error.details).toEqual([
        { field: "artwork_asset_id", issue: "names no artwork asset of yours" },
      ]);
    }
    expect((await attach(early)).body.artwork_asset_id).toBe(early);
  });

  test("to delete what a release uses, also when both come at once", async () => {
    const id = await upload(world.label, cover, artwork);
    await world.runJobs();
    const body = { title: "A", artists: [{ name: "B", role: "main" }], release_date: "2030-01-01" };
    const release = (await world.label.call("POST /v1/releases", { body })).body;
    await world.label.call(`PATCH /v1/releases/${release.id}`, { body: { artwork_asset_id: id } });
    const refused = await world.label.call(`DELETE /v1/assets/${id}`);
    expect(codeOf(refused)).toEqual([409, "invalid_state"]);
    await world.label.call(`DELETE /v1/releases/${release.id}`);
    const again = (await world.label.call("POST /v1/releases", { body })).body;
    const [attached, deleted] = await Promise.all([
      world.label.call(`PATCH /v1/releases/${again.id}`, { body: { artwork_asset_id: id } }),
      world.label.call(`DELETE /v1/assets/${id}`),
    ]);
    expect([
      [200, 409],
      [422, 204],
    ]).toContainEqual([attached.status, deleted.status]);
  });

  test("the sandbox's helper in production: there is none", async () => {
    const answer = await world.label.call("POST /v1/sandbox/assets", { body: { type: "audio" } });
    expect(codeOf(answer)).toEqual([404, "not_found"]);
  });
});

describe("keeps apart", () => {
  test("another organization's asset is not there", async () => {
    const id = await upload(world.label, song);
    for (const operation of [`GET /v1/assets/${id}`, `DELETE /v1/assets/${id}`]) {
      const foreign = await world.rival.call(operation);
      const missing = await world.rival.call(operation.replace(id, "ast_01k8z3v9qxe7p9a4m2c6t5w8rn"));
      expect(codeOf(foreign)).toEqual([404, "not_found"]);
      expect(foreign.body.error.message).toBe(missing.body.error.message);
    }
    const theirs = (await world.rival.call("GET /v1/assets")).body.data as { id: string }[];
    expect(theirs.map((asset) => asset.id)).not.toContain(id);
    expect((await read(id)).id).toBe(id);
  });

  test("an organization cannot use another's asset: the database itself refuses", async () => {
    const id = await upload(world.rival, song);
    const attach = world.ctx.db`update releases set artwork_asset_id = ${id} where organization_id = ${world.label.id}`;
    const body = { title: "A", artists: [{ name: "B", role: "main" }], release_date: "2030-01-01" };
    await world.label.call("POST /v1/releases", { body });
    await expect(attach).rejects.toThrow("releases_artwork");
  });

  test("a key without the scope is 403, and one that reads cannot write", async () => {
    const reader = world.as(await world.keyFor(world.label.id, { scopes: ["catalog:read"] }));
    const { id } = await awaitBytes(world.label, song);
    expect((await world.label.call(`GET /v1/assets/${id}`)).body.upload.method).toBe("PUT");
    expect((await reader.call(`GET /v1/assets/${id}`)).body).toMatchObject({ status: "awaiting_upload", upload: null });
    const listed = await reader.call("GET /v1/assets?status=awaiting_upload");
    expect(listed.status).toBe(200);
    expect(listed.text).not.toContain("/v1/uploads/");
    expect(codeOf(await reader.call("POST /v1/assets", { body: {} }))).toEqual([403, "insufficient_scope"]);
  });

  test("a replayed key gives the same asset and the same URL", async () => {
    const request = {
      body: { type: "audio", filename: "a.wav", content_type: "audio/wav", size_bytes: song.length },
      idempotency_key: crypto.randomUUID(),
    };
    const [first, second] = [
      await world.label.call("POST /v1/assets", request),
      await world.label.call("POST /v1/assets", request),
    ];
    expect(second.text).toBe(first.text);
    expect((await putBytes(second.body.upload.url, song)).body.checksum_sha256).toBe(sha256(song));
  });
});

describe("the sandbox", () => {
  let sandbox: World;
  beforeAll(async () => {
    sandbox = await createWorld({ environment: "sandbox" });
  });
  afterAll(() => sandbox.close());

  test.each(["audio", "artwork"])("makes conforming %s, with real bytes", async (type) => {
    const { status, body: asset } = await sandbox.label.call("POST /v1/sandbox/assets", { body: { type } });
    expect([status, asset.status, asset.failure]).toEqual([201, "ready", null]);
    const bytes = Buffer.from(await (await fetch(asset.download_url)).arrayBuffer());
    expect([bytes.length, sha256(bytes)]).toEqual([asset.size_bytes, asset.checksum_sha256]);
    const facts = type === "audio" ? asset.audio : asset.image;
    expect(facts).toMatchObject(
      type === "audio" ? { sample_rate: 44_100, bit_depth: 24 } : { width: 3_000, height: 3_000 },
    );
  });

  test.each(["audio", "artwork"] as const)("makes another %s at once, and tells the truth of it", async (type) => {
    const make = async () => (await must(sandbox.label, "POST /v1/sandbox/assets", { type })).body;
    const { checksum_sha256 } = await make();
    const { child_process_limit: processes } = sandbox.ctx;
    const { semaphore } = processes;
    let started = 0;
    processes.semaphore = (wait_ms, work) => {
      started += 1;
      return semaphore(wait_ms, work);
    };
    const asset = await make();
    // No process is started for it, neither to make it nor to look into it.
    expect(started).toBe(0);
    processes.semaphore = semaphore;
    expect(asset.checksum_sha256).not.toBe(checksum_sha256);
    const path = join(mkdtempSync(join(tmpdir(), "segue-sample-")), "sample");
    writeFileSync(path, Buffer.from(await (await fetch(asset.download_url)).arrayBuffer()));
    const { size_bytes } = asset;
    const found = await inspectFile({ processes, type, path, size_bytes, thumbnails_path: `${path}.jpg` });
    rmSync(dirname(path), { recursive: true });
    if (type === "artwork") {
      const thumbnail = await fetch(asset.image.thumbnail_url);
      expect([thumbnail.status, thumbnail.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    } else expect(await (await fetch(asset.audio.peaks_url)).json()).toMatchObject({ peaks: { length: 600 } });
    const { peaks_url: _, ...audio } = asset.audio ?? {};
    const { thumbnail_url: __, mean_color, ...image } = asset.image ?? {};
    expect(found).toMatchObject(type === "audio" ? { audio } : { image, mean_color });
  });

  test("makes what is processing, and stays so, and what has failed", async () => {
    const make = async (status: string) =>
      (await sandbox.label.call("POST /v1/sandbox/assets", { body: { type: "audio", status } })).body;
    const [processing, failed] = [await make("processing"), await make("failed")];
    await sandbox.runJobs();
    expect((await sandbox.label.call(`GET /v1/assets/${processing.id}`)).body.status).toBe("processing");
    expect(failed).toMatchObject({ status: "failed", failure: { code: "corrupt_file" }, download_url: null });
  });
});
