import { getOrganization } from "../organizations/actions.ts";
import type { Transaction } from "../platform/context.ts";
import type { OrganizationPrincipal } from "../platform/http/principal.ts";
import { type Route, route } from "../platform/http/route.ts";
import {
  createApiKey,
  createOAuthClient,
  issueAccessToken,
  issueApiKey,
  revokeApiKey,
  revokeOAuthClient,
} from "./actions.ts";
import { ApiKey, CreatedApiKey, type KeyForm, NewApiKey } from "./api-key.ts";
import {
  AccessToken,
  CreatedOAuthClient,
  NewOAuthClient,
  OAUTH_TIER,
  OAuthClient,
  TokenRequest,
} from "./oauth-client.ts";
import { listApiKeys, listOAuthClients } from "./queries.ts";

/** Tells people of a key that was made: mail and people come after credentials in the order of folders. */
type TellOfKey = (ctx: Transaction, principal: OrganizationPrincipal, key: ApiKey) => Promise<void>;

/** A key's look differs between the environments, and so does the pepper of its hash. */
export const credentialRoutes = (form: KeyForm, tellOfKey: TellOfKey): Route[] => [
  ...ownKeyRoutes(form, tellOfKey),
  ...operatorKeyRoutes(form),
  ...oauthClientRoutes(form),
  tokenRoute(form),
];

const ownKeyRoutes = (form: KeyForm, tellOfKey: TellOfKey): Route[] => [
  route({
    method: "GET",
    path: "/v1/api-keys",
    operation: "listOwnApiKeys",
    tag: "Organization",
    summary: "List your API keys",
    access: { scope: "keys:write" },
    success: { status: 200, schema: ApiKey, list: true },
    handle: (ctx, { principal, page }) => listApiKeys(ctx.db, principal.organization_id, page),
  }),
  route({
    method: "POST",
    path: "/v1/api-keys",
    operation: "createOwnApiKey",
    tag: "Organization",
    summary: "Create an API key",
    description: "The key is shown only in this reply. It cannot have a scope that the calling key does not have.",
    access: { scope: "keys:write" },
    body: NewApiKey,
    success: { status: 201, schema: CreatedApiKey },
    one_time: ["key"],
    handle: async (ctx, { principal, body }) => {
      const key = await createApiKey(ctx, principal, { ...body, form });
      await tellOfKey(ctx, principal, key);
      return key;
    },
  }),
  route({
    method: "DELETE",
    path: "/v1/api-keys/{key_id}",
    operation: "revokeOwnApiKey",
    tag: "Organization",
    summary: "Revoke an API key",
    access: { scope: "keys:write" },
    success: { status: 204 },
    changes_principals: true,
    handle: (ctx, { principal, params }) =>
      revokeApiKey(ctx, { organization_id: principal.organization_id, id: params.key_id }),
  }),
];

const operatorKeyRoutes = (form: KeyForm): Route[] => [
  route({
    method: "POST",
    path: "/v1/operator/organizations/{org_id}/api-keys",
    operation: "createApiKey",
    tag: "Operator",
    summary: "Create an API key for an organization",
    description: "The key is shown only in this reply.",
    access: "operator",
    body: NewApiKey,
    success: { status: 201, schema: CreatedApiKey },
    one_time: ["key"],
    handle: (ctx, { principal: { actor: created_by }, params, body }) =>
      issueApiKey(ctx, params.org_id, { ...body, form, created_by }),
  }),
  route({
    method: "GET",
    path: "/v1/operator/organizations/{org_id}/api-keys",
    operation: "listApiKeys",
    tag: "Operator",
    summary: "List an organization's API keys",
    access: "operator",
    success: { status: 200, schema: ApiKey, list: true },
    handle: async (ctx, { params, page }) => {
      const { id } = await getOrganization(ctx, params.org_id);
      return listApiKeys(ctx.db, id, page);
    },
  }),
  route({
    method: "DELETE",
    path: "/v1/operator/organizations/{org_id}/api-keys/{key_id}",
    operation: "revokeApiKey",
    tag: "Operator",
    summary: "Revoke an organization's API key",
    access: "operator",
    success: { status: 204 },
    changes_principals: true,
    handle: (ctx, { params }) => revokeApiKey(ctx, { organization_id: params.org_id, id: params.key_id }),
  }),
];

const oauthClientRoutes = (form: KeyForm): Route[] => [
  route({
    method: "POST",
    path: "/v1/operator/organizations/{org_id}/oauth-clients",
    operation: "createOAuthClient",
    tag: "Operator",
    summary: "Create an OAuth client for an organization",
    description: "For organizations of the tier `enterprise`. The secret is shown only in this reply.",
    access: "operator",
    body: NewOAuthClient,
    success: { status: 201, schema: CreatedOAuthClient },
    errors: ["tier_not_eligible"],
    one_time: ["client_secret"],
    handle: (ctx, { params, body }) => createOAuthClient(ctx, params.org_id, { ...body, form }),
  }),
  route({
    method: "GET",
    path: "/v1/operator/organizations/{org_id}/oauth-clients",
    operation: "listOAuthClients",
    tag: "Operator",
    summary: "List an organization's OAuth clients",
    access: "operator",
    success: { status: 200, schema: OAuthClient, list: true },
    handle: async (ctx, { params, page }) => {
      const { id } = await getOrganization(ctx, params.org_id);
      return listOAuthClients(ctx.db, id, page);
    },
  }),
  route({
    method: "DELETE",
    path: "/v1/operator/organizations/{org_id}/oauth-clients/{client_id}",
    operation: "revokeOAuthClient",
    tag: "Operator",
    summary: "Revoke an OAuth client and all its tokens",
    access: "operator",
    success: { status: 204 },
    changes_principals: true,
    handle: (ctx, { params }) => revokeOAuthClient(ctx, { organization_id: params.org_id, id: params.client_id }),
  }),
];

// Some ten times what a request with every field takes.
const TOKEN_BODY_LIMIT = 8_192;

const tokenRoute = (form: KeyForm): Route =>
  route({
    method: "POST",
    path: "/v1/oauth/token",
    operation: "issueAccessToken",
    tag: "Organization",
    summary: "Get an access token",
    description:
      "OAuth 2.0 client credentials: send the client's id and secret by HTTP Basic, or in the form. A token is valid for an hour; " +
      "get the next one the same way. Unknown fields are ignored. An error is the error object as everywhere, with its message again " +
      "as `error_description` (RFC 6749).",
    access: "client",
    tier: OAUTH_TIER,
    takes: "form",
    body: TokenRequest,
    body_limit: TOKEN_BODY_LIMIT,
    success: { status: 200, schema: AccessToken, headers: { "cache-control": "no-store" } },
    handle: (ctx, { principal, body }) => issueAccessToken(ctx, principal, { ...body, form }),
  });
