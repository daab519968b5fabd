import type { Db, TransactionDb } from "../platform/database/db.ts";
import type { Owned } from "../platform/owned.ts";
import { bytesOf, type Holder } from "./queries.ts";

/**
 * The owner of a session or link: an API key, or the operator by the hash of the operator key. The column `organization_id`
 * holds the id of either principal.
 */
export type SessionOwner = { principal_id: string } & (
  | { api_key_id: string; operator_hash: null }
  | { api_key_id: null; operator_hash: Buffer }
);

export async function insertSession(
  db: TransactionDb,
  row: SessionOwner & { hash: Buffer; created_at: string; expires_at: string },
): Promise<void> {
  await db`
    insert into dashboard_sessions (hash, organization_id, api_key_id, operator_hash, created_at, expires_at)
    values (${row.hash}, ${row.principal_id}, ${row.api_key_id}, ${row.operator_hash}, ${row.created_at}, ${row.expires_at})`;
}

/**
 * Ends all but the newest sessions of one key. Sign-ins at the same moment would each wait for the rows of the others, in a circle.
 * So a row that another one ends is left to it. A few sessions too many may remain until the next sign-in.
 */
export async function deleteOldSessions(db: TransactionDb, owner: SessionOwner, kept: number): Promise<void> {
  const ofKey = owner.api_key_id === null ? db`api_key_id is null` : db`api_key_id = ${owner.api_key_id}`;
  await db`
    delete from dashboard_sessions where hash in (
      select hash from dashboard_sessions where hash in (
        select hash from dashboard_sessions where organization_id = ${owner.principal_id} and ${ofKey}
        order by created_at desc, hash offset ${kept} limit 100)
      for update skip locked)`;
}

export async function deleteSessionsOfKey(db: TransactionDb, { organization_id, id }: Owned): Promise<void> {
  await db`delete from dashboard_sessions where organization_id = ${organization_id} and api_key_id = ${id}`;
}

export async function deleteSessionsOfMember(db: TransactionDb, member_id: string): Promise<void> {
  await db`delete from dashboard_sessions where member_id = ${member_id}`;
}

export async function deleteSessionsOfStaff(db: TransactionDb, staff_id: string): Promise<void> {
  await db`delete from dashboard_sessions where staff_id = ${staff_id}`;
}

export async function deleteSessionsOfPerson(db: TransactionDb, person_id: string): Promise<void> {
  await db`delete from dashboard_sessions where person_id = ${person_id}`;
}

export async function deleteSession(db: TransactionDb, principal_id: string, hash: Buffer): Promise<void> {
  await db`delete from dashboard_sessions where organization_id = ${principal_id} and hash = ${hash}`;
}

export async function insertLink(
  db: TransactionDb,
  row: Omit<SessionOwner, "organization_id"> & { hash: Buffer; expires_at: string },
): Promise<void> {
  await db`
    insert into dashboard_links (hash, api_key_id, operator_hash, expires_at)
    values (${row.hash}, ${row.api_key_id}, ${row.operator_hash}, ${row.expires_at})`;
}

/** False if it was used before, or has expired. Two that use it at once: the second waits for the first, then finds none. */
export async function useLink(db: TransactionDb, hash: Buffer, now: string): Promise<boolean> {
  const { count } = await db`delete from dashboard_links where hash = ${hash} and expires_at > ${now}`;
  return count === 1;
}

/** The key behind a session or a link, and until when it lasts. `actor` null: the operator's. */
export type Visitor = { by: Buffer; ends_at: string } & (Holder | { actor: null });

/** A session whose key was revoked counts as unknown, and one of the operator whose key was changed since. */
export async function findSessions(db: Db, hashes: readonly Buffer[], operator_hash: Buffer): Promise<Visitor[]> {
  return db<Visitor[]>`
    select s.hash as by, s.expires_at as ends_at, ${keyColumns(db)}
    from dashboard_sessions s ${joinedKey(db)}
    where s.hash = any(${bytesOf(db, hashes)}) and (k.id is not null or s.operator_hash = ${operator_hash})`;
}

export async function findLinks(db: Db, hashes: readonly Buffer[], operator_hash: Buffer): Promise<Visitor[]> {
  return db<Visitor[]>`
    select s.hash as by, s.expires_at as ends_at, ${keyColumns(db)}
    from dashboard_links s ${joinedKey(db)}
    where s.hash = any(${bytesOf(db, hashes)}) and (k.id is not null or s.operator_hash = ${operator_hash})`;
}

const keyColumns = (db: Db) =>
  db`k.id as actor, k.scopes, k.expires_at, o.id as organization_id, o.tier, o.status, o.rate_limit`;

const joinedKey = (db: Db) => db`
  left join api_keys k on k.id = s.api_key_id and k.revoked_at is null
  left join organizations o on o.id = k.organization_id`;

export async function deleteExpiredSessions(db: TransactionDb, now: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from dashboard_sessions where hash in (
      select hash from dashboard_sessions where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)`;
  return count;
}

export async function deleteExpiredLinks(db: TransactionDb, now: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from dashboard_links where hash in (
      select hash from dashboard_links where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)`;
  return count;
}
