import { Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { Nullable, OneOf, Text } from "../platform/schema.ts";

const artistRoles = [
  "main",
  "featured",
  "remixer",
  "producer",
  "composer",
  "lyricist",
  "performer",
  "conductor",
  "orchestra",
] as const;

export const Isni = Type.String({
  rule: (text: string): Issue[] =>
    /^\d{15}[\dX]$/.test(text) ? [] : [problem("", "must be an ISNI: 16 digits, the last may be X")],
  examples: ["000000012146438X"],
});

const Artist = Type.Object(
  {
    name: Text({ maxLength: 500, examples: ["Vera Lux"] }),
    role: OneOf(artistRoles),
    isni: Type.Optional(Nullable(Isni)),
    store_artist_ids: Type.Optional(
      Type.Record(Type.String({ pattern: "^[\\w.-]{1,100}$" }), Text({ maxLength: 200 }), {
        additionalProperties: false,
        maxProperties: 100,
        description: "The artist's id at each store, by `store_id`.",
        examples: [{ store_auralis: "ar-20417" }],
      }),
    ),
  },
  { title: "Artist", additionalProperties: false },
);

function isArtistRole(role: unknown): boolean {
  return artistRoles.some((known) => known === role);
}

/** If a role is missing or wrong, only that problem is reported. */
function artistsIssues(artists: readonly { role?: unknown }[]): Issue[] {
  const isUnclear = artists.length === 0 || artists.some((artist) => !isArtistRole(artist?.role));
  return isUnclear || artists.some(({ role }) => role === "main")
    ? []
    : [problem("", "must have at least one artist with the role main")];
}

export const Artists = Type.Array(Artist, {
  minItems: 1,
  maxItems: 500,
  rule: artistsIssues,
  description: "In order; at least one has the role `main`.",
  examples: [[{ name: "Vera Lux", role: "main" }]],
});
