import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../test/catalog.ts";
import { happen } from "../../test/webhooks.ts";
import { type Caller, createWorld, type Member, type World } from "../../test/world.ts";
import type { Overview } from "./overview.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

const overviewOf = async (by: Caller): Promise<Overview> => (await must(by, "GET /v1/overview")).body;

async function deliver(by: Member, title: string, store_ids: string[]) {
  const release_id = await makeRelease(world, by, { title });
  await must(by, `POST /v1/releases/${release_id}/submit`);
  const { body } = await must(by, "POST /v1/deliveries", { release_id, store_ids, territory_codes: ["WORLDWIDE"] });
  return { release_id, delivery_id: body.id as string };
}

/** Until every store has answered. */
async function untilAnswered() {
  for (let step = 0; step < 8; step++) {
    await world.runJobs();
    world.clock.advance(5_000);
  }
}

describe("works", () => {
  test("a newcomer sees that nothing waits, and which steps are ahead", async () => {
    expect(await overviewOf(await world.organization())).toEqual({
      attention: [],
      under_way: [],
      next_releases: [],
      latest_releases: [],
      balances: [],
      has: { release: false, file: false, submission: false, delivery: false, webhook: false },
    });
  });

  test("a rejection stands first, with what each store says, the release and its artwork", async () => {
    const member = await world.organization();
    const { release_id, delivery_id } = await deliver(member, "Night Train", ["store_auralis", "store_rejecta"]);
    expect((await overviewOf(member)).under_way).toMatchObject([
      {
        delivery_id,
        release: { id: release_id, title: "Night Train" },
        stores: [
          { store_id: "store_auralis", status: "queued" },
          { store_id: "store_rejecta", status: "queued" },
        ],
      },
    ]);
    await untilAnswered();
    const { attention, under_way, next_releases, latest_releases, has } = await overviewOf(member);
    expect(under_way).toEqual([]);
    expect(attention).toEqual([
      {
        kind: "delivery_rejected",
        id: delivery_id,
        title: "Night Train",
        release: {
          id: release_id,
          title: "Night Train",
          artists: [expect.objectContaining({ name: "Vera Lux" })],
          release_date: "2027-03-01",
          status: "delivered",
          thumbnail_url: expect.stringContaining("/v1/thumbnails/"),
        },
        payout: null,
        reasons: [{ store_id: "store_rejecta", code: expect.any(String), reason: expect.any(String) }],
        count: 1,
        since: expect.any(String),
      },
    ]);
    expect(next_releases).toEqual(latest_releases);
    expect(next_releases?.map(({ id }) => id)).toEqual([release_id]);
    expect(has).toEqual({ release: true, file: true, submission: true, delivery: true, webhook: false });
  });

  test("a list of releases says how many stores have each, and how many stand where", async () => {
    const member = await world.organization();
    const { delivery_id } = await deliver(member, "Two of Three", [
      "store_auralis",
      "store_northwave",
      "store_rejecta",
    ]);
    const draft_id = await makeRelease(world, member);
    await untilAnswered();
    const atStores = async () => {
      const { data } = (await must(member, "GET /v1/releases")).body;
      expect(data.find(({ id }: { id: string }) => id === draft_id).at_stores).toBeNull();
      return data.find(({ title }: { title: string }) => title === "Two of Three").at_stores;
    };
    expect(await atStores()).toMatchObject({ total: 3, live: 2, statuses: { delivered: 2, rejected: 1, stalled: 0 } });
    await must(member, `POST /v1/deliveries/${delivery_id}/takedown`, {
      store_ids: ["store_auralis"],
      reason: "other",
    });
    await untilAnswered();
    expect(await atStores()).toMatchObject({
      total: 3,
      live: 1,
      statuses: { taken_down: 1, delivered: 1, rejected: 1 },
    });
    // Delivered once more, the store counts as it stands now.
    const release_id = (await must(member, `GET /v1/deliveries/${delivery_id}`)).body.release_id;
    await must(member, "POST /v1/deliveries", {
      release_id,
      store_ids: ["store_auralis"],
      territory_codes: ["WORLDWIDE"],
    });
    await untilAnswered();
    expect(await atStores()).toMatchObject({ total: 3, live: 2, statuses: { taken_down: 0, delivered: 2 } });
  });

  test("reviews, payouts on hold, endpoints, lost events and failed files wait too, the most pressing first", async () => {
    const member = await world.organization({ review: "manual" });
    const release_id = await makeRelease(world, member, { title: "Refused" });
    const { submission_id } = (await must(member, `POST /v1/releases/${release_id}/submit`)).body;
    await must(world.operator, `POST /v1/operator/submissions/${submission_id}/reject`, {
      reason: "The title is wrong.",
    });
    await must(world.operator, `POST /v1/operator/organizations/${member.id}/adjustments`, {
      amount: "500.00",
      currency: "EUR",
      reason: "Opening balance",
    });
    const payout = (await must(member, "POST /v1/payouts", { amount: "120.00", currency: "EUR" })).body;
    await must(world.operator, `POST /v1/operator/payouts/${payout.id}/hold`, {
      reason: "Who are you?",
      required_actions: ["Send a copy of your passport."],
    });
    const url = "http://127.0.0.1:9/hook";
    await must(member, "POST /v1/webhooks", { url, event_type: "release.status.changed" });
    await happen(world, member);
    const failed = (await must(member, "POST /v1/sandbox/assets", { type: "audio", status: "failed" })).body;
    const track = (await must(member, `GET /v1/tracks?release_id=${release_id}`)).body.data[0];
    await must(member, `PATCH /v1/tracks/${track.id}`, { audio_asset_id: failed.id });

    const { attention, balances } = await overviewOf(member);
    expect(attention.map(({ kind, title }) => [kind, title])).toEqual([
      ["review_rejected", "Refused"],
      ["payout_on_hold", "Payout"],
      ["endpoint_unverified", url],
      ["events_undelivered", "Undelivered events"],
      ["file_failed", "sample.wav"],
    ]);
    expect(attention[0]?.reasons[0]?.reason).toBe("The title is wrong.");
    expect(attention[1]?.payout).toEqual({ amount: "120.00", currency: "EUR" });
    expect(attention[1]?.reasons[0]?.reason).toBe("Who are you?");
    expect(attention[3]?.count).toBeGreaterThanOrEqual(1);
    expect(attention[4]).toMatchObject({ release: { id: release_id }, reasons: [{ code: "corrupt_file" }] });
    expect(balances).toEqual([{ currency: "EUR", available: "380.00", pending: "120.00" }]);
  });

  test("the operator's counts are of all organizations", async () => {
    const before = (await must(world.operator, "GET /v1/operator/overview")).body;
    const member = await world.organization({ review: "manual" });
    await must(member, `POST /v1/releases/${await makeRelease(world, member)}/submit`);
    const after = (await must(world.operator, "GET /v1/operator/overview")).body;
    expect(after).toEqual({ ...before, submissions_to_review: before.submissions_to_review + 1 });
    expect(after.payouts_on_hold).toBeGreaterThanOrEqual(1);
  });
});

describe("keeps apart", () => {
  test("an organization sees its own, a key what its scopes allow, and no partner the operator's", async () => {
    const member = await world.organization();
    await deliver(member, "Only Mine", ["store_rejecta"]);
    await untilAnswered();
    expect((await overviewOf(await world.organization())).attention).toEqual([]);
    const { key } = (await must(member, "POST /v1/api-keys", { name: "money", scopes: ["payouts:read"] })).body;
    expect(await overviewOf(world.as(key))).toMatchObject({
      attention: [],
      under_way: null,
      next_releases: null,
      latest_releases: null,
      balances: [],
    });
    const reader = (await must(member, "POST /v1/api-keys", { name: "catalogue", scopes: ["catalog:read"] })).body;
    expect((await must(world.as(reader.key), "GET /v1/releases")).body.data[0].at_stores).toBeNull();
    expect((await must(member, "GET /v1/releases")).body.data[0].at_stores).toMatchObject({ total: 1 });
    expect((await member.call("GET /v1/operator/overview")).status).toBe(404);
  });
});

test("a release whose day has come is not a next one any more", async () => {
  const member = await world.organization();
  const { release_id } = await deliver(member, "Tomorrow", ["store_auralis"]);
  const next = async () => (await overviewOf(member)).next_releases?.map(({ id }) => id);
  expect(await next()).toEqual([release_id]);
  world.clock.moveTo("2027-03-02T00:00:00Z");
  expect(await next()).toEqual([]);
});
