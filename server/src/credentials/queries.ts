import type { Organization } from "../organizations/organization.ts";
import type { Db, TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Scope } from "../rights/scope.ts";
import type { ApiKey } from "./api-key.ts";
import type { OAuthClient } from "./oauth-client.ts";

// API keys

export async function insertApiKey(
  db: TransactionDb,
  row: ApiKey & { organization_id: string; hash: Buffer },
): Promise<void> {
  await db`
    insert into api_keys (id, organization_id, name, hash, scopes, last4, created_at, expires_at, created_by)
    values (${row.id}, ${row.organization_id}, ${row.name}, ${row.hash}, ${row.scopes}, ${row.last4}, ${row.created_at}, ${row.expires_at},
      ${row.created_by})`;
}

export async function listApiKeys(db: Db, organization_id: string, asked: PageAsked): Promise<Page<ApiKey>> {
  return selectPage(db, asked, {
    from: db`api_keys`,
    where: db`organization_id = ${organization_id} and revoked_at is null`,
    rows: db`select id, name, scopes, last4, created_at, last_used_at, expires_at, created_by from api_keys`,
  });
}

export async function revokeApiKeyRow(
  db: TransactionDb,
  key: { organization_id: string; id: string; revoked_at: string },
): Promise<boolean> {
  const { count } = await db`
    update api_keys set revoked_at = ${key.revoked_at}
    where organization_id = ${key.organization_id} and id = ${key.id} and revoked_at is null`;
  return count === 1;
}

/** The condition makes it a compare-and-set: of nodes that start at once, one writes. */
export async function addKeyScopes(db: TransactionDb, hash: Buffer, more: readonly Scope[]): Promise<void> {
  await db`
    update api_keys set scopes = scopes || array(select unnest(${more as Scope[]}::text[]) except select unnest(scopes))
    where hash = ${hash} and revoked_at is null and not scopes @> ${more as Scope[]}::text[]`;
}

/** The organization behind a credential, and what the credential may do. `actor` is its public id. */
export type Holder = Pick<Organization, "tier" | "status" | "rate_limit"> &
  Pick<ApiKey, "scopes" | "expires_at"> & { actor: string; organization_id: string };

/** A holder, and the value that found it: the hash of a key or a token, or a client's id. */
type Found<By> = Holder & { by: By };

/** Finds who holds each of these keys and, at most once a minute, notes that it was used. */
export async function useApiKeys(db: Db, hashes: readonly Buffer[], used_at: string): Promise<Found<Buffer>[]> {
  const wanted = bytesOf(db, hashes);
  return db<Found<Buffer>[]>`
    with used as (
      update api_keys set last_used_at = ${used_at}
      where hash = any(${wanted}) and revoked_at is null
        and (last_used_at is null or last_used_at < ${used_at}::timestamptz - interval '1 minute')
    )
    select k.hash as by, k.id as actor, k.scopes, k.expires_at, o.id as organization_id, o.tier, o.status, o.rate_limit
    from api_keys k join organizations o on o.id = k.organization_id
    where k.hash = any(${wanted}) and k.revoked_at is null`;
}

export const bytesOf = (db: Db, hashes: readonly Buffer[]) =>
  db`${hashes.map((hash) => `\\x${hash.toString("hex")}`)}::text[]::bytea[]`;

// OAuth clients and their tokens

export async function insertOAuthClient(
  db: TransactionDb,
  row: OAuthClient & { organization_id: string; secret_hash: Buffer },
): Promise<void> {
  await db`
    insert into oauth_clients (id, organization_id, name, secret_hash, scopes, created_at)
    values (${row.id}, ${row.organization_id}, ${row.name}, ${row.secret_hash}, ${row.scopes}, ${row.created_at})`;
}

export async function listOAuthClients(db: Db, organization_id: string, asked: PageAsked): Promise<Page<OAuthClient>> {
  return selectPage(db, asked, {
    from: db`oauth_clients`,
    where: db`organization_id = ${organization_id} and revoked_at is null`,
    rows: db`select id, id as client_id, name, scopes, created_at from oauth_clients`,
  });
}

export async function revokeOAuthClientRow(
  db: TransactionDb,
  client: { organization_id: string; id: string; revoked_at: string },
): Promise<boolean> {
  const { count } = await db`
    update oauth_clients set revoked_at = ${client.revoked_at}
    where organization_id = ${client.organization_id} and id = ${client.id} and revoked_at is null`;
  return count === 1;
}

/** Found by id alone, because the caller wants to know which organization they belong to. */
export async function findOAuthClients(
  db: Db,
  ids: readonly string[],
): Promise<(Found<string> & { secret_hash: Buffer })[]> {
  return db<(Found<string> & { secret_hash: Buffer })[]>`
    select c.id as by, c.id as actor, c.scopes, null as expires_at, c.secret_hash, o.id as organization_id, o.tier, o.status, o.rate_limit
    from oauth_clients c join organizations o on o.id = c.organization_id
    where c.id = any(${ids as string[]}::text[]) and c.revoked_at is null`;
}

export async function insertAccessToken(
  db: TransactionDb,
  row: { hash: Buffer; client_id: string; scopes: string[]; expires_at: string },
): Promise<void> {
  await db`
    insert into access_tokens (hash, client_id, scopes, expires_at)
    values (${row.hash}, ${row.client_id}, ${row.scopes}, ${row.expires_at})`;
}

/** The tokens of a revoked client count as unknown. */
export async function findAccessTokens(db: Db, hashes: readonly Buffer[]): Promise<Found<Buffer>[]> {
  return db<Found<Buffer>[]>`
    select t.hash as by, c.id as actor, t.scopes, t.expires_at, o.id as organization_id, o.tier, o.status, o.rate_limit
    from access_tokens t join oauth_clients c on c.id = t.client_id join organizations o on o.id = c.organization_id
    where t.hash = any(${bytesOf(db, hashes)}) and c.revoked_at is null`;
}

export async function deleteExpiredTokens(db: TransactionDb, now: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from access_tokens where hash in (
      select hash from access_tokens where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)`;
  return count;
}
