import type { Release } from "./release.ts";

/** As it is kept: `type` and `explicit` are what was set, and beside them stands what the tracks say. */
export type StoredRelease = Release & { tracks: TracksInBrief };
export type TracksInBrief = { count: number; longest_ms: number; total_ms: number; has_explicit: boolean };

/** Field by field: a row has too many for the engine to copy all but one of them quickly. */
export function shownRelease(stored: StoredRelease): Release {
  const { id, title, artists, release_date, version, original_release_date, genre, language, p_line, c_line } = stored;
  const { ean, catalog_number, start_at, label, upc, territories, artwork_asset_id, artwork_ai, status } = stored;
  const { subgenre, translations, created_at, updated_at, tracks } = stored;
  return {
    id,
    title,
    artists,
    release_date,
    version,
    type: stored.type ?? (tracks.count === 0 ? null : typeOfTracks(tracks, typeLimits)),
    original_release_date,
    genre,
    language,
    p_line,
    c_line,
    ean,
    catalog_number,
    subgenre,
    translations,
    start_at,
    label,
    upc,
    territories,
    explicit: stored.explicit || tracks.has_explicit,
    artwork_asset_id,
    artwork_ai,
    status,
    created_at,
    updated_at,
  };
}

/** The metadata of a release: the free texts of the client. */
export function releaseMetadata(release: Partial<StoredRelease>): object {
  const { id, upc, ean, start_at, artwork_asset_id, status, created_at, updated_at, tracks, ...metadata } = release;
  return metadata;
}

/** As stores count, until one says otherwise. */
export const typeLimits = { single_max_tracks: 3, long_track_ms: 600_000, ep_max_tracks: 6, ep_max_ms: 1_800_000 };

export function typeOfTracks(
  { count, longest_ms, total_ms }: Omit<TracksInBrief, "has_explicit">,
  limits: typeof typeLimits,
): "single" | "ep" | "album" {
  if (count <= limits.single_max_tracks && longest_ms < limits.long_track_ms) return "single";
  return count <= limits.ep_max_tracks && total_ms <= limits.ep_max_ms ? "ep" : "album";
}
