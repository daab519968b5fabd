// The operator's search: deliveries that wait for the operator, and the stores where they do.

import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAsset, makeRelease, must } from "../../test/catalog.ts";
import { createWorld, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

async function deliver(store_ids: string[]): Promise<string> {
  const release_id = await makeRelease(world);
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  return (await must(world.label, "POST /v1/deliveries", { release_id, store_ids, territory_codes: ["WORLDWIDE"] }))
    .body.id;
}

test("the operator finds stalled deliveries, whose they are, and which store they wait for", async () => {
  const stalled = await deliver(["store_auralis", "store_rejecta"]);
  const other = await deliver(["store_auralis"]);
  await world.ctx.db`
    update delivery_stores set status = 'stalled', stalled_reason = 'The store did not answer.', stalled_since = '2026-03-01T09:30:00Z'
    where delivery_id = ${stalled} and store_id = 'store_auralis'`;
  const found = async (query: string) => {
    const { data } = (await must(world.operator, `GET /v1/operator/deliveries${query}`)).body;
    return data.map(({ id }: { id: string }) => id);
  };
  expect(await found("")).toEqual([other, stalled]);
  expect(await found("?store_status=stalled")).toEqual([stalled]);
  expect(await found("?store_status=stalled&store_id=store_auralis")).toEqual([stalled]);
  expect(await found("?store_status=stalled&store_id=store_rejecta")).toEqual([]);
  expect(await found("?store_status=queued&store_id=store_auralis")).toEqual([other]);
  const [row] = (await must(world.operator, "GET /v1/operator/deliveries?store_status=stalled")).body.data;
  expect(row).toMatchObject({ organization_name: "Nightjar Records", release_title: expect.any(String) });

  const stores = (await must(world.operator, "GET /v1/operator/stores?limit=100")).body.data;
  const health = (id: string) => stores.find(({ store_id }: { store_id: string }) => store_id === id);
  expect(health("store_auralis")).toMatchObject({
    stalled_deliveries: 1,
    stalled_since: "2026-03-01T09:30:00.000Z",
    last_sent_at: null,
  });
  expect(health("store_rejecta")).toMatchObject({ stalled_deliveries: 0, stalled_since: null });
});

test("a store that was reached shows when", async () => {
  await deliver(["store_auralis"]);
  await world.runJobs();
  const { data } = (await must(world.operator, "GET /v1/operator/stores?limit=100")).body;
  const store = data.find(({ store_id }: { store_id: string }) => store_id === "store_auralis");
  expect(store.last_sent_at).toEqual(expect.any(String));
});

test("what a stalled message names stays, though the release has another file by now; once the message is cancelled it goes", async () => {
  const id = await deliver(["store_stall"]);
  for (let tries = 0; tries < 3; tries++) {
    await world.runJobs();
    world.clock.advance(3_600_000);
  }
  const { release_id, stores } = (await must(world.label, `GET /v1/deliveries/${id}`)).body;
  expect(stores[0].status).toBe("stalled");
  const { artwork_asset_id } = (await must(world.label, `GET /v1/releases/${release_id}`)).body;
  const other = await insertAsset(world, world.label, { type: "artwork" });
  await must(world.label, `PATCH /v1/releases/${release_id}`, { artwork_asset_id: other });
  const refused = await world.label.call(`DELETE /v1/assets/${artwork_asset_id}`);
  expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
  expect(refused.body.error.message).toContain("A delivery on its way needs the file.");
  await must(world.label, `GET /v1/assets/${artwork_asset_id}`);
  await must(world.label, `POST /v1/deliveries/${id}/cancel`, {});
  expect((await world.label.call(`DELETE /v1/assets/${artwork_asset_id}`)).status).toBe(204);
  expect(await world.ctx.db`select 1 from sent_assets where asset_id = ${artwork_asset_id}`).toEqual([]);
});
