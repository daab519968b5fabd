import type { TransactionDb } from "../platform/database/db.ts";

/** Removes invitations that expired before this moment. Returns whose they were. */
export async function deleteExpiredInvitations(db: TransactionDb, before: string, limit: number): Promise<string[]> {
  const rows = await db<{ person_id: string }[]>`
    with old_members as (
      select id from members where status = 'invited' and invitation_expires_at <= ${before}
      order by invitation_expires_at limit ${limit} for update skip locked
    ), old_staff as (
      select id from staff where status = 'invited' and invitation_expires_at <= ${before}
      order by invitation_expires_at limit ${limit} for update skip locked
    ), gone_members as (
      delete from members where id in (select id from old_members) returning person_id
    ), gone_staff as (
      delete from staff where id in (select id from old_staff) returning person_id
    )
    select person_id from gone_members union all select person_id from gone_staff`;
  return rows.map(({ person_id }) => person_id);
}

export async function deleteExpiredPersonLinks(db: TransactionDb, now: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from person_links where hash in (
      select hash from person_links where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)`;
  return count;
}

export async function deleteOldAddresses(db: TransactionDb, before: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from seen_addresses where (person_id, hash) in (
      select person_id, hash from seen_addresses where seen_at < ${before} order by seen_at limit ${limit}
      for update skip locked)`;
  return count;
}

/** For people who are members or staff again. */
export async function clearAttached(db: TransactionDb): Promise<void> {
  await db`
    update people p set unattached_since = null where p.unattached_since is not null and (
      exists (select from members where person_id = p.id) or exists (select from staff where person_id = p.id))`;
}

/** An invitation that is made at this moment may be missed: the next sweep clears the mark again. */
export async function markUnattached(db: TransactionDb, now: string): Promise<void> {
  await db`
    update people p set unattached_since = ${now} where p.unattached_since is null
      and not exists (select from members where person_id = p.id)
      and not exists (select from staff where person_id = p.id)`;
}

export async function lockUnattachedPeople(db: TransactionDb, before: string, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from people where unattached_since <= ${before} order by unattached_since limit ${limit}
    for update skip locked`;
  return rows.map(({ id }) => id);
}

export async function deleteUnattachedPeople(db: TransactionDb, ids: readonly string[]): Promise<void> {
  await db`
    delete from people p where p.id = any(${ids as string[]}::text[])
      and not exists (select from members where person_id = p.id)
      and not exists (select from staff where person_id = p.id)`;
}

/** The longest window of tries is a day. */
export async function deleteOldTries(db: TransactionDb, before: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from sign_in_tries where id in (
      select id from sign_in_tries where at < ${before} order by at limit ${limit} for update skip locked)`;
  return count;
}
