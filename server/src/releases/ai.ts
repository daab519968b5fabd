import { type Static, Type } from "typebox";
import { OneOf } from "../platform/schema.ts";

/** How much of a track or a picture was made by artificial intelligence. */
export const aiShares = ["none", "partial", "full"] as const;
export type AiShare = (typeof aiShares)[number];

const part = (description: string, example: AiShare) => OneOf(aiShares, { description, examples: [example] });

export const AiParts = Type.Object(
  {
    vocals: part("Voices that are sung or spoken.", "full"),
    instruments: part("Everything else that is played.", "none"),
    lyrics: part("The words.", "full"),
    composition: part("The music as it is written.", "none"),
    post_production: part("Mixing and mastering.", "none"),
  },
  { title: "AiParts", additionalProperties: false },
);
export type AiParts = Static<typeof AiParts>;

/** The share of the whole that follows from its parts. */
export function aiOfParts(parts: AiParts): AiShare {
  const [first, ...others] = new Set(Object.values(parts));
  return first === undefined || others.length > 0 ? "partial" : first;
}
