// The release of an ERN message: its parties, recordings, cover and release list, as values. The same for every store, apart from
// the genre that a store assumes, its name for compilations, whether it takes lyrics, and the artist's id there.

import type {
  Code,
  ErnRelease,
  Image,
  MessageHeader,
  NewReleaseMessage,
  ProprietaryId,
  SoundRecording,
  TrackRelease,
} from "../../ddex/ern.ts";
import type { ReleaseMessage } from "../message.ts";
import { displayedArtists, PartyBook } from "./credits.ts";
import { icpnOf, nameFiles } from "./files.ts";
import { genreOf } from "./genre.ts";
import { lyricsTexts } from "./lyrics.ts";
import {
  type Around,
  codecOf,
  containsAi,
  isProvided,
  recordingOfTrack,
  resourceHash,
  warningOfAll,
} from "./recording.ts";
import { displayTitleOf, languageOf, rightsLine, translatedTitles } from "./titles.ts";
import { groupOf, workParts } from "./works.ts";

/** It yields after each track. */
export function* releaseContent(
  message: ReleaseMessage,
  given: Pick<Around, "header" | "settings" | "vocabulary" | "sends_files" | "version" | "md5_sums">,
  visibility_references: readonly string[],
): Generator<undefined, Omit<NewReleaseMessage, "header" | "deals" | "visibilities">, undefined> {
  const { release, tracks } = message;
  const parties = new PartyBook(message.store_id, given.header);
  parties.note(release);
  for (const track of tracks) {
    parties.note(track);
    yield;
  }
  const files = new Map(nameFiles(message).map((named) => [named.file.asset_id, named]));
  const work_parts = workParts(tracks);
  const around: Around = { ...given, message, parties, files, p_line: rightsLine(release.p_line), work_parts };
  const recordings: SoundRecording[] = [];
  for (const [index, track] of tracks.entries()) {
    recordings.push(recordingOfTrack(track, `A${index + 1}`, around));
    yield;
  }
  const images = coverOf(`A${tracks.length + 1}`, around);
  const label = parties.referenceTo({ name: release.label });
  // The messages of ERN 3 have no texts.
  const texts = yield* lyricsTexts(message, {
    settings: given.version === "3.8.3" ? { lyrics: "none" } : given.settings,
    namespace: given.header.sender.party_id,
    number: recordings.length + images.length + 1,
    is_provided: given.sends_files,
  });
  const group = groupOf(tracks, images, texts);
  const main = releaseOf(recordings, label, { group, visibility_references }, around);
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
    profile_variant: work_parts.size > 0 ? "Classical" : null,
    parties: parties.list(),
    recordings,
    images,
    texts: [...texts.values()].flat(),
    releases: [main],
    track_releases,
  };
}

/** The label's number, in the name of the label where it has a party id. */
export function cataloguedAs(number: string | null, header: MessageHeader): ProprietaryId | null {
  return number === null ? null : { namespace: (header.sent_on_behalf_of ?? header.sender).party_id, value: number };
}

function coverOf(reference: string, { message, header, files, ...around }: Around): Image[] {
  const asset_id = message.release.artwork_asset_id;
  const named = asset_id === null ? undefined : files.get(asset_id);
  const image = named?.file.image;
  if (!named || !image) return [];
  const file = {
    uri: named.uri,
    hash: resourceHash(named.file, around),
    size_bytes: named.file.size_bytes,
    is_provided: isProvided(named.file, around),
    codec: codecOf(imageCodecs, image.format),
    width: image.width,
    height: image.height,
  };
  const proprietary_ids = [{ namespace: header.sender.party_id, value: named.file.asset_id }];
  return [
    {
      reference,
      type: "FrontCoverImage",
      proprietary_ids,
      parental_warning: message.release.explicit ? "Explicit" : "NotExplicit",
      contains_ai: containsAi[message.release.artwork_ai],
      file,
    },
  ];
}

const imageCodecs = { jpeg: "JPEG", png: "PNG", tiff: "TIFF", gif: "GIF" };

function releaseOf(
  recordings: readonly SoundRecording[],
  label: string,
  { group, visibility_references }: Pick<ErnRelease, "group" | "visibility_references">,
  around: Around,
): ErnRelease {
  const { message, header, settings, vocabulary } = around;
  const { release, tracks } = message;
  const { genre, subgenre } = genreOf(release, { default_genre: settings.default_genre, vocabulary });
  const translated_titles = translatedTitles(release.translations);
  const total_ms = recordings.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
  return {
    reference: "R0",
    types: [releaseType(around)],
    release_id: {
      grid: null,
      icpn: icpnOf(release),
      catalog_number: cataloguedAs(release.catalog_number, header),
      proprietary_ids: [],
    },
    title: displayTitleOf(release),
    translated_titles,
    formal_title: null,
    ...displayedArtists(release.artists, translated_titles, around),
    label_references: [label],
    p_line: around.p_line,
    c_line: rightsLine(release.c_line),
    duration_ms: total_ms > 0 ? total_ms : null,
    genre,
    sub_genre: subgenre,
    release_date: release.release_date,
    original_release_date: release.original_release_date,
    visibility_references,
    parental_warning: warningOfAll(release, tracks),
    compilation: release.type === "compilation" && settings.compilation === "flags" ? compilationOf(recordings) : null,
    contains_ai: aiOfAll(recordings),
    group,
  };
}

const releaseTypes = { single: "Single", ep: "EP", album: "Album", compilation: "Album" } as const;

/**
 * The schema has no compilation: it is an album with a flag, or a type in our own words. An album with a work of classical music is a
 * classical album; singles and EPs stay what they are.
 */
function releaseType({ message, settings, header: { sender }, version }: Around): Code {
  const { type } = message.release;
  if (type === "compilation" && settings.compilation === "user_defined")
    return { value: "UserDefined", user_defined: { namespace: sender.party_id, value: "Compilation" } };
  const value = releaseTypes[type ?? "album"];
  const hasWorks = version !== "3.8.3" && message.tracks.some(({ work }) => work !== null);
  return { value: hasWorks && value === "Album" ? "ClassicalAlbum" : value, user_defined: null };
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

type Shared = { label: string; genre: string | null; sub_genre: string | null; header: MessageHeader };

function trackReleaseOf(value: string, number: number, { label, genre, sub_genre, header }: Shared): TrackRelease {
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
