// In production stores refuse numbers of the restricted range, which organizations have by default; the sandbox takes them.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../test/catalog.ts";
import { addStoreByHand } from "../../test/store-by-hand.ts";
import { cloneDatabase, createWorld, type Member, type World } from "../../test/world.ts";

const NAME = "upc_restricted";

let world: World;
let store_id: string;
let by: Member;
beforeAll(async () => {
  world = await createWorld();
  store_id = await addStoreByHand(world);
  // The numbers that the service gives by itself.
  by = await world.organization({ upc_ranges: undefined });
});
afterAll(() => world.close());

const submitted = async (changes: object = {}, world_of = world, member = by): Promise<string> => {
  const release_id = await makeRelease(world_of, member, changes);
  await must(member, `POST /v1/releases/${release_id}/submit`);
  return release_id;
};
const deliver = (release_id: string, member = by) =>
  member.call("POST /v1/deliveries", {
    body: { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] },
  });
const preflight = async (release_id: string, query = "", member = by) =>
  (await must(member, `GET /v1/releases/${release_id}/preflight${query}`)).body;
const found = (issues: { code: string; field: string; issue: string }[]) => issues.filter(({ code }) => code === NAME);

describe("in production a UPC of the default range", () => {
  test("blocks at a store that requires nothing, and a delivery is refused for it in the same words", async () => {
    const release_id = await submitted();
    const all = await preflight(release_id);
    expect(all.stores).toEqual([{ store_id, ready: false, blockers: [NAME] }]);
    expect(found(all.issues)).toMatchObject([{ severity: "warning", field: "upc" }]);
    const at_store = await preflight(release_id, `?store_id=${store_id}`);
    expect(at_store.ready).toBe(false);
    const [blocker] = found(at_store.issues);
    expect(blocker).toMatchObject({ severity: "blocker", field: "upc", issue: expect.stringContaining("GS1 range") });
    const refused = await deliver(release_id);
    expect(refused).toMatchObject({ status: 422, body: { error: { code: "validation_failed" } } });
    expect(refused.body.error.details).toEqual([
      { field: "upc", issue: `${blocker?.issue} (${NAME}, required by ${store_id})` },
    ]);
  });

  test.each([
    ["upc", { upc: "200000000004" }, ["upc"]],
    ["an ean that is such a upc", { upc: "036000291452", ean: "0200000000004" }, ["ean"]],
    ["an ean of the range", { upc: "036000291452", ean: "2000000000008" }, ["ean"]],
    ["an ean that goes out in place of the upc", { upc: "200000000004", ean: "4006381333931" }, []],
    ["none", { upc: "036000291452" }, []],
  ])("is looked for in the number that stores get: %s", async (_what, codes, fields) => {
    const owner = await world.organization();
    const release_id = await makeRelease(world, owner, codes);
    const { issues } = await preflight(release_id, `?store_id=${store_id}`, owner);
    expect(found(issues).map(({ field }) => field)).toEqual(fields);
  });

  test("is no obstacle to an update of a release that stores have already", async () => {
    const release_id = await submitted({ upc: "036000291452", label: "Had Already" });
    const delivery_id = (await deliver(release_id)).body.id;
    await world.runJobs();
    const answer = { status: "delivered" };
    await must(world.operator, `POST /v1/operator/deliveries/${delivery_id}/stores/${store_id}/report`, answer);
    // As an earlier version let it through.
    await world.ctx.db`update releases set upc = '200000000004' where id = ${release_id}`;
    expect(found((await preflight(release_id, `?store_id=${store_id}`)).issues)).toEqual([]);
    expect((await by.call(`POST /v1/deliveries/${delivery_id}/update`, { body: {} })).status).toBe(202);
  });

  test("is no setting of a store", async () => {
    const refused = await world.operator.call("POST /v1/operator/stores", {
      body: {
        store_id: "store_lenient",
        name: "Lenient",
        territories: ["WORLD"],
        connector: { kind: "manual" },
        requirements: { [NAME]: { severity: "info" } },
      },
    });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: "unknown_field" } } });
  });
});

test("with a range of the operator's the delivery begins", async () => {
  const own = await world.organization({ upc_ranges: undefined });
  const body = { upc_ranges: [{ first: "60254770000", last: "60254770099" }] };
  expect((await world.operator.call(`PATCH /v1/operator/organizations/${own.id}`, { body })).status).toBe(200);
  const release_id = await submitted({}, world, own);
  expect((await preflight(release_id, "", own)).stores).toEqual([{ store_id, ready: true, blockers: [] }]);
  expect((await deliver(release_id, own)).status).toBe(201);
});

test("the sandbox takes the default numbers, and says nothing of them", async () => {
  const sandbox = await createWorld({ environment: "sandbox" });
  const release_id = await submitted({}, sandbox, sandbox.label);
  const { issues, stores } = await preflight(release_id, "", sandbox.label);
  expect(found(issues)).toEqual([]);
  expect(stores.filter(({ blockers }: { blockers: string[] }) => blockers.includes(NAME))).toEqual([]);
  await sandbox.close();
});

test("production warns once at its start while an organization has the default numbers", async () => {
  const database = await cloneDatabase();
  const secret = Buffer.alloc(32, 7);
  const warnings = ({ log_lines }: World) => log_lines.filter((line) => line.includes("--upc-range"));
  const first = await createWorld({ database, secret });
  expect(warnings(first)).toEqual([]);
  const { id } = await first.organization({ upc_ranges: undefined });
  await first.close();
  const second = await createWorld({ database, secret });
  expect(warnings(second).map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: expect.stringMatching(/^1 organization gets/) },
  ]);
  const body = { upc_ranges: [{ first: "60254770000", last: "60254770099" }] };
  await must(second.operator, `PATCH /v1/operator/organizations/${id}`, body);
  await second.close();
  const third = await createWorld({ database, secret });
  expect(warnings(third)).toEqual([]);
  await third.close();
});
