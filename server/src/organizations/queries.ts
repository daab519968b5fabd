import { type Db, json } from "../platform/db.ts";
import type { AuditEntry } from "../platform/operation.ts";
import { type Page, type PageAsked, selectPage } from "../platform/pagination.ts";
import type { ApiKey } from "./api-key.ts";
import type { OAuthClient } from "./oauth-client.ts";
import { type Organization, storageQuotas } from "./organization.ts";

// Settings: what a database remembers about the service itself.

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db<{ value: string }[]>`select value from settings where name = ${name}`;
  return row?.value;
}

/** Sets it unless it is set; answers with what holds now, whoever was first. */
export async function keepSetting(db: Db, name: string, value: string): Promise<string> {
  await db`insert into settings (name, value) values (${name}, ${value}) on conflict (name) do nothing`;
  return (await findSetting(db, name)) ?? value;
}

// Organizations

type OrganizationRow = Omit<Organization, "upc_ranges" | `storage_${string}`>;
/** Null: as the tier has. Undefined: as it was. */
type Quota = { storage_quota_bytes?: number | null | undefined };

const columns = (db: Db) => db`
  o.id, o.name, o.tier, o.label, o.review, o.status, o.isrc_prefix, o.licensed_territories, o.fee_rate, o.withholding_rate,
  o.rate_limit, o.created_at, o.updated_at,
  coalesce(o.storage_quota_bytes, (${json(db, storageQuotas)} ->> o.tier)::bigint)::float8 as storage_quota_bytes,
  coalesce((select used_bytes from organization_storage where organization_id = o.id), 0)::float8 as storage_used_bytes,
  (select coalesce(jsonb_agg(jsonb_build_object('first', lpad(r.first::text, 11, '0'), 'last', lpad(r.last::text, 11, '0')) order by r.first), '[]')
   from upc_ranges r where r.organization_id = o.id) as upc_ranges`;

export async function insertOrganization(db: Db, row: OrganizationRow & Quota): Promise<void> {
  await db`
    insert into organizations (id, name, tier, label, review, status, isrc_prefix, licensed_territories, fee_rate,
      withholding_rate, rate_limit, storage_quota_bytes, created_at, updated_at)
    values (${row.id}, ${row.name}, ${row.tier}, ${row.label}, ${row.review}, ${row.status}, ${row.isrc_prefix},
      ${row.licensed_territories}, ${row.fee_rate}, ${row.withholding_rate}, ${json(db, row.rate_limit)},
      ${row.storage_quota_bytes ?? null}, ${row.created_at}, ${row.updated_at})`;
}

export async function updateOrganization(db: Db, row: OrganizationRow, quota: Quota): Promise<void> {
  await db`
    update organizations
    set name = ${row.name}, tier = ${row.tier}, label = ${row.label}, review = ${row.review}, status = ${row.status},
      isrc_prefix = ${row.isrc_prefix}, licensed_territories = ${row.licensed_territories}, fee_rate = ${row.fee_rate},
      withholding_rate = ${row.withholding_rate}, rate_limit = ${json(db, row.rate_limit)},
      storage_quota_bytes = ${quota.storage_quota_bytes === undefined ? db`storage_quota_bytes` : db`${quota.storage_quota_bytes}`},
      updated_at = ${row.updated_at}
    where id = ${row.id}`;
}

export async function findOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const [row] = await db<Organization[]>`select ${columns(db)} from organizations o where o.id = ${id}`;
  return row;
}

/** Changes of one organization wait for each other; rows that name it as theirs can be written meanwhile. */
export async function lockOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const [row] = await db<
    Organization[]
  >`select ${columns(db)} from organizations o where o.id = ${id} for no key update of o`;
  return row;
}

export async function listOrganizations(db: Db, asked: PageAsked): Promise<Page<Organization>> {
  const { after } = asked;
  return selectPage(db, asked, {
    found: db`
      select id, created_at from organizations
      ${after ? db`where (created_at, id) < (${after[0]}, ${after[1]})` : db``} order by created_at desc, id desc`,
    rows: db`select ${columns(db)} from organizations o`,
  });
}

// API keys

export async function insertApiKey(db: Db, row: ApiKey & { organization_id: string; hash: Buffer }): Promise<void> {
  await db`
    insert into api_keys (id, organization_id, name, hash, scopes, last4, created_at, expires_at)
    values (${row.id}, ${row.organization_id}, ${row.name}, ${row.hash}, ${row.scopes}, ${row.last4}, ${row.created_at}, ${row.expires_at})`;
}

export async function listApiKeys(db: Db, organization_id: string, asked: PageAsked): Promise<Page<ApiKey>> {
  const { after } = asked;
  const matching = db`organization_id = ${organization_id} and revoked_at is null`;
  return selectPage(db, asked, {
    found: db`
      select id, created_at from api_keys where ${matching}
      ${after ? db`and (created_at, id) < (${after[0]}, ${after[1]})` : db``} order by created_at desc, id desc`,
    rows: db`select id, name, scopes, last4, created_at, last_used_at, expires_at from api_keys where ${matching}`,
  });
}

export async function revokeApiKey(
  db: Db,
  key: { organization_id: string; id: string; revoked_at: string },
): Promise<boolean> {
  const { count } = await db`
    update api_keys set revoked_at = ${key.revoked_at}
    where organization_id = ${key.organization_id} and id = ${key.id} and revoked_at is null`;
  return count === 1;
}

/** The organization behind a credential, and what the credential may do. `actor` is its public id. */
export type Holder = Pick<Organization, "tier" | "status" | "rate_limit"> &
  Pick<ApiKey, "scopes" | "expires_at"> & { actor: string; organization_id: string };

/** What a credential is found by: the hash of a key or a token, or a client's id. */
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

const bytesOf = (db: Db, hashes: readonly Buffer[]) =>
  db`${hashes.map((hash) => `\\x${hash.toString("hex")}`)}::text[]::bytea[]`;

// OAuth clients and their tokens

export async function insertOAuthClient(
  db: Db,
  row: OAuthClient & { organization_id: string; secret_hash: Buffer },
): Promise<void> {
  await db`
    insert into oauth_clients (id, organization_id, name, secret_hash, scopes, created_at)
    values (${row.id}, ${row.organization_id}, ${row.name}, ${row.secret_hash}, ${row.scopes}, ${row.created_at})`;
}

export async function listOAuthClients(db: Db, organization_id: string, asked: PageAsked): Promise<Page<OAuthClient>> {
  const { after } = asked;
  const matching = db`organization_id = ${organization_id} and revoked_at is null`;
  return selectPage(db, asked, {
    found: db`
      select id, created_at from oauth_clients where ${matching}
      ${after ? db`and (created_at, id) < (${after[0]}, ${after[1]})` : db``} order by created_at desc, id desc`,
    rows: db`select id, id as client_id, name, scopes, created_at from oauth_clients where ${matching}`,
  });
}

export async function revokeOAuthClient(
  db: Db,
  client: { organization_id: string; id: string; revoked_at: string },
): Promise<boolean> {
  const { count } = await db`
    update oauth_clients set revoked_at = ${client.revoked_at}
    where organization_id = ${client.organization_id} and id = ${client.id} and revoked_at is null`;
  return count === 1;
}

/** By their ids alone: whose they are, is what the caller wants to know. */
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
  db: Db,
  row: { hash: Buffer; client_id: string; scopes: string[]; expires_at: string },
): Promise<void> {
  await db`
    insert into access_tokens (hash, client_id, scopes, expires_at)
    values (${row.hash}, ${row.client_id}, ${row.scopes}, ${row.expires_at})`;
}

/** A revoked client's tokens are as unknown as those that never were. */
export async function findAccessTokens(db: Db, hashes: readonly Buffer[]): Promise<Found<Buffer>[]> {
  return db<Found<Buffer>[]>`
    select t.hash as by, c.id as actor, t.scopes, t.expires_at, o.id as organization_id, o.tier, o.status, o.rate_limit
    from access_tokens t join oauth_clients c on c.id = t.client_id join organizations o on o.id = c.organization_id
    where t.hash = any(${bytesOf(db, hashes)}) and c.revoked_at is null`;
}

export async function deleteExpiredTokens(db: Db, now: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from access_tokens where hash in (
      select hash from access_tokens where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)`;
  return count;
}

// Audit log

export type AuditRow = AuditEntry & { id: string; created_at: string };

export async function insertAuditRow(db: Db, row: AuditRow): Promise<void> {
  await db`
    insert into audit_log (id, created_at, organization_id, actor, request_id, operation, resource_id, fields)
    values (${row.id}, ${row.created_at}, ${row.organization_id}, ${row.actor}, ${row.request_id}, ${row.operation}, ${row.resource_id}, ${row.fields})`;
}

export async function listAuditRows(db: Db, filter: PageAsked & { organization_id?: string }): Promise<Page<AuditRow>> {
  const { organization_id, after } = filter;
  const matching = organization_id === undefined ? db`true` : db`organization_id = ${organization_id}`;
  return selectPage(db, filter, {
    found: db`
      select id, created_at from audit_log where ${matching}
      ${after ? db`and (created_at, id) < (${after[0]}, ${after[1]})` : db``} order by created_at desc, id desc`,
    rows: db`
      select id, created_at, organization_id, actor, request_id, operation, resource_id, fields from audit_log where ${matching}`,
  });
}
