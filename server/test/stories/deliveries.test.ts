// Releases on their way to the sandbox's stores, by HTTP alone, with a worker that runs.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must as succeed } from "../catalog.ts";
import { type Answer, createWorld, type Member, type World } from "../world.ts";

const DONE_WITHIN_MS = 100_000;
const ASK_EVERY_MS = 200;

let world: World;
let partner: Member;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
  partner = await world.organization({ isrc_prefix: "QZTST", label: "Nightjar" });
});
afterAll(() => world.close());

const must = async (operation: string, body?: object) => (await succeed(partner, operation, body)).body;
const WORLDWIDE = { territory_codes: ["WORLDWIDE"] };

const single = {
  title: "Midnight in Paris",
  artists: [{ name: "Vera Lux", role: "main" }],
  release_date: "2027-09-03",
};

/** With a sample as its audio and another as its artwork. */
async function makeRelease(changes: object = {}): Promise<{ release_id: string }> {
  const [audio, artwork] = await Promise.all(
    ["audio", "artwork"].map((type) => must("POST /v1/sandbox/assets", { type })),
  );
  const { id } = await must("POST /v1/releases", { ...single, ...changes });
  await must(`PATCH /v1/releases/${id}`, { artwork_asset_id: artwork.id });
  const track = { release_id: id, title: single.title, audio_asset_id: audio.id };
  await must("POST /v1/tracks", track);
  await must(`POST /v1/releases/${id}/submit`);
  return { release_id: id };
}

/** As a partner waits. */
async function untilDone(id: string): Promise<Answer["body"]> {
  const give_up_at = performance.now() + DONE_WITHIN_MS;
  for (;;) {
    const delivery = await must(`GET /v1/deliveries/${id}`);
    if (delivery.stores.every(({ status }: { status: string }) => atRest.includes(status))) return delivery;
    if (performance.now() > give_up_at) throw new Error(`Still under way: ${JSON.stringify(delivery)}`);
    await sleep(ASK_EVERY_MS);
  }
}
const atRest = ["delivered", "rejected", "action_required", "taken_down"];

test("all stores confirm, and take it down when they are asked to", async () => {
  const { release_id } = await makeRelease();
  const store_ids = ["store_auralis", "store_northwave", "store_meridian"];
  const { id } = await must("POST /v1/deliveries", { release_id, store_ids, ...WORLDWIDE });
  const delivery = await untilDone(id);
  expect([delivery.status, delivery.completed_at]).toEqual(["delivered", expect.any(String)]);
  expect((await must(`GET /v1/releases/${release_id}`)).status).toBe("delivered");
  await must(`POST /v1/deliveries/${id}/takedown`, { reason: "Rights have ended." });
  expect((await untilDone(id)).status).toBe("taken_down");
});

test("one store rejects; corrected and resubmitted, it confirms", async () => {
  const { release_id } = await makeRelease();
  const store_ids = ["store_auralis", "store_rejecta"];
  const { id } = await must("POST /v1/deliveries", { release_id, store_ids, territory_codes: ["DE", "FR"] });
  const refused = await untilDone(id);
  expect(refused).toMatchObject({
    status: "rejected",
    stores: [{ status: "delivered" }, { status: "rejected", rejection_reason: expect.any(String) }],
  });
  await must(`PATCH /v1/releases/${release_id}`, { title: "Midnight in Rome" });
  await must(`POST /v1/deliveries/${id}/resubmit`);
  expect(await untilDone(id)).toMatchObject({
    status: "delivered",
    stores: [{ attempts: 1 }, { status: "delivered", attempts: 2, rejection_reason: null }],
  });
});

test("a pedantic store's blockers are fixed one by one until it accepts", async () => {
  const { release_id } = await makeRelease({ title: "MIDNIGHT IN PARIS" });
  const blockers = async (): Promise<string[]> => {
    const { issues } = await must(`GET /v1/releases/${release_id}/preflight?store_id=store_pedant`);
    const blocking = issues.filter(({ severity }: { severity: string }) => severity === "blocker");
    return blocking.map(({ code, field }: { code: string; field: string }) => `${code} ${field}`).sort();
  };
  const deliver = () =>
    partner.call("POST /v1/deliveries", { body: { release_id, store_ids: ["store_pedant"], ...WORLDWIDE } });
  const fixes: [operation: string, changes: object][] = [
    [`PATCH /v1/releases/${release_id}`, { title: single.title }],
    [`PATCH /v1/releases/${release_id}`, { p_line: "2027 Nightjar" }],
    [`PATCH /v1/releases/${release_id}`, { c_line: "2027 Nightjar" }],
  ];
  let left = await blockers();
  for (const [operation, changes] of fixes) {
    const refused = await deliver();
    expect([refused.status, refused.body.error.code]).toEqual([422, "validation_failed"]);
    expect(refused.body.error.details).toHaveLength(left.length);
    await must(operation, changes);
    const after = await blockers();
    expect(after.length, `${operation} ${JSON.stringify(changes)} of ${left.join()}`).toBeLessThan(left.length);
    left = after;
  }
  expect(left).toEqual([]);
  const { status, body } = await deliver();
  expect(status).toBe(201);
  expect((await untilDone(body.id)).status).toBe("delivered");
});
