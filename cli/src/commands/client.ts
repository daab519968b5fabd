import type { Scope } from "@segue/sdk";
import { listed, required, text } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";

const ORG = "org_01k8z3v9qxe7p9a4m2c6t5w8rn";

const owner = { org_id: required(text("--org <org_id>", "the organization")) };

export const clientNoun = noun(
  "client",
  "OAuth clients, which get access tokens at /v1/oauth/token (tier enterprise)",
  {
    as: "operator",
    examples: [`client create --org ${ORG} --name Sync`, `client list --org ${ORG}`],
    verbs: [
      verb("create", "create a client; its secret is shown only this once", {
        options: {
          ...owner,
          name: text("--name <name>", "a name to recognize it by"),
          scopes: listed<Scope>("--scopes <scopes>", "comma-separated scopes of its tokens; default: all"),
        },
        secrets: ["client_secret"],
        examples: [`client create --org ${ORG} --scopes catalog:read`],
        call: ({ operator }, { org_id, ...client }) => operator.oauthClients.create(org_id, client),
      }),
      listVerb("list", "list clients, newest first", {
        options: owner,
        columns: ["client_id", "name", "created_at", "scopes"],
        examples: [`client list --org ${ORG} --all`],
        call: ({ operator }, { org_id, ...page }) => operator.oauthClients.list(org_id, page),
      }),
      verb("revoke <client_id>", "revoke a client and all its tokens", {
        options: owner,
        examples: [`client revoke cli_01k8z3v9qxe7p9a4m2c6t5w8rn --org ${ORG}`],
        call: ({ operator }, { org_id, client_id }) => operator.oauthClients.delete(org_id, client_id),
        done: ({ client_id }) => `Revoked ${client_id} and its tokens.`,
      }),
    ],
  },
);
