// The subjects of sales reports: stores, and releases in every state that decides whose a row is.

import { makeRelease, must } from "./catalog.ts";
import type { Member, World } from "./world.ts";

export type Catalogue = {
  /** Delivered to store_one by the label. */
  isrc: string;
  upc: string;
  release_id: string;
  track_ids: string[];
};

export async function addStore(world: World, store_id: string): Promise<void> {
  const body = {
    store_id,
    name: store_id,
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "manual" },
  };
  await must(world.operator, "POST /v1/operator/stores", body);
}

export type Made = { release_id: string; upc: string; track_ids: string[] };

/** A release with one track for each ISRC, in the state that is asked for; `stores` have it. */
export async function addRelease(
  world: World,
  by: Member,
  {
    isrcs,
    stores = [],
    is_draft = false,
    upc,
  }: { isrcs: string[]; stores?: string[]; is_draft?: boolean; upc?: string },
): Promise<Made> {
  const release_id = await makeRelease(world, by, { release_date: "2035-01-01", ...(upc && { upc }) });
  const [first] = (await must(by, `GET /v1/tracks?release_id=${release_id}`)).body.data;
  await must(by, `PATCH /v1/tracks/${first.id}`, { isrc: isrcs[0] });
  for (const isrc of isrcs.slice(1))
    await must(by, "POST /v1/tracks", { release_id, title: isrc, isrc, audio_asset_id: first.audio_asset_id });
  if (!is_draft) await must(by, `POST /v1/releases/${release_id}/submit`);
  for (const store_id of stores) await deliver(world, by, release_id, store_id);
  const { upc: kept } = (await must(by, `GET /v1/releases/${release_id}`)).body;
  const tracks = (await must(by, `GET /v1/tracks?release_id=${release_id}&limit=100`)).body.data;
  const in_order = tracks.sort(
    (a: { track_number: number }, b: { track_number: number }) => a.track_number - b.track_number,
  );
  return { release_id, upc: kept, track_ids: in_order.map(({ id }: { id: string }) => id) };
}

export async function deliver(world: World, by: Member, release_id: string, store_id: string): Promise<void> {
  const body = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
  const { id } = (await must(by, "POST /v1/deliveries", body)).body;
  const report = `POST /v1/operator/deliveries/${id}/stores/${store_id}/report`;
  await must(world.operator, report, { status: "delivered" });
}

export async function makeCatalogue(world: World): Promise<Catalogue> {
  for (const store_id of ["store_one", "store_two"]) await addStore(world, store_id);
  const isrc = "GB-AAA-20-00001";
  return { isrc, ...(await addRelease(world, world.label, { isrcs: [isrc], stores: ["store_one"] })) };
}
