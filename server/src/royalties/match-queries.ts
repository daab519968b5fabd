// Whose the rows of a report are. Works are matched, not rows: what is found for an ISRC holds for all its rows.
//
// A work belongs to the track with its ISRC (an album: to the release with its UPC) whose release was ever delivered to the store
// that reports. Where none was, it belongs to the only organization that has it on a release that is no draft: anybody can write
// anything into a draft. Where several organizations remain, the operator decides; the UPC never does. Of several tracks of one
// organization it is the one on the release that the row's UPC names, else the one delivered first, else the one created first.

import type { Db } from "../platform/database/db.ts";

/** Matches the unmatched works of these reports, as far as they can be, and counts what is left. `numbers` are the reports'. */
export async function matchWorks(db: Db, numbers: readonly string[]): Promise<void> {
  await findOwners(db, numbers);
  await countUnmatched(db, numbers);
}

/** Touches the works alone, so that nobody waits for the reports' rows meanwhile. */
export async function findOwners(db: Db, numbers: readonly string[]): Promise<void> {
  await db`
    with wanted as materialized (
      select w.report, w.isrc, w.upc, r.store_id
      from sales_works w join sales_reports r on r.number = w.report
      where w.report = any(${numbers as string[]}::bigint[]) and w.reason is not null and r.reversed_by is null),
    candidate as (
      select w.report, w.isrc, w.upc, w.store_id, t.organization_id, t.release_id, t.id as track_id, t.created_at,
        r.upc = w.upc as is_named
      from wanted w join tracks t on t.isrc = w.isrc join releases r on r.id = t.release_id
      where w.isrc <> '' and r.status <> 'draft'
      union all
      select w.report, w.isrc, w.upc, w.store_id, r.organization_id, r.id, null, r.created_at, true
      from wanted w join releases r on r.upc = w.upc
      where w.isrc = '' and r.status <> 'draft' and exists (select 1 from tracks t where t.release_id = r.id)),
    delivered as materialized (
      select d.release_id, s.store_id, min(s.delivered_at) as at
      from deliveries d join delivery_stores s on s.delivery_id = d.id
      where d.release_id in (select release_id from candidate) and s.delivered_at is not null
      group by d.release_id, s.store_id),
    ranked as (
      select c.*, coalesce(here.at, (select min(at) from delivered where delivered.release_id = c.release_id)) as at,
        rank() over (partition by c.report, c.isrc, c.upc order by here.at is null) as rank
      from candidate c left join delivered here on here.release_id = c.release_id and here.store_id = c.store_id),
    chosen as (
      select distinct on (report, isrc, upc) report, isrc, upc, organization_id, release_id, track_id,
        min(organization_id) over work <> max(organization_id) over work as is_ambiguous
      from ranked where rank = 1
      window work as (partition by report, isrc, upc)
      order by report, isrc, upc, is_named desc, at nulls last, created_at, release_id, track_id)
    update sales_works w
    set reason = case when is_ambiguous then 'ambiguous' end,
      organization_id = case when not is_ambiguous then chosen.organization_id end,
      release_id = case when not is_ambiguous then chosen.release_id end,
      track_ids = case when is_ambiguous then null when track_id is not null then array[track_id]
        else array(select t.id from tracks t where t.release_id = chosen.release_id order by disc_number, track_number) end
    from chosen
    where w.report = chosen.report and w.isrc = chosen.isrc and w.upc = chosen.upc and w.reason is not null`;
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
    where r.number = any(${numbers as string[]}::bigint[])`;
}
