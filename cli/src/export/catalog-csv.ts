// A catalogue as the CSV that `segue import` reads: a row is a track.

import type { Release, Track } from "@segue/sdk";
import { contributorsText } from "../commands/contributor.ts";
import { creditsText } from "../commands/credit.ts";
import { publishersText } from "../commands/publisher.ts";
import type { csvColumns } from "../import/csv.ts";

export type ExportedRelease = { release: Release; tracks: Track[]; artwork_file: string | null };
export type ExportedTrack = {
  track: Track;
  audio_file: string;
  lyrics_file: string | null;
  lyrics_synced_file: string | null;
};

type Cells = Partial<Record<keyof typeof csvColumns, string | null>>;

export function catalogCsv(rows: readonly { of: ExportedRelease; track: ExportedTrack }[]): string {
  const cells = rows.map(({ of, track }) => cellsOf(of, track));
  const names = Object.keys(cells[0] ?? { release_title: "" }) as (keyof Cells)[];
  const lines = cells.map((row) => names.map((name) => quoted(row[name] ?? "")).join(","));
  return `${[names.join(","), ...lines].join("\n")}\n`;
}

function cellsOf({ release, artwork_file }: ExportedRelease, exported: ExportedTrack): Cells {
  const { track, audio_file, lyrics_file, lyrics_synced_file } = exported;
  return {
    release_title: release.title,
    release_artist: creditsText(release.artists),
    release_date: release.release_date,
    release_version: release.version,
    release_key: release.id,
    release_type: release.type,
    original_release_date: release.original_release_date,
    start_at: release.start_at,
    label: release.label,
    upc: release.upc,
    ean: release.ean,
    catalog_number: release.catalog_number,
    release_language: release.language,
    release_explicit: yesOrNo(release.explicit),
    territories: release.territories.join(" "),
    genre: release.genre,
    subgenre: release.subgenre,
    p_line: release.p_line,
    c_line: release.c_line,
    artwork_file,
    artwork_ai: release.artwork_ai,
    disc_number: String(track.disc_number),
    track_number: String(track.track_number),
    track_title: track.title,
    track_version: track.version,
    track_artist: track.artists && creditsText(track.artists),
    isrc: track.isrc,
    language: track.language,
    contributors: track.contributors && contributorsText(track.contributors),
    track_territories: isSame(track.territory, release.territories) ? null : track.territory.join(" "),
    ...recordingCells(track),
    lyrics_file,
    lyrics_synced_file,
    audio_file,
  };
}

function recordingCells(track: Track): Cells {
  const { ai_parts } = track;
  return {
    advisory: track.advisory,
    track_p_line: track.p_line,
    is_instrumental: yesOrNo(track.is_instrumental),
    is_cover: yesOrNo(track.is_cover),
    recording_year: track.recording_year === null ? null : String(track.recording_year),
    recording_country: track.recording_country,
    iswc: track.iswc,
    publishers: track.publishers && publishersText(track.publishers),
    work: track.work,
    movement_number: track.movement_number === null ? null : String(track.movement_number),
    movement_title: track.movement_title,
    withheld: yesOrNo(track.withheld),
    instant_gratification: yesOrNo(track.instant_gratification),
    ai: track.ai,
    ai_vocals: ai_parts?.vocals ?? null,
    ai_instruments: ai_parts?.instruments ?? null,
    ai_lyrics: ai_parts?.lyrics ?? null,
    ai_composition: ai_parts?.composition ?? null,
    ai_post_production: ai_parts?.post_production ?? null,
  };
}

const yesOrNo = (is: boolean) => (is ? "yes" : "no");

function isSame(codes: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify([...codes].sort()) === JSON.stringify([...others].sort());
}

/** The text itself: a sign before a formula would be read back as a part of it. */
function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
