// The makers of a release in an ERN message: the parties, and their roles on the release and its recordings.
//
// The problem. A partner names people again and again, on the release, on tracks and among contributors, with an ISNI
// here and without one there. A message must name each party once, and must not take two people of one name for one.
//
// The procedure. All mentions of a name are noted before the first is referred to. If nothing in them contradicts, they
// are one party, which has what any of them says. If they name different ids, or a list of artists has the name twice
// in one role, each id is a party of its own, and so is each place in such a list that has none. The names of a party in
// other languages are noted in the same way.

import { contributorRole } from "../../ddex/contributor-role.ts";
import type {
  Code,
  Contributor,
  DisplayArtist,
  ErnVersion,
  MessageHeader,
  Party,
  ProprietaryId,
  TranslatedName,
} from "../../ddex/ern.ts";
import { ern3Role } from "../../ddex/ern3-codes.ts";
import type { Vocabulary } from "../../ddex/vocabulary.ts";
import type { ContentTrack, Release } from "../../releases/release.ts";
import { displayArtistName } from "./display-artist.ts";
import { languageOf } from "./titles.ts";

type Artist = Release["artists"][number];
type Credit = NonNullable<ContentTrack["contributors"]>[number];
type Publisher = NonNullable<ContentTrack["publishers"]>[number];
type Mention = Pick<Artist, "name" | "store_artist_ids"> & { isni?: string | null; ipi?: string | null };
type Credits = { parties: PartyBook; header: MessageHeader; version: ErnVersion };
type Roles = Pick<Vocabulary, "roles">;
type Ids = Readonly<Record<string, string>>;

const noIds: Ids = {};
const noNames: readonly TranslatedName[] = [];

/** The ids that the mentions of one name have, and whether it stands for several people. */
type Known = { isnis: Set<string>; ipis: Set<string>; ids: Map<string, string>; is_shared: boolean };

/** All that a release or a track names. */
type Named = {
  artists: readonly Artist[] | null;
  contributors?: readonly Credit[] | null;
  publishers?: readonly Publisher[] | null;
  translations: ContentTrack["translations"];
};

/** Each party once, numbered as it is met. */
export class PartyBook {
  readonly #names = new Map<string, Known>();
  readonly #parties = new Map<string, Party>();
  /** By the name, and then by the language. */
  readonly #translated = new Map<string, Map<string, string>>();
  constructor(
    readonly store_id: string,
    readonly header: MessageHeader,
  ) {}

  /** Notes the names of a release or a track. All are noted before the first reference is made. */
  note({ artists, contributors, publishers, translations }: Named): void {
    const met = new Set<string>();
    for (const artist of artists ?? []) {
      const place = `${artist.role} ${artist.name}`;
      this.#note(artist, isShown(artist) && met.has(place));
      met.add(place);
    }
    for (const contributor of contributors ?? []) this.#note(contributor, false);
    for (const publisher of publishers ?? []) this.#note(publisher, false);
    for (const { language, artists: names } of translations ?? [])
      for (const { name, translated_name } of names ?? []) this.#translate(name, languageOf(language), translated_name);
  }

  #translate(name: string, language: string, translated: string): void {
    const known = this.#translated.get(name) ?? new Map<string, string>();
    this.#translated.set(name, known);
    if (!known.has(language)) known.set(language, translated);
  }

  /** The name in this language. Undefined if no mention has it. */
  translationOf(name: string, language: string): string | undefined {
    return this.#translated.get(name)?.get(language);
  }

  #note({ name, isni, ipi, store_artist_ids = noIds }: Mention, is_again: boolean): void {
    const known = this.#names.get(name) ?? { isnis: new Set(), ipis: new Set(), ids: new Map(), is_shared: false };
    this.#names.set(name, known);
    if (is_again) known.is_shared = true;
    if (isni) known.isnis.add(isni);
    if (ipi) known.ipis.add(ipi);
    if (known.isnis.size > 1 || known.ipis.size > 1) known.is_shared = true;
    for (const [store_id, id] of Object.entries(store_artist_ids)) {
      if ((known.ids.get(store_id) ?? id) !== id) known.is_shared = true;
      known.ids.set(store_id, id);
    }
  }

  /** The id that sets it apart from others of its name; empty if it has none. */
  identityOf({ name, isni, ipi, store_artist_ids = noIds }: Mention): string {
    if (!this.#names.get(name)?.is_shared) return "";
    if (isni) return isni;
    if (ipi) return `IPI ${ipi}`;
    return Object.entries(store_artist_ids).sort().join("\n");
  }

  /** `place`: among those of its list that nothing tells apart. */
  referenceTo(mention: Mention, place = 1): string {
    const { name } = mention;
    // Names and ids contain no line breaks.
    const key = `${name}\n\n${place}\n\n${this.identityOf(mention)}`;
    const found = this.#parties.get(key);
    if (found) return found.reference;
    const known = this.#names.get(name);
    const [only] = known?.isnis ?? [];
    const [number] = known?.ipis ?? [];
    const isOne = known !== undefined && !known.is_shared;
    const isni = (isOne ? only : mention.isni) ?? null;
    const ipi = (isOne ? number : mention.ipi) ?? null;
    const id = isOne ? known.ids.get(this.store_id) : mention.store_artist_ids?.[this.store_id];
    const reference = `P${this.#parties.size + 1}`;
    this.#parties.set(key, {
      reference,
      name,
      translated_names: this.#translationsOf(name),
      isni,
      dpid: null,
      ipi,
      proprietary_ids: this.#idsOf(id),
    });
    return reference;
  }

  #translationsOf(name: string): readonly TranslatedName[] {
    const known = this.#translated.get(name);
    return known ? [...known].map(([language, translated]) => ({ language, name: translated })) : noNames;
  }

  /** The store gets the id that it gave itself, under the name that it goes by in messages and under ours; of others it gets none. */
  #idsOf(value: string | undefined): ProprietaryId[] {
    if (value === undefined) return [];
    const namespaces = [this.header.recipients[0]?.party_id, this.store_id];
    return namespaces.flatMap((namespace) => (namespace === undefined ? [] : [{ namespace, value }]));
  }

  list(): Party[] {
    return [...this.#parties.values()];
  }
}

const displayRoles: Partial<Record<Artist["role"], string>> = { main: "MainArtist", featured: "FeaturedArtist" };

/** ERN 3 has a list of what an artist does. */
const rolesInErn3: Readonly<Record<Artist["role"], string>> = {
  main: "MainArtist",
  featured: "FeaturedArtist",
  producer: "Producer",
  composer: "Composer",
  lyricist: "Lyricist",
  conductor: "Conductor",
  orchestra: "Orchestra",
  remixer: "Artist",
  performer: "Artist",
};

/** Whether stores show it as the artist. All others are contributors: composers, producers, remixers. */
function isShown({ role }: Artist): boolean {
  return displayRoles[role] !== undefined;
}

/**
 * As they are shown: the main artists, then the featured ones, and a name that says the same. `languages`: those of the other titles;
 * the name is said in each in which an artist has one.
 */
export function displayedArtists(
  artists: readonly Artist[],
  languages: readonly { language: string }[],
  { parties, version }: Credits,
) {
  const places = new Map<string, number>();
  const shown: Artist[] = [];
  const display_artists: DisplayArtist[] = [];
  for (const [role, code] of Object.entries(version === "3.8.3" ? rolesInErn3 : displayRoles))
    for (const artist of artists) {
      if (artist.role !== role) continue;
      const identity = parties.identityOf(artist);
      const key = `${role} ${artist.name}\n${identity}`;
      const place = (places.get(key) ?? 0) + 1;
      places.set(key, place);
      // The same person again.
      if (place > 1 && identity !== "") continue;
      const party_reference = parties.referenceTo(artist, place);
      const artistic_roles = isShown(artist) || code === "Artist" ? [] : [{ value: code, user_defined: null }];
      const display_role = isShown(artist) ? code : "Artist";
      display_artists.push({ party_reference, sequence_number: shown.length + 1, role: display_role, artistic_roles });
      shown.push(artist);
    }
  const translated_artist_names =
    languages.length === 0 ? noNames : languages.flatMap(({ language }) => translatedName(shown, language, parties));
  return { display_artist_name: displayArtistName(shown), display_artists, translated_artist_names };
}

function translatedName(shown: readonly Artist[], language: string, parties: PartyBook): TranslatedName[] {
  const isTranslated = shown.some(({ name }) => parties.translationOf(name, language) !== undefined);
  if (!isTranslated) return [];
  const named = shown.map((artist) => ({
    ...artist,
    name: parties.translationOf(artist.name, language) ?? artist.name,
  }));
  return [{ language, name: displayArtistName(named) }];
}

/** The contributors of a recording: each party once, with all its roles besides that of the shown artist. */
export function contributorsOf(
  artists: readonly Artist[],
  { contributors, publishers }: Pick<ContentTrack, "contributors" | "publishers">,
  { parties, header: { sender }, version, vocabulary }: Credits & { vocabulary?: Roles },
): Contributor[] {
  const roles = new Map<string, Code[]>();
  const isErn3 = version === "3.8.3";
  const credit = (mention: Mention, known: Code) => {
    const reference = parties.referenceTo(mention);
    const found = roles.get(reference) ?? [];
    const code = isErn3 ? ern3Role(known, sender.party_id) : known;
    if (!found.some((other) => isSame(other, code))) found.push(code);
    roles.set(reference, found);
  };
  // In ERN 3 all artists are shown with their roles.
  for (const artist of isErn3 ? [] : artists)
    if (!isShown(artist)) credit(artist, contributorRole(artist.role, sender.party_id, vocabulary));
  for (const one of contributors ?? []) credit(one, contributorRole(one.role, sender.party_id, vocabulary));
  for (const publisher of publishers ?? []) credit(publisher, publisherRole);
  return [...roles].map(([party_reference, codes], index) => ({
    party_reference,
    special: null,
    sequence_number: index + 1,
    roles: codes,
    ai: null,
  }));
}

const publisherRole: Code = { value: "MusicPublisher", user_defined: null };

function isSame(one: Code, other: Code): boolean {
  return one.value === other.value && one.user_defined?.value === other.user_defined?.value;
}
