// The largest releases that the service takes, put into the database as rows: five bulk requests a release would be most of
// a test's time.

import { newId } from "../src/platform/ids.ts";
import { draft, insertAsset, must } from "./catalog.ts";
import type { Member, World } from "./world.ts";

const TRACKS = 1_000;

type Shape = {
  tracks?: number;
  title?: (index: number) => string;
  /** Names of the artists of a track; without them it has the release's. */
  names?: (index: number) => string[];
  isrc?: (index: number) => string;
  release?: object;
};

/** Lacks nothing that submitting asks for. */
export async function insertLargeRelease(world: World, by: Member, shape: Shape = {}): Promise<string> {
  const { body } = await must(by, "POST /v1/releases", { ...draft, ...shape.release });
  const artwork_asset_id = await insertAsset(world, by, { type: "artwork" });
  await must(by, `PATCH /v1/releases/${body.id}`, { artwork_asset_id });
  const audio_asset_id = await insertAsset(world, by, { type: "audio" });
  const { db } = world.ctx;
  const now = world.clock.now().toISOString();
  const { title = (index) => `Night Number ${index}`, isrc = isrcOf, names } = shape;
  const rows = Array.from({ length: shape.tracks ?? TRACKS }, (_, index) => ({
    id: newId("trk"),
    title: title(index),
    artists: names ? names(index).map((name) => ({ name, role: "main" })) : null,
    contributors: [{ name: "Ada Moss", role: "lyricist" }],
    isrc: isrc(index),
    track_number: index + 1,
  }));
  for (let from = 0; from < rows.length; from += 100)
    await db`
      insert into tracks (id, organization_id, release_id, title, artists, contributors, isrc, disc_number, track_number, explicit,
        language, audio_asset_id, created_at, updated_at)
      select id, ${by.id}, ${body.id}, title, artists, contributors, isrc, 1, track_number, false, 'en', ${audio_asset_id}, ${now}, ${now}
      from jsonb_to_recordset(${db.json(rows.slice(from, from + 100))}) as given (id text, title text, artists jsonb,
        contributors jsonb, isrc text, track_number integer)`;
  return body.id;
}

function isrcOf(index: number): string {
  return `QZ-LRG-26-${String(index).padStart(5, "0")}`;
}

/** Stores that insist on the standard rules. */
export async function insertStrictStores(world: World, count: number, prefix = "store_strict"): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}_${String(index).padStart(3, "0")}`);
  for (const store_id of ids) {
    const store = { store_id, name: store_id, territories: ["WORLD"], requirements: "standard" };
    await must(world.operator, "POST /v1/operator/stores", { ...store, connector: { kind: "manual" } });
  }
  return ids;
}
