// A sound recording of a message as the fields that our API would be given for its track.

import { aiPartsOf, type PartShares } from "../ddex/ai-parts.ts";
import { wordsOfRole } from "../ddex/contributor-role.ts";
import type {
  Code,
  Contributor,
  DisplayArtist,
  ErnRelease,
  NewReleaseMessage,
  OtherNames,
  SoundRecording,
} from "../ddex/ern.ts";
import { movementOf } from "../ddex/movement.ts";
import type { NewRelease } from "../releases/release.ts";
import { parseIpi, parseIswc } from "../standards/identifier.ts";
import { byNumber, creditsIn } from "./credit-places.ts";

export type Parties = ReadonlyMap<string, NewReleaseMessage["parties"][number]>;
type Artist = NewRelease["artists"][number];

const artisticRoles: Readonly<Record<string, Artist["role"]>> = {
  Remixer: "remixer",
  Producer: "producer",
  StudioProducer: "producer",
  Composer: "composer",
  Lyricist: "lyricist",
  Conductor: "conductor",
  Orchestra: "orchestra",
};

export function receivedArtists(given: readonly DisplayArtist[], parties: Parties): Artist[] {
  return byNumber(given).map(({ party_reference, role, artistic_roles }) => {
    const party = parties.get(party_reference);
    const ids = party?.proprietary_ids.filter(({ namespace }) => namespace.startsWith("store_")) ?? [];
    return {
      name: party?.name ?? "",
      role: artistRole(role, artistic_roles),
      ...(party?.isni && { isni: party.isni }),
      ...(ids.length > 0 && {
        store_artist_ids: Object.fromEntries(ids.map(({ namespace, value }) => [namespace, value])),
      }),
    };
  });
}

function artistRole(role: string, artistic: readonly Code[]): Artist["role"] {
  if (role === "MainArtist") return "main";
  if (role === "FeaturedArtist") return "featured";
  const [known] = artistic.flatMap(({ value }) => artisticRoles[value] ?? []);
  return known ?? artisticRoles[role] ?? "performer";
}

/** All that a track takes from the rest of its message. */
export type OfMessage = {
  parties: Parties;
  /** The artists of the release, as JSON. */
  release_artists: string;
  release: ErnRelease;
  is_classical: boolean;
  /** The works that groups of tracks are named by, by the references of their recordings. */
  works: ReadonlyMap<string, string>;
  /** The recordings that buyers of a pre-order get at once. Undefined: the message has no pre-order. */
  instant: ReadonlySet<string> | undefined;
};

export function trackFields(recording: SoundRecording, of: OfMessage) {
  const { parties, release_artists, release } = of;
  const own = receivedArtists(recording.display_artists, parties);
  const advisory: Advisory = advisories[recording.parental_warning ?? ""] ?? "none";
  const year = recording.recording_year;
  const p_line = recording.p_line?.text ?? null;
  return {
    title: recording.title.title,
    version: recording.title.sub_title,
    // Without artists of its own a track has the release's.
    artists: JSON.stringify(own) === release_artists || own.length === 0 ? null : own,
    ...creditsOf(recording.contributors, parties),
    isrc: recording.isrc,
    advisory,
    explicit: advisory === "explicit",
    language: recording.language,
    ...aiOf(recording),
    p_line: p_line === (release.p_line?.text ?? null) ? null : p_line,
    is_instrumental: recording.is_instrumental,
    is_cover: recording.is_cover,
    recording_year: year === null ? null : Number(year),
    recording_country: recording.recording_country,
    iswc: recording.iswc && (parseIswc(recording.iswc) ?? recording.iswc),
    ...workOf(recording, of),
    translations: translationsOf(recording, recording.display_artists, parties),
    ...(of.instant && { instant_gratification: of.instant.has(recording.reference) }),
  };
}

type Advisory = "none" | "explicit" | "clean";

const advisories: Readonly<Record<string, Advisory>> = {
  Explicit: "explicit",
  ExplicitContentEdited: "clean",
};

/** Publishers are contributors with a role of their own. */
function creditsOf(given: readonly Contributor[], parties: Parties) {
  const credits = creditsIn(given);
  const contributors = credits.contributors.map(({ party_reference, role }) => {
    const { name, isni } = parties.get(party_reference) ?? { name: null, isni: null };
    return { name: name ?? "", ...(isni && { isni }), role: wordsOfRole(role) };
  });
  const publishers = credits.publishers.map(({ party_reference }) => {
    const { name, ipi } = parties.get(party_reference) ?? { name: null, ipi: null };
    return { name: name ?? "", ...(ipi && { ipi: parseIpi(ipi) ?? ipi }) };
  });
  return {
    contributors: contributors.length > 0 ? contributors : null,
    publishers: publishers.length > 0 ? publishers : null,
  };
}

export const shareWords = { None: "none", Partly: "partial", All: "full" } as const;

/** The parts count where they agree with the whole. One that is all artificial with people credited is said to be partly so. */
function aiOf({ contains_ai, contributors }: SoundRecording) {
  const ai = shareWords[contains_ai ?? "None"];
  const ai_parts = aiPartsOf(contributors);
  const whole = ai_parts && shareOf(ai_parts);
  const agrees = whole === ai || (whole === "full" && ai === "partial");
  return whole && agrees ? { ai: whole, ai_parts } : { ai, ai_parts: null };
}

function shareOf(parts: PartShares): "partial" | "full" {
  return Object.values(parts).every((share) => share === "full") ? "full" : "partial";
}

/**
 * Many senders give every recording a formal title. It names a work where the message is classical, or where it has a part and is
 * another than the title.
 */
function workOf({ reference, title, formal_title, is_work_part }: SoundRecording, { is_classical, works }: OfMessage) {
  const isPart = formal_title !== null && formal_title.sub_title !== null && formal_title.title !== title.title;
  if (formal_title && (is_classical || is_work_part || isPart))
    return { work: formal_title.title, ...movementOf(formal_title.sub_title) };
  return { work: works.get(reference) ?? null, movement_number: null, movement_title: null };
}

/** One for each language that has a title. Names of artists are said with the name that is shown in this language. */
export function translationsOf(of: OtherNames, shown: readonly DisplayArtist[], parties: Parties) {
  if (of.translated_titles.length === 0) return null;
  return of.translated_titles.map(({ language, text }) => {
    const isNamed = of.translated_artist_names.some((name) => name.language === language);
    const artists = isNamed ? translatedArtists(shown, language, parties) : [];
    return { language, title: text, ...(artists.length > 0 && { artists }) };
  });
}

function translatedArtists(shown: readonly DisplayArtist[], language: string, parties: Parties) {
  const names = new Map<string, string>();
  for (const { party_reference } of shown) {
    const { name, translated_names } = parties.get(party_reference) ?? { name: null, translated_names: [] };
    const translated = translated_names.find((one) => one.language === language)?.name;
    if (name !== null && translated !== undefined && !names.has(name)) names.set(name, translated);
  }
  return [...names].map(([name, translated_name]) => ({ name, translated_name }));
}
