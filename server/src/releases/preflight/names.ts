// Names as rules compare them. A release has up to a thousand tracks that all stand under the same hundreds of artists, so
// a list of names is folded once, not once for each title that is compared with it.

import { foldText } from "../release.ts";
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
  /** Of the main artists, as written and in small letters. */
  main: readonly { name: string; lower: string }[];
};

const known = new WeakMap<readonly ArtistFacts[], Names>();

export function namesOf(artists: readonly ArtistFacts[]): Names {
  const before = known.get(artists);
  if (before) return before;
  const named = artists.map(({ name, role }) => ({ name, role, text: folded(name) }));
  const having = (...roles: string[]) =>
    new Set(named.filter(({ role }) => roles.includes(role)).map(({ text }) => text));
  const names: Names = {
    all: new Set(named.map(({ text }) => text)),
    guests: having("featured", "performer"),
    stage: having("main", "featured"),
    main: named.filter(({ role }) => role === "main").map(({ name }) => ({ name, lower: name.toLowerCase() })),
  };
  known.set(artists, names);
  return names;
}

const knownLists = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether a list, such as a threshold, has the name in whatever case. */
export function hasName(list: readonly string[], name: string): boolean {
  const before = knownLists.get(list);
  const names = before ?? new Set(list.map(folded));
  if (!before) knownLists.set(list, names);
  return names.has(folded(name));
}

/** What earlier releases say of an artist, the latest first. */
export type KnownArtists = {
  /** By ISNI or by a store's id. */
  byId(artist: ArtistFacts): ArtistFacts | undefined;
  /** By the name too. */
  storeIds(artist: ArtistFacts): ReadonlyMap<string, string>;
};

// Of those who are the same: the latest know best, and more would not be read.
const MAX_SAME = 3;

export function indexArtists(artists: readonly ArtistFacts[]): KnownArtists {
  const places = new Map<string, number[]>();
  for (const [place, artist] of artists.entries())
    for (const key of keysOf(artist)) {
      const same = places.get(key);
      if (same) same.push(place);
      else places.set(key, [place]);
    }
  return {
    byId(artist) {
      const first = idsOf(artist).flatMap((key) => places.get(key)?.[0] ?? []);
      return first.length === 0 ? undefined : artists[Math.min(...first)];
    },
    storeIds(artist) {
      const all = keysOf(artist).flatMap((key) => places.get(key)?.slice(0, MAX_SAME) ?? []);
      const same = [...new Set(all)].sort((a, b) => a - b).slice(0, MAX_SAME);
      return new Map(same.reverse().flatMap((place) => Object.entries(artists[place]?.store_artist_ids ?? {})));
    },
  };
}

function keysOf(artist: ArtistFacts): string[] {
  return [`name ${artist.name}`, ...idsOf(artist)];
}

function idsOf({ isni, store_artist_ids }: ArtistFacts): string[] {
  const own = Object.entries(store_artist_ids ?? {}).map(([store, id]) => `store ${store} ${id}`);
  return isni ? [`isni ${isni}`, ...own] : own;
}
