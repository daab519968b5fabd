// Where the credits of our API stand in a message. There contributors and publishers are one list, artists may stand in another order than
// their numbers, and names and numbers are those of a party.

import type { Code, Contributor, DisplayArtist, SoundRecording } from "../ddex/ern.ts";
import { numbered } from "../ddex/xml-tree.ts";

export const PUBLISHER = "MusicPublisher";

/** `index`: of its contributor. `role_name`: with its number, if the contributor has several. */
type Credit = { index: number; party_reference: string; role: Code; role_name: string };

/** One for each role. A contributor that is no party, such as a machine, is no credit. */
export function creditsIn(contributors: readonly Contributor[]): Record<"contributors" | "publishers", Credit[]> {
  const all = contributors.flatMap(({ party_reference, roles }, index) =>
    party_reference === null
      ? []
      : roles.map((role, place) => ({
          index,
          party_reference,
          role,
          role_name: numbered("Role", place, roles.length),
        })),
  );
  const isPublisher = ({ role }: Credit) => role.value === PUBLISHER;
  return { contributors: all.filter((credit) => !isPublisher(credit)), publishers: all.filter(isPublisher) };
}

/** In the order of their numbers. */
export function byNumber<Artist extends DisplayArtist>(artists: readonly Artist[]): Artist[] {
  return [...artists].sort((one, other) => (one.sequence_number ?? 0) - (other.sequence_number ?? 0));
}

/** The place of `artists[1].name` below a release or a recording. Undefined for any other field. */
export function artistPlace(element: string, artists: readonly DisplayArtist[], field: string): string | undefined {
  const [, place] = /^artists\[(\d+)\]/.exec(field) ?? [];
  const artist = place === undefined ? undefined : byNumber(artists)[Number(place)];
  return artist && `${element}/DisplayArtist[${artists.indexOf(artist) + 1}]`;
}

/** Elements below the party; all else of a credit stands at the contributor. */
const ofParty: Readonly<Record<string, string>> = {
  name: "PartyName",
  isni: "PartyId/ISNI",
  ipi: "PartyId/IpiNameNumber",
};

/** The place of `publishers[0].ipi` of a recording. `party_places`: by reference. Undefined for a field that is no credit. */
export function creditPlace(
  { element, recording }: { element: string; recording: SoundRecording },
  party_places: ReadonlyMap<string, number>,
  field: string,
): string | undefined {
  const [, list, place, name = ""] = /^(contributors|publishers)\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
  if (list !== "contributors" && list !== "publishers") return artistPlace(element, recording.display_artists, field);
  const credit = creditsIn(recording.contributors)[list][Number(place)];
  if (!credit) return undefined;
  const party = party_places.get(credit.party_reference);
  const below = ofParty[name];
  if (party !== undefined && below !== undefined) return `PartyList/Party[${party + 1}]/${below}`;
  const contributor = `${element}/Contributor[${credit.index + 1}]`;
  return name === "role" ? `${contributor}/${credit.role_name}` : contributor;
}
