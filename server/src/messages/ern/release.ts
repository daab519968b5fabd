// The release of an ERN message: its parties, recordings, cover and release list, as values. The same for every store, apart from
// the genre that a store assumes, its name for compilations, and the artist's id there.

import type {
  AudioFile,
  Code,
  DisplayTitle,
  ErnFile,
  ErnRelease,
  ErnVersion,
  Image,
  MessageHeader,
  NewReleaseMessage,
  ProprietaryId,
  ResourceGroup,
  RightsLine,
  SoundRecording,
  TrackRelease,
} from "../../ddex/ern.ts";
import { ern3Language } from "../../ddex/ern3-codes.ts";
import type { Vocabulary } from "../../ddex/vocabulary.ts";
import type { ContentTrack, Release } from "../../releases/release.ts";
import type { MessageFile, ReleaseMessage } from "../message.ts";
import { contributorsOf, displayedArtists, PartyBook } from "./credits.ts";
import { icpnOf, type NamedFile, nameFiles } from "./files.ts";
import { genreOf } from "./genre.ts";
import type { ErnSettings } from "./settings.ts";

type Around = {
  message: ReleaseMessage;
  header: MessageHeader;
  settings: Pick<ErnSettings, "default_genre" | "compilation" | "resend_files">;
  vocabulary: Vocabulary;
  /** False for a takedown: no file goes with it. */
  sends_files: boolean;
  version: ErnVersion;
  /** By asset: ERN 3 names files by their MD5. */
  md5_sums: ReadonlyMap<string, string>;
  parties: PartyBook;
  files: ReadonlyMap<string, NamedFile>;
  /** That of the release holds for each recording. */
  p_line: RightsLine | null;
};

/** It yields after each track. */
export function* releaseContent(
  message: ReleaseMessage,
  given: Pick<Around, "header" | "settings" | "vocabulary" | "sends_files" | "version" | "md5_sums">,
): Generator<undefined, Omit<NewReleaseMessage, "header" | "deals" | "visibilities">, undefined> {
  const { release, tracks } = message;
  const parties = new PartyBook(message.store_id, given.header);
  parties.note(release.artists, []);
  for (const { artists, contributors } of tracks) {
    parties.note(artists ?? [], contributors ?? []);
    yield;
  }
  const files = new Map(nameFiles(message).map((named) => [named.file.asset_id, named]));
  const around: Around = { ...given, message, parties, files, p_line: rightsLine(release.p_line) };
  const recordings: SoundRecording[] = [];
  for (const [index, track] of tracks.entries()) {
    recordings.push(recordingOf(track, `A${index + 1}`, around));
    yield;
  }
  const images = coverOf(`A${tracks.length + 1}`, around);
  const label = parties.referenceTo({ name: release.label });
  const main = releaseOf(recordings, images, label, around);
  const ids = trackReleaseIds(message);
  const shared = { label, genre: main.genre, sub_genre: main.sub_genre, header: given.header };
  const track_releases: TrackRelease[] = [];
  for (const [index, id] of ids.entries()) {
    track_releases.push(trackReleaseOf(id, index + 1, shared));
    yield;
  }
  const language = languageOf(release.language);
  return {
    language,
    profile_variant: null,
    parties: parties.list(),
    recordings,
    images,
    texts: [],
    releases: [main],
    track_releases,
  };
}

// The part of BCP 47 that the schema takes: language, script or extended language, region, variant.
const schemaLanguage = /^[a-z]{2,3}(-[a-z]+)?(-[a-z]{2}|-[0-9]{3})?(-[a-z][a-z0-9]{4,})?$/i;

/** `und` where it is not known; a tag that the schema does not take is cut to its language. */
export function languageOf(tag: string | null): string {
  if (tag === null || schemaLanguage.test(tag)) return tag ?? "und";
  const [language = ""] = tag.split("-", 1);
  return /^[a-z]{2,3}$/i.test(language) ? language : "und";
}

function performedIn(language: string | null, { version }: Around): string | null {
  if (version === "3.8.3") return ern3Language(language);
  return language === null ? null : languageOf(language);
}

/** The label's number, in the name of the label where it has a party id. */
export function cataloguedAs(number: string | null, header: MessageHeader): ProprietaryId | null {
  return number === null ? null : { namespace: (header.sent_on_behalf_of ?? header.sender).party_id, value: number };
}

function recordingOf(track: ContentTrack, reference: string, around: Around): SoundRecording {
  const { message, files } = around;
  const artists = track.artists ?? message.release.artists;
  const shown = displayedArtists(artists, around);
  const contributors = contributorsOf(artists, track.contributors ?? [], around);
  const named = track.audio_asset_id === null ? undefined : files.get(track.audio_asset_id);
  return {
    reference,
    isrc: track.isrc?.replaceAll("-", "") ?? null,
    proprietary_ids: [],
    title: titleOf(track),
    translated_titles: [],
    formal_title: null,
    translated_artist_names: [],
    ...shown,
    contributors,
    duration_ms: track.duration_ms === null ? null : wholeSeconds(track.duration_ms),
    p_line: around.p_line,
    iswc: null,
    recording_year: null,
    recording_country: null,
    parental_warning: warningOf(track.explicit),
    language: performedIn(track.language, around),
    contains_ai: track.ai === "full" && contributors.length > 0 ? "Partly" : aiOf[track.ai],
    is_instrumental: false,
    is_cover: false,
    is_work_part: false,
    file: named ? audioFile(named, around) : null,
  };
}

/** Field by field: spreading took a tenth of the time of a message. */
function audioFile({ file, uri }: NamedFile, around: Around): AudioFile | null {
  const { audio } = file;
  if (!audio) return null;
  return {
    uri,
    hash: hashOf(file, around),
    size_bytes: file.size_bytes,
    is_provided: isProvided(file, around),
    codec: codeFor(audioCodecs, audio.format),
    channels: audio.channels,
    sampling_rate: audio.sample_rate,
    bits_per_sample: audio.bit_depth,
  };
}

// DDEX calls what a WAV or AIFF holds PCM.
const audioCodecs = { wav: "PCM", aiff: "PCM", flac: "FLAC", mp3: "MP3", aac: "AAC", mp4: "AAC", ogg: "Vorbis" };
const imageCodecs = { jpeg: "JPEG", png: "PNG", tiff: "TIFF", gif: "GIF" };

function codeFor(codecs: Readonly<Record<string, string>>, format: string): Code {
  return { value: codecs[format] ?? "Unknown", user_defined: null };
}

// Omit the element for tracks without AI: stores that do not know the field assume this. By DDEX a recording that is
// all artificial has no contributor, so with one it is "Partly". Display artists are no contributors.
const aiOf = { none: null, partial: "Partly", full: "All" } as const;

function warningOf(explicit: boolean): string {
  return explicit ? "Explicit" : "NotExplicit";
}

function coverOf(reference: string, { message, header, files, ...around }: Around): Image[] {
  const asset_id = message.release.artwork_asset_id;
  const named = asset_id === null ? undefined : files.get(asset_id);
  const image = named?.file.image;
  if (!named || !image) return [];
  const file = {
    uri: named.uri,
    hash: hashOf(named.file, around),
    size_bytes: named.file.size_bytes,
    is_provided: isProvided(named.file, around),
    codec: codeFor(imageCodecs, image.format),
    width: image.width,
    height: image.height,
  };
  const proprietary_ids = [{ namespace: header.sender.party_id, value: named.file.asset_id }];
  return [
    {
      reference,
      type: "FrontCoverImage",
      proprietary_ids,
      parental_warning: warningOf(message.release.explicit),
      contains_ai: null,
      file,
    },
  ];
}

/** The list of ERN 3 has no SHA-256. */
function hashOf(
  { asset_id, checksum_sha256 }: MessageFile,
  around: Pick<Around, "version" | "md5_sums">,
): ErnFile["hash"] {
  if (around.version !== "3.8.3") return { algorithm: "SHA-256", value: checksum_sha256 };
  const value = around.md5_sums.get(asset_id);
  return value === undefined ? null : { algorithm: "MD5", value };
}

function isProvided(file: MessageFile, { settings, sends_files }: Pick<Around, "settings" | "sends_files">): boolean {
  return sends_files && (settings.resend_files || !file.is_at_store);
}

function releaseOf(
  recordings: readonly SoundRecording[],
  images: readonly Image[],
  label: string,
  around: Around,
): ErnRelease {
  const { message, header, settings, vocabulary } = around;
  const { release, tracks } = message;
  const { genre, subgenre } = genreOf(release, { default_genre: settings.default_genre, vocabulary });
  const total_ms = recordings.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
  return {
    reference: "R0",
    types: [releaseType(release.type, settings.compilation, header)],
    release_id: {
      grid: null,
      icpn: icpnOf(release),
      catalog_number: cataloguedAs(release.catalog_number, header),
      proprietary_ids: [],
    },
    title: titleOf(release),
    translated_titles: [],
    formal_title: null,
    translated_artist_names: [],
    ...displayedArtists(release.artists, around),
    label_references: [label],
    p_line: around.p_line,
    c_line: rightsLine(release.c_line),
    duration_ms: total_ms > 0 ? total_ms : null,
    genre,
    sub_genre: subgenre,
    release_date: release.release_date,
    original_release_date: release.original_release_date,
    visibility_references: [],
    parental_warning: warningOf(release.explicit),
    compilation: release.type === "compilation" && settings.compilation === "flags" ? compilationOf(recordings) : null,
    contains_ai: aiOfAll(recordings),
    group: groupOf(tracks, images),
  };
}

const releaseTypes = { single: "Single", ep: "EP", album: "Album", compilation: "Album" } as const;

/** The schema has no compilation: it is an album with a flag, or a type in our own words. */
function releaseType(type: Release["type"], compilation: ErnSettings["compilation"], { sender }: MessageHeader): Code {
  return type === "compilation" && compilation === "user_defined"
    ? { value: "UserDefined", user_defined: { namespace: sender.party_id, value: "Compilation" } }
    : { value: releaseTypes[type ?? "album"], user_defined: null };
}

function compilationOf(recordings: readonly SoundRecording[]): "single_artist" | "multi_artist" {
  const mains = recordings.map(({ display_artists }) =>
    display_artists
      .filter(({ role }) => role === "MainArtist")
      .map(({ party_reference }) => party_reference)
      .join(" "),
  );
  return new Set(mains).size > 1 ? "multi_artist" : "single_artist";
}

function aiOfAll(recordings: readonly SoundRecording[]): ErnRelease["contains_ai"] {
  if (recordings.every(({ contains_ai }) => contains_ai === null)) return null;
  return recordings.every(({ contains_ai }) => contains_ai === "All") ? "All" : "Partly";
}

/** A component for each disc, in the order of the discs. */
function groupOf(tracks: readonly ContentTrack[], images: readonly Image[]): ResourceGroup {
  const discs = new Map<number, ResourceGroup["items"][number][]>();
  for (const [index, { disc_number, track_number }] of tracks.entries()) {
    const items = discs.get(disc_number) ?? [];
    items.push({ sequence_number: track_number, resource_reference: `A${index + 1}`, lyrics: [] });
    discs.set(disc_number, items);
  }
  const groups = [...discs].map(([disc_number, items]) => ({
    type: "Component",
    title: null,
    formal_title: null,
    sequence_number: disc_number,
    groups: [],
    items,
    linked: [],
  }));
  return {
    type: null,
    title: null,
    formal_title: null,
    sequence_number: null,
    groups,
    items: [],
    linked: images.map(({ reference }) => reference),
  };
}

/**
 * By the ISRC, which is what stores know a track by. If several tracks share one, the place of the later ones is added.
 */
function trackReleaseIds({ release, tracks }: ReleaseMessage): string[] {
  const used = new Set<string>();
  return tracks.map(({ isrc, disc_number, track_number }) => {
    const place = `${disc_number}_${track_number}`;
    const own = `${icpnOf(release)}_${isrc?.replaceAll("-", "") ?? place}`;
    const value = used.has(own) ? `${own}_${place}` : own;
    used.add(own);
    return value;
  });
}

function trackReleaseOf(
  value: string,
  number: number,
  {
    label,
    genre,
    sub_genre,
    header,
  }: { label: string; genre: string | null; sub_genre: string | null; header: MessageHeader },
): TrackRelease {
  const proprietary_ids = [{ namespace: header.sender.party_id, value }];
  return {
    reference: `R${number}`,
    release_id: { grid: null, icpn: null, catalog_number: null, proprietary_ids },
    title: null,
    resource_reference: `A${number}`,
    label_references: [label],
    genre,
    sub_genre,
  };
}

/** Rounds as stores do, so that a release is as long as its recordings together. Any sound lasts at least a second. */
function wholeSeconds(duration_ms: number): number {
  return duration_ms > 0 ? Math.max(1, Math.round(duration_ms / 1000)) * 1000 : 0;
}

function titleOf({ title, version }: { title: string; version: string | null }): DisplayTitle {
  return { text: version === null ? title : `${title} (${version})`, title, sub_title: version };
}

/** The year that a line begins with, if it does: `2026 Nightjar`, `℗ 2026 Nightjar`. */
function rightsLine(text: string | null): RightsLine | null {
  if (text === null) return null;
  const year = /^(?:[℗©]|\([pc]\))?\s*((?:19|20)\d\d)\b/i.exec(text)?.[1] ?? null;
  return { year, text };
}
