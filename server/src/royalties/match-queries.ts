// Whose the rows of a report are. Works are matched, not rows: what is found for an ISRC holds for all its rows.
//
// A work belongs to the track with its ISRC (an album: to the release with its UPC) whose release was ever delivered to the store
// that reports. Where none was, it belongs to the only organization that has it on a release that is no draft: an organization can
// write any ISRC into a draft. Where several organizations remain, the operator decides; the UPC never does. Of several tracks of one
// organization it is the one on the release that the row's UPC names, else the one delivered first, else the one created first.
//
// Stores know a release that has an EAN by that, so what they report as a UPC may be either.

import type { Db, Fragment, TransactionDb } from "../platform/database/db.ts";

/** Matches the unmatched works of these reports, as far as they can be, and counts what is left. `numbers` are the reports'. */
export async function matchWorks(db: TransactionDb, numbers: readonly string[]): Promise<void> {
  await db`create temporary table unmatched_works (report bigint, store_id text, isrc text, upc text) on commit drop`;
  await db`
    insert into unmatched_works
    select w.report, r.store_id, w.isrc, w.upc
    from sales_works w join sales_reports r on r.number = w.report
    where w.report = any(${numbers as string[]}::bigint[]) and w.reason is not null and r.reversed_by is null`;
  await db`analyze unmatched_works`;
  await db`
    update sales_works w
    set reason = owner.reason, organization_id = owner.organization_id, release_id = owner.release_id, track_ids = owner.track_ids
    from unmatched_works u join (${ownersOf(db, db`(select distinct store_id, isrc, upc from unmatched_works)`)}) owner
      on owner.store_id = u.store_id and owner.isrc = u.isrc and owner.upc = u.upc
    where w.report = u.report and w.isrc = u.isrc and w.upc = u.upc and w.reason is not null`;
  await countUnmatched(db, numbers);
}

/**
 * What was reported as a UPC, in the 13 digits of an EAN: twelve with a zero before them, 14 without the zero before them. If the first
 * of 14 is no zero, the rest is no EAN, because its check digit is wrong then.
 */
const asEan = (db: Db) => db`right('0' || w.upc, 13)`;

/**
 * One row for each of these works (store_id, isrc, upc) that an organization has. All are looked up at once: by indexes where they are
 * few, by whole tables where they are many. The planner must know how many, so they stand in a table that was analysed.
 */
export function ownersOf(db: Db, works: Fragment): Fragment {
  return db`
    with found as materialized (
      select w.store_id, w.isrc, w.upc, t.organization_id, t.release_id, t.id as track_id, t.created_at,
        r.upc = w.upc or coalesce(r.ean = ${asEan(db)}, false) as is_named
      from ${works} w join tracks t on t.isrc = w.isrc join releases r on r.id = t.release_id
      where w.isrc <> '' and r.status <> 'draft'
      union all
      select w.store_id, w.isrc, w.upc, r.organization_id, r.id, null, r.created_at, true
      from ${works} w join releases r on r.upc = w.upc
      where w.isrc = '' and r.status <> 'draft' and exists (select 1 from tracks t where t.release_id = r.id)
      union all
      select w.store_id, w.isrc, w.upc, r.organization_id, r.id, null, r.created_at, true
      from ${works} w join releases r on r.ean = ${asEan(db)}
      where w.isrc = '' and r.status <> 'draft' and exists (select 1 from tracks t where t.release_id = r.id)),
    delivered as (
      select f.store_id, f.release_id, min(s.delivered_at) as here
      from (select distinct store_id, release_id from found) f
        join deliveries d on d.release_id = f.release_id
        join delivery_stores s on s.delivery_id = d.id and s.store_id = f.store_id
      group by f.store_id, f.release_id)
    select distinct on (store_id, isrc, upc) store_id, isrc, upc,
      case when is_ambiguous then 'ambiguous' end as reason,
      case when not is_ambiguous then organization_id end as organization_id,
      case when not is_ambiguous then release_id end as release_id,
      case when is_ambiguous then null when track_id is not null then array[track_id]
        else array(select t.id from tracks t where t.release_id = ranked.release_id order by disc_number, track_number) end as track_ids
    from (
      select found.*, here, min(organization_id) over of_work <> max(organization_id) over of_work as is_ambiguous
      from found left join delivered using (store_id, release_id)
      window of_work as (partition by store_id, isrc, upc, here is null)
    ) ranked
    order by store_id, isrc, upc, here is null, is_named desc, here,
      case when here is null then (select min(s.delivered_at) from deliveries d join delivery_stores s on s.delivery_id = d.id
        where d.release_id = ranked.release_id) end nulls last, created_at, ranked.release_id, track_id`;
}

/** What a report says of its unmatched rows, from its works. */
export async function countUnmatched(db: Db, numbers: readonly string[]): Promise<void> {
  await db`
    with sums as (
      select report, currency, sum(amount::numeric) as amount
      from sales_works cross join jsonb_each_text(amounts) as given (currency, amount)
      where report = any(${numbers as string[]}::bigint[]) and reason is not null
      group by report, currency)
    update sales_reports r
    set unmatched = (select coalesce(sum(w.rows), 0) from sales_works w where w.report = r.number and w.reason is not null),
      unmatched_totals = (
        select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount::text) order by currency), '[]')
        from sums where sums.report = r.number)
    where r.number = any(${numbers as string[]}::bigint[]) and (r.unmatched > 0 or r.number in (select report from sums))`;
}
