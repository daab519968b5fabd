import { type Static, Type } from "typebox";
import type { Tier } from "../organizations/organization.ts";
import { ApiError } from "../platform/errors.ts";
import { hasScope } from "../platform/http/guards/access.ts";
import { Id, Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import { type Scope, scopes } from "../rights/scope.ts";
import type { KeyForm } from "./api-key.ts";

/** The tier that may have clients and tokens. */
export const OAUTH_TIER: Tier = "enterprise";
export const TOKEN_LIFETIME_S = 3600;

/**
 * Every credential carries the mark of its environment as keys do: `sk_live_`, `at_live_`, `cs_live_`, `st_live_`, and for
 * the dashboard's sessions and links `ds_live_` and `dl_live_`; an invitation is `iv_live_`.
 */
export function prefixOf(kind: "at" | "cs" | "st" | "ds" | "dl" | "iv" | "pr", key_prefix: KeyForm["prefix"]): string {
  return key_prefix.replace(/^sk_/, `${kind}_`);
}

export function isClientId(text: string): boolean {
  return /^cli_[0-9a-z]{26}$/.test(text);
}

/** The scopes of a token: all of its client's, or those of them that were asked for. */
export function grantScopes(asked: string | undefined, held: readonly string[]): string[] {
  const wanted = asked?.split(" ").filter(Boolean) ?? [];
  if (wanted.length === 0) return [...held];
  const unknown = wanted.filter((scope) => !scopes.includes(scope as Scope));
  if (unknown.length > 0) throw scopeError("names a scope that does not exist", unknown);
  const beyond = wanted.filter((scope) => !hasScope(held, scope));
  if (beyond.length > 0) throw scopeError("names a scope that the client does not have", beyond);
  return [...new Set(wanted)];
}

function scopeError(problem: string, wrong: readonly string[]): ApiError {
  const issue = `${problem}: ${wrong.join(" ").slice(0, 200)}`;
  return new ApiError("invalid_request", `The form field \`scope\` ${issue}.`, [{ field: "scope", issue }]);
}

const ClientFields = {
  client_id: Id("cli"),
  name: Nullable(Type.String({ minLength: 1, maxLength: 200, examples: ["Catalog sync"] })),
  scopes: Type.Array(OneOf(scopes), { uniqueItems: true }),
  created_at: Timestamp,
};

export const OAuthClient = Type.Object(ClientFields, { title: "OAuthClient" });
/** `id` is the client's id once more: what lists and the audit log go by. */
export type OAuthClient = Static<typeof OAuthClient> & { id: string };

const secret = {
  description: "Shown only here; null when the request is replayed.",
  examples: ["cs_live_…"],
};

export const CreatedOAuthClient = Type.Object(
  { ...ClientFields, client_secret: Nullable(Type.String(secret)) },
  { title: "CreatedOAuthClient" },
);
export type CreatedOAuthClient = OAuthClient & { client_secret: string };

export const NewOAuthClient = Type.Object(
  {
    name: Type.Optional(ClientFields.name),
    scopes: Type.Optional(
      Type.Array(OneOf(scopes), {
        minItems: 1,
        uniqueItems: true,
        description: "The scopes of its tokens. If omitted, all scopes.",
      }),
    ),
  },
  { title: "NewOAuthClient", additionalProperties: false },
);
export type NewOAuthClient = Static<typeof NewOAuthClient>;

// A field that is not known is ignored, as RFC 6749 (3.2) demands.
export const TokenRequest = Type.Object(
  {
    grant_type: OneOf(["client_credentials"]),
    scope: Type.Optional(
      Type.String({ description: "Separated by spaces; without it, all of the client's.", examples: ["catalog:read"] }),
    ),
    client_id: Type.Optional(Id("cli", { description: "Unless sent by HTTP Basic." })),
    client_secret: Type.Optional(Type.String({ description: "Unless sent by HTTP Basic.", examples: ["cs_live_…"] })),
  },
  { title: "TokenRequest" },
);

export const AccessToken = Type.Object(
  {
    access_token: Type.String({ description: "Send it as `Authorization: Bearer …`.", examples: ["at_live_…"] }),
    token_type: OneOf(["Bearer"]),
    expires_in: Type.Integer({ description: "Seconds.", examples: [TOKEN_LIFETIME_S] }),
    scope: Type.String({ description: "The scopes of the token, separated by spaces.", examples: ["catalog:read"] }),
  },
  { title: "AccessToken" },
);
export type AccessToken = Static<typeof AccessToken>;
