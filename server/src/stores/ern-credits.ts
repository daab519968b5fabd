// Who made a release, in an ERN message: the parties, and what each is to the release and its recordings.

import { contributorRole } from "../ddex/contributor-role.ts";
import type { Code, Contributor, DisplayArtist, MessageHeader, Party, ProprietaryId } from "../ddex/ern.ts";
import type { ContentTrack, Release } from "../releases/release.ts";

type Artist = Release["artists"][number];
type Credits = { parties: PartyBook; header: MessageHeader };

/** Each party once, numbered as it is met. */
export class PartyBook {
  readonly #references = new Map<string, Party>();
  constructor(
    readonly store_id: string,
    readonly header: MessageHeader,
  ) {}

  referenceTo(given: { name: string; isni?: string | null; store_artist_ids?: Artist["store_artist_ids"] }): string {
    const { name, isni = null, store_artist_ids } = given;
    // Names and ids contain no line breaks.
    const named = isni === null ? name : `${name}\n${isni}`;
    const key = store_artist_ids ? `${named}\n\n${Object.entries(store_artist_ids).join("\n")}` : named;
    const known = this.#references.get(key);
    if (known) return known.reference;
    const reference = `P${this.#references.size + 1}`;
    const proprietary_ids = this.#idsOf(store_artist_ids ?? {});
    this.#references.set(key, { reference, name, isni, dpid: null, proprietary_ids });
    return reference;
  }

  /** The id that the store itself gave comes first, under the name that the store goes by. */
  #idsOf(ids: NonNullable<Artist["store_artist_ids"]>): ProprietaryId[] {
    const here = ids[this.store_id];
    const namespace = this.header.recipients[0]?.party_id;
    return [
      ...(here !== undefined && namespace !== undefined ? [{ namespace, value: here }] : []),
      ...Object.entries(ids).map(([store_id, value]) => ({ namespace: store_id, value })),
    ];
  }

  list(): Party[] {
    return [...this.#references.values()];
  }
}

const displayRoles: Partial<Record<Artist["role"], string>> = { main: "MainArtist", featured: "FeaturedArtist" };

export function displayArtists(artists: readonly Artist[], { parties, header }: Credits): DisplayArtist[] {
  return artists.map((artist, index) => ({
    party_reference: parties.referenceTo(artist),
    sequence_number: index + 1,
    role: displayRoles[artist.role] ?? "Artist",
    artistic_roles: displayRoles[artist.role] ? [] : [contributorRole(artist.role, header.sender.party_id)],
  }));
}

/** Each contributor once, with all roles. */
export function contributorsOf(
  given: NonNullable<ContentTrack["contributors"]>,
  { parties, header: { sender } }: Credits,
): Contributor[] {
  const roles = new Map<string, Code[]>();
  for (const { name, role, isni = null } of given) {
    const reference = parties.referenceTo({ name, isni });
    const found = roles.get(reference) ?? [];
    const code = contributorRole(role, sender.party_id);
    const isKnown = found.some((other) => isSame(other, code));
    if (!isKnown) found.push(code);
    roles.set(reference, found);
  }
  return [...roles].map(([party_reference, codes], index) => ({
    party_reference,
    sequence_number: index + 1,
    roles: codes,
  }));
}

function isSame(one: Code, other: Code): boolean {
  return one.value === other.value && one.user_defined?.value === other.user_defined?.value;
}
