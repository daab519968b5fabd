// A NewReleaseMessage as the release and the tracks that our API would be given, with the path of every field, so that
// a refusal by the API's own rules is reported at its place in the message.

import type { ErnFile, NewReleaseMessage, ResourceGroup, SoundRecording, TextFile } from "../ddex/ern.ts";
import { hasNoTrackReleases } from "../ddex/rules.ts";
import { type Issue, problem } from "../platform/errors.ts";
import type { NewRelease } from "../releases/release.ts";
import { isLanguageTag } from "../standards/language.ts";
import type { NewTrack } from "../tracks/track.ts";
import { artistPlace, creditPlace } from "./credit-places.ts";
import type { DealTerms } from "./deal-terms.ts";
import { datesOf } from "./received-dates.ts";
import { type MessageIssue, RELEASE_PATH } from "./received-message.ts";
import {
  type OfMessage,
  type Parties,
  receivedArtists,
  shareWords,
  trackFields,
  translationsOf,
} from "./received-track.ts";
import { placesOf } from "./track-places.ts";

/**
 * A file that the message names, and the field of ours that it is for. `uri`: as written; `name`: its last part. `sum`: of another
 * kind than SHA-256, by which no file of ours is found.
 */
export type WantedFile = {
  path: string;
  sha256: string | undefined;
  sum: { algorithm: string; value: string } | undefined;
  uri: string;
  name: string;
};

/** `placeOf`: the place of a field that has another than most messages give it. */
type Placed = { placeOf: (field: string) => string | undefined };

export type ReceivedTrack = Placed & {
  path: string;
  fields: Omit<NewTrack, "release_id"> & { disc_number: number; track_number: number };
  file: WantedFile | undefined;
  texts: LyricsText[];
};

/** A text file that the message names as lyrics, and the field of ours that it would be. */
export type LyricsText = { path: string; uri: string; field: "lyrics" | "lyrics_synced" };

export type ReceivedRelease = Placed & {
  fields: Omit<NewRelease, "upc" | "ean">;
  tracks: ReceivedTrack[];
  artwork: WantedFile | undefined;
  issues: MessageIssue[];
  problems: Issue[];
};

export const TEXT_PATH = "ResourceList/Text";

export function* toRelease(
  message: NewReleaseMessage,
  deals: DealTerms,
): Generator<undefined, ReceivedRelease, undefined> {
  const [release] = message.releases;
  if (!release) return { fields: noFields, tracks: [], artwork: undefined, issues: [], problems: [], placeOf: nowhere };
  const issues: MessageIssue[] = [];
  const problems: Issue[] = [];
  const parties: Parties = new Map(message.parties.map((party) => [party.reference, party]));
  const artists = receivedArtists(release.display_artists, parties);
  const label = parties.get(release.label_references[0] ?? "")?.name;
  const { places, ...dates } = datesOf(release, deals.start, issues);
  const release_artists = JSON.stringify(artists);
  const of = { parties, release_artists, release, ...classicalOf(message), instant: givenAtOnce(message) };
  const tracks = yield* tracksOf(message, { deals, of, problems });
  const cover = message.images.findIndex(({ type }) => type === "FrontCoverImage");
  return {
    fields: {
      title: release.title.title,
      version: release.title.sub_title,
      type: typeOf(release),
      artists,
      ...dates,
      ...(label && { label }),
      catalog_number: release.release_id.catalog_number?.value ?? null,
      genre: release.genre,
      subgenre: release.genre === null ? null : release.sub_genre,
      translations: translationsOf(release, release.display_artists, parties),
      artwork_ai: shareWords[message.images[cover]?.contains_ai ?? "None"],
      language: isLanguageTag(message.language) && message.language !== "und" ? message.language : null,
      p_line: release.p_line?.text ?? null,
      c_line: release.c_line?.text ?? null,
      explicit: release.parental_warning === "Explicit",
      ...(deals.territories && { territories: deals.territories }),
    },
    tracks,
    artwork: wantedFile(message.images[cover]?.file ?? null, `${elementAt("Image", cover)}/TechnicalDetails`),
    issues: [...dealIssues(deals, tracks), ...textIssues(message), ...issues],
    problems,
    placeOf: (field) => places[field] ?? artistPlace(RELEASE_PATH, release.display_artists, field),
  };
}

const nowhere = () => undefined;
const noFields = { title: "", artists: [], release_date: "" };

function dealIssues({ wider }: DealTerms, tracks: readonly ReceivedTrack[]): MessageIssue[] {
  const warn = (issue: string): MessageIssue => ({ severity: "warning", path: "DealList", issue });
  return [
    ...(wider.length > 0
      ? [
          warn(
            `gives ${wider.length === 1 ? "1 track" : `${wider.length} tracks`} more territories than the release; those are left out`,
          ),
        ]
      : []),
    ...(tracks.length > 0 && tracks.every(({ fields }) => fields.withheld)
      ? [warn("has no deal for any track by itself: all of them are withheld")]
      : []),
  ];
}

const types: Readonly<Record<string, "single" | "ep" | "album" | "compilation">> = {
  Single: "single",
  SingleResourceRelease: "single",
  EP: "ep",
  Album: "album",
  ClassicalAlbum: "album",
  Compilation: "compilation",
};

function typeOf({ types: given, compilation }: NewReleaseMessage["releases"][number]) {
  if (compilation !== null) return "compilation";
  const words = given.map(({ value, user_defined }) => types[user_defined?.value ?? value]);
  return words.includes("compilation") ? "compilation" : (words.find((word) => word !== undefined) ?? null);
}

/** A message brings files by name alone, so lyrics cannot be read from it. `segue import` reads them from the files beside it. */
function textIssues({ texts }: NewReleaseMessage): MessageIssue[] {
  const issue = "is a file of lyrics or another text, which is not taken; set `lyrics` of the track";
  return texts.slice(0, 1).map(() => ({ severity: "warning", path: TEXT_PATH, issue }));
}

/** Whether the message is about classical music, and the works that its groups are named by. */
function classicalOf({ profile_variant, releases }: NewReleaseMessage): Pick<OfMessage, "is_classical" | "works"> {
  const works = new Map<string, string>();
  const collect = ({ type, title, formal_title, items, groups }: ResourceGroup) => {
    const work = formal_title?.title ?? title?.title;
    if (type === "MultiWorkPart" && work !== undefined)
      for (const { resource_reference } of items) works.set(resource_reference, work);
    for (const group of groups) collect(group);
  };
  for (const { group } of releases) collect(group);
  const isClassical = releases.some(({ types }) => types.some(({ value }) => value.startsWith("Classical")));
  return { is_classical: isClassical || /classical/i.test(profile_variant ?? ""), works };
}

function givenAtOnce({ deals }: NewReleaseMessage): ReadonlySet<string> | undefined {
  const ahead = deals.flatMap(({ deals: offered }) => offered.filter(({ is_pre_order }) => is_pre_order));
  return ahead.length === 0 ? undefined : new Set(ahead.flatMap(({ instant_gratification }) => instant_gratification));
}

type Around = { deals: DealTerms; of: OfMessage; problems: Issue[] };

function* tracksOf(message: NewReleaseMessage, around: Around): Generator<undefined, ReceivedTrack[], undefined> {
  const party_places = new Map(message.parties.map(({ reference }, index) => [reference, index]));
  const recordings = new Map(message.recordings.map((recording, index) => [recording.reference, { recording, index }]));
  const texts = new Map(message.texts.map((text, index) => [text.reference, { file: text.file, index }]));
  const pictures = new Set(message.images.map(({ reference }) => reference));
  const releases = new Map(message.track_releases.map((release) => [release.resource_reference, release.reference]));
  const isOfRelease = hasNoTrackReleases(message);
  const tracks: ReceivedTrack[] = [];
  // Once for each recording, in however many places it stands.
  const said = new Map<SoundRecording, ReturnType<typeof trackFields>>();
  const group = message.releases[0]?.group;
  for (const { reference, lyrics, disc_number, track_number } of group ? placesOf(group) : []) {
    const found = recordings.get(reference);
    if (!found) {
      const issue = `names ${reference.slice(0, 50)}, which is no sound recording: only audio is taken`;
      if (!pictures.has(reference)) around.problems.push(problem(`${RELEASE_PATH}/ResourceGroup`, issue));
      continue;
    }
    const { recording, index } = found;
    const path = elementAt("SoundRecording", index);
    const territory = isOfRelease ? null : around.deals.territoryOf(releases.get(reference) ?? "");
    const file = wantedFile(recording.file, `${path}/SoundRecordingEdition/TechnicalDetails`);
    const fields = said.get(recording) ?? trackFields(recording, around.of);
    said.set(recording, fields);
    tracks.push({
      path,
      placeOf: (field) => creditPlace({ element: path, recording }, party_places, field),
      file,
      texts: lyrics.flatMap((name) => lyricsText(texts.get(name))),
      fields: { ...fields, disc_number, track_number, ...termsOf(territory) },
    });
    yield;
  }
  return tracks;
}

function lyricsText(named: { file: TextFile | null; index: number } | undefined): LyricsText[] {
  if (!named?.file?.uri) return [];
  const { uri, codec } = named.file;
  const isTimed = codec?.value === "LRC" || /\.lrc$/i.test(uri);
  const path = `${elementAt("Text", named.index)}/TechnicalDetails`;
  return [{ path, uri, field: isTimed ? "lyrics_synced" : "lyrics" }];
}

function termsOf(territory: string[] | null | undefined) {
  return { territory: territory ?? null, withheld: territory === undefined };
}

export function elementAt(name: string, index: number): string {
  return `ResourceList/${name}[${index + 1}]`;
}

function wantedFile(file: ErnFile | null, path: string): WantedFile | undefined {
  // ERN 3 does not name a file that the recipient has.
  if (!file?.uri) return undefined;
  const { uri, hash } = file;
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  const sum = hash ? { algorithm: hash.algorithm, value: hash.value.toLowerCase() } : undefined;
  const isSha256 = sum !== undefined && /^sha-?256$/i.test(sum.algorithm);
  return { path, sha256: isSha256 ? sum.value : undefined, sum: isSha256 ? undefined : sum, uri, name };
}
