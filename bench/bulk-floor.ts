// The least that 200 tracks can cost: one insert of their rows, committed, and nothing else.

import { openDatabase, type TransactionDb } from "../server/src/platform/database/db.ts";
import { newId } from "../server/src/platform/ids.ts";
import { insertTracks } from "../server/src/tracks/queries.ts";
import type { TrackRow } from "../server/src/tracks/track.ts";
import { answerTasks, rateOf } from "./answer.ts";
import { CONNECTIONS } from "./measure.ts";

type Given = Pick<TrackRow, "title" | "artists" | "contributors" | "language" | "explicit">;

const [socket_dir = "", organization_id = "", text = "[]"] = process.argv.slice(2);
const album = JSON.parse(text) as Given[];
const { db } = openDatabase({ socket_dir, username: "segue", database: "segue" }, CONNECTIONS);
const releases = await db<{ id: string }[]>`
  select id from releases where organization_id = ${organization_id} order by id desc`;

let used = 0;

/** Discs of their own, so that the product's tracks and these do not meet. */
async function insertAlbum(): Promise<void> {
  const release_id = releases[used % releases.length]?.id ?? "";
  const disc_number = 101 + Math.floor(used++ / releases.length);
  const now = new Date().toISOString();
  const rows = album.map((track, index) => ({
    ...blank,
    ...track,
    id: newId("trk"),
    release_id,
    disc_number,
    track_number: index + 1,
  }));
  await insertTracks(db as TransactionDb, {
    organization_id,
    rows: JSON.stringify(rows.map((row) => ({ ...row, created_at: now, updated_at: now }))),
  });
}

const blank = {
  version: null,
  isrc: null,
  territory: null,
  lyrics: null,
  lyrics_synced: null,
  advisory: "none",
  p_line: null,
  is_instrumental: false,
  is_cover: false,
  recording_year: null,
  recording_country: null,
  iswc: null,
  publishers: null,
  work: null,
  movement_number: null,
  movement_title: null,
  translations: null,
  withheld: false,
  ai: "none",
  ai_parts: null,
  instant_gratification: false,
  audio_asset_id: null,
};

answerTasks((seconds: number) => rateOf(seconds, Array<typeof insertAlbum>(CONNECTIONS).fill(insertAlbum)));
