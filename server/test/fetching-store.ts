// A store that fetches, and a release on its way to it, with real bytes behind its files.

import { insertAsset, must } from "./catalog.ts";
import { sha256 } from "./upload.ts";
import type { Caller, Member, World } from "./world.ts";

export type FetchingStore = Caller & { store_id: string; credential_id: string };

export async function addFetchingStore(world: World, store_id: string): Promise<FetchingStore> {
  const recipients = [{ party_id: "PADPIDA2015999999X", party_name: "Brightwater" }];
  await must(world.operator, "POST /v1/operator/stores", {
    ...{ store_id, name: store_id, territories: ["WORLD"], requirements: "none" },
    connector: { kind: "ern_http", recipients },
  });
  const { body } = await must(world.operator, `POST /v1/operator/stores/${store_id}/credentials`, {});
  return { store_id, credential_id: body.id, ...world.as(body.key) };
}

/** An asset's row with bytes behind it. */
export async function putBytes(world: World, asset_id: string, bytes: Buffer): Promise<void> {
  await world.ctx.blobs.put(
    asset_id,
    (async function* () {
      yield bytes;
    })(),
  );
  await world.ctx.db`
    update assets set size_bytes = ${bytes.length}, checksum_sha256 = ${sha256(bytes)} where id = ${asset_id}`;
}

export async function submittedRelease(world: World, by: Member = world.label, title = "First Light"): Promise<string> {
  const draft = { title, artists: [{ name: "Vera Lux", role: "main" }], release_date: "2027-03-01" };
  const { id } = (await must(by, "POST /v1/releases", draft)).body;
  const audio_asset_id = await insertAsset(world, by, { type: "audio" });
  const artwork_asset_id = await insertAsset(world, by, { type: "artwork" });
  for (const asset_id of [audio_asset_id, artwork_asset_id])
    await putBytes(world, asset_id, Buffer.from(`the bytes of ${asset_id}`));
  await must(by, "POST /v1/tracks", { release_id: id, title, isrc: nextIsrc(), audio_asset_id });
  await must(by, `PATCH /v1/releases/${id}`, { artwork_asset_id });
  await must(by, `POST /v1/releases/${id}/submit`);
  return id;
}

let tracks = 0;
const nextIsrc = () => `DE-XX1-27-${String(++tracks).padStart(5, "0")}`;

/** The delivery's id, after the work that is due. */
export async function deliverTo(
  world: World,
  store_id: string,
  release_id?: string,
  by = world.label,
): Promise<string> {
  const body = {
    release_id: release_id ?? (await submittedRelease(world, by)),
    store_ids: [store_id],
    territory_codes: ["WORLDWIDE"],
  };
  const { id } = (await must(by, "POST /v1/deliveries", body)).body;
  await world.runJobs();
  return id;
}
