import { type Static, Type } from "typebox";
import { Id, Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import { releaseStatuses } from "./release.ts";

export const catalogTypes = ["release", "track"] as const;

/** A release or a track of any organization, as the operator finds it. */
export const CatalogEntry = Type.Object(
  {
    id: Type.String({
      description: "The id of the track or the release.",
      examples: ["trk_01k8z3v9qxe7p9a4m2c6t5w8rn"],
    }),
    type: OneOf(catalogTypes),
    organization_id: Id("org"),
    organization_name: Type.String({ examples: ["Nightjar Records"] }),
    release_id: Id("rel"),
    release_title: Type.String({ examples: ["First Light"] }),
    title: Type.String({ examples: ["First Light"] }),
    version: Nullable(Type.String({ examples: ["Live"] })),
    artist: Nullable(Type.String({ description: "The main artists.", examples: ["Vera Lux"] })),
    isrc: Nullable(Type.String({ description: "Null for a release.", examples: ["QZ-ABC-26-00001"] })),
    upc: Type.String({ description: "The UPC of the release.", examples: ["036000291452"] }),
    status: OneOf(releaseStatuses, { description: "The status of the release." }),
    created_at: Timestamp,
  },
  { title: "CatalogEntry" },
);
export type CatalogEntry = Static<typeof CatalogEntry>;
