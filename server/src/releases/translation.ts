import { type Static, Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { Nullable, Text } from "../platform/schema.ts";
import { isLanguageTag } from "../standards/language.ts";

const MAX_TRANSLATIONS = 20;
const MAX_TRANSLATED_ARTISTS = 50;

export const Language = Type.String({
  rule: (text: string): Issue[] =>
    isLanguageTag(text) ? [] : [problem("", "must be a language tag (BCP 47) such as en or pt-BR")],
  examples: ["en"],
});

const TranslatedArtist = Type.Object(
  {
    name: Text({ maxLength: 500, description: "As in `artists`.", examples: ["Vera Lux"] }),
    translated_name: Text({ maxLength: 500, examples: ["ヴェラ・ルクス"] }),
  },
  { title: "TranslatedArtist", additionalProperties: false },
);

/** A title, and names of artists, in another language or script. */
const Translation = Type.Object(
  {
    language: Type.String({
      ...Language,
      description: "A language tag (BCP 47), with the script where the language has several.",
      examples: ["ja"],
    }),
    title: Text({ maxLength: 500, examples: ["パリの真夜中"] }),
    artists: Type.Optional(
      Nullable(
        Type.Array(TranslatedArtist, {
          maxItems: MAX_TRANSLATED_ARTISTS,
          rule: (artists: readonly unknown[]): Issue[] => repeatedIssues(artists, "name"),
          description: "The names of artists in this language. Names that no artist has are not sent to stores.",
        }),
      ),
    ),
  },
  { title: "Translation", additionalProperties: false },
);
export type Translation = Static<typeof Translation>;

export const Translations = Type.Array(Translation, {
  maxItems: MAX_TRANSLATIONS,
  rule: (translations: readonly unknown[]): Issue[] => repeatedIssues(translations, "language"),
  description: "The title and the names of artists in other languages or scripts, one entry a language.",
});

/** A value of `field` that an earlier entry has, in any case. Other rules report values of the wrong type. */
function repeatedIssues(entries: readonly unknown[], field: "language" | "name"): Issue[] {
  const first = new Map<string, number>();
  return entries.flatMap((entry, index): Issue[] => {
    const value = (entry as Record<string, unknown> | null)?.[field];
    if (typeof value !== "string") return [];
    const other = first.get(value.toLowerCase());
    if (other !== undefined) return [problem(`[${index}].${field}`, `is also that of entry ${other}`)];
    first.set(value.toLowerCase(), index);
    return [];
  });
}
