import { getOrganization } from "../organizations/actions.ts";
import { type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound, problem, validationError } from "../platform/errors.ts";
import { hasScope } from "../platform/http/guards/access.ts";
import type { OrganizationPrincipal } from "../platform/http/principal.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import { type Scope, scopes } from "../rights/scope.ts";
import {
  type ApiKey,
  type CreatedApiKey,
  generateKey,
  hashKey,
  KEY_BYTES,
  type KeyForm,
  type NewApiKey,
} from "./api-key.ts";
import {
  type AccessToken,
  type CreatedOAuthClient,
  grantScopes,
  type NewOAuthClient,
  OAUTH_TIER,
  prefixOf,
  TOKEN_LIFETIME_S,
} from "./oauth-client.ts";
import {
  addKeyScopes,
  insertAccessToken,
  insertApiKey,
  insertOAuthClient,
  revokeApiKeyRow,
  revokeOAuthClientRow,
} from "./queries.ts";
import { deleteSessionsOfKey } from "./session-queries.ts";

/** Made by the operator for an organization: any scope, all of them unless some are named. */
export async function issueApiKey(
  ctx: Transaction,
  organization_id: string,
  given: NewApiKey & { form: KeyForm; key?: string; created_by: string },
): Promise<CreatedApiKey> {
  await getOrganization(ctx, organization_id);
  return insertKey(ctx, organization_id, { ...given, scopes: given.scopes ?? [...scopes] });
}

/** Made by a partner: the key has no more scopes and no later expiry than the key or token that makes it. */
export async function createApiKey(
  ctx: Transaction,
  principal: OrganizationPrincipal,
  given: NewApiKey & { form: KeyForm },
): Promise<CreatedApiKey> {
  const beyond = (given.scopes ?? []).filter((scope) => !hasScope(principal.scopes, scope));
  if (beyond.length > 0) {
    throw new ApiError("insufficient_scope", `Your own key does not have ${beyond.join(", ")}, so it cannot grant it.`);
  }
  const expires_at = given.expires_at ?? principal.expires_at;
  if (outlives(expires_at, principal.expires_at)) {
    const issue = `must not be after ${principal.expires_at}, when the key or token that you make it with ends`;
    throw validationError([problem("expires_at", issue)]);
  }
  const scopes = given.scopes ?? (principal.scopes as Scope[]);
  return insertKey(ctx, principal.organization_id, { ...given, expires_at, scopes, created_by: principal.actor });
}

function outlives(end: string | null, other_end: string | null): boolean {
  return other_end !== null && (end === null || new Date(end) > new Date(other_end));
}

async function insertKey(
  ctx: Transaction,
  organization_id: string,
  given: NewApiKey & { form: KeyForm; scopes: Scope[]; key?: string; created_by: string },
): Promise<CreatedApiKey> {
  const expires_at = given.expires_at ? new Date(given.expires_at) : null;
  if (expires_at && expires_at <= ctx.clock.now()) {
    throw validationError([problem("expires_at", "must be in the future")]);
  }
  const key = given.key ?? generateKey(given.form.prefix, ctx.chance.bytes(KEY_BYTES));
  const row: ApiKey = {
    id: newId("key"),
    name: given.name ?? null,
    scopes: given.scopes,
    last4: key.slice(-4),
    created_at: timestamp(ctx),
    last_used_at: null,
    expires_at: expires_at ? expires_at.toISOString() : null,
    created_by: given.created_by,
  };
  await insertApiKey(ctx.db, { ...row, organization_id, hash: hashKey(key, given.form.pepper) });
  return { ...row, key };
}

/** Adds scopes to a key that the service made itself. A key that has them, or was revoked, stays as it is. */
export async function widenApiKey(
  ctx: Transaction,
  { key, form }: { key: string; form: KeyForm },
  more: readonly Scope[],
): Promise<void> {
  await addKeyScopes(ctx.db, hashKey(key, form.pepper), more);
}

export async function revokeApiKey(ctx: Transaction, { organization_id, id }: Owned): Promise<void> {
  if (!(await revokeApiKeyRow(ctx.db, { organization_id, id, revoked_at: timestamp(ctx) }))) throw notFound("API key");
  await deleteSessionsOfKey(ctx.db, { organization_id, id });
}

export async function createOAuthClient(
  ctx: Transaction,
  organization_id: string,
  given: NewOAuthClient & { form: KeyForm },
): Promise<CreatedOAuthClient> {
  const { tier } = await getOrganization(ctx, organization_id);
  if (tier !== OAUTH_TIER)
    throw new ApiError(
      "tier_not_eligible",
      `OAuth clients need the tier ${OAUTH_TIER}; this organization has the tier ${tier}.`,
    );
  const client_secret = generateKey(prefixOf("cs", given.form.prefix), ctx.chance.bytes(KEY_BYTES));
  const id = newId("cli");
  const row = { id, name: given.name ?? null, scopes: given.scopes ?? [...scopes], created_at: timestamp(ctx) };
  const secret_hash = hashKey(client_secret, given.form.pepper);
  await insertOAuthClient(ctx.db, { ...row, client_id: id, organization_id, secret_hash });
  return { ...row, client_id: id, client_secret };
}

export async function revokeOAuthClient(ctx: Transaction, { organization_id, id }: Owned): Promise<void> {
  const revoked_at = timestamp(ctx);
  if (!(await revokeOAuthClientRow(ctx.db, { organization_id, id, revoked_at }))) throw notFound("OAuth client");
}

/** For the client that calls. */
export async function issueAccessToken(
  ctx: Transaction,
  client: OrganizationPrincipal,
  { scope, form }: { scope?: string; form: KeyForm },
): Promise<AccessToken> {
  const granted = grantScopes(scope, client.scopes);
  const access_token = generateKey(prefixOf("at", form.prefix), ctx.chance.bytes(KEY_BYTES));
  const expires_at = new Date(ctx.clock.now().getTime() + TOKEN_LIFETIME_S * 1000).toISOString();
  const hash = hashKey(access_token, form.pepper);
  await insertAccessToken(ctx.db, { hash, client_id: client.actor, scopes: granted, expires_at });
  return { access_token, token_type: "Bearer", expires_in: TOKEN_LIFETIME_S, scope: granted.join(" ") };
}
