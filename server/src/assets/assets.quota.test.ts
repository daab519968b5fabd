// How much an organization may keep, and how much a disk may be given to hold.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { sine, wav } from "../../test/media.ts";
import { runCommand } from "../../test/segue-command.ts";
import { storedKeys } from "../../test/stored-keys.ts";
import { awaitBytes, putBytes, upload } from "../../test/upload.ts";
import { type Caller, createWorld, type Member, type World } from "../../test/world.ts";
import { storageQuotas } from "../organizations/organization.ts";

const GIB = 1024 ** 3;
const HOUR_MS = 3_600_000;

const create = (caller: Caller, size_bytes: number) =>
  caller.call("POST /v1/assets", {
    body: { type: "audio", filename: "a.wav", content_type: "audio/wav", size_bytes },
  });
const used = async (caller: Caller): Promise<number> =>
  (await must(caller, "GET /v1/organization")).body.storage_used_bytes;

describe("an organization's storage", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ environment: "sandbox" });
  });
  afterAll(() => world.close());

  test("takes what its quota allows, says how much is left, and has room again for what was deleted", async () => {
    const member = await world.organization({ storage_quota_bytes: 1_000_000 });
    const { id } = (await create(member, 600_000)).body;
    const refused = await create(member, 400_001);
    expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
    expect(refused.body.error.message).toContain("may keep 1000000 bytes, and 400000 are left");
    expect(refused.body.error.details).toMatchObject([
      { field: "size_bytes", issue: expect.stringContaining("400000") },
    ]);
    expect((await create(member, 400_000)).status).toBe(201);
    expect(await used(member)).toBe(1_000_000);
    await must(member, `DELETE /v1/assets/${id}`);
    expect(await used(member)).toBe(400_000);
    expect((await create(member, 600_000)).status).toBe(201);
  });

  test("is never exceeded by many who come at once", async () => {
    const member = await world.organization({ storage_quota_bytes: 350 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(member, 100)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.error?.code === "invalid_state")).toHaveLength(9);
    expect(await used(member)).toBe(300);
  });

  test("keeps what is processed, and forgets what failed or never came", async () => {
    const member = await world.organization();
    const bytes = randomBytes(1_000);
    await upload(member, bytes);
    await create(member, 5_000);
    expect(await used(member)).toBe(6_000);
    await world.runJobs();
    expect(await used(member)).toBe(5_000);
    world.clock.advance(26 * HOUR_MS);
    await world.runJobs();
    expect(await used(member)).toBe(0);
  });

  test("counts samples of the sandbox, and refuses them without keeping their bytes", async () => {
    const member = await world.organization({ storage_quota_bytes: 12_000_000 });
    expect((await member.call("POST /v1/sandbox/assets", { body: { type: "audio" } })).status).toBe(201);
    const before = await storedKeys(world.files);
    const refused = await member.call("POST /v1/sandbox/assets", { body: { type: "audio" } });
    expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
    expect(await storedKeys(world.files)).toEqual(before);
  });

  test("awaits so many uploads at a time and no more", async () => {
    const member = await world.organization();
    const { id } = (await create(member, 1)).body;
    await world.ctx.db`update organization_storage set awaiting_uploads = 1000 where organization_id = ${member.id}`;
    const refused = await create(member, 1);
    expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
    expect(refused.body.error.message).toContain("1,000 uploads");
    await must(member, `DELETE /v1/assets/${id}`);
    expect((await create(member, 1)).status).toBe(201);
  });

  test("is the tier's unless the operator says otherwise", async () => {
    const member: Member = await world.organization({ tier: "starter" });
    const shown = async () => (await must(member, "GET /v1/organization")).body.storage_quota_bytes;
    const change = (body: object) => must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, body);
    expect(await shown()).toBe(storageQuotas.starter);
    await change({ tier: "pro" });
    expect(await shown()).toBe(storageQuotas.pro);
    await change({ storage_quota_bytes: 5 });
    await change({ name: "Another Name" });
    expect(await shown()).toBe(5);
    await change({ storage_quota_bytes: null });
    expect(await shown()).toBe(storageQuotas.pro);
  });
});

describe("a disk that runs full", () => {
  const disk = { free_bytes: 500 * GIB, total_bytes: 1_000 * GIB };
  const database_disk = { free_bytes: 2 * GIB, total_bytes: 10 * GIB };
  let world: World;
  let path: string;
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), "segue-quota-"));
    const database = { path, measure: async () => ({ ...database_disk }) };
    world = await createWorld({ storage: { kind: "folder", path, measure: async () => ({ ...disk }), database } });
  });
  afterAll(async () => {
    await world.close();
    await rm(path, { recursive: true, force: true });
  });

  /** The service believes a measurement for a second. */
  const measured_again = { interval: 100 };

  test("refuses uploads while there is still room for the database, and takes them again later", async () => {
    const bytes = randomBytes(100_000);
    const { url } = await awaitBytes(world.label, bytes);
    disk.free_bytes = 50 * GIB;
    await expect.poll(async () => (await create(world.label, 1)).status, measured_again).toBe(503);
    for (const answer of [await create(world.label, 1), await putBytes(url, bytes)]) {
      expect([answer.status, answer.body.error.code]).toEqual([503, "service_unavailable"]);
      expect(answer.body.error.message).toContain("no room for this on the disk");
      // Clients wait up to a minute by themselves: this is told to the caller at once.
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
    }
    expect(await storedKeys(world.files)).toEqual([]);
    disk.free_bytes = 500 * GIB;
    await expect.poll(async () => (await putBytes(url, bytes)).status, measured_again).toBe(200);
  });

  test("leaves room on the disk of the embedded database too, which may be another", async () => {
    const bytes = randomBytes(100_000);
    const { url } = await awaitBytes(world.label, bytes);
    database_disk.free_bytes = 0.9 * GIB;
    await expect.poll(async () => (await create(world.label, 1)).status, measured_again).toBe(503);
    expect((await putBytes(url, bytes)).status).toBe(503);
    database_disk.free_bytes = 2 * GIB;
    await expect.poll(async () => (await putBytes(url, bytes)).status, measured_again).toBe(200);
  });

  test("is why the service is not ready, once its database cannot write any more", async () => {
    const ready = async () => {
      const { status, body } = await world.stranger.call("GET /readyz");
      return [status, body.error?.message ?? body.status];
    };
    database_disk.free_bytes = 0.9 * GIB;
    expect(await ready()).toEqual([200, "ready"]);
    database_disk.free_bytes = 255 * 1024 ** 2;
    expect(await ready()).toEqual([
      503,
      `The disk of the database is full (${path} has 255 MiB left); make room there.`,
    ]);
    database_disk.free_bytes = 2 * GIB;
    // Uploads are refused while the other disk is full; all else works.
    const { free_bytes } = disk;
    disk.free_bytes = 0;
    expect(await ready()).toEqual([200, "ready"]);
    disk.free_bytes = free_bytes;
  });

  test("is said by `segue upload` at once, with exit code 1", async () => {
    const { free_bytes } = disk;
    disk.free_bytes = 0;
    await expect.poll(async () => (await create(world.label, 1)).status, measured_again).toBe(503);
    await writeFile(join(path, "song.wav"), wav({ sound: sine({ seconds: 1 }) }));
    const variables = { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" };
    const { code, err } = await runCommand(["upload", "song.wav"], variables, path);
    expect([code, err]).toEqual([1, expect.stringContaining("no room for this on the disk of the service")]);
    expect(err).not.toContain("Trying again");
    disk.free_bytes = free_bytes;
    await expect.poll(async () => (await create(world.label, 1)).status, measured_again).toBe(201);
  });

  test("also ends uploads that are under way, and keeps nothing of them", async () => {
    const before = await storedKeys(world.files);
    const bytes = randomBytes(1_000_000);
    const { url } = await awaitBytes(world.label, bytes);
    let sent = 0;
    const body = new ReadableStream({
      async pull(controller) {
        if (sent === 50_000) disk.free_bytes = 0;
        if (sent >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(sent, sent + 50_000));
        sent += 50_000;
        await new Promise((resolve) => setTimeout(resolve, 100));
      },
    });
    const answer = await putBytes(url, bytes, { body, duplex: "half" });
    expect([answer.status, answer.body.error.code]).toEqual([503, "service_unavailable"]);
    expect(sent).toBeLessThan(bytes.length);
    expect(await storedKeys(world.files)).toEqual(before);
    disk.free_bytes = 500 * GIB;
    await expect.poll(async () => (await putBytes(url, bytes)).status, measured_again).toBe(200);
  });
});
