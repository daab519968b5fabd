// The plan of an import, made before anything is created: the same for a folder and a CSV.

import type { AiShare, NewTrack } from "@segue/sdk";
import { isCalendarDate } from "../../../server/src/standards/calendar-date.ts";
import { isEan, isUpc, parseIpi, parseIsrc, parseIswc } from "../../../server/src/standards/identifier.ts";
import { isLanguageTag } from "../../../server/src/standards/language.ts";
import { isTerritory } from "../../../server/src/standards/territory.ts";
import { isAiShare } from "../commands/ai-part.ts";
import type { Credit } from "../commands/credit.ts";

/** `where` is a file, or a file and a line. */
export type Problem = { where: string; issue: string };

export type PlannedTrack = {
  where: string;
  disc_number: number;
  track_number: number;
  audio_path: string;
  /** Text files, by the fields that they are for. */
  lyrics_paths?: { lyrics?: string; lyrics_synced?: string };
  body: {
    title: string;
    version?: string;
    artists?: Credit[];
    isrc?: string;
    language?: string;
  } & Pick<NewTrack, RecordingField>;
};

type RecordingField =
  | "contributors"
  | "territory"
  | "lyrics"
  | "lyrics_synced"
  | "explicit"
  | "advisory"
  | "p_line"
  | "is_instrumental"
  | "is_cover"
  | "recording_year"
  | "recording_country"
  | "iswc"
  | "publishers"
  | "work"
  | "movement_number"
  | "movement_title"
  | "withheld"
  | "instant_gratification"
  | "ai"
  | "ai_parts";

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
  subgenre?: string;
  artwork_ai?: string;
  language?: string;
  explicit?: boolean;
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

function releaseIssues(body: ReleaseBody): string[] {
  const { release_date, upc, ean, language, artists, title, genre, subgenre, artwork_ai } = body;
  return [
    ...(title === "" ? ["the release has no title"] : []),
    ...(artists.length === 0 ? ["the release has no artist"] : []),
    ...(artists.length > 0 && !artists.some(({ role }) => role === "main") ? ["the release has no main artist"] : []),
    ...(isCalendarDate(release_date)
      ? []
      : [`the release date must be a real date, YYYY-MM-DD, not "${release_date}"`]),
    ...(upc === undefined || isUpc(upc) ? [] : [`the UPC must be 12 digits with a correct check digit, not "${upc}"`]),
    ...(ean === undefined || isEan(ean) ? [] : [`the EAN must be 13 digits with a correct check digit, not "${ean}"`]),
    ...(subgenre !== undefined && genre === undefined ? ["a subgenre needs a genre"] : []),
    ...(artwork_ai === undefined || isAiShare(artwork_ai)
      ? []
      : [`artwork_ai must be none, partial or full, not "${artwork_ai}"`]),
    ...languageIssues(language),
  ];
}

function trackIssues(body: PlannedTrack["body"]): string[] {
  const { title, isrc, language } = body;
  return [
    ...(title === "" ? ["the track has no title"] : []),
    ...(isrc === undefined || parseIsrc(isrc) ? [] : [`the ISRC must be like QZ-ABC-26-00001, not "${isrc}"`]),
    ...languageIssues(language),
    ...recordingIssues(body),
    ...contradictions(body),
  ];
}

function recordingIssues({ iswc, publishers, recording_country, recording_year }: PlannedTrack["body"]): string[] {
  const wrong = publishers?.filter(({ ipi }) => ipi && !parseIpi(ipi)) ?? [];
  return [
    ...(!iswc || parseIswc(iswc) ? [] : [`the ISWC must be like T-034.524.680-1, with its check digit, not "${iswc}"`]),
    ...wrong.map(({ name, ipi }) => `the IPI of ${name} must be 9 to 11 digits, not "${ipi}"`),
    ...(!recording_country || isTerritory(recording_country) || recording_country === "XK"
      ? []
      : [`recording_country must be a code such as FR, not "${recording_country}"`]),
    ...(!recording_year || recording_year >= FIRST_RECORDING_YEAR
      ? []
      : [`recording_year must be from ${FIRST_RECORDING_YEAR}, not ${recording_year}`]),
  ];
}

const FIRST_RECORDING_YEAR = 1877;

function contradictions(body: PlannedTrack["body"]): string[] {
  const { advisory, explicit, ai, ai_parts, work, movement_number, movement_title } = body;
  return [
    ...(advisory && explicit !== undefined && explicit !== (advisory === "explicit")
      ? ["advisory contradicts explicit"]
      : []),
    ...(ai && ai_parts && ai !== wholeOf(Object.values(ai_parts)) ? ["ai contradicts its parts"] : []),
    ...(!work && (movement_number || movement_title) ? ["a movement needs its work"] : []),
  ];
}

function wholeOf(shares: readonly AiShare[]): AiShare {
  const [first, ...others] = new Set(shares);
  return first === undefined || others.length > 0 ? "partial" : first;
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
