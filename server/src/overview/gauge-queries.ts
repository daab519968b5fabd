// Numbers for /metrics. As on the operator's overview, every part is found by an index and ends after a fixed number of rows.

import type { Db, Fragment } from "../platform/database/db.ts";
import { BACKUP_FAILURES, LAST_BACKUP } from "../platform/database/installation.ts";
import { COUNTED } from "./overview.ts";

const STORES = 1_000;

export type StoreReading = { store_id: string; unreached_s: number | null; stalled: number };

/** Stores that are not reached, or for which deliveries wait. */
export async function listTroubledStores(db: Db, now: string): Promise<StoreReading[]> {
  return db<StoreReading[]>`
    select store_id, extract(epoch from ${now}::timestamptz - unreached_since)::float8 as unreached_s, stalled
    from stores cross join lateral (
      select count(*)::int as stalled from (
        select from delivery_stores s where s.store_id = stores.store_id and s.status = 'stalled' limit ${COUNTED}) as counted) as waiting
    where unreached_since is not null or stalled > 0
    order by store_id limit ${STORES}`;
}

export type WaitingReading = {
  endpoints_failing: number;
  events_undelivered: number;
  mails_queued: number;
  mails_failed: number;
  review_s: number | null;
  report_s: number | null;
  backup_s: number | null;
  backup_failures: number;
};

/** `review_s` and `report_s`: how long the oldest of them waits. Null: there is none, or there never was a backup. */
export async function measureWaiting(db: Db, now: string): Promise<WaitingReading> {
  const count = (rows: Fragment) => db`(select count(*)::int from (${rows} limit ${COUNTED}) as counted)`;
  const age = (since: Fragment) => db`extract(epoch from ${now}::timestamptz - (${since} limit 1))::float8`;
  const [row] = await db<[WaitingReading]>`
    select
      ${count(db`select from webhooks where failing_since is not null and deleted_at is null and status = 'verified'`)}
        as endpoints_failing,
      ${count(db`
        select from dispatches where status = 'undelivered' and created_at > ${now}::timestamptz - interval '1 day'`)}
        as events_undelivered,
      ${count(db`select from mails where status = 'queued'`)} as mails_queued,
      ${count(db`select from mails where status = 'failed' and created_at > ${now}::timestamptz - interval '1 day'`)}
        as mails_failed,
      ${age(db`select submitted_at from submissions where review_status = 'pending_review' order by submitted_at`)}
        as review_s,
      ${age(db`select created_at from sales_reports where unmatched > 0 and reversed_by is null order by created_at`)}
        as report_s,
      ${age(db`select value::timestamptz from settings where name = ${LAST_BACKUP}`)} as backup_s,
      coalesce((select value::int from settings where name = ${BACKUP_FAILURES}), 0) as backup_failures`;
  return row;
}
