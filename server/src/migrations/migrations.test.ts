// A release moves here from another distributor: where it stands at each store, by the clock.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../test/catalog.ts";
import { addStore } from "../../test/sales.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const store_id of ["store_one", "store_two"]) await addStore(world, store_id);
  await must(world.operator, "PATCH /v1/operator/stores/store_two", { migration: "takedown_first" });
});
afterAll(() => world.close());

let codes = 0;
const DAY_MS = 86_400_000;
const previous_distributor = "Harbour Digital";

/** Known to stores from before. */
async function oldRelease(by: Member = world.label): Promise<string> {
  const number = String(8_190_000_000 + ++codes).padStart(11, "0");
  const sum = [...number].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  const upc = `${number}${(10 - (sum % 10)) % 10}`;
  const release_id = await makeRelease(world, by, { upc, original_release_date: "2019-05-03" });
  const [track] = (await must(by, `GET /v1/tracks?release_id=${release_id}`)).body.data;
  await must(by, `PATCH /v1/tracks/${track.id}`, { isrc: `DE-XX3-19-${String(codes).padStart(5, "0")}` });
  return release_id;
}

const migrate = (body: object, by: Member = world.label) => by.call("POST /v1/migrations", { body });
const read = async (id: string) => (await must(world.label, `GET /v1/migrations/${id}`)).body;
const statuses = async (id: string) =>
  Object.fromEntries(
    (await read(id)).stores.map(({ store_id, status }: { store_id: string; status: string }) => [store_id, status]),
  );
const report = (delivery_id: string, store_id: string, status: string) =>
  must(world.operator, `POST /v1/operator/deliveries/${delivery_id}/stores/${store_id}/report`, { status });
const eventsOf = async (migration_id: string) => {
  const { data } = (await must(world.label, "GET /v1/events?event_type=migration.store.safe&limit=100")).body;
  return data.filter((event: { data: { migration_id: string } }) => event.data.migration_id === migration_id);
};

/** Delivered to both stores; none has answered. */
async function moving(): Promise<{ release_id: string; delivery_id: string; id: string }> {
  const release_id = await oldRelease();
  const deliver = { store_ids: ["store_one", "store_two"], territory_codes: ["WORLDWIDE"] };
  const { delivery_id } = (await must(world.label, `POST /v1/releases/${release_id}/submit`, { deliver })).body;
  const { body, status } = await migrate({ release_id, previous_distributor });
  expect([status, body]).toMatchObject([201, { release_id, previous_distributor, overlap_days: 5 }]);
  return { release_id, delivery_id, id: body.id };
}

test("each store overlaps when it has taken the release, and is safe after the days of overlap", async () => {
  const { release_id, delivery_id, id } = await moving();
  expect(await statuses(id)).toEqual({ store_one: "awaiting_delivery", store_two: "awaiting_delivery" });
  await world.runJobs();
  await report(delivery_id, "store_one", "delivered");
  expect(await statuses(id)).toEqual({ store_one: "overlapping", store_two: "awaiting_delivery" });
  const [one, two] = (await read(id)).stores;
  expect(Date.parse(one.safe_at) - Date.parse(one.delivered_at)).toBe(5 * DAY_MS);
  expect([one.migration, two.migration, two.safe_at]).toEqual(["overlap", "takedown_first", null]);

  // Title and artists stay; other metadata may change.
  const [track] = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
  for (const [path, change] of [
    [`releases/${release_id}`, { title: "Another" }],
    [`releases/${release_id}`, { artists: [{ name: "Another", role: "main" }] }],
    [`tracks/${track.id}`, { title: "Another" }],
    [`tracks/${track.id}`, { artists: [{ name: "Another", role: "main" }] }],
  ] as const) {
    const answer = await world.label.call(`PATCH /v1/${path}`, { body: change });
    expect([answer.status, answer.body.error.code]).toEqual([409, "invalid_state"]);
  }
  await must(world.label, `PATCH /v1/releases/${release_id}`, { genre: "Jazz", title: "Midnight in Paris" });

  world.clock.moveTo(new Date(Date.parse(one.safe_at) - 3_600_000).toISOString());
  await world.runJobs();
  expect([(await statuses(id)).store_one, await eventsOf(id)]).toEqual(["overlapping", []]);
  world.clock.advance(2 * 3_600_000);
  expect((await statuses(id)).store_one).toBe("safe_to_take_down");
  for (let turn = 0; turn < 3; turn++) {
    await world.runJobs();
    world.clock.advance(3_600_000);
  }
  const reported = await eventsOf(id);
  expect(reported).toHaveLength(1);
  expect(reported[0].data).toMatchObject({
    release_id,
    previous_distributor,
    store: { store_id: "store_one", status: "safe_to_take_down" },
  });
  await must(world.label, `PATCH /v1/releases/${release_id}`, { title: "Another" });
});

test("a store that rejected it or took it down does not have it", async () => {
  const { delivery_id, id } = await moving();
  await world.runJobs();
  await report(delivery_id, "store_one", "rejected");
  await report(delivery_id, "store_two", "delivered");
  expect(await statuses(id)).toEqual({ store_one: "awaiting_delivery", store_two: "overlapping" });
  await must(world.label, `POST /v1/deliveries/${delivery_id}/takedown`, { store_ids: ["store_two"] });
  await world.runJobs();
  await report(delivery_id, "store_two", "taken_down");
  expect((await statuses(id)).store_two).toBe("awaiting_delivery");
  world.clock.advance(10 * DAY_MS);
  await world.runJobs();
  expect(await eventsOf(id)).toEqual([]);
});

describe("refuses", () => {
  test("a release that stores would not know again, at each field", async () => {
    const release_id = await makeRelease(world);
    const answer = await migrate({ release_id, previous_distributor });
    const fields = answer.body.error.details.map(({ field }: { field: string }) => field);
    expect([answer.status, fields]).toEqual([422, ["upc", "original_release_date", "tracks[0].isrc"]]);
    const later = await oldRelease();
    await must(world.label, `PATCH /v1/releases/${later}`, { original_release_date: "2099-01-01" });
    const future = await migrate({ release_id: later, previous_distributor });
    expect([future.status, future.body.error.details[0].field]).toEqual([422, "original_release_date"]);
  });

  test("another organization's release, as one that does not exist", async () => {
    const release_id = await oldRelease();
    for (const given of [release_id, "rel_unknown"]) {
      const answer = await migrate({ release_id: given, previous_distributor }, world.rival);
      expect([answer.status, answer.body.error.details[0].field]).toEqual([422, "release_id"]);
    }
    const { id } = (await migrate({ release_id, previous_distributor })).body;
    expect((await world.rival.call(`GET /v1/migrations/${id}`)).status).toBe(404);
    expect((await must(world.rival, "GET /v1/migrations")).body.data).toEqual([]);
  });

  test("a second one of a release, also at once", async () => {
    const release_id = await oldRelease();
    const answers = await Promise.all(Array.from({ length: 8 }, () => migrate({ release_id, previous_distributor })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect((await must(world.label, `GET /v1/migrations?release_id=${release_id}`)).body.data).toHaveLength(1);
  });

  test.each([[{ overlap_days: 0 }], [{ overlap_days: 91 }], [{ previous_distributor: "" }]])("%j", async (wrong) => {
    const answer = await migrate({ release_id: await oldRelease(), previous_distributor, ...wrong });
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, Object.keys(wrong)[0]]);
  });
});
