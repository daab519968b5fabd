// A store that is reached by hand: what is delivered to it waits until the operator acts.

import { makeRelease, must } from "./catalog.ts";
import type { World } from "./world.ts";

const store_id = "store_by_hand";

export async function addStoreByHand(world: World): Promise<string> {
  const store = { store_id, name: "By Hand", territories: ["WORLD"], requirements: "none" };
  await must(world.operator, "POST /v1/operator/stores", { ...store, connector: { kind: "manual" } });
  return store_id;
}

/** A submitted release on its way to the store. */
export async function deliverByHand(world: World): Promise<{ delivery_id: string; release_id: string }> {
  const release_id = await makeRelease(world);
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const request = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
  return { delivery_id: (await must(world.label, "POST /v1/deliveries", request)).body.id, release_id };
}
