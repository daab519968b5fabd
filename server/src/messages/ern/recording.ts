// A track of a release as the sound recording of an ERN message.

import { withAiParts } from "../../ddex/ai-parts.ts";
import type {
  AudioFile,
  Code,
  ContainsAi,
  ErnFile,
  ErnVersion,
  MessageHeader,
  RightsLine,
  SoundRecording,
} from "../../ddex/ern.ts";
import { ern3Language } from "../../ddex/ern3-codes.ts";
import type { Vocabulary } from "../../ddex/vocabulary.ts";
import type { ContentTrack, Release } from "../../releases/release.ts";
import type { MessageFile, ReleaseMessage } from "../message.ts";
import { contributorsOf, displayedArtists, type PartyBook } from "./credits.ts";
import type { NamedFile } from "./files.ts";
import type { ErnSettings } from "./settings.ts";
import { displayTitleOf, formalTitleOf, languageOf, rightsLine, translatedTitles } from "./titles.ts";

/** All that the elements of one release share. */
export type Around = {
  message: ReleaseMessage;
  header: MessageHeader;
  settings: Pick<ErnSettings, "default_genre" | "compilation" | "resend_files" | "lyrics">;
  vocabulary: Vocabulary;
  /** False for a takedown: no file goes with it. */
  sends_files: boolean;
  version: ErnVersion;
  /** By asset: ERN 3 names files by their MD5. */
  md5_sums: ReadonlyMap<string, string>;
  parties: PartyBook;
  files: ReadonlyMap<string, NamedFile>;
  /** That of the release holds for each recording without its own. */
  p_line: RightsLine | null;
  /** The tracks of works that have several. */
  work_parts: ReadonlySet<ContentTrack>;
};

export function recordingOfTrack(track: ContentTrack, reference: string, around: Around): SoundRecording {
  const { message, files } = around;
  const artists = track.artists ?? message.release.artists;
  const translated_titles = translatedTitles(track.translations);
  const shown = displayedArtists(artists, translated_titles, around);
  const people = contributorsOf(artists, track, around);
  const named = track.audio_asset_id === null ? undefined : files.get(track.audio_asset_id);
  return {
    reference,
    isrc: track.isrc?.replaceAll("-", "") ?? null,
    proprietary_ids: [],
    title: displayTitleOf(track),
    translated_titles,
    formal_title: formalTitleOf(track),
    ...shown,
    contributors: around.version === "3.8.3" ? people : withAiParts(people, track.ai_parts),
    duration_ms: track.duration_ms === null ? null : wholeSeconds(track.duration_ms),
    p_line: track.p_line === null ? around.p_line : rightsLine(track.p_line),
    iswc: track.iswc?.replaceAll(/[.-]/g, "") ?? null,
    recording_year: track.recording_year === null ? null : String(track.recording_year),
    recording_country: track.recording_country,
    parental_warning: warnings[track.advisory],
    language: performedIn(track.language, around),
    contains_ai: track.ai === "full" && people.length > 0 ? "Partly" : containsAi[track.ai],
    is_instrumental: track.is_instrumental,
    is_cover: track.is_cover,
    is_work_part: around.work_parts.has(track),
    file: named ? audioFile(named, around) : null,
  };
}

function performedIn(language: string | null, { version }: Around): string | null {
  if (version === "3.8.3") return ern3Language(language);
  return language === null ? null : languageOf(language);
}

const warnings = { none: "NotExplicit", explicit: "Explicit", clean: "ExplicitContentEdited" } as const;

/** A release that is not explicit may have an edited version of a track that is. */
export function warningOfAll({ explicit }: Release, tracks: readonly ContentTrack[]): string {
  if (explicit) return warnings.explicit;
  return tracks.some(({ advisory }) => advisory === "clean") ? warnings.clean : warnings.none;
}

/** Field by field: spreading took a tenth of the time of a message. */
function audioFile({ file, uri }: NamedFile, around: Around): AudioFile | null {
  const { audio } = file;
  if (!audio) return null;
  return {
    uri,
    hash: resourceHash(file, around),
    size_bytes: file.size_bytes,
    is_provided: isProvided(file, around),
    codec: codecOf(audioCodecs, audio.format),
    channels: audio.channels,
    sampling_rate: audio.sample_rate,
    bits_per_sample: audio.bit_depth,
  };
}

// DDEX calls what a WAV or AIFF holds PCM.
const audioCodecs = { wav: "PCM", aiff: "PCM", flac: "FLAC", mp3: "MP3", aac: "AAC", mp4: "AAC", ogg: "Vorbis" };

export function codecOf(codecs: Readonly<Record<string, string>>, format: string): Code {
  return { value: codecs[format] ?? "Unknown", user_defined: null };
}

// Omit the element where nothing is artificial: stores that do not know it assume this. By DDEX a recording that is
// all artificial credits no person, so with one it is "Partly". Display artists are no contributors.
export const containsAi: Readonly<Record<ContentTrack["ai"], ContainsAi>> = {
  none: null,
  partial: "Partly",
  full: "All",
};

/** The list of ERN 3 has no SHA-256. */
export function resourceHash(
  { asset_id, checksum_sha256 }: MessageFile,
  around: Pick<Around, "version" | "md5_sums">,
): ErnFile["hash"] {
  if (around.version !== "3.8.3") return { algorithm: "SHA-256", value: checksum_sha256 };
  const value = around.md5_sums.get(asset_id);
  return value === undefined ? null : { algorithm: "MD5", value };
}

export function isProvided(
  file: MessageFile,
  { settings, sends_files }: Pick<Around, "settings" | "sends_files">,
): boolean {
  return sends_files && (settings.resend_files || !file.is_at_store);
}

/** Rounds as stores do, so that a release is as long as its recordings together. Any sound lasts at least a second. */
function wholeSeconds(duration_ms: number): number {
  return duration_ms > 0 ? Math.max(1, Math.round(duration_ms / 1000)) * 1000 : 0;
}
