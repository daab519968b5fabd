// The fields of a release as an assistant is told of them. The compiler compares their names with those of the API.

import type { Artist, NewRelease, ReleaseChanges, Translation } from "@segue/sdk";
import { type TSchema, Type } from "typebox";

type Fields<Of> = { [Field in keyof Required<Of>]: TSchema };

const text = (description: string) => Type.Optional(Type.String({ description }));

const artist = {
  name: Type.String(),
  role: Type.String({
    description: "main, featured, remixer, producer, composer, lyricist, performer, conductor or orchestra.",
  }),
  isni: text("Such as 0000000121707484."),
  store_artist_ids: Type.Optional(Type.Record(Type.String(), Type.String(), { description: "By store_id." })),
} satisfies Fields<Artist>;

const translation = {
  language: Type.String({ description: "A BCP 47 tag such as ja or zh-Hant." }),
  title: Type.String(),
  artists: Type.Optional(
    Type.Array(Type.Object({ name: Type.String({ description: "As in artists." }), translated_name: Type.String() })),
  ),
} satisfies Fields<Translation>;

const needed = {
  title: Type.String({ description: "As shown in stores." }),
  artists: Type.Array(Type.Object(artist), { description: "In order; at least one has the role main." }),
  release_date: Type.String({ description: "YYYY-MM-DD." }),
};

const others = {
  version: text("Such as Deluxe Edition."),
  type: text("single, ep, album or compilation; taken from the tracks unless set."),
  original_release_date: text("YYYY-MM-DD, if it came out before."),
  genre: text("Such as Jazz."),
  language: text("Of the titles: a BCP 47 tag such as en or pt-BR."),
  p_line: text("Who owns the recording, such as 2026 Nightjar Records."),
  c_line: text("Who owns artwork and texts."),
  ean: text("A GTIN-13. Stores then know the release by it, not by its UPC."),
  catalog_number: text("The label's own number."),
  subgenre: text("A part of the genre, such as Bebop."),
  translations: Type.Optional(
    Type.Array(Type.Object(translation), { description: "Title and names in other languages or scripts." }),
  ),
  start_at: text("RFC 3339: when stores may offer it. Without it, at midnight of the release date everywhere."),
  label: text("Without it, the organization's."),
  upc: text("Without it, one is assigned."),
  territories: Type.Optional(Type.Array(Type.String(), { description: "ISO 3166-1 alpha-2 codes, or WORLD alone." })),
  explicit: Type.Optional(Type.Boolean({ description: "Explicit lyrics or cover." })),
  artwork_ai: text("How much of the artwork artificial intelligence made: none, partial or full."),
};

const created = { ...needed, ...others } satisfies Fields<NewRelease>;
const changed = {
  ...Type.Partial(Type.Object(needed)).properties,
  ...others,
  artwork_asset_id: text("A ready artwork asset."),
} satisfies Fields<Omit<ReleaseChanges, "status">>;

export const releaseFields = Type.Unsafe<NewRelease>(Type.Object(created));
export const changedFields = Type.Unsafe<ReleaseChanges>(Type.Object(changed));
