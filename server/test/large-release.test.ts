import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getApprovedContent } from "../src/releases/approved-content.ts";
import { approve, must } from "./catalog.ts";
import { watchTries } from "./event-loop.ts";
import { atScale } from "./faults/scale.ts";
import { insertLargeRelease, insertStrictStores } from "./large-release.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
let stores: string[];
beforeAll(async () => {
  world = await createWorld();
  stores = await insertStrictStores(world, 40);
});
afterAll(() => world.close());

const preflight = (id: string, store = "") => world.label.call(`GET /v1/releases/${id}/preflight${store}`);

describe("one request stops nobody else's", () => {
  test.each([
    ["blanks", (index: number) => `${index}${" ".repeat(480)}x`],
    ["guests that never end", (index: number) => `${index}${" w/".repeat(160)})`],
    ["brackets", (index: number) => `${index}${"(".repeat(240)}${")".repeat(240)}`],
    ["letters outside the Latin alphabet", (index: number) => `${index}${"夜 ".repeat(240)}`],
  ])("hundreds of tracks with names and titles of %s", async (_what, text) => {
    const tracks = atScale({ short: 100, full: 1_000 });
    const names = (index: number) => Array.from({ length: 10 }, (_, place) => text(index * 10 + place));
    const id = await insertLargeRelease(world, world.label, { tracks, title: text, names });
    const { result, longest_ms, limit_ms } = await watchTries(() => preflight(id));
    expect(result.status).toBe(200);
    expect(longest_ms).toBeLessThan(limit_ms);
  });
});

test("approved content with all lyrics that tracks may have is read in small turns", async () => {
  const label = await world.organization({ review: "manual" });
  const id = await insertLargeRelease(world, label, { tracks: atScale({ short: 300, full: 1_000 }) });
  await world.ctx.db`
    update tracks set lyrics = repeat('La la la ', 5555), lyrics_synced = '[00:01.00]' || repeat('La la la ', 5554) where release_id = ${id}`;
  const { submission_id } = (await must(label, `POST /v1/releases/${id}/submit`)).body;
  await approve(world, submission_id);
  await must(label, `PATCH /v1/releases/${id}`, { title: "Another" });
  const own = { organization_id: label.id, id };
  const { result, longest_ms, limit_ms } = await watchTries(() => getApprovedContent(world.ctx, own));
  expect([result.release.title, result.tracks.at(-1)?.lyrics?.length]).toEqual(["Midnight in Paris", 49_995]);
  expect(result.tracks.map(({ track_number }) => track_number)).toEqual(result.tracks.map((_, index) => index + 1));
  expect(longest_ms).toBeLessThan(limit_ms);
});

describe("a release of a thousand tracks passes every operation", () => {
  test("to forty stores with the standard rules: checked, submitted, delivered", async () => {
    const id = await insertLargeRelease(world, world.label);
    const checked = await preflight(id);
    expect([checked.status, checked.body.ready]).toEqual([200, true]);
    expect(checked.body.stores).toEqual(stores.map((store_id) => ({ store_id, ready: true, blockers: [] })));
    await must(world.label, `POST /v1/releases/${id}/submit`);
    const order = { release_id: id, store_ids: stores, territory_codes: ["WORLDWIDE"] };
    const delivered = await must(world.label, "POST /v1/deliveries", order);
    expect(delivered.body.stores).toHaveLength(40);
  });

  test("two that share an ISRC on all tracks are looked up once, not a thousand times a thousand", async () => {
    const shape = { isrc: () => "QZ-LRG-25-00001" };
    await insertLargeRelease(world, world.label, shape);
    const id = await insertLargeRelease(world, world.label, shape);
    const { status, body } = await preflight(id);
    expect(status).toBe(200);
    const codes = new Set(body.issues.map(({ code }: { code: string }) => code));
    expect(codes).toContain("isrc_duplicate_in_release");
  });
});

test("what a release became while it was judged is judged again, before any store gets it", async () => {
  const id = await insertLargeRelease(world, world.label, { tracks: 2 });
  await must(world.label, `POST /v1/releases/${id}/submit`);
  const { ctx } = world;
  const deliver = () =>
    world.label.call("POST /v1/deliveries", {
      body: { release_id: id, store_ids: stores.slice(0, 1), territory_codes: ["WORLDWIDE"] },
    });
  // Another transaction holds the release: it was judged before the delivery waits for it.
  const answer = await ctx.begin(async (db) => {
    await db`select 1 from releases where id = ${id} for no key update`;
    const waiting = deliver();
    await untilSomeoneWaits(world);
    await db`update tracks set isrc = null where release_id = ${id}`;
    return { waiting };
  });
  const { status, body } = await answer.waiting;
  expect([status, body.error.code]).toEqual([422, "validation_failed"]);
  expect(body.error.details[0].issue).toContain(`isrc_missing, required by ${stores[0]}`);
});

async function untilSomeoneWaits({ ctx }: World): Promise<void> {
  for (;;) {
    const waiting = await ctx.db`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    if (waiting.length > 0) return;
  }
}
