// The tables of a store: genres, roles and price tiers, with the release profile and how releases move to it.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { createWorld, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const tables = {
  genres: { Electronic: { genre: "Dance", subgenre: "Techno" }, Polka: { genre: "Folk" } },
  roles: { "Tape wizard": "StudioProducer" },
  price_tiers: [
    { code: "FRONT", name: "Front line", namespace: "PADPIDA2014101604V" },
    { code: "MID", name: "Mid price" },
  ],
  release_profile: "CommonReleaseTypes/14/AudioAlbumMusicOnly",
  migration: "takedown_first",
};

let number = 0;
const add = (changes: object = {}) =>
  world.operator.call("POST /v1/operator/stores", {
    body: {
      store_id: `store_table_${++number}`,
      name: "Tables",
      territories: ["WORLD"],
      connector: { kind: "manual" },
      ...changes,
    },
  });
const addStore = async (changes: object = {}): Promise<string> => (await add(changes)).body.store_id;
const change = (store_id: string, body: object) =>
  world.operator.call(`PATCH /v1/operator/stores/${store_id}`, { body });
const many = <Value>(count: number, value: (index: number) => Value) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`Word ${index}`, value(index)]));

describe("works", () => {
  test("the operator sets them; partners see them, lists without genres and roles", async () => {
    const added = await add(tables);
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject(tables);
    const { store_id } = added.body;
    const { genres: _genres, roles: _roles, ...listed } = tables;
    expect((await must(world.label, `GET /v1/stores/${store_id}`)).body).toMatchObject(tables);
    const [row] = (await must(world.label, "GET /v1/stores")).body.data;
    expect(row).toMatchObject({ store_id, ...listed });
    expect(Object.keys(row)).not.toContain("genres");
    const [inside] = (await must(world.operator, "GET /v1/operator/stores")).body.data;
    expect(Object.keys(inside)).not.toContain("roles");
    expect((await must(world.operator, `GET /v1/operator/stores/${store_id}`)).body).toMatchObject(tables);
  });

  test("a change replaces a whole table and leaves the others", async () => {
    const store_id = await addStore(tables);
    const changed = await change(store_id, { genres: {}, price_tiers: [], release_profile: null });
    expect(changed.body).toMatchObject({ genres: {}, roles: tables.roles, price_tiers: [], release_profile: null });
    expect((await change(store_id, { migration: "automatic" })).body).toMatchObject({
      migration: "automatic",
      roles: tables.roles,
    });
  });

  test("as many as there may be", async () => {
    const genres = many(1_000, (index) => ({ genre: `Genre ${index}`, subgenre: `Kind ${index}` }));
    const roles = many(500, () => "MixingEngineer");
    const price_tiers = Array.from({ length: 200 }, (_, index) => ({ code: `T${index}`, name: `Tier ${index}` }));
    const added = await add({ genres, roles, price_tiers });
    expect(added.status).toBe(201);
    expect((await must(world.label, `GET /v1/stores/${added.body.store_id}`)).body).toMatchObject({ genres, roles });
  });
});

test("roles are codes of the store's own format, also when the format changes", async () => {
  const [three, four] = [{ roles: { Group: "Band" } }, { roles: { Atmos: "ImmersiveMixingEngineer" } }];
  const capabilities = { message_format: "ern_3.8.3" };
  expect((await add({ ...three, capabilities })).status).toBe(201);
  expect((await add(three)).status).toBe(422);
  expect((await add({ ...four, capabilities })).status).toBe(422);
  const changed = await change(await addStore(four), { capabilities });
  expect([changed.status, changed.body.error.details[0].field]).toEqual([422, "roles.Atmos"]);
});

describe("refuses", () => {
  const tier = (code: string) => ({ code, name: "Front line" });
  test.each<[string, object, string]>([
    ["two genres that differ in case", { genres: { Pop: { genre: "A" }, POP: { genre: "B" } } }, "genres.POP"],
    ["a blank genre", { genres: { " ": { genre: "A" } } }, "genres. "],
    ["a genre without its own", { genres: { Pop: { subgenre: "B" } } }, "genres.Pop.genre"],
    ["a long genre", { genres: { ["x".repeat(201)]: { genre: "A" } } }, `genres.${"x".repeat(200)}`],
    ["too many genres", { genres: many(1_001, () => ({ genre: "A" })) }, "genres"],
    ["genres as null", { genres: null }, "genres"],
    ["a role of another list", { roles: { "Tape wizard": "Wizard" } }, "roles.Tape wizard"],
    ["a role that the sender would define", { roles: { "Tape wizard": "UserDefined" } }, "roles.Tape wizard"],
    ["two roles that differ in case", { roles: { Boss: "Engineer", boss: "Engineer" } }, "roles.boss"],
    ["too many roles", { roles: many(501, () => "Engineer") }, "roles"],
    ["a code twice", { price_tiers: [tier("A"), tier("A")] }, "price_tiers[1].code"],
    ["an empty code", { price_tiers: [tier("")] }, "price_tiers[0].code"],
    ["a long code", { price_tiers: [tier("x".repeat(51))] }, "price_tiers[0].code"],
    ["a tier without a name", { price_tiers: [{ code: "A" }] }, "price_tiers[0].name"],
    ["too many tiers", { price_tiers: Array.from({ length: 201 }, (_, i) => tier(`T${i}`)) }, "price_tiers"],
    ["a long profile", { release_profile: "x".repeat(201) }, "release_profile"],
    ["another migration", { migration: "later" }, "migration"],
    [
      "more than the tables may hold",
      { genres: many(1_000, (index) => ({ genre: `${index}`.padEnd(200, "x"), subgenre: "y".repeat(100) })) },
      "genres",
    ],
  ])("%s", async (_name, changes, field) => {
    const answer = await add(changes);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].field).toBe(field);
    const store_id = await addStore();
    expect((await change(store_id, changes)).status).toBe(422);
  });
});
