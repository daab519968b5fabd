// The fields of a track as a form has them: text is never null there, and what is empty is sent as null.

import type { Artist, Contributor, Release, Track, TrackChanges } from "@segue/sdk";
import { namedPeople } from "./people-rows.tsx";

const texts = ["version", "isrc", "language", "lyrics"] as const;

export type TrackValues = Record<(typeof texts)[number] | "title", string> & {
  artists: Artist[];
  contributors: Contributor[];
  disc_number: number | string;
  territory: string[];
  explicit: boolean;
  withheld: boolean;
  ai: string;
};

const asTheRelease = ["WORLD"];

export function trackValuesOf(track: Track, release: Release): TrackValues {
  const { title, version, isrc, language, lyrics, artists, contributors, disc_number, explicit, withheld, ai } = track;
  const isReleases = JSON.stringify(track.territory) === JSON.stringify(release.territories);
  return {
    title,
    version: version ?? "",
    isrc: isrc ?? "",
    language: language ?? "",
    lyrics: lyrics ?? "",
    artists: artists ?? [],
    contributors: contributors ?? [],
    disc_number,
    territory: isReleases ? asTheRelease : track.territory,
    explicit,
    withheld,
    ai,
  };
}

export function trackChangesOf(values: Partial<TrackValues>): TrackChanges {
  const { title, artists, contributors, disc_number, territory, explicit, withheld, ai } = values;
  const cleared = Object.fromEntries(
    texts.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field].trim() || null]])),
  );
  const named = (people: Artist[] | Contributor[]) => (namedPeople(people).length > 0 ? namedPeople(people) : null);
  return {
    ...cleared,
    ...(title !== undefined && { title: title.trim() }),
    ...(artists && { artists: named(artists) as Artist[] | null }),
    ...(contributors && { contributors: named(contributors) }),
    ...(Number(disc_number) > 0 && { disc_number: Number(disc_number) }),
    ...(territory?.length && { territory: territory.includes("WORLD") ? null : territory }),
    ...(explicit !== undefined && { explicit }),
    ...(withheld !== undefined && { withheld }),
    ...(ai !== undefined && { ai: ai as Track["ai"] }),
  };
}
