// What an operator finds in the morning: submissions that wait, a store that cannot be reached, a parked job, keys.

import { approve, must } from "../../server/test/catalog.ts";
import type { Member, World } from "../../server/test/world.ts";

export type Seed = {
  partner: Member;
  release_id: string;
  submission_id: string;
  stalled_id: string;
  manual_id: string;
};

async function addConnectedStore(world: World, store_id: string, name: string, connector: object): Promise<void> {
  const body = { store_id, name, territories: ["WORLD"], requirements: "none", connector };
  await must(world.operator, "POST /v1/operator/stores", body);
}

export const addManualStore = (world: World, store_id: string, name: string) =>
  addConnectedStore(world, store_id, name, { kind: "manual" });

/** With a real picture and real sound, as the sandbox makes them. */
export async function makeRealRelease(partner: Member, title: string): Promise<string> {
  const artwork = (await must(partner, "POST /v1/sandbox/assets", { type: "artwork" })).body;
  const audio = (await must(partner, "POST /v1/sandbox/assets", { type: "audio" })).body;
  const release = {
    title,
    artists: [{ name: "Vera Lux", role: "main" }],
    release_date: "2035-01-01",
  };
  const { id } = (await must(partner, "POST /v1/releases", release)).body;
  await must(partner, `PATCH /v1/releases/${id}`, { artwork_asset_id: artwork.id });
  await must(partner, "POST /v1/tracks", { release_id: id, title, audio_asset_id: audio.id });
  return id;
}

export async function submit(partner: Member, release_id: string): Promise<string> {
  return (await must(partner, `POST /v1/releases/${release_id}/submit`)).body.submission_id;
}

export async function deliver(partner: Member, release_id: string, store_id: string): Promise<string> {
  const body = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
  return (await must(partner, "POST /v1/deliveries", body)).body.id;
}

export async function seedOperator(world: World): Promise<Seed> {
  const partner = await world.organization({ name: "Harbour Lights", review: "manual" });
  await addConnectedStore(world, "store_unreachable", "Unreachable", { kind: "simulated", behaviour: "stall" });
  await addManualStore(world, "store_by_hand", "Plattenladen");
  const approved = await makeRealRelease(partner, "First Light");
  await approve(world, await submit(partner, approved));
  const stalled_id = await deliver(partner, approved, "store_unreachable");
  const manual_id = await deliver(partner, approved, "store_by_hand");
  const release_id = await makeRealRelease(partner, "Midnight Ferry");
  const submission_id = await submit(partner, release_id);
  // A store counts as stalled after a few tries.
  for (let tries = 0; tries < 4; tries++) {
    await world.runJobs();
    world.clock.advance(15_000);
  }
  await parkJob(world);
  return { partner, release_id, submission_id, stalled_id, manual_id };
}

/** A job that has failed for good. */
async function parkJob(world: World): Promise<void> {
  const now = world.clock.now().toISOString();
  await world.ctx.db`
    insert into jobs (id, name, lane, group_key, key, payload, status, run_at, attempts, last_error, created_at)
    values ('job_parked', 'sweep_idempotency_keys', 'default', '', '', '{}', 'parked', ${now}, 12,
      'The storage did not answer.', ${now})`;
}
