import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { connectorKinds } from "../src/connectors/kinds.ts";
import { compileValidator } from "../src/platform/http/validation.ts";
import { preflightRules } from "../src/releases/preflight/rules.ts";
import { territoryCodes } from "../src/standards/territory.ts";
import { newStoreSchema } from "../src/stores/store.ts";
import { submittedRelease } from "../test/fetching-store.ts";
import { cloneDatabase, createWorld, type World } from "../test/world.ts";
import { regions } from "./regions.ts";
import { fictionalStores } from "./stores.ts";

test("every territory is in one region", () => {
  expect(Object.values(regions).flat().sort()).toEqual(territoryCodes);
});

test("the fictional stores are such as the operator could have added, and reach every territory besides those for the world", () => {
  const validate = compileValidator(newStoreSchema(connectorKinds));
  for (const store of fictionalStores) expect([store.store_id, validate(store)]).toEqual([store.store_id, []]);
  const regional = fictionalStores.filter(({ territories }) => territories[0] !== "WORLD");
  expect(regional.length).toBeGreaterThanOrEqual(20);
  expect([...new Set(regional.flatMap(({ territories }) => territories))].sort()).toEqual(territoryCodes);
  expect(new Set(fictionalStores.map(({ store_id }) => store_id)).size).toBe(fictionalStores.length);
});

async function storesOf(
  world: World,
): Promise<Map<string, { connector: object; requirements: unknown; name: string }>> {
  const { body } = await world.operator.call("GET /v1/operator/stores?limit=100");
  return new Map(body.data.map((store: { store_id: string }) => [store.store_id, store]));
}

test("production begins without stores", async () => {
  const world = await createWorld();
  expect((await storesOf(world)).size).toBe(0);
  await world.close();
});

test("nodes that start at once seed each store once, and what the operator changed stays", async () => {
  const shared = { environment: "sandbox", database: await cloneDatabase(), secret: randomBytes(32) } as const;
  const nodes = await Promise.all([1, 2, 3].map(() => createWorld(shared)));
  const [first, ...others] = nodes;
  if (!first) throw new Error("There are three.");
  const seeded = await storesOf(first);
  expect([...seeded.keys()].sort()).toEqual(fictionalStores.map(({ store_id }) => store_id).sort());
  const simulated = { kind: "simulated", behaviour: "confirm", latency_ms: 1000 };
  for (const [name, settings] of [
    ...["auralis", "northwave", "meridian"].map((name) => [name, {}] as const),
    ["rejecta", { behaviour: "reject_first" }] as const,
    ["flagstone", { behaviour: "flag_first" }] as const,
    ["slowpoke", { latency_ms: 20_000 }] as const,
    ["stall", { behaviour: "stall" }] as const,
  ])
    expect(seeded.get(`store_${name}`)).toMatchObject({
      connector: { ...simulated, ...settings },
      requirements: "none",
    });
  const rules = preflightRules
    .filter(({ refusal, at_every_store }) => !refusal && !at_every_store)
    .map(({ code }) => code)
    .filter((code) => !["contributor_groups", "genre_not_mapped", "ai_full_with_credits"].includes(code));
  expect(Object.keys(seeded.get("store_pedant")?.requirements ?? {}).sort()).toEqual(rules.sort());
  const changes = { name: "Auralis of Ours", connector: { kind: "manual" } };
  await first.operator.call("PATCH /v1/operator/stores/store_auralis", { body: changes });
  for (const node of nodes) await node.close();
  const later = await createWorld(shared);
  const kept = await storesOf(later);
  expect(kept.get("store_auralis")).toMatchObject(changes);
  expect([kept.size, others.length]).toEqual([seeded.size, 2]);
  await later.close();
});

describe("store_auralis takes no pre-orders, and is otherwise as it was", () => {
  const before = { streaming: true, download: true, updates: true, takedown: true, message_format: "ern_4.3.2" };
  const upgrade = async ({ ctx }: World) => {
    const file = new URL("../migrations/0096_auralis_takes_no_preorders.sql", import.meta.url);
    await ctx.db.unsafe(await readFile(file, "utf8"));
  };
  /** As a sandbox of before made it. */
  const setBack = ({ ctx }: World) =>
    ctx.db`update stores set capabilities = capabilities || '{"preorder": true}' where store_id = 'store_auralis'`;
  const preorder = async (world: World, store_id: string) => {
    const terms = [{ store_id, preorder_on: "2027-02-01" }];
    const body = { release_id: await submittedRelease(world), store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
    const answer = await world.label.call("POST /v1/deliveries", { body: { ...body, terms } });
    return [answer.status, answer.body.error?.details[0].field];
  };
  const shown = async (world: World) => (await world.label.call("GET /v1/stores/store_auralis")).body.capabilities;

  test.each([
    ["a new sandbox", async () => {}],
    [
      "one of before",
      async (world: World) => {
        await setBack(world);
        await upgrade(world);
      },
    ],
  ])("in %s", async (_, make) => {
    const world = await createWorld({ environment: "sandbox" });
    world.clock.moveTo("2027-01-10T09:00:00.000Z");
    await make(world);
    expect(await shown(world)).toMatchObject({ ...before, preorder: false });
    expect(await preorder(world, "store_auralis")).toEqual([422, "terms[0].preorder_on"]);
    expect(await preorder(world, "store_prelude")).toEqual([201, undefined]);
    expect(await preorder(world, "store_meridian")).toEqual([201, undefined]);
    await world.close();
  });

  test("but where the operator has changed it", async () => {
    const world = await createWorld({ environment: "sandbox" });
    await setBack(world);
    world.clock.advance(1_000);
    await world.operator.call("PATCH /v1/operator/stores/store_auralis", { body: { name: "Auralis of Ours" } });
    await upgrade(world);
    expect(await shown(world)).toMatchObject({ ...before, preorder: true });
    await world.close();
  });
});

test("the demo key gets scopes that are newer than itself, keeps its others, and a revoked one stays revoked", async () => {
  const shared = { environment: "sandbox", database: await cloneDatabase(), secret: randomBytes(32) } as const;
  const demoKey = async ({ ctx }: World) => {
    const [key] = await ctx.db<{ id: string; scopes: string[]; revoked_at: string | null }[]>`
      select id, scopes, revoked_at from api_keys where name = 'Demo'`;
    if (!key) throw new Error("The seed makes one.");
    return key;
  };
  const first = await createWorld(shared);
  const { id } = await demoKey(first);
  // As a service of before made it, and narrowed by hand since.
  await first.ctx.db`update api_keys set scopes = ${["catalog:write", "members:read"]} where id = ${id}`;
  const nodes = await Promise.all([1, 2].map(() => createWorld(shared)));
  const widened = ["catalog:write", "members:read", "members:write", "payees:read", "payees:write"];
  expect((await demoKey(first)).scopes).toEqual(widened);
  await first.ctx.db`update api_keys set scopes = ${["catalog:read"]}, revoked_at = now() where id = ${id}`;
  nodes.push(await createWorld(shared));
  expect(await demoKey(first)).toMatchObject({ scopes: ["catalog:read"], revoked_at: expect.anything() });
  for (const node of [first, ...nodes]) await node.close();
});
