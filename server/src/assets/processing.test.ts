import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atScale } from "../../test/faults/scale.ts";
import { hostileFiles } from "../../test/hostile-files.ts";
import { sine, wav } from "../../test/media.ts";
import { startS3 } from "../../test/s3.ts";
import { storedKeys } from "../../test/stored-keys.ts";
import { awaitBytes, putBytes, upload } from "../../test/upload.ts";
import { createWorld, type World } from "../../test/world.ts";
import { transaction } from "../platform/context.ts";
import { DeadlinePassed } from "./inspection/inspect.ts";
import { concludeAsset, examineAsset } from "./processing.ts";

const song = wav({ sound: sine({ seconds: 1 }) });
const SETTLED_WITHIN_MS = 120_000;
// Some of them: inspect.test.ts has them all.
const someHostileFiles = hostileFiles.filter((_file, index) => index % atScale({ short: 16, full: 1 }) === 0);

async function statusOf(world: World, id: string): Promise<{ status: string; failure: { code: string } | null }> {
  return (await world.label.call(`GET /v1/assets/${id}`)).body;
}

describe("hostile files, over HTTP", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await world.work();
  });
  afterAll(() => world.close());

  test(
    "each fails with its code, while the API answers others and good files go through",
    async () => {
      const sent: { name: string; id: string; code: string | null }[] = [];
      for (const { name, type, bytes, code } of someHostileFiles) {
        const content = await bytes();
        if (content.length === 0) continue;
        sent.push({ name, id: await upload(world.label, content, { type, filename: name }), code });
      }
      const good = await upload(world.rival, song);
      for (const { name, id, code } of sent) {
        await expect
          .poll(
            async () => {
              const { status, failure } = await statusOf(world, id);
              return status === "processing" ? status : (failure?.code ?? null);
            },
            { interval: 50, message: name },
          )
          .toBe(code);
      }
      const ofRival = async () => (await world.rival.call(`GET /v1/assets/${good}`)).body.status;
      await expect.poll(ofRival, { interval: 50 }).toBe("ready");
    },
    2 * SETTLED_WITHIN_MS,
  );
});

describe("processing", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test("happens once, however often it is done", async () => {
    const { id, url } = await awaitBytes(world.label, song);
    await putBytes(url, song);
    const reference = { organization_id: world.label.id, asset_id: id };
    const [first, second] = [await examineAsset(world.ctx, reference, 1), await examineAsset(world.ctx, reference, 1)];
    if (!first || !second) throw new Error("There was something to do.");
    for (const examined of [first, second])
      await transaction(world.ctx, (ctx) => concludeAsset(ctx, world.label.id, examined));
    await world.runJobs();
    const events = await world.ctx.db<{ body: string }[]>`
      select body from events where event_type = 'asset.ready' and body like ${`%${id}%`}`;
    expect(events).toHaveLength(1);
    expect(JSON.parse(events[0]?.body ?? "").data).toMatchObject({
      id,
      status: "ready",
      previous_status: "processing",
    });
    expect((await statusOf(world, id)).status).toBe("ready");
  });

  test("that comes to its deadline begins again, and is the file's fault the third time", async () => {
    const asset_id = await upload(world.label, song);
    const reference = { organization_id: world.label.id, asset_id };
    const withFile = () => Promise.reject(new DeadlinePassed(1));
    const slow = { ...world.ctx, blobs: { ...world.ctx.blobs, withFile } };
    for (const attempt of [1, 2])
      await expect(examineAsset(slow, reference, attempt)).rejects.toBeInstanceOf(DeadlinePassed);
    const findings = { failure: { code: "took_too_long", message: expect.any(String) } };
    expect(await examineAsset(slow, reference, 3)).toMatchObject({ findings });
  });

  test("begins again when the storage was away", async () => {
    const id = await upload(world.label, song);
    const [row] = await world.ctx.db<{ blob_key: string }[]>`select blob_key from assets where id = ${id}`;
    await world.ctx.blobs.delete(row?.blob_key ?? "");
    await world.runJobs();
    expect((await statusOf(world, id)).status).toBe("processing");
    await world.ctx.blobs.put(
      row?.blob_key ?? "",
      (async function* () {
        yield song;
      })(),
    );
    world.clock.advance(60_000);
    await world.runJobs();
    expect((await statusOf(world, id)).status).toBe("ready");
  });
});

test("works on S3 as on a folder, and a storage that is away is 503 with nothing half kept", async () => {
  const s3 = await startS3();
  const world = await createWorld({ storage: s3.storage });
  const id = await upload(world.label, song);
  await world.runJobs();
  const asset = (await world.label.call(`GET /v1/assets/${id}`)).body;
  expect(asset.status).toBe("ready");
  const found = Buffer.from(await (await fetch(asset.download_url)).arrayBuffer());
  expect(found.equals(song)).toBe(true);
  expect(await storedKeys(world.files)).toHaveLength(1);
  const late = await awaitBytes(world.label, song);
  await s3.stop();
  const answer = await putBytes(late.url, song);
  expect([answer.status, answer.body.error.code]).toEqual([503, "service_unavailable"]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await statusOf(world, late.id)).status).toBe("awaiting_upload");
  expect((await fetch(asset.download_url)).status).toBe(503);
  await world.close();
});
