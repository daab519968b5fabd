// What a suggestion of preflight changes: its field says where, and its text what to write there.

import type { Artist, PreflightIssue, Release, ReleaseChanges, Track, TrackChanges } from "@segue/sdk";

export type SuggestedChange =
  | { track_id?: undefined; changes: ReleaseChanges }
  | { track_id: string; changes: TrackChanges };

type Named = { name: string };
type Bearer = { artists: Artist[] | null; contributors?: Named[] | null };

/** Undefined where the text is advice that cannot be written into the field as it is. */
export function suggestedChange(
  { field, suggestion }: PreflightIssue,
  release: Release,
  tracks: readonly Track[],
): SuggestedChange | undefined {
  if (suggestion === undefined) return undefined;
  const [, index, ownField] = /^tracks\[(\d+)\]\.(.+)$/.exec(field) ?? [];
  if (index === undefined || ownField === undefined) {
    const changes = changesOf(field, suggestion, release);
    return changes && { changes: changes as ReleaseChanges };
  }
  const track = tracks[Number(index)];
  const changes = track && changesOf(ownField, suggestion, track);
  return changes && { track_id: track.id, changes };
}

function changesOf(field: string, suggestion: string, bearer: Bearer): Record<string, unknown> | undefined {
  if (field === "artists") return { artists: withOneMainArtist(bearer.artists ?? [], suggestion) };
  if (/^\w+$/.test(field)) return { [field]: suggestion };
  const [, list, index, part] = /^(artists|contributors)\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  const people = list === "artists" ? bearer.artists : bearer.contributors;
  const person = people?.[Number(index)];
  if (!list || !people || !person) return undefined;
  const instead = replacementsOf(person, part ?? "", suggestion);
  return instead && { [list]: people.flatMap((other) => (other === person ? instead : [other])) };
}

/** The others keep their roles: only the main artists become one. */
function withOneMainArtist(artists: readonly Artist[], name: string): Artist[] {
  return [{ name, role: "main" }, ...artists.filter(({ role }) => role !== "main")];
}

function replacementsOf(person: Named, part: string, suggestion: string): Named[] | undefined {
  // "Vera Lux | Ola Berg": two artists that stood in one entry.
  if (part === "name") return suggestion.split(" | ").map((name) => ({ ...person, name }));
  if (part !== "store_artist_ids") return undefined;
  const known = (person as Artist).store_artist_ids;
  const told = suggestion.split(/, (?=\S+: )/).map((entry) => entry.split(/: (.*)/s).slice(0, 2));
  return [{ ...person, store_artist_ids: { ...known, ...Object.fromEntries(told) } } as Artist];
}
