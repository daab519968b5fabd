// The tables that the operator keeps for a store: its genres and roles by the words of partners, and its price tiers.

import { Type } from "typebox";
import { isRoleCode } from "../ddex/role-codes.ts";
import { type StoreGenre, wordKey } from "../ddex/vocabulary.ts";
import type { Capabilities } from "../messages/capabilities.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { Nullable, OneOf, Text } from "../platform/schema.ts";

const MAX_WORDS = 200;
const MAX_GENRES = 1_000;
const MAX_ROLES = 500;
const MAX_TIERS = 200;
/** A limit for the three tables of one store together, as JSON: those of hundreds of stores are read for one delivery. */
const MAX_TABLE_BYTES = 262_144;

/** No two keys may be the same words. */
function wordIssues(table: object): Issue[] {
  const seen = new Map<string, string>();
  return Object.keys(table).flatMap((words): Issue[] => {
    const key = wordKey(words);
    const [same, field] = [seen.get(key), words.slice(0, MAX_WORDS)];
    seen.set(key, field);
    if (key === "") return [problem(field, "must not be blank")];
    if (words.length > MAX_WORDS) return [problem(field, `must have at most ${MAX_WORDS} characters`)];
    if (/\p{Cc}/u.test(words)) return [problem(field, "must not contain control characters")];
    return same === undefined ? [] : [problem(field, `is ${same} again: upper and lower case are the same`)];
  });
}

const Genre = Type.Object(
  {
    genre: Text({ maxLength: MAX_WORDS, examples: ["Dance"] }),
    subgenre: Type.Optional(Nullable(Text({ maxLength: MAX_WORDS, examples: ["Techno"] }))),
  },
  { title: "StoreGenre", additionalProperties: false },
);

export const Genres = Type.Unsafe<Record<string, StoreGenre>>({
  type: "object",
  additionalProperties: Genre,
  maxProperties: MAX_GENRES,
  rule: wordIssues,
  description:
    "Genres of releases to the store's own. Case does not count. With any, a genre that is not among them goes out as `default_genre`. " +
    "Lists of stores leave it out.",
  examples: [{ Electronic: { genre: "Dance", subgenre: "Techno" } }],
});

export const Roles = Type.Unsafe<Record<string, string>>({
  type: "object",
  additionalProperties: Text({ maxLength: MAX_WORDS }),
  maxProperties: MAX_ROLES,
  rule: wordIssues,
  description:
    "Roles of contributors to codes of DDEX that the store's `message_format` has. Case does not count. They are asked before the " +
    "service's own table. Lists of stores leave it out.",
  examples: [{ "Tape wizard": "StudioProducer" }],
});

const PriceTier = Type.Object(
  {
    code: Text({ maxLength: 50, examples: ["FRONT"] }),
    name: Text({ maxLength: 200, examples: ["Front line"] }),
    namespace: Type.Optional(
      Nullable(
        Text({
          maxLength: 100,
          description: "The party whose code it is. Without it, the sender of the message.",
          examples: ["PADPIDA2014101604V"],
        }),
      ),
    ),
  },
  { title: "PriceTier", additionalProperties: false },
);

export const PriceTiers = Type.Array(PriceTier, {
  maxItems: MAX_TIERS,
  rule: tierIssues,
  description: "The price tiers that the terms of a delivery may name, by `code`.",
  examples: [[{ code: "FRONT", name: "Front line" }]],
});

function tierIssues(tiers: readonly { code?: unknown }[]): Issue[] {
  const seen = new Set<unknown>();
  return tiers.flatMap((tier, index): Issue[] => {
    const code = tier?.code;
    if (typeof code !== "string" || !seen.has(code)) {
      seen.add(code);
      return [];
    }
    return [problem(`[${index}].code`, `is the code of another tier: ${code}`)];
  });
}

export const ReleaseProfile = Nullable(
  Text({
    maxLength: 200,
    description: "In messages of ERN 3, in place of the release profile that the service names.",
    examples: ["CommonReleaseTypes/14/AudioAlbumMusicOnly"],
  }),
);

export const Migration = OneOf(["overlap", "replace", "takedown_first", "automatic"], {
  default: "overlap",
  description: "How the store takes over a release that another distributor delivered before.",
});

export type StoreTables = {
  genres: Record<string, StoreGenre>;
  roles: Record<string, string>;
  price_tiers: { code: string; name: string; namespace?: string | null }[];
};

/** Checks the tables together with the format that the store's messages have. */
export function tableIssues(
  { genres, roles, price_tiers }: StoreTables,
  { message_format }: Pick<Capabilities, "message_format">,
): Issue[] {
  const version = message_format.slice("ern_".length);
  const wrong = Object.entries(roles).filter(([, code]) => !isRoleCode(code, version));
  const issues = wrong.map(([words, code]) =>
    problem(`roles.${words}`, `is no role of DDEX in ${message_format}: ${code}`),
  );
  const bytes = Buffer.byteLength(JSON.stringify([genres, roles, price_tiers]));
  if (bytes <= MAX_TABLE_BYTES) return issues;
  const limit = `genres, roles and price_tiers have ${bytes} bytes together; the limit is ${MAX_TABLE_BYTES}`;
  return [...issues, problem("genres", limit)];
}
