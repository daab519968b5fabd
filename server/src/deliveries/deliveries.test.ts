import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approve, draft, makeRelease, must } from "../../test/catalog.ts";
import { countingStatements } from "../../test/counting-statements.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";
import { transaction } from "../platform/context.ts";
import { getDelivery } from "./actions.ts";
import { cancelDelivery } from "./cancel.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

const body = (answer: Answer) => answer.body;
const submitted = async (by: Member = world.label, changes: object = {}): Promise<string> => {
  const id = await makeRelease(world, by, changes);
  await must(by, `POST /v1/releases/${id}/submit`);
  return id;
};
const deliver = (release_id: string, store_ids: string[], by: Member = world.label, territory_codes = ["WORLDWIDE"]) =>
  by.call("POST /v1/deliveries", { body: { release_id, store_ids, territory_codes } });
const delivered = async (store_ids: string[], by: Member = world.label): Promise<string> => {
  const release_id = await submitted(by);
  const answer = await deliver(release_id, store_ids, by);
  expect(answer.status, answer.text).toBe(201);
  await runSteps();
  return answer.body.id;
};
const read = async (id: string, by: Member = world.label) => body(await by.call(`GET /v1/deliveries/${id}`));
const act = (id: string, action: string, given: object = {}, by: Member = world.label) =>
  by.call(`POST /v1/deliveries/${id}/${action}`, { body: given });
const simulate = (id: string, given: object, by: Member = world.label) =>
  by.call(`POST /v1/sandbox/deliveries/${id}/simulate`, { body: given });
const stores = ({ stores }: { stores: { store_id: string; status: string }[] }) =>
  Object.fromEntries(stores.map(({ store_id, status }) => [store_id, status]));
const stepsOf = ({ stores: [store] }: { stores: { history: { status: string }[] }[] }) =>
  store?.history.map(({ status }) => status);
const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  ...(body.error?.details ?? []).map(({ field }: { field: string }) => field),
];
const eventsOf = async (id: string) => {
  const rows = await world.ctx.db<
    { body: string }[]
  >`select body from events where body like ${`%${id}%`} order by created_at, id`;
  return rows.map(({ body }) => JSON.parse(body));
};

/** Moves the clock on until nothing is under way any more, but for what stalls. */
async function runSteps(steps = 8): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await world.runJobs();
    world.clock.advance(5_000);
  }
}

describe("works", () => {
  test("every store in the order confirms: delivered, with one event each", async () => {
    const release_id = await submitted();
    const made = await deliver(release_id, ["store_auralis", "store_northwave"]);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^dlv_/),
      release_id,
      status: "in_progress",
      territory_codes: ["WORLDWIDE"],
      completed_at: null,
    });
    expect(stores(made.body)).toEqual({ store_auralis: "queued", store_northwave: "queued" });
    await runSteps();
    const delivery = await read(made.body.id);
    expect(delivery.status).toBe("delivered");
    expect(delivery.completed_at).toBe(delivery.updated_at);
    expect(delivery.stores[0]).toMatchObject({ status: "delivered", attempts: 1, rejection_code: null });
    expect(delivery.stores[0].history.map(({ status }: { status: string }) => status)).toEqual([
      "queued",
      "sending",
      "ingesting",
      "delivered",
    ]);
    expect((await world.label.call(`GET /v1/releases/${release_id}`)).body.status).toBe("delivered");
    const events = await eventsOf(delivery.id);
    const changes = events.filter(({ event_type }) => event_type === "delivery.store.updated");
    const last = changes.map(({ data }) => data).sort((a, b) => (a.store.store_id < b.store.store_id ? -1 : 1));
    expect(last).toEqual(
      delivery.stores.map((store: object) => ({
        delivery_id: delivery.id,
        release_id,
        previous_status: "ingesting",
        store,
      })),
    );
    const ends = events.filter(({ event_type }) => event_type === "delivery.completed");
    expect(ends.map(({ data }) => data)).toEqual([{ ...delivery, previous_status: "in_progress" }]);
  });

  test("a delivery to a hundred stores is read in one statement, and their events are emitted together", async () => {
    const release_id = await submitted();
    const { id } = body(await deliver(release_id, ["store_auralis"]));
    const { ctx } = world;
    await ctx.db`
      insert into stores (store_id, name, territories, capabilities, requirements, status, connector, connector_secrets, created_at, updated_at)
      select 'store_many_' || n, name, territories, capabilities, requirements, status, connector, connector_secrets, created_at, updated_at
      from stores, generate_series(2, 100) as n where store_id = 'store_auralis'`;
    await ctx.db`
      insert into delivery_stores (delivery_id, store_id, organization_id, place, status, territory_codes, attempts, failures, upc, label,
        release_date, history, updated_at)
      select delivery_id, 'store_many_' || n, organization_id, n, status, territory_codes, attempts, failures, upc, label,
        release_date, history, updated_at
      from delivery_stores, generate_series(2, 100) as n where delivery_id = ${id}`;
    const { db, statements } = countingStatements(ctx.db);
    const found = await getDelivery({ ...ctx, db }, { organization_id: world.label.id, id });
    expect([found.stores.length, statements()]).toEqual([100, 1]);
    const cancelled = await transaction(ctx, async (ctx) => {
      const { db, statements } = countingStatements(ctx.db);
      const { stores } = await cancelDelivery({ ...ctx, db }, { organization_id: world.label.id, id });
      return [stores.length, statements() < 20];
    });
    expect(cancelled).toEqual([100, true]);
    expect(await eventsOf(id)).toHaveLength(100);
    await ctx.db`delete from delivery_stores where store_id like 'store_many_%'`;
    await ctx.db`delete from stores where store_id like 'store_many_%'`;
  });

  test("a store that refuses by its name blames nothing in the release: it says that it is simulated, and what helps", async () => {
    const id = await delivered(["store_rejecta", "store_flagstone"]);
    for (const { store_id, rejection_code, rejection_reason } of (await read(id)).stores) {
      expect([store_id, rejection_code]).toEqual([store_id, "simulated"]);
      expect(rejection_reason).toMatch(/^This simulated store .* every first submission\. Resubmit/);
    }
  });

  test("one store rejects, the metadata is corrected, resubmitted, confirmed", async () => {
    const id = await delivered(["store_rejecta", "store_auralis"]);
    const rejected = await read(id);
    expect(rejected.status).toBe("rejected");
    expect(rejected.stores[0]).toMatchObject({
      status: "rejected",
      rejection_code: expect.stringMatching(/^[a-z_]+$/),
      rejection_reason: expect.any(String),
    });
    expect(stores(rejected)).toEqual({ store_rejecta: "rejected", store_auralis: "delivered" });
    expect((await world.label.call(`GET /v1/releases/${rejected.release_id}`)).body.status).toBe("delivered");
    await must(world.label, `PATCH /v1/releases/${rejected.release_id}`, { title: "Midnight in Rome" });
    const again = await act(id, "resubmit");
    expect([again.status, again.body.status, stores(again.body)]).toEqual([
      200,
      "in_progress",
      { store_rejecta: "queued", store_auralis: "delivered" },
    ]);
    expect((await world.label.call(`GET /v1/releases/${rejected.release_id}`)).body.status).toBe("delivered");
    await runSteps();
    const confirmed = await read(id);
    expect([confirmed.status, confirmed.stores[0].attempts, confirmed.stores[0].rejection_reason]).toEqual([
      "delivered",
      2,
      null,
    ]);
  });

  test("flagged, then resubmitted", async () => {
    const id = await delivered(["store_flagstone"]);
    expect(await read(id)).toMatchObject({
      status: "action_required",
      stores: [{ rejection_reason: expect.any(String) }],
    });
    expect((await act(id, "resubmit", { store_ids: ["store_flagstone"] })).status).toBe(200);
    await runSteps();
    expect((await read(id)).status).toBe("delivered");
  });

  test("an update of a live release goes to the stores that take updates", async () => {
    const id = await delivered(["store_auralis", "store_northwave"]);
    await must(world.operator, "PATCH /v1/operator/stores/store_northwave", { capabilities: { updates: false } });
    const answer = await act(id, "update");
    expect([answer.status, stores(answer.body)]).toEqual([
      202,
      { store_auralis: "queued", store_northwave: "delivered" },
    ]);
    expect(refusal(await act(id, "update", { store_ids: ["store_northwave"] }))).toEqual([409, "invalid_state"]);
    await must(world.operator, "PATCH /v1/operator/stores/store_northwave", { capabilities: { updates: true } });
    await runSteps();
    expect(await read(id)).toMatchObject({ status: "delivered", stores: [{ attempts: 2 }, { attempts: 1 }] });
  });

  test("takedown of some stores, then of all, then delivered again", async () => {
    const id = await delivered(["store_auralis", "store_northwave"]);
    const some = await act(id, "takedown", { store_ids: ["store_auralis"], reason: "Rights have ended." });
    expect([some.status, some.body.status, stores(some.body)]).toEqual([
      202,
      "delivered",
      { store_auralis: "takedown_requested", store_northwave: "delivered" },
    ]);
    await runSteps();
    expect(await read(id)).toMatchObject({ status: "taken_down" });
    expect(stores(await read(id))).toEqual({ store_auralis: "taken_down", store_northwave: "delivered" });
    expect((await act(id, "takedown")).status).toBe(202);
    await runSteps();
    expect(stores(await read(id))).toEqual({ store_auralis: "taken_down", store_northwave: "taken_down" });
    const types = (await eventsOf(id)).map(({ event_type }) => event_type);
    expect(types.filter((type) => type === "delivery.taken_down")).toHaveLength(2);
    expect(types.filter((type) => type === "delivery.completed")).toHaveLength(1);
    const { release_id } = await read(id);
    expect((await deliver(release_id, ["store_auralis"])).status).toBe(201);
  });

  test("what no store has got yet is cancelled", async () => {
    const release_id = await submitted();
    const { id } = body(await deliver(release_id, ["store_auralis", "store_northwave"]));
    const some = await act(id, "cancel", { store_ids: ["store_auralis"] });
    expect([some.status, stores(some.body), some.body.status]).toEqual([
      200,
      { store_auralis: "cancelled", store_northwave: "queued" },
      "in_progress",
    ]);
    expect((await act(id, "cancel")).body.status).toBe("cancelled");
    await runSteps();
    expect((await read(id)).status).toBe("cancelled");
    expect((await deliver(release_id, ["store_auralis"])).status).toBe(201);
  });

  test("cancelling an update goes back to what the store has, which can be taken down and not delivered twice", async () => {
    const id = await delivered(["store_auralis"]);
    const before = await read(id);
    await must(world.label, `PATCH /v1/releases/${before.release_id}`, { label: "Another Label" });
    expect((await act(id, "update")).status).toBe(202);
    const cancelled = await act(id, "cancel");
    expect(cancelled.body).toMatchObject({ status: "delivered", stores: [{ status: "delivered", attempts: 2 }] });
    const events = (await eventsOf(id)).at(-2);
    expect([events.data.previous_status, events.data.store.status]).toEqual(["queued", "delivered"]);
    await runSteps();
    expect(await read(id)).toMatchObject({ status: "delivered", stores: [{ status: "delivered", attempts: 2 }] });
    // Its fingerprint is the old one again.
    await must(world.label, `PATCH /v1/releases/${before.release_id}`, { label: "Nightjar Records" });
    expect(refusal(await deliver(before.release_id, ["store_auralis"]))).toEqual([409, "duplicate_submission"]);
    expect((await act(id, "takedown")).status).toBe(202);
    await runSteps();
    expect((await read(id)).status).toBe("taken_down");
  });

  test("cancelling a resubmission goes back to the rejection, with its reason", async () => {
    const id = await delivered(["store_rejecta", "store_auralis"]);
    const before = await read(id);
    await act(id, "resubmit");
    const after = body(await act(id, "cancel"));
    const { rejection_code, rejection_reason, territory_codes } = before.stores[0];
    expect(after.stores[0]).toMatchObject({
      status: "rejected",
      attempts: 2,
      rejection_code,
      rejection_reason,
      territory_codes,
    });
    expect([after.status, after.stores[1]]).toEqual(["rejected", before.stores[1]]);
    expect((await world.label.call(`GET /v1/releases/${before.release_id}`)).body.status).toBe("delivered");
    expect((await act(id, "resubmit")).body.stores[0]).toMatchObject({ status: "queued", attempts: 3 });
    await runSteps();
    expect((await read(id)).status).toBe("delivered");
  });

  test("cancelling the update of a store that stalls goes back too", async () => {
    const id = await delivered(["store_stall"]);
    await simulate(id, { store_id: "store_stall", status: "delivered" });
    await act(id, "update");
    await runSteps();
    expect((await read(id)).stores[0]).toMatchObject({ status: "stalled", attempts: 2 });
    expect((await act(id, "cancel")).body.stores[0]).toMatchObject({
      status: "delivered",
      stalled_reason: null,
      stalled_since: null,
    });
  });

  test("a store that rejects or flags without a word still has a code and a reason, also in its event", async () => {
    for (const status of ["rejected", "action_required"]) {
      const id = await delivered(["store_stall"]);
      const unexplained = { rejection_code: "unspecified", rejection_reason: "The store gave no reason." };
      const { body } = await simulate(id, { store_id: "store_stall", status });
      expect(body.stores[0]).toMatchObject({ status, ...unexplained });
      const { data } = (await world.label.call("GET /v1/events?event_type=delivery.store.updated&limit=1")).body;
      expect(data[0].data.store).toMatchObject({ status, ...unexplained });
      const said = { store_id: "store_stall", status, rejection_reason: "The label is missing." };
      await act(id, "resubmit");
      expect((await simulate(id, said)).body.stores[0]).toMatchObject({
        rejection_code: "unspecified",
        rejection_reason: "The label is missing.",
      });
    }
  });

  test("a store that has the release and rejects an update of it can be asked to take it down; one that never had it cannot", async () => {
    const id = await delivered(["store_auralis", "store_rejecta"]);
    await simulate(id, { store_id: "store_auralis", status: "rejected", rejection_code: "late_objection" });
    expect(refusal(await act(id, "takedown", { store_ids: ["store_rejecta"] }))).toEqual([409, "invalid_state"]);
    const asked = await act(id, "takedown");
    expect([asked.status, stores(asked.body)]).toEqual([
      202,
      { store_auralis: "takedown_requested", store_rejecta: "rejected" },
    ]);
    await runSteps();
    expect(stores(await read(id))).toEqual({ store_auralis: "taken_down", store_rejecta: "rejected" });
  });

  test("that a store has the release is not forgotten, however long its history", async () => {
    const id = await delivered(["store_auralis"]);
    await world.ctx.db`
      update delivery_stores set status = 'rejected', history = history || (
        select jsonb_agg(jsonb_build_object('status', case when n % 2 = 1 then 'rejected' else 'queued' end, 'at', '2026-01-01T00:00:00.000Z'))
        from generate_series(1, 195) as n)
      where delivery_id = ${id}`;
    for (let time = 0; time < 3; time++) {
      await act(id, "resubmit");
      await simulate(id, { store_id: "store_auralis", status: "rejected" });
    }
    expect((await read(id)).stores[0].history).toHaveLength(200);
    expect((await act(id, "takedown")).status).toBe(202);
  });

  test("a store that cannot be reached stalls after the third failure, says why and since when, and recovers", async () => {
    const id = await delivered(["store_stall"]);
    const stalled = await read(id);
    expect(stalled).toMatchObject({
      status: "in_progress",
      stores: [{ stalled_reason: "The store does not answer." }],
    });
    expect(stalled.stores[0].stalled_since).toMatch(/Z$/);
    expect(stepsOf(stalled)).toEqual(["queued", "sending", "stalled"]);
    const events = (await eventsOf(id)).filter(({ event_type }) => event_type === "delivery.store.updated");
    expect(events.map(({ data }) => [data.previous_status, data.store.status])).toEqual([["sending", "stalled"]]);
    expect((await simulate(id, { store_id: "store_stall", status: "delivered" })).body).toMatchObject({
      status: "delivered",
      stores: [{ status: "delivered", stalled_reason: null, stalled_since: null }],
    });
    await runSteps();
    expect((await read(id)).status).toBe("delivered");
  });

  test("a paused store's work waits, and goes on when it is resumed", async () => {
    await must(world.operator, "PATCH /v1/operator/stores/store_meridian", { status: "paused" });
    const id = await delivered(["store_meridian", "store_auralis"]);
    expect(stores(await read(id))).toEqual({ store_meridian: "queued", store_auralis: "delivered" });
    await must(world.operator, "PATCH /v1/operator/stores/store_meridian", { status: "active" });
    await runSteps();
    expect((await read(id)).status).toBe("delivered");
  });

  test("the operator reports answers of a store that is reached by hand", async () => {
    await must(world.operator, "POST /v1/operator/stores", {
      store_id: "store_by_hand",
      name: "By Hand",
      territories: ["WORLD"],
      requirements: "none",
      connector: { kind: "manual" },
    });
    const id = await delivered(["store_by_hand"]);
    expect(stores(await read(id))).toEqual({ store_by_hand: "ingesting" });
    const reject = { status: "rejected", rejection_code: "art_too_small", rejection_reason: "Too small." };
    const path = `POST /v1/operator/deliveries/${id}/stores/store_by_hand/report`;
    const reported = await world.operator.call(path, { body: reject });
    expect(reported.body).toMatchObject({
      organization_id: world.label.id,
      status: "rejected",
      stores: [{ rejection_code: "art_too_small" }],
    });
    expect((await world.operator.call(path, { body: { status: "delivered" } })).body.status).toBe("delivered");
    const mine = await world.operator.call("GET /v1/operator/deliveries?store_id=store_by_hand");
    expect(mine.body.data.map((one: { id: string }) => one.id)).toEqual([id]);
  });

  test("each store gets the overlap of the codes, its own territories, the release's and the licence", async () => {
    await must(world.operator, "POST /v1/operator/stores", {
      store_id: "store_alpine",
      name: "Alpine",
      territories: ["CH", "AT"],
      requirements: "none",
      connector: { kind: "manual" },
    });
    const release_id = await submitted(world.label, { territories: ["CH", "DE"] });
    const made = await deliver(release_id, ["store_alpine", "store_auralis"]);
    expect(made.body.stores.map(({ territory_codes }: { territory_codes: string[] }) => territory_codes)).toEqual([
      ["CH"],
      ["CH", "DE"],
    ]);
  });

  test("an update after rights were narrowed narrows them at the store", async () => {
    const member = await world.organization();
    const release_id = await submitted(member, { territories: ["CH", "DE", "FR"] });
    const { id } = body(await deliver(release_id, ["store_auralis"], member));
    await runSteps();
    await must(member, `PATCH /v1/releases/${release_id}`, { territories: ["DE", "FR"] });
    await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { licensed_territories: ["FR", "US"] });
    const updated = await act(id, "update", {}, member);
    expect([updated.status, updated.body.territory_codes, updated.body.stores[0].territory_codes]).toEqual([
      202,
      ["WORLDWIDE"],
      ["FR"],
    ]);
    // Cancelled, it is what the store has.
    const cancelled = await act(id, "cancel", {}, member);
    expect(cancelled.body.stores[0].territory_codes).toEqual(["CH", "DE", "FR"]);
    await act(id, "update", {}, member);
    await runSteps();
    await must(member, `PATCH /v1/releases/${release_id}`, { territories: ["US"] });
    await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { licensed_territories: ["FR"] });
    const none = await act(id, "update", {}, member);
    expect(refusal(none)).toEqual([409, "invalid_state"]);
    expect(none.body.error.message).toContain("store_auralis");
    expect((await act(id, "takedown", {}, member)).status).toBe(202);
  });

  test("a resubmission with other codes replaces the delivery's, judged as at creation", async () => {
    const release_id = await submitted(world.label, { territories: ["CH", "DE", "FR"] });
    const { id } = body(await deliver(release_id, ["store_rejecta", "store_auralis"], world.label, ["CH", "DE"]));
    await runSteps();
    expect(refusal(await act(id, "resubmit", { territory_codes: ["DE", "US"] }))).toEqual([
      422,
      "territory_not_supported",
      "territory_codes[1]",
    ]);
    const again = await act(id, "resubmit", { territory_codes: ["FR", "DE"] });
    expect([again.status, again.body.territory_codes]).toEqual([200, ["FR", "DE"]]);
    const codes = (delivery: { stores: { territory_codes: string[] }[] }) =>
      delivery.stores.map(({ territory_codes }) => territory_codes);
    expect(codes(again.body)).toEqual([
      ["DE", "FR"],
      ["CH", "DE"],
    ]);
    await runSteps();
    const wide = body(await act(id, "update", { territory_codes: ["WORLD"] }));
    expect([wide.territory_codes, codes(wide)]).toEqual([
      ["WORLDWIDE"],
      [
        ["CH", "DE", "FR"],
        ["CH", "DE", "FR"],
      ],
    ]);
    expect(body(await world.label.call(`GET /v1/deliveries/${id}`)).territory_codes).toEqual(["WORLDWIDE"]);
  });

  test("cancelling an update with other codes gives the delivery back its own, once none of its stores has got them", async () => {
    const id = await delivered(["store_auralis", "store_northwave", "store_meridian"]);
    const update = (codes: string[], ...names: string[]) =>
      act(id, "update", { territory_codes: codes, store_ids: names.map((name) => `store_${name}`) });
    const cancel = async (...names: string[]) =>
      body(await act(id, "cancel", { store_ids: names.map((name) => `store_${name}`) })).territory_codes;
    expect(body(await update(["DE"], "auralis", "northwave")).territory_codes).toEqual(["DE"]);
    expect(await cancel("auralis")).toEqual(["DE"]);
    expect(await cancel("northwave")).toEqual(["WORLDWIDE"]);
    // Two requests, one upon the other: whichever is cancelled first, none of their codes stay.
    await update(["DE"], "northwave");
    await update(["FR"], "auralis");
    expect(await cancel("northwave")).toEqual(["FR"]);
    expect(await cancel("auralis")).toEqual(["WORLDWIDE"]);
    await update(["DE"], "northwave");
    await update(["FR"], "auralis");
    expect(await cancel("auralis", "northwave")).toEqual(["WORLDWIDE"]);
    // A store keeps what it got.
    await update(["DE"], "auralis", "northwave");
    await simulate(id, { store_id: "store_auralis", status: "delivered" });
    expect(await cancel("northwave")).toEqual(["DE"]);
  });

  test("WORLD and WORLDWIDE are understood for each other", async () => {
    const release_id = await submitted(world.label, { territories: ["WORLDWIDE"] });
    expect(body(await world.label.call(`GET /v1/releases/${release_id}`)).territories).toEqual(["WORLD"]);
    const patched = await must(world.label, `PATCH /v1/releases/${release_id}`, { territories: ["WORLDWIDE"] });
    expect(patched.body.territories).toEqual(["WORLD"]);
    const [track] = body(await world.label.call(`GET /v1/tracks?release_id=${release_id}`)).data;
    for (const territory of ["WORLDWIDE", ["WORLDWIDE"]])
      expect((await must(world.label, `PATCH /v1/tracks/${track.id}`, { territory })).body.territory).toEqual([
        "WORLD",
      ]);
    const made = await deliver(release_id, ["store_auralis"], world.label, ["WORLD"]);
    expect([made.status, made.body.territory_codes, made.body.stores[0].territory_codes.length]).toEqual([
      201,
      ["WORLDWIDE"],
      249,
    ]);
    const both = { ...draft, territories: ["WORLD", "WORLDWIDE"] };
    expect(refusal(await world.label.call("POST /v1/releases", { body: both })).slice(0, 2)).toEqual([
      422,
      "validation_failed",
    ]);
    const licensed = await world.organization({ licensed_territories: ["WORLDWIDE"] });
    expect(body(await licensed.call("GET /v1/organization")).licensed_territories).toEqual(["WORLD"]);
  });

  test("lists by status and by release", async () => {
    const member = await world.organization();
    const id = await delivered(["store_auralis"], member);
    const list = async (query: string) =>
      body(await member.call(`GET /v1/deliveries?${query}`)).data.map((one: { id: string }) => one.id);
    const { release_id } = await read(id, member);
    expect(await list("status=delivered")).toEqual([id]);
    expect(await list("status=rejected")).toEqual([]);
    expect(await list(`release_id=${release_id}`)).toEqual([id]);
    expect(await list("release_id=rel_unknown")).toEqual([]);
  });
});

describe("refuses", () => {
  test("a release whose latest submission is not approved", async () => {
    const draft = await makeRelease(world);
    expect(refusal(await deliver(draft, ["store_auralis"]))).toEqual([409, "invalid_state"]);
    const reviewed = await world.organization({ review: "manual" });
    const pending = await submitted(reviewed);
    expect(refusal(await deliver(pending, ["store_auralis"], reviewed))).toEqual([409, "invalid_state"]);
  });

  test("while a change waits for its review, resubmissions and updates wait for it", async () => {
    const reviewed = await world.organization({ review: "manual" });
    const release_id = await makeRelease(world, reviewed);
    const { submission_id } = body(await must(reviewed, `POST /v1/releases/${release_id}/submit`));
    await approve(world, submission_id);
    const { id } = body(await deliver(release_id, ["store_auralis"], reviewed));
    await runSteps();
    await must(reviewed, `PATCH /v1/releases/${release_id}`, { genre: "Jazz" });
    expect(refusal(await act(id, "update", {}, reviewed))).toEqual([409, "invalid_state"]);
    const [latest] = body(await reviewed.call(`GET /v1/submissions?release_id=${release_id}`)).data;
    await approve(world, latest.submission_id);
    expect((await act(id, "update", {}, reviewed)).status).toBe(202);
  });

  test("unknown releases and stores, and codes that cannot be", async () => {
    const release_id = await submitted(world.label, { territories: ["DE"] });
    const cases: [string, string[], string[], unknown[]][] = [
      [
        "rel_unknown",
        ["store_auralis", "store_none"],
        ["DE"],
        [422, "validation_failed", "release_id", "store_ids[1]"],
      ],
      [release_id, ["store_auralis", "store_none"], ["DE"], [422, "validation_failed", "store_ids[1]"]],
      [release_id, ["store_auralis"], ["DE", "FR"], [422, "territory_not_supported", "territory_codes[1]"]],
      [release_id, ["store_auralis"], ["WORLDWIDE", "DE"], [422, "validation_failed", "territory_codes"]],
      [release_id, ["store_auralis"], ["Germany"], [422, "validation_failed", "territory_codes[0]"]],
      [release_id, [], ["DE"], [422, "validation_failed", "store_ids"]],
    ];
    for (const [release, store_ids, codes, expected] of cases)
      expect(refusal(await deliver(release, store_ids, world.label, codes))).toEqual(expected);
  });

  test("a store that already has the fingerprint, also when two ask at once", async () => {
    const release_id = await submitted();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => deliver(release_id, ["store_auralis", "store_meridian"])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(answers.flatMap(({ body }) => body.error?.code ?? [])).toEqual(Array(3).fill("duplicate_submission"));
    expect((await deliver(release_id, ["store_northwave"])).status).toBe(201);
  });

  test("a pedantic store's blockers, each by its field", async () => {
    const release_id = await submitted(world.label, { title: "MIDNIGHT IN PARIS" });
    const answer = await deliver(release_id, ["store_auralis", "store_pedant"]);
    expect(refusal(answer).slice(0, 2)).toEqual([422, "validation_failed"]);
    expect(answer.body.error.details).toContainEqual({
      field: "title",
      issue: expect.stringContaining("title_all_caps"),
    });
    expect(body(await world.label.call(`GET /v1/deliveries?release_id=${release_id}`)).data).toEqual([]);
  });

  test("a release that has lost its tracks, its audio or its artwork since it was submitted", async () => {
    const release_id = await submitted();
    const { id } = body(await deliver(release_id, ["store_rejecta"]));
    await runSteps();
    expect((await read(id)).stores[0].status).toBe("rejected");
    const release = body(await world.label.call(`GET /v1/releases/${release_id}`));
    const [track] = body(await world.label.call(`GET /v1/tracks?release_id=${release_id}`)).data;
    const refusals = async () => [
      refusal(await act(id, "resubmit")),
      refusal(await deliver(release_id, ["store_auralis"])),
    ];
    await must(world.label, `PATCH /v1/tracks/${track.id}`, { audio_asset_id: null });
    await must(world.label, `PATCH /v1/releases/${release_id}`, { artwork_asset_id: null });
    const files = [409, "asset_not_ready", "tracks[0].audio_asset_id", "artwork_asset_id"];
    expect(await refusals()).toEqual([files, files]);
    const { artwork_asset_id } = release;
    await must(world.label, `PATCH /v1/releases/${release_id}`, { artwork_asset_id });
    await must(world.label, `DELETE /v1/tracks/${track.id}`);
    const none = [422, "validation_failed", "tracks"];
    expect(await refusals()).toEqual([none, none]);
    expect((await read(id)).stores[0]).toMatchObject({ status: "rejected", attempts: 1 });
    const { audio_asset_id } = track;
    await must(world.label, "POST /v1/tracks", { release_id, title: "Song", audio_asset_id });
    // Its date may have come since: that is no reason.
    await world.ctx.db`update releases set release_date = '2001-01-01' where id = ${release_id}`;
    expect((await act(id, "resubmit")).status).toBe(200);
  });

  test("store_ids are all or nothing", async () => {
    const id = await delivered(["store_auralis", "store_northwave"]);
    expect(refusal(await act(id, "takedown", { store_ids: ["store_auralis", "store_meridian"] }))).toEqual([
      422,
      "validation_failed",
      "store_ids[1]",
    ]);
    await act(id, "takedown", { store_ids: ["store_auralis"] });
    expect(refusal(await act(id, "takedown", { store_ids: ["store_auralis", "store_northwave"] }))).toEqual([
      409,
      "invalid_state",
    ]);
    expect(stores(await read(id)).store_northwave).toBe("delivered");
  });

  test.each(["resubmit", "cancel"])("%s with nothing to do is 409 invalid_state", async (action) => {
    const id = await delivered(["store_auralis"]);
    expect(refusal(await act(id, action))).toEqual([409, "invalid_state"]);
  });

  test("an answer that cannot be: a takedown that was not requested, a store that is not in it", async () => {
    const id = await delivered(["store_auralis"]);
    expect(refusal(await simulate(id, { store_id: "store_auralis", status: "taken_down" }))).toEqual([
      409,
      "invalid_state",
    ]);
    expect(refusal(await simulate(id, { store_id: "store_none", status: "delivered" }))).toEqual([
      422,
      "validation_failed",
      "store_id",
    ]);
    const reported = await world.operator.call(`POST /v1/operator/deliveries/${id}/stores/store_none/report`, {
      body: { status: "delivered" },
    });
    expect(refusal(reported)).toEqual([404, "not_found"]);
  });

  test("two answers at once: one after the other, and the last one stands", async () => {
    const release_id = await submitted();
    const { id } = body(await deliver(release_id, ["store_by_hand"]));
    await runSteps();
    const answers = await Promise.all(
      ["rejected", "delivered", "action_required"].map((status) => simulate(id, { store_id: "store_by_hand", status })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const {
      stores: [store],
    } = await read(id);
    expect(store.history.at(-1).status).toBe(store.status);
    expect(store.history).toHaveLength(6);
  });
});

describe("keeps apart", () => {
  test("another organization's delivery is not found, whatever is asked of it", async () => {
    const id = await delivered(["store_auralis"]);
    for (const answer of [
      await world.rival.call(`GET /v1/deliveries/${id}`),
      await act(id, "resubmit", {}, world.rival),
      await act(id, "update", {}, world.rival),
      await act(id, "takedown", {}, world.rival),
      await act(id, "cancel", {}, world.rival),
      await simulate(id, { store_id: "store_auralis", status: "delivered" }, world.rival),
    ])
      expect(refusal(answer)).toEqual([404, "not_found"]);
    const { release_id } = await read(id);
    expect(refusal(await deliver(release_id, ["store_auralis"], world.rival))).toEqual([
      422,
      "validation_failed",
      "release_id",
    ]);
  });

  test("simulate does not exist in production", async () => {
    const production = await createWorld();
    const answer = await production.label.call("POST /v1/sandbox/deliveries/dlv_x/simulate", { body: {} });
    expect(refusal(answer)).toEqual([404, "not_found"]);
    await production.close();
  });

  test("a repeated key makes one delivery", async () => {
    const release_id = await submitted();
    const idempotency_key = randomUUID();
    const request = { body: { release_id, store_ids: ["store_auralis"], territory_codes: ["DE"] }, idempotency_key };
    const first = await world.label.call("POST /v1/deliveries", request);
    const again = await world.label.call("POST /v1/deliveries", request);
    expect([first.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([201, first.text, "true"]);
  });
});
