import { text } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";

/** `segue store credential`: how a store that fetches signs in. */
export const credentialNoun = noun(
  "credential",
  "credentials of a store that fetches its messages (connector ern_http)",
  {
    examples: ["store credential create store_brightwater --name Ingestion", "store credential list store_brightwater"],
    verbs: [
      verb("create <store_id>", "create a credential; it is shown only this once", {
        options: { name: text("--name <name>", "a name to recognize it by") },
        secrets: ["key"],
        examples: ["store credential create store_brightwater --json | jq -r .key"],
        call: ({ operator }, { store_id, ...body }) => operator.stores.credentials.create(store_id, body),
      }),
      listVerb("list <store_id>", "list a store's credentials", {
        columns: ["id", "name", "last4", "created_at", "last_used_at"],
        examples: ["store credential list store_brightwater"],
        call: ({ operator }, { store_id, ...page }) => operator.stores.credentials.list(store_id, page),
      }),
      verb("revoke <store_id> <credential_id>", "revoke a credential", {
        examples: ["store credential revoke store_brightwater crd_01k8z3v9qxe7p9a4m2c6t5w8rn"],
        call: ({ operator }, { store_id, credential_id }) =>
          operator.stores.credentials.delete(store_id, credential_id),
        done: ({ credential_id }) => `Revoked ${credential_id}.`,
      }),
    ],
  },
);
