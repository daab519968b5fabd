import type { Scope, Segue } from "@segue/sdk";
import type { KeyHolder } from "../invocation.ts";
import { listed, text } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";

const ORG = "org_01k8z3v9qxe7p9a4m2c6t5w8rn";

const owner = { org_id: text("--org <org_id>", "the organization, with the operator's key") };
type Owner = { org_id?: string };

export const keyNoun = noun(
  "key",
  "API keys: with --org, of that organization, as the operator; without it, of the organization of SEGUE_API_KEY",
  {
    examples: [`key create --org ${ORG} --name Ingest`, "key list"],
    verbs: [
      verb("create", "create an API key; it is shown only this once", {
        as: holderOf,
        options: {
          ...owner,
          name: text("--name <name>", "a name to recognize it by"),
          scopes: listed<Scope>("--scopes <scopes>", "comma-separated scopes; default: all scopes of its creator"),
          expires_at: text("--expires-at <time>", "RFC 3339, such as 2027-01-01T00:00:00Z"),
        },
        secrets: ["key"],
        examples: [
          `key create --org ${ORG} --scopes catalog:write,deliveries:read`,
          "key create --name Nightly --expires-at 2027-01-01T00:00:00Z --json | jq -r .key",
        ],
        call: (client, { org_id, ...key }) => keysOf(client, org_id).create(key),
      }),
      listVerb("list", "list API keys, newest first", {
        as: holderOf,
        options: owner,
        columns: ["id", "name", "last4", "created_at", "last_used_at", "expires_at", "created_by", "scopes"],
        examples: [`key list --org ${ORG}`, "key list --all --json"],
        call: (client, { org_id, ...page }) => keysOf(client, org_id).list(page),
      }),
      verb("revoke <key_id>", "revoke an API key", {
        as: holderOf,
        options: owner,
        examples: [`key revoke key_01k8z3v9qxe7p9a4m2c6t5w8rn --org ${ORG}`],
        call: (client, { org_id, key_id }) => keysOf(client, org_id).delete(key_id),
        done: ({ key_id }) => `Revoked ${key_id}.`,
      }),
    ],
  },
);

function holderOf({ org_id }: Owner): KeyHolder {
  return org_id === undefined ? "organization" : "operator";
}

function keysOf({ apiKeys, operator }: Segue, org_id: string | undefined): Segue["apiKeys"] {
  if (org_id === undefined) return apiKeys;
  return {
    create: (body, options) => operator.apiKeys.create(org_id, body, options),
    list: (query, options) => operator.apiKeys.list(org_id, query, options),
    delete: (key_id, options) => operator.apiKeys.delete(org_id, key_id, options),
  };
}
