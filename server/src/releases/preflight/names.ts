// Names as rules compare them. A release has up to a thousand tracks that all stand under the same hundreds of artists, so
// a list of names is folded once, not once for each title that is compared with it.

import { greatest } from "../../platform/long-list.ts";
import { foldText } from "../../platform/search.ts";
import type { ArtistFacts } from "./subject.ts";

export function folded(text: string): string {
  return foldText(text).trim();
}

type Names = {
  all: ReadonlySet<string>;
  /** As guests: featured or performing. */
  guests: ReadonlySet<string>;
  /** Main and featured artists. */
  stage: ReadonlySet<string>;
};

export const namesOf = onceFor((artists: readonly ArtistFacts[]): Names => {
  const named = artists.map(({ name, role }) => ({ role, text: folded(name) }));
  const having = (...roles: string[]) =>
    new Set(named.filter(({ role }) => roles.includes(role)).map(({ text }) => text));
  return {
    all: new Set(named.map(({ text }) => text)),
    guests: having("featured", "performer"),
    stage: having("main", "featured"),
  };
});

/** As written, and in small letters. */
export const mainNames = onceFor((artists: readonly ArtistFacts[]) =>
  artists.filter(({ role }) => role === "main").map(({ name }) => ({ name, lower: name.toLowerCase() })),
);

const listed = onceFor((list: readonly string[]) => ({
  names: new Set(list.map(folded)),
  longest: greatest(
    list.map(({ length }) => length),
    0,
  ),
}));

/** Whether a list, such as a threshold, has the name in whatever case. */
export function hasName(list: readonly string[], name: string): boolean {
  const { names, longest } = listed(list);
  // Folding makes a text at most four times shorter, so that a longer one need not be folded.
  return name.length <= 4 * longest + 4 && names.has(folded(name));
}

function onceFor<List extends object, Result>(compute: (list: List) => Result): (list: List) => Result {
  const known = new WeakMap<List, Result>();
  return (list) => {
    const before = known.get(list);
    if (before !== undefined) return before;
    const result = compute(list);
    known.set(list, result);
    return result;
  };
}

/** Facts of earlier releases about an artist, the latest first. */
export type KnownArtists = {
  /** By ISNI or by a store's id. */
  byId(artist: ArtistFacts): ArtistFacts | undefined;
  /** By the name too. */
  storeIds(artist: ArtistFacts): ReadonlyMap<string, string>;
};

// Facts about the same artist that are kept: the latest know best, and more would not be read.
const MAX_SAME = 3;

export function indexArtists(artists: readonly ArtistFacts[]): KnownArtists {
  const [by_id, by_name] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const [place, artist] of artists.entries()) {
    for (const id of idsOf(artist)) addPlace(by_id, id, place);
    addPlace(by_name, artist.name, place);
  }
  return {
    byId(artist) {
      const first = idsOf(artist).flatMap((id) => by_id.get(id)?.[0] ?? []);
      return first.length === 0 ? undefined : artists[first.reduce((a, b) => Math.min(a, b))];
    },
    storeIds(artist) {
      const lists = [by_name.get(artist.name), ...idsOf(artist).map((id) => by_id.get(id))];
      const all = lists.flatMap((places) => places?.slice(0, MAX_SAME) ?? []);
      const same = [...new Set(all)].sort((a, b) => a - b).slice(0, MAX_SAME);
      return new Map(same.reverse().flatMap((place) => Object.entries(artists[place]?.store_artist_ids ?? {})));
    },
  };
}

function addPlace(index: Map<string, number[]>, key: string, place: number): void {
  const places = index.get(key);
  if (places) places.push(place);
  else index.set(key, [place]);
}

function idsOf({ isni, store_artist_ids }: ArtistFacts): string[] {
  const own = Object.entries(store_artist_ids ?? {}).map(([store, id]) => `store ${store} ${id}`);
  return isni ? [`isni ${isni}`, ...own] : own;
}
