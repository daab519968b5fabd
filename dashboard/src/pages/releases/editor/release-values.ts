// The fields of a release as a form has them: text is never null there, and what is empty is sent as null.

import type { Artist, NewRelease, Release, ReleaseChanges, Translation } from "@segue/sdk";
import { namedPeople } from "./people-rows.tsx";
import { wholeTranslations } from "./track/translation-rows.tsx";

const optional = [
  "version",
  "original_release_date",
  "genre",
  "subgenre",
  "language",
  "p_line",
  "c_line",
  "ean",
  "catalog_number",
] as const;

export type ReleaseValues = Record<(typeof optional)[number] | "title" | "release_date" | "label" | "upc", string> & {
  type: string;
  /** As a browser's field has it: without seconds and zone, in UTC. */
  start_at: string;
  artists: Artist[];
  territories: string[];
  translations: Translation[];
  explicit: boolean;
};

export const noValues: ReleaseValues = {
  title: "",
  version: "",
  artists: [{ name: "", role: "main" }],
  release_date: "",
  type: "",
  label: "",
  genre: "",
  subgenre: "",
  language: "",
  p_line: "",
  c_line: "",
  explicit: false,
  territories: ["WORLD"],
  translations: [],
  original_release_date: "",
  start_at: "",
  upc: "",
  ean: "",
  catalog_number: "",
};

export function valuesOf(release: Release): ReleaseValues {
  const texts = Object.fromEntries(optional.map((field) => [field, release[field] ?? ""]));
  return {
    ...noValues,
    ...texts,
    title: release.title,
    artists: release.artists,
    release_date: release.release_date,
    type: release.type ?? "",
    label: release.label,
    upc: release.upc,
    territories: release.territories,
    translations: release.translations ?? [],
    explicit: release.explicit,
    start_at: release.start_at?.slice(0, 16) ?? "",
  };
}

/** Null clears a field. Label and UPC cannot be cleared: left empty, they stay as they are. */
export function changesOf(values: Partial<ReleaseValues>): ReleaseChanges {
  const { type, start_at, artists, title, release_date, label, upc, territories, translations, explicit, ...texts } =
    values;
  const cleared = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() || null]));
  return {
    ...cleared,
    ...(title !== undefined && { title: title.trim() }),
    ...(release_date !== undefined && { release_date }),
    ...(label?.trim() && { label: label.trim() }),
    ...(upc?.trim() && { upc: upc.trim() }),
    ...(type !== undefined && { type: (type || null) as Release["type"] }),
    ...(start_at !== undefined && { start_at: start_at ? `${start_at}:00Z` : null }),
    ...(artists !== undefined && { artists: namedPeople(artists) }),
    ...(territories?.length && { territories }),
    ...(translations !== undefined && { translations: wholeTranslations(translations) }),
    ...(explicit !== undefined && { explicit }),
  };
}

export function newReleaseOf(values: ReleaseValues): NewRelease {
  const { title = "", artists = [], release_date = "", ...others } = changesOf(values);
  const given = Object.entries(others).filter(([, value]) => value !== null && value !== undefined);
  return { title, artists, release_date, ...Object.fromEntries(given) };
}
