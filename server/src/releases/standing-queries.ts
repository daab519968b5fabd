// The status of a release and its fingerprint, and what both follow from.

import type { Db, Fragment, TransactionDb } from "../platform/database/db.ts";
import type { Owned } from "../platform/owned.ts";
import type { Release } from "./release.ts";
import type { SentStanding } from "./standing.ts";

/**
 * The deliveries of a release, read by their index. With `=` PostgreSQL goes by what it saw last: if one release had most deliveries
 * then, it reads all of them, under the lock of the release. It expects few rows of a range, whatever it saw.
 */
export const deliveriesOf = (db: Db, release_id: Fragment): Fragment => db`
  select id from deliveries where release_id between ${release_id} and ${release_id}`;

/** At the stores of all its deliveries, each kind of standing once. Under the release's lock, under which stores move. */
export async function listStandings(db: Db, { organization_id, id }: Owned): Promise<SentStanding[]> {
  const release_id = db`(select id from releases where organization_id = ${organization_id} and id = ${id})`;
  return db<SentStanding[]>`
    select distinct s.status, s.was_delivered, s.is_unsent
    from (${deliveriesOf(db, release_id)}) d cross join lateral (
      select status, delivered_at is not null as was_delivered,
        case when status = 'action_required' and rejection_code = 'invalid_message' then ${isUnsent(db)} else false end as is_unsent
      from delivery_stores where delivery_id = d.id offset 0) s`;
}

/**
 * A store may use our code for what it was sent, so the messages decide: one that we refuse is never kept. Those of earlier attempts that
 * the store rejected do not count. A range and a single row, as above: PostgreSQL could read all messages for `=` or for `exists`.
 */
const isUnsent = (db: Db): Fragment => db`(
  select true from store_messages m
  where m.delivery_id between delivery_stores.delivery_id and delivery_stores.delivery_id and m.store_id = delivery_stores.store_id
    and m.kind <> 'takedown' and m.answer ->> 'status' is distinct from 'rejected'
  limit 1) is null`;

/**
 * How many stores stand where, for each release of a list. A store may have had a release in several deliveries: the one that is not over
 * counts, otherwise the latest.
 */
export const storesInBrief = (db: Db): Fragment => db`(
  select coalesce(jsonb_agg(jsonb_build_object('status', status, 'was_delivered', was_delivered, 'stores', stores)), '[]') from (
    select status, was_delivered, count(*)::int as stores from (
      select distinct on (s.store_id) s.status, s.delivered_at is not null as was_delivered
      from (${deliveriesOf(db, db`releases.id`)}) d join delivery_stores s on s.delivery_id = d.id
      order by s.store_id, s.status in ('taken_down', 'cancelled'), s.updated_at desc) at_stores
    group by status, was_delivered) counted)`;

/** Takes the fingerprint for a release that is no draft. */
export async function takeFingerprint(db: TransactionDb, { organization_id, id }: Owned): Promise<void> {
  await db`
    update releases set holds_fingerprint = true
    where organization_id = ${organization_id} and id = ${id} and not holds_fingerprint`;
}

export async function freeFingerprint(db: TransactionDb, { organization_id, id }: Owned): Promise<void> {
  await db`update releases set holds_fingerprint = false where organization_id = ${organization_id} and id = ${id}`;
}

/** Another release that holds the same fingerprint. */
export async function findDuplicate(
  db: Db,
  organization_id: string,
  { id, upc, label, release_date }: Pick<Release, "id" | "upc" | "label" | "release_date">,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from releases
    where organization_id = ${organization_id} and upc = ${upc} and label = ${label} and release_date = ${release_date}
      and holds_fingerprint and id <> ${id}
    limit 1`;
  return row?.id;
}

/** A store has the release from here and from another distributor, whose release must not be taken down yet. */
export async function isOverlapping(db: Db, { organization_id, id }: Owned, now: string): Promise<boolean> {
  const [row] = await db`
    select from release_migrations m
    where m.organization_id = ${organization_id} and m.release_id = ${id} and exists (
      select from (${deliveriesOf(db, db`m.release_id`)}) d join delivery_stores s on s.delivery_id = d.id
      where s.status not in ('taken_down', 'cancelled') and s.delivered_at + make_interval(days => m.overlap_days) > ${now}::timestamptz)`;
  return row !== undefined;
}
