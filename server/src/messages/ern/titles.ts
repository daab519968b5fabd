// Titles, languages and lines of rights, as messages have them.

import type { DisplayTitle, FormalTitle, RightsLine, TranslatedTitle } from "../../ddex/ern.ts";
import { movementText } from "../../ddex/movement.ts";
import type { ContentTrack } from "../../releases/release.ts";

export function displayTitleOf({ title, version }: { title: string; version: string | null }): DisplayTitle {
  return { text: version === null ? title : `${title} (${version})`, title, sub_title: version };
}

const noTitles: readonly TranslatedTitle[] = [];

/** Languages that the schema cannot tell apart are one: the first counts. */
export function translatedTitles(translations: ContentTrack["translations"]): readonly TranslatedTitle[] {
  if (!translations || translations.length === 0) return noTitles;
  const titles = new Map<string, TranslatedTitle>();
  for (const { language: tag, title } of translations) {
    const language = languageOf(tag);
    if (!titles.has(language)) titles.set(language, { language, text: title, title, sub_title: null });
  }
  return [...titles.values()];
}

type Part = Pick<ContentTrack, "work" | "movement_number" | "movement_title">;

/** The work and the movement. Null for music that is no part of a work. */
export function formalTitleOf(track: Part): FormalTitle | null {
  return track.work === null ? null : { title: track.work, sub_title: movementText(track) };
}

// The part of BCP 47 that the schema takes: language, script or extended language, region, variant.
const schemaLanguage = /^[a-z]{2,3}(-[a-z]+)?(-[a-z]{2}|-[0-9]{3})?(-[a-z][a-z0-9]{4,})?$/i;

/** `und` where it is not known; a tag that the schema does not take is cut to its language. */
export function languageOf(tag: string | null): string {
  if (tag === null || schemaLanguage.test(tag)) return tag ?? "und";
  const [language = ""] = tag.split("-", 1);
  return /^[a-z]{2,3}$/i.test(language) ? language : "und";
}

/** The year that a line begins with, if it does: `2026 Nightjar`, `℗ 2026 Nightjar`. */
export function rightsLine(text: string | null): RightsLine | null {
  if (text === null) return null;
  const year = /^(?:[℗©]|\([pc]\))?\s*((?:19|20)\d\d)\b/i.exec(text)?.[1] ?? null;
  return { year, text };
}
