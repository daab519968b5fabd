// Leftovers of earlier versions: a cancelled resubmission or update left `cancelled` behind, though the store had the
// release.

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRelease, must } from "../../test/catalog.ts";
import { createWorld, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await must(world.operator, "POST /v1/operator/stores", {
    store_id: "store_by_hand",
    name: "By Hand",
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "manual" },
  });
});
afterAll(() => world.close());

const deliver = async (release_id: string): Promise<string> => {
  const request = { release_id, store_ids: ["store_by_hand"], territory_codes: ["WORLDWIDE"] };
  return (await must(world.label, "POST /v1/deliveries", request)).body.id;
};
const act = (id: string, action: string) => world.label.call(`POST /v1/deliveries/${id}/${action}`, { body: {} });

/** As an earlier version left it. */
async function cancelledBefore(answer?: "delivered" | "rejected"): Promise<{ id: string; release_id: string }> {
  const release_id = await makeRelease(world);
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const id = await deliver(release_id);
  if (answer) {
    const body = { store_id: "store_by_hand", status: answer };
    await must(world.label, `POST /v1/sandbox/deliveries/${id}/simulate`, body);
    expect((await act(id, answer === "delivered" ? "update" : "resubmit")).status).toBeLessThan(300);
  }
  const { db } = world.ctx;
  await db`
    update delivery_stores set status = 'cancelled', had = null,
      history = history || '[{"status": "cancelled", "at": "2026-01-01T00:00:00.000Z"}]'::jsonb
    where delivery_id = ${id}`;
  await db`update deliveries set status = 'cancelled', completed_at = null where id = ${id}`;
  return { id, release_id };
}

async function look({ id, release_id }: { id: string; release_id: string }) {
  const { status, stores, completed_at } = (await must(world.label, `GET /v1/deliveries/${id}`)).body;
  const release = (await must(world.label, `GET /v1/releases/${release_id}`)).body.status;
  const [store] = stores;
  expect(store.history.at(-1).status).toBe(store.status);
  return [store.status, status, completed_at !== null, release];
}

test("get back what the store had, and with it their delivery and their release, unless another has taken their place", async () => {
  const never = await cancelledBefore();
  const delivered = await cancelledBefore("delivered");
  const rejected = await cancelledBefore("rejected");
  const unknown = await cancelledBefore("delivered");
  await world.ctx.db`
    update delivery_stores set history = '[{"status": "sending", "at": "2026-01-01T00:00:00.000Z"},
      {"status": "cancelled", "at": "2026-01-01T00:00:00.000Z"}]'
    where delivery_id = ${unknown.id}`;
  const replaced = await cancelledBefore("delivered");
  const live = await deliver(replaced.release_id);
  const twice = await cancelledBefore("delivered");
  await world.ctx.db`
    update delivery_stores set updated_at = '2025-01-01T00:00:00Z' where delivery_id = ${twice.id}`;
  const later = { id: await deliver(twice.release_id), release_id: twice.release_id };
  await world.ctx.db`update delivery_stores set status = 'cancelled', attempts = 2 where delivery_id = ${later.id}`;
  await world.ctx.db`update deliveries set status = 'cancelled' where id = ${later.id}`;

  await world.ctx.db.unsafe(
    await readFile(new URL("../../migrations/0017_what_a_store_has.sql", import.meta.url), "utf8"),
  );

  expect(await look(never)).toEqual(["cancelled", "cancelled", false, "submitted"]);
  expect(await look(delivered)).toEqual(["delivered", "delivered", true, "delivered"]);
  expect(await look(rejected)).toEqual(["rejected", "rejected", true, "rejected"]);
  expect(await look(unknown)).toEqual(["delivered", "delivered", true, "delivered"]);
  expect((await look(replaced)).slice(0, 2)).toEqual(["cancelled", "cancelled"]);
  expect((await look(twice)).slice(0, 2)).toEqual(["cancelled", "cancelled"]);
  expect((await look(later)).slice(0, 2)).toEqual(["delivered", "delivered"]);
  for (const { id } of [delivered, unknown]) expect((await act(id, "takedown")).status).toBe(202);
  expect((await act(rejected.id, "resubmit")).status).toBe(200);
  expect((await act(live, "cancel")).status).toBe(200);
});

test("one that is queued still, since then, goes back to where it was before", async () => {
  const { id } = await cancelledBefore("rejected");
  await world.ctx.db`
    update delivery_stores set status = 'queued', history = history - (-1) where delivery_id = ${id}`;
  expect((await act(id, "cancel")).body.stores[0]).toMatchObject({ status: "rejected", attempts: 2 });
});
