// The credential of a store that fetches its messages. It is kept here with all other credentials, although it belongs to a
// store: authentication looks in one place.

import { type Static, Type } from "typebox";
import { Id, Nullable, Timestamp } from "../platform/schema.ts";

/** The kinds of connectors whose stores fetch. A store of another kind has no use for a credential. */
export type FetchedKinds = readonly string[];

const CredentialFields = {
  id: Id("crd"),
  store_id: Type.String({ examples: ["store_brightwater"] }),
  name: Nullable(Type.String({ minLength: 1, maxLength: 200, examples: ["Ingestion"] })),
  last4: Type.String({ examples: ["x7Qa"] }),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
};

export const StoreCredential = Type.Object(CredentialFields, { title: "StoreCredential" });
export type StoreCredential = Static<typeof StoreCredential>;

export const CreatedStoreCredential = Type.Object(
  {
    ...CredentialFields,
    key: Nullable(
      Type.String({ description: "Shown only here; null when the request is replayed.", examples: ["st_live_…"] }),
    ),
  },
  { title: "CreatedStoreCredential" },
);
export type CreatedStoreCredential = StoreCredential & { key: string };

export const NewStoreCredential = Type.Object(
  { name: Type.Optional(CredentialFields.name) },
  { title: "NewStoreCredential", additionalProperties: false },
);
export type NewStoreCredential = Static<typeof NewStoreCredential>;
