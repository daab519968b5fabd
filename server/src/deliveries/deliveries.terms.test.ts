// The terms of deliveries: pre-orders, previews and price tiers, from the request to the message.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { submittedRelease } from "../../test/fetching-store.ts";
import { createWorld, type World } from "../../test/world.ts";

const STORE = "store_prelude";
let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  world.clock.moveTo("2027-01-10T09:00:00.000Z");
});
afterAll(() => world.close());

type Terms = Record<string, unknown>;
type Wish = { store_ids?: string[]; terms?: Terms[] };

const deliver = async (terms: Terms, store_id = STORE, release_id?: string) => {
  const body = {
    release_id: release_id ?? (await submittedRelease(world)),
    store_ids: [store_id],
    territory_codes: ["WORLDWIDE"],
    terms: [{ store_id, ...terms }],
  };
  return world.label.call("POST /v1/deliveries", { body });
};
const delivered = async (terms: Terms) => {
  const { body } = await deliver(terms);
  await settle();
  return body as { id: string; release_id: string };
};
const again = (id: string, body: Wish = {}) => world.label.call(`POST /v1/deliveries/${id}/update`, { body });
const update = (id: string, terms: Terms) => again(id, { terms: [{ store_id: STORE, ...terms }] });
const settle = async () => {
  await world.runJobs();
  world.clock.advance(1_000);
  await world.runJobs();
};
const termsOf = async (id: string) => (await must(world.label, `GET /v1/deliveries/${id}`)).body.stores[0].terms;
const faultOf = ({ status, body }: { status: number; body: { error: { details: { field: string }[] } } }) => [
  status,
  body.error.details[0]?.field,
];
const tracksOf = async (release_id: string): Promise<string[]> =>
  (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data.map(({ id }: { id: string }) => id);
/** As it was kept, before it was written as ERN. */
const messageTerms = async (id: string, attempt: number) => {
  const [row] = await world.ctx.db<{ terms: unknown }[]>`
    select message -> 'terms' as terms from store_messages where message_id = ${`${id}-${STORE}-${attempt}`}`;
  return row?.terms ?? null;
};
const all = { preorder_on: "2027-02-01", preview_at: "2027-01-15T01:00:00+01:00", price_tier: "FRONT" };
const shown = { ...all, preview_at: "2027-01-15T00:00:00.000Z", track_price_tiers: [] };

describe("works", () => {
  test("terms are kept for each store, shown, sent, and in events; others have none", async () => {
    const release_id = await submittedRelease(world);
    const body = { release_id, store_ids: [STORE, "store_northwave"], territory_codes: ["WORLDWIDE"] };
    const made = await must(world.label, "POST /v1/deliveries", { ...body, terms: [{ store_id: STORE, ...all }] });
    const { id } = made.body;
    expect(made.body.stores.map(({ terms }: { terms: unknown }) => terms)).toEqual([shown, null]);
    await settle();
    expect(await messageTerms(id, 1)).toEqual({ ...shown, price_tier: { code: "FRONT", namespace: null } });
    const { data } = (await must(world.label, "GET /v1/events?event_type=delivery.store.updated")).body;
    const event = data.find((one: { data: { delivery_id: string; store: { store_id: string } } }) => {
      return one.data.delivery_id === id && one.data.store.store_id === STORE;
    });
    expect(event.data.store.terms).toEqual(shown);
    expect((await must(world.label, "GET /v1/deliveries")).body.data[0].stores[0].terms).toEqual(shown);
  });

  test("an update without terms keeps them; fields are replaced one by one, and null removes one", async () => {
    const { id, release_id } = await delivered(all);
    expect((await again(id)).status).toBe(202);
    await settle();
    expect(await messageTerms(id, 2)).toMatchObject({ price_tier: { code: "FRONT" }, preorder_on: "2027-02-01" });
    const [track_id = ""] = await tracksOf(release_id);
    const tiers = [{ track_id, price_tier: "BUDGET" }];
    expect((await update(id, { price_tier: null, track_price_tiers: tiers })).status).toBe(202);
    expect(await termsOf(id)).toEqual({ ...shown, price_tier: null, track_price_tiers: tiers });
    await settle();
    expect(await messageTerms(id, 3)).toMatchObject({
      price_tier: null,
      track_price_tiers: [{ track_id, price_tier: { code: "BUDGET", namespace: null } }],
    });
    await update(id, { preorder_on: null, preview_at: null, track_price_tiers: null });
    await settle();
    expect([await termsOf(id), await messageTerms(id, 4)]).toEqual([null, null]);
  });

  test("cancelling goes back to the terms of before", async () => {
    const { id } = await delivered({ price_tier: "FRONT" });
    await update(id, { price_tier: "MID" });
    expect((await termsOf(id)).price_tier).toBe("MID");
    await must(world.label, `POST /v1/deliveries/${id}/cancel`, {});
    expect((await termsOf(id)).price_tier).toBe("FRONT");
    await update(id, { price_tier: null });
    await must(world.label, `POST /v1/deliveries/${id}/cancel`, {});
    expect((await termsOf(id)).price_tier).toBe("FRONT");
  });

  test("a tier keeps its namespace in messages that are made after the store gave it up; the next update is refused", async () => {
    const tiers = [{ code: "GOLD", name: "Gold", namespace: "PADPIDA2014101604V" }];
    const { price_tiers } = (await must(world.label, `GET /v1/stores/${STORE}`)).body;
    await must(world.operator, `PATCH /v1/operator/stores/${STORE}`, { price_tiers: [...price_tiers, ...tiers] });
    const { body } = await deliver({ price_tier: "GOLD" });
    await must(world.operator, `PATCH /v1/operator/stores/${STORE}`, { price_tiers });
    await settle();
    const gold = { code: "GOLD", namespace: "PADPIDA2014101604V" };
    expect(await messageTerms(body.id, 1)).toMatchObject({ price_tier: gold });
    const refused = await again(body.id);
    expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
    expect(refused.body.error.message).toMatch(/price_tier of store_prelude .*GOLD/);
    expect((await update(body.id, { price_tier: "MID" })).status).toBe(202);
  });

  test("a release that moves before its pre-order: 409 that names store and field, until another is given", async () => {
    const { id, release_id } = await delivered({ preorder_on: "2027-02-20" });
    await must(world.label, `PATCH /v1/releases/${release_id}`, { release_date: "2027-02-10" });
    const refused = await again(id);
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toMatch(/preorder_on of store_prelude/);
    expect((await update(id, { preorder_on: "2027-02-05" })).status).toBe(202);
  });

  test("two updates at once: one is taken, and its terms stand", async () => {
    const { id } = await delivered({ price_tier: "FRONT" });
    const codes = ["MID", "BUDGET"];
    const answers = await Promise.all(codes.map((price_tier) => update(id, { price_tier })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    const taken = codes[answers.findIndex(({ status }) => status === 202)];
    expect((await termsOf(id)).price_tier).toBe(taken);
  });
});

describe("refuses", () => {
  test.each<[string, Terms, string]>([
    ["a pre-order on the release date", { preorder_on: "2027-03-01" }, "preorder_on"],
    ["a pre-order today", { preorder_on: "2027-01-10" }, "preorder_on"],
    ["no real day", { preorder_on: "2027-02-30" }, "preorder_on"],
    ["a preview after the pre-order", { ...all, preview_at: "2027-02-01T00:00:01Z" }, "preview_at"],
    ["a preview after the start", { preview_at: "2027-03-01T00:00:01Z" }, "preview_at"],
    ["no moment", { preview_at: "soon" }, "preview_at"],
    ["an unknown tier", { price_tier: "GOLD" }, "price_tier"],
    ["a tier in another case", { price_tier: "front" }, "price_tier"],
    ["another field", { price: "1.00" }, "price"],
  ])("%s", async (_name, terms, field) => {
    expect(faultOf(await deliver(terms))).toEqual([422, `terms[0].${field}`]);
  });

  test("a pre-order at a store that sells none", async () => {
    expect(faultOf(await deliver({ preorder_on: "2027-02-01" }, "store_auralis"))).toEqual([
      422,
      "terms[0].preorder_on",
    ]);
  });

  test("stores twice, or not of the request; tracks twice, of another release, or of another organization", async () => {
    const release_id = await submittedRelease(world);
    const [own = ""] = await tracksOf(release_id);
    const [other = ""] = await tracksOf(await submittedRelease(world));
    const made = await must(world.rival, "POST /v1/releases", {
      title: "Theirs",
      artists: [{ name: "A", role: "main" }],
      release_date: "2027-03-01",
    });
    const theirs = await must(world.rival, "POST /v1/tracks", { release_id: made.body.id, title: "Theirs" });
    const body = { release_id, store_ids: [STORE], territory_codes: ["WORLDWIDE"] };
    const call = (terms: Terms[]) => world.label.call("POST /v1/deliveries", { body: { ...body, terms } });
    expect(faultOf(await call([{ store_id: STORE }, { store_id: STORE }]))).toEqual([422, "terms[1].store_id"]);
    expect(faultOf(await call([{ store_id: "store_northwave" }]))).toEqual([422, "terms[0].store_id"]);
    expect(faultOf(await call([]))).toEqual([422, "terms"]);
    const withTracks = (...ids: string[]) =>
      call([{ store_id: STORE, track_price_tiers: ids.map((track_id) => ({ track_id, price_tier: "MID" })) }]);
    expect(faultOf(await withTracks(own, own))).toEqual([422, "terms[0].track_price_tiers[1].track_id"]);
    expect(faultOf(await withTracks(own, other))).toEqual([422, "terms[0].track_price_tiers[1].track_id"]);
    expect(faultOf(await withTracks(theirs.body.id))).toEqual([422, "terms[0].track_price_tiers[0].track_id"]);
    const gold = [{ store_id: STORE, track_price_tiers: [{ track_id: own, price_tier: "GOLD" }] }];
    expect(faultOf(await call(gold))).toEqual([422, "terms[0].track_price_tiers[0].price_tier"]);
    expect((await withTracks(own)).status).toBe(201);
  });

  test("far more tiers than a body may have: at once", async () => {
    const release_id = await submittedRelease(world);
    const track_price_tiers = Array.from({ length: 1_000 }, (_, index) => ({
      track_id: `trk_${index}`,
      price_tier: "MID",
    }));
    const terms = Array.from({ length: 500 }, (_, index) => ({ store_id: `store_${index}`, track_price_tiers }));
    const body = { release_id, store_ids: [STORE], territory_codes: ["WORLDWIDE"] };
    expect((await world.label.call("POST /v1/deliveries", { body: { ...body, terms } })).status).toBe(413);
    const some = await world.label.call("POST /v1/deliveries", { body: { ...body, terms: terms.slice(0, 10) } });
    expect(some.status).toBe(400);
    const one = [{ store_id: STORE, track_price_tiers }];
    expect(faultOf(await world.label.call("POST /v1/deliveries", { body: { ...body, terms: one } }))[0]).toBe(422);
  });
});

// The clock moves on for good.
test("a release that moves to the day of a pre-order that has begun: the 409 says the way out, which works", async () => {
  const { id, release_id } = await delivered({ preorder_on: "2027-01-20" });
  world.clock.moveTo("2027-01-20T00:00:00.000Z");
  const move = (release_date: string) => must(world.label, `PATCH /v1/releases/${release_id}`, { release_date });
  await move("2027-01-20");
  const later = "move release_date to a day later than 2027-01-20, then update without preorder_on.";
  for (const [answer, issue] of [
    [await again(id), "must be before release_date, 2027-01-20; its day, 2027-01-20, has come"],
    [await update(id, { preorder_on: null }), "cannot change: its day, 2027-01-20, has come"],
  ] as const)
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      `Nothing was done: preorder_on of ${STORE} ${issue}; ${later}`,
    ]);
  await move("2027-03-02");
  const changed = await update(id, { preorder_on: "2027-02-02" });
  expect([changed.status, changed.body.error.message]).toEqual([
    409,
    expect.stringContaining("has come; leave it out."),
  ]);
  expect((await again(id)).status).toBe(202);
});

test("once its day has come a pre-order stays as it is; after the start, messages have none", async () => {
  const { id } = await delivered(all);
  world.clock.moveTo("2027-02-01T00:00:00.000Z");
  expect((await update(id, { preorder_on: "2027-02-05" })).status).toBe(409);
  expect((await update(id, { preorder_on: null })).status).toBe(409);
  expect((await update(id, { preorder_on: "2027-02-01", price_tier: "MID" })).status).toBe(202);
  await settle();
  expect(await messageTerms(id, 2)).toMatchObject({ preorder_on: "2027-02-01", price_tier: { code: "MID" } });
  world.clock.moveTo("2027-03-01T00:00:00.000Z");
  expect((await again(id)).status).toBe(202);
  await settle();
  expect(await messageTerms(id, 3)).toMatchObject({ preorder_on: null, preview_at: null, price_tier: { code: "MID" } });
});
