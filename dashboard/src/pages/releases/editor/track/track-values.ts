// The fields of a track as a form has them: text is never null there, and what is empty is sent as null.

import type {
  AiParts,
  AiShare,
  Artist,
  Contributor,
  Publisher,
  Release,
  Track,
  TrackChanges,
  Translation,
} from "@segue/sdk";
import { namedPeople } from "../people-rows.tsx";
import { wholeTranslations } from "./translation-rows.tsx";

const texts = [
  "version",
  "isrc",
  "language",
  "lyrics",
  "lyrics_synced",
  "p_line",
  "recording_country",
  "iswc",
  "work",
  "movement_title",
] as const;
const numbers = ["recording_year", "movement_number"] as const;
const claims = ["withheld", "is_instrumental", "is_cover", "instant_gratification"] as const;
export const aiParts = ["vocals", "instruments", "lyrics", "composition", "post_production"] as const;

/** The parts, or the whole alone. */
export type AiValue = { share: AiShare; parts: AiParts };

export type TrackValues = Record<(typeof texts)[number] | "title", string> &
  Record<(typeof numbers)[number] | "disc_number", number | string> &
  Record<(typeof claims)[number], boolean> & {
    artists: Artist[];
    contributors: Contributor[];
    publishers: Publisher[];
    translations: Translation[];
    territory: string[];
    advisory: Track["advisory"];
    ai: AiValue;
  };

const asTheRelease = ["WORLD"];

/** As the service lets the whole follow from its parts. */
export function shareOfParts(parts: NonNullable<AiParts>): AiShare {
  const shares = [...new Set(Object.values(parts))];
  return shares.length === 1 ? (shares[0] ?? "partial") : "partial";
}

export function trackValuesOf(track: Track, release: Release): TrackValues {
  const isReleases = JSON.stringify(track.territory) === JSON.stringify(release.territories);
  const empty = Object.fromEntries([...texts, ...numbers].map((field) => [field, track[field] ?? ""]));
  const claimed = Object.fromEntries(claims.map((field) => [field, track[field]]));
  return {
    ...(empty as Pick<TrackValues, (typeof texts)[number] | (typeof numbers)[number]>),
    ...(claimed as Pick<TrackValues, (typeof claims)[number]>),
    title: track.title,
    artists: track.artists ?? [],
    contributors: track.contributors ?? [],
    publishers: track.publishers ?? [],
    translations: track.translations ?? [],
    disc_number: track.disc_number,
    territory: isReleases ? asTheRelease : track.territory,
    advisory: track.advisory,
    ai: { share: track.ai, parts: track.ai_parts },
  };
}

export function trackChangesOf(values: Partial<TrackValues>): TrackChanges {
  const { title, artists, contributors, publishers, translations, disc_number, territory, advisory, ai } = values;
  return {
    ...given(texts, (field) => values[field]?.trim() || null, values),
    ...given(numbers, (field) => Number(values[field]) || null, values),
    ...given(claims, (field) => values[field], values),
    ...(title !== undefined && { title: title.trim() }),
    ...(artists && { artists: filledOrNull(namedPeople(artists)) }),
    ...(contributors && { contributors: filledOrNull(namedPeople(contributors)) }),
    ...(publishers && { publishers: filledOrNull(namedPeople(publishers)) }),
    ...(translations && { translations: wholeTranslations(translations) }),
    ...(Number(disc_number) > 0 && { disc_number: Number(disc_number) }),
    ...(territory?.length && { territory: territory.includes("WORLD") ? null : territory }),
    ...(advisory !== undefined && { advisory }),
    // The service lets each follow from the other: one of them is sent.
    ...(ai && (ai.parts ? { ai_parts: ai.parts } : { ai: ai.share })),
  };
}

/** The fields among the values that are to be sent. */
function given<Name extends keyof TrackValues>(
  fields: readonly Name[],
  sentOf: (field: Name) => unknown,
  values: Partial<TrackValues>,
): TrackChanges {
  const sent = fields.filter((field) => values[field] !== undefined);
  return Object.fromEntries(sent.map((field) => [field, sentOf(field)]));
}

function filledOrNull<Row>(rows: Row[]): Row[] | null {
  return rows.length > 0 ? rows : null;
}
