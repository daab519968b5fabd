// Titles for the ids of tracks in lists of money. Where a title cannot be read, the id stands in its place.

import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";

type Titles = ReadonlyMap<string, string>;

const none: Titles = new Map();
const MOST_LISTED = 1_000;
const MOST_ASKED = 10;

export function useTrackTitles(ids: readonly string[]): Titles {
  const isEnabled = ids.length > 0;
  return useRead(["tracks.titles", ids], () => findTitles(ids), { isEnabled }).data ?? none;
}

/** The newest tracks are listed; of older ones, the first few that are wanted are asked for. */
async function findTitles(ids: readonly string[]): Promise<Titles> {
  const titles = new Map<string, string>();
  const missing = new Set(ids);
  let seen = 0;
  for await (const { id, title } of segue.tracks.list({ limit: 100 })) {
    if (missing.delete(id)) titles.set(id, title);
    seen += 1;
    if (missing.size === 0 || seen >= MOST_LISTED) break;
  }
  for (const id of [...missing].slice(0, MOST_ASKED)) {
    const track = await segue.tracks.get(id).catch(() => undefined);
    if (track) titles.set(id, track.title);
  }
  return titles;
}
