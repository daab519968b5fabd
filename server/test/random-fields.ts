// Random values of the fields that few tracks have, and the texts of random releases.

import fc from "fast-check";
import { anyText } from "./any-text.ts";

const scripts = [
  "Vera Lux",
  "Ola & <Berg>",
  'A "quoted" name',
  "]]>",
  "東京事変",
  "Мумий Тролль",
  "فيروز",
  "ירדנה",
  "ﬁn 🎧 é",
];

/** As the API takes it: visible, without control characters. */
export const text = (maxLength: number) =>
  fc
    .oneof(fc.constantFrom(...scripts), anyText({ minLength: 1, maxLength }))
    .map((words) => words.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "").trim())
    .map((words) => (/\S/u.test(words) ? words : "Untitled"));

export const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
export const language = fc.constantFrom("en", "pt-BR", "zh-Hant", "ja", "sr-Latn-RS", "es-419", "ar");

export const share = fc.constantFrom("none" as const, "partial" as const, "full" as const);
const aiParts = fc.oneof(
  fc.record({ vocals: share, instruments: share, lyrics: share, composition: share, post_production: share }),
  share.map((all) => ({ vocals: all, instruments: all, lyrics: all, composition: all, post_production: all })),
);

/** Names of artists in other languages are added where the artists are known. */
export const translations = fc.uniqueArray(fc.record({ language, title: text(40) }), {
  maxLength: 3,
  selector: (translation) => translation.language,
});

export const movement = fc.record({
  work: fc.constantFrom("Sonata No. 2", "Lieder & <Songs>"),
  movement_number: optional(fc.integer({ min: 1, max: 999 })),
  movement_title: optional(text(20)),
});

const publishers = fc.uniqueArray(
  fc.record({ name: text(30), ipi: fc.constantFrom("00014107338", "00052210040") }, { requiredKeys: ["name"] }),
  { maxLength: 3, selector: ({ name }) => name },
);

export const rareFields = fc.record({
  advisory: fc.constantFrom("none" as const, "explicit" as const, "clean" as const),
  ai_parts: optional(aiParts),
  p_line: optional(fc.oneof(fc.constant("2019 Owl"), text(30))),
  is_instrumental: fc.boolean(),
  is_cover: fc.boolean(),
  recording_year: optional(fc.integer({ min: 1877, max: 2027 })),
  recording_country: optional(fc.constantFrom("FR", "XK", "JP")),
  iswc: optional(fc.constantFrom("T-034.524.680-1", "T-000.000.001-0")),
  publishers: optional(publishers),
  translations: optional(translations),
  lyrics: optional(text(60)),
  lyrics_synced: optional(fc.constant("[00:12.00]La la la\n[00:15.30]La")),
  instant_gratification: fc.boolean(),
});
