// The plan of an import, made before anything is created: the same for a folder and a CSV.

import { isCalendarDate } from "../../../server/src/standards/calendar-date.ts";
import { isEan, isUpc, parseIsrc } from "../../../server/src/standards/identifier.ts";
import { isLanguageTag } from "../../../server/src/standards/language.ts";
import type { Credit } from "../commands/credit.ts";

/** `where` is a file, or a file and a line. */
export type Problem = { where: string; issue: string };

export type PlannedTrack = {
  where: string;
  disc_number: number;
  track_number: number;
  audio_path: string;
  body: {
    title: string;
    version?: string;
    artists?: Credit[];
    isrc?: string;
    language?: string;
    explicit?: boolean;
    withheld?: boolean;
    ai?: "none" | "partial" | "full";
  };
};

export type PlannedRelease = {
  where: string;
  /** Identifies it in a later run. */
  key: string;
  artwork_path: string | undefined;
  body: ReleaseBody;
  tracks: PlannedTrack[];
};

export type ReleaseBody = {
  title: string;
  version?: string;
  artists: Credit[];
  release_date: string;
  original_release_date?: string;
  start_at?: string;
  ean?: string;
  catalog_number?: string;
  type?: string;
  label?: string;
  upc?: string;
  territories?: string[];
  genre?: string;
  language?: string;
  p_line?: string;
  c_line?: string;
};

/** `notes` are only hints, `problems` must be fixed first. */
export type Plan = { releases: PlannedRelease[]; problems: Problem[]; notes: Problem[] };

/** Finds what the service would refuse, so that the user does not upload an album in vain. */
export function planProblems(releases: readonly PlannedRelease[]): Problem[] {
  return releases.flatMap((release) => [
    ...releaseIssues(release.body).map((issue) => ({ where: release.where, issue })),
    ...release.tracks.flatMap(({ where, body }) => trackIssues(body).map((issue) => ({ where, issue }))),
    ...sharedPlaces(release.tracks),
  ]);
}

function releaseIssues({ release_date, upc, ean, language, artists, title }: ReleaseBody): string[] {
  return [
    ...(title === "" ? ["the release has no title"] : []),
    ...(artists.length === 0 ? ["the release has no artist"] : []),
    ...(artists.length > 0 && !artists.some(({ role }) => role === "main") ? ["the release has no main artist"] : []),
    ...(isCalendarDate(release_date)
      ? []
      : [`the release date must be a real date, YYYY-MM-DD, not "${release_date}"`]),
    ...(upc === undefined || isUpc(upc) ? [] : [`the UPC must be 12 digits with a correct check digit, not "${upc}"`]),
    ...(ean === undefined || isEan(ean) ? [] : [`the EAN must be 13 digits with a correct check digit, not "${ean}"`]),
    ...languageIssues(language),
  ];
}

function trackIssues({ title, isrc, language }: PlannedTrack["body"]): string[] {
  return [
    ...(title === "" ? ["the track has no title"] : []),
    ...(isrc === undefined || parseIsrc(isrc) ? [] : [`the ISRC must be like QZ-ABC-26-00001, not "${isrc}"`]),
    ...languageIssues(language),
  ];
}

function languageIssues(language: string | undefined): string[] {
  return language === undefined || isLanguageTag(language)
    ? []
    : [`"${language}" is not a language such as en or pt-BR`];
}

function sharedPlaces(tracks: readonly PlannedTrack[]): Problem[] {
  const first = new Map<string, PlannedTrack>();
  return tracks.flatMap((track) => {
    const place = discAndTrack(track);
    const other = first.get(place);
    if (!other) first.set(place, track);
    return other
      ? [{ where: track.where, issue: `has the same disc and track number (${place}) as ${other.where}` }]
      : [];
  });
}

/** Disc and track. */
export function discAndTrack({ disc_number, track_number }: PlannedTrack): string {
  return `${disc_number}-${track_number}`;
}

/** In the order of the release. */
export function inOrder(tracks: readonly PlannedTrack[]): PlannedTrack[] {
  return [...tracks].sort((a, b) => a.disc_number - b.disc_number || a.track_number - b.track_number);
}
