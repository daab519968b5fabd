// Fields of a track that stores ask for besides its title and credits, and how those that say the same follow from each other.

import { Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { Nullable, OneOf, Text } from "../platform/schema.ts";
import { AiParts, aiShares } from "../releases/ai.ts";
import { advisories } from "../releases/release.ts";
import { Translations } from "../releases/translation.ts";
import { parseIpi, parseIswc } from "../standards/identifier.ts";
import { findLrcFault } from "../standards/lrc.ts";
import { isTerritory } from "../standards/territory.ts";

const MAX_LYRICS = 50_000;
const MAX_PUBLISHERS = 50;
const MAX_MOVEMENT_NUMBER = 999;
/** The first recordings of sound are of 1877. */
const FIRST_RECORDING_YEAR = 1877;

const Publisher = Type.Object(
  {
    name: Text({ maxLength: 500, examples: ["Owl Songs"] }),
    ipi: Type.Optional(
      Nullable(
        Type.String({
          rule: (text: string): Issue[] =>
            parseIpi(text) ? [] : [problem("", "must be an IPI name number of 9 to 11 digits")],
          description: "Its IPI name number, shown with 11 digits.",
          examples: ["00014107338"],
        }),
      ),
    ),
  },
  { title: "Publisher", additionalProperties: false },
);

const Iswc = Type.String({
  rule: (text: string): Issue[] =>
    parseIswc(text) ? [] : [problem("", "must be an ISWC with a correct check digit, such as T-034.524.680-1")],
  description: "The code of the composition. Its signs may be left out.",
  examples: ["T-034.524.680-1"],
});

const Country = Type.String({
  rule: (text: string): Issue[] =>
    isTerritory(text) || text === "XK" ? [] : [problem("", "must be an ISO 3166-1 alpha-2 code, or XK")],
  description: "Where it was recorded: an ISO 3166-1 alpha-2 code, or XK for Kosovo.",
  examples: ["FR"],
});

function plainIssues(text: string): Issue[] {
  const isPlain = !/[^\P{Cc}\n\r\t]/u.test(text);
  return isPlain ? [] : [problem("", "must not contain control characters but line breaks and tabs")];
}

function syncedIssues(text: string): Issue[] {
  const fault = findLrcFault(text);
  return fault ? [problem("", `line ${fault.line} ${fault.issue}`)] : plainIssues(text);
}

export const optionalOfRecording = {
  lyrics: Nullable(Type.String({ minLength: 1, maxLength: MAX_LYRICS, rule: plainIssues, examples: ["La la la"] })),
  lyrics_synced: Nullable(
    Type.String({
      minLength: 1,
      maxLength: MAX_LYRICS,
      rule: syncedIssues,
      description:
        "The lyrics with times, as LRC: each line begins with the time at which it is sung, none before an earlier one.",
      examples: ["[00:12.00]La la la\n[00:15.30]La la"],
    }),
  ),
  p_line: Nullable(
    Text({
      maxLength: 500,
      description: "The owner of this recording, with the year. Without it, the release's.",
      examples: ["2019 Owl Records"],
    }),
  ),
  recording_year: Nullable(
    Type.Integer({
      minimum: FIRST_RECORDING_YEAR,
      description: "The year in which it was recorded, next year at the latest.",
      examples: [2024],
    }),
  ),
  recording_country: Nullable(Country),
  iswc: Nullable(Iswc),
  publishers: Nullable(
    Type.Array(Publisher, { maxItems: MAX_PUBLISHERS, description: "The publishers of the composition." }),
  ),
  work: Nullable(
    Text({
      maxLength: 500,
      description: "The work that a movement is a part of; for classical music.",
      examples: ["Sonata No. 2"],
    }),
  ),
  movement_number: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_MOVEMENT_NUMBER,
      description: "Its place in the `work`.",
      examples: [1],
    }),
  ),
  movement_title: Nullable(Text({ maxLength: 500, description: "Its own name in the `work`.", examples: ["Allegro"] })),
  translations: Nullable(Translations),
  ai_parts: Nullable(
    Type.Object(AiParts.properties, {
      ...AiParts,
      description: "`ai` by part. `ai` follows from it; a request with `ai` alone sets it to null.",
    }),
  ),
};

/** Fields that always have a value. */
export const alwaysOfRecording = {
  advisory: OneOf(advisories, {
    default: "none",
    description:
      "`clean`: an edited version of a track that is explicit. `explicit` follows from it. A request with `explicit` alone sets it, " +
      "but false leaves `clean` as it is.",
  }),
  is_instrumental: Type.Boolean({ default: false, description: "It has no vocals." }),
  is_cover: Type.Boolean({ default: false, description: "Another artist recorded the composition first." }),
  ai: OneOf(aiShares, {
    default: "none",
    description: "How much of it artificial intelligence made.",
    examples: ["partial"],
  }),
  instant_gratification: Type.Boolean({
    default: false,
    description: "Buyers of a pre-order get it at once. Without a pre-order it does nothing.",
  }),
};
