// The makers of a release in an ERN message: the parties, and their roles on the release and its recordings.
//
// The problem. A partner names people again and again, on the release, on tracks and among contributors, with an ISNI
// here and without one there. A message must name each party once, and must not take two people of one name for one.
//
// The procedure. All mentions of a name are noted before the first is referred to. If nothing in them contradicts, they
// are one party, which has what any of them says. If they name different ids, or a list of artists has the name twice
// in one role, each id is a party of its own, and so is each place in such a list that has none.

import { contributorRole } from "../../ddex/contributor-role.ts";
import type {
  Code,
  Contributor,
  DisplayArtist,
  ErnVersion,
  MessageHeader,
  Party,
  ProprietaryId,
} from "../../ddex/ern.ts";
import { ern3Role } from "../../ddex/ern3-codes.ts";
import type { Vocabulary } from "../../ddex/vocabulary.ts";
import type { ContentTrack, Release } from "../../releases/release.ts";
import { displayArtistName } from "./display-artist.ts";

type Artist = Release["artists"][number];
type Credit = NonNullable<ContentTrack["contributors"]>[number];
type Mention = Pick<Artist, "name" | "store_artist_ids"> & { isni?: string | null };
type Credits = { parties: PartyBook; header: MessageHeader; version: ErnVersion };
type Roles = Pick<Vocabulary, "roles">;
type Ids = Readonly<Record<string, string>>;

const noIds: Ids = {};

/** The ids that the mentions of one name have, and whether it stands for several people. */
type Known = { isnis: Set<string>; ids: Map<string, string>; is_shared: boolean };

/** Each party once, numbered as it is met. */
export class PartyBook {
  readonly #names = new Map<string, Known>();
  readonly #parties = new Map<string, Party>();
  constructor(
    readonly store_id: string,
    readonly header: MessageHeader,
  ) {}

  /** Notes the names of a release or a track. All are noted before the first reference is made. */
  note(artists: readonly Artist[], contributors: readonly Credit[]): void {
    const met = new Set<string>();
    for (const artist of artists) {
      const place = `${artist.role} ${artist.name}`;
      this.#note(artist, isShown(artist) && met.has(place));
      met.add(place);
    }
    for (const contributor of contributors) this.#note(contributor, false);
  }

  #note({ name, isni, store_artist_ids = noIds }: Mention, is_again: boolean): void {
    const known = this.#names.get(name) ?? { isnis: new Set(), ids: new Map(), is_shared: false };
    this.#names.set(name, known);
    if (is_again) known.is_shared = true;
    if (isni) known.isnis.add(isni);
    if (known.isnis.size > 1) known.is_shared = true;
    for (const [store_id, id] of Object.entries(store_artist_ids)) {
      if ((known.ids.get(store_id) ?? id) !== id) known.is_shared = true;
      known.ids.set(store_id, id);
    }
  }

  /** The id that sets it apart from others of its name; empty if it has none. */
  identityOf({ name, isni, store_artist_ids = noIds }: Mention): string {
    if (!this.#names.get(name)?.is_shared) return "";
    if (isni) return isni;
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
    const isOne = known !== undefined && !known.is_shared;
    const isni = (isOne ? only : mention.isni) ?? null;
    const id = isOne ? known.ids.get(this.store_id) : mention.store_artist_ids?.[this.store_id];
    const reference = `P${this.#parties.size + 1}`;
    this.#parties.set(key, {
      reference,
      name,
      translated_names: [],
      isni,
      dpid: null,
      ipi: null,
      proprietary_ids: this.#idsOf(id),
    });
    return reference;
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

/** As they are shown: the main artists, then the featured ones, and a name that says the same. */
export function displayedArtists(artists: readonly Artist[], { parties, version }: Credits) {
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
  return { display_artist_name: displayArtistName(shown), display_artists };
}

/** The contributors of a recording: each party once, with all its roles besides that of the shown artist. */
export function contributorsOf(
  artists: readonly Artist[],
  given: readonly Credit[],
  { parties, header: { sender }, version, vocabulary }: Credits & { vocabulary?: Roles },
): Contributor[] {
  const roles = new Map<string, Code[]>();
  const isErn3 = version === "3.8.3";
  // In ERN 3 all artists are shown with their roles.
  for (const credit of [...artists.filter((artist) => !isErn3 && !isShown(artist)), ...given]) {
    const reference = parties.referenceTo(credit);
    const found = roles.get(reference) ?? [];
    const known = contributorRole(credit.role, sender.party_id, vocabulary);
    const code = isErn3 ? ern3Role(known, sender.party_id) : known;
    if (!found.some((other) => isSame(other, code))) found.push(code);
    roles.set(reference, found);
  }
  return [...roles].map(([party_reference, codes], index) => ({
    party_reference,
    special: null,
    sequence_number: index + 1,
    roles: codes,
    ai: null,
  }));
}

function isSame(one: Code, other: Code): boolean {
  return one.value === other.value && one.user_defined?.value === other.user_defined?.value;
}
