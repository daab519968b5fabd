// Whose the rows of a report are. Works are matched, not rows: what is found for an ISRC holds for all its rows.
//
// A work belongs to the track with its ISRC (an album: to the release with its UPC) whose release was ever delivered to the store
// that reports. Where none was, it belongs to the only organization that has it on a release that is no draft: anybody can write
// anything into a draft. Where several organizations remain, the operator decides; the UPC never does. Of several tracks of one
// organization it is the one on the release that the row's UPC names, else the one delivered first, else the one created first.

import type { Db, Fragment } from "../platform/database/db.ts";

/** Matches the unmatched works of these reports, as far as they can be, and counts what is left. `numbers` are the reports'. */
export async function matchWorks(db: Db, numbers: readonly string[]): Promise<void> {
  await db`
    update sales_works w
    set reason = owner.reason, organization_id = owner.organization_id, release_id = owner.release_id, track_ids = owner.track_ids
    from sales_works wanted join sales_reports r on r.number = wanted.report
      cross join lateral (${ownerOf(db, { isrc: db`wanted.isrc`, upc: db`wanted.upc`, store_id: db`r.store_id` })}) owner
    where wanted.report = any(${numbers as string[]}::bigint[]) and wanted.reason is not null and r.reversed_by is null
      and w.report = wanted.report and w.isrc = wanted.isrc and w.upc = wanted.upc and w.reason is not null`;
  await countUnmatched(db, numbers);
}

/**
 * One row, or none where nobody has it. Asked work by work, by indexes alone: a join of all would be planned before anybody knows
 * how many works a report has.
 */
export function ownerOf(db: Db, work: Record<"isrc" | "upc" | "store_id", Fragment>): Fragment {
  const { isrc, upc, store_id } = work;
  return db`
    select case when is_ambiguous then 'ambiguous' end as reason,
      case when not is_ambiguous then organization_id end as organization_id,
      case when not is_ambiguous then release_id end as release_id,
      case when is_ambiguous then null when track_id is not null then array[track_id]
        else array(select t.id from tracks t where t.release_id = ranked.release_id order by disc_number, track_number) end as track_ids
    from (
      select delivered.*, min(organization_id) over (partition by here is null) <> max(organization_id) over (partition by here is null)
        as is_ambiguous
      from (
        select found.*,
          (select min(s.delivered_at) from deliveries d join delivery_stores s on s.delivery_id = d.id
            where d.release_id = found.release_id and s.store_id = ${store_id}) as here
        from (
          select t.organization_id, t.release_id, t.id as track_id, t.created_at, r.upc = ${upc} as is_named
          from tracks t join releases r on r.id = t.release_id
          where t.isrc = ${isrc} and r.status <> 'draft'
          union all
          select r.organization_id, r.id, null, r.created_at, true
          from releases r
          where ${isrc} = '' and r.upc = ${upc} and r.status <> 'draft' and exists (select 1 from tracks t where t.release_id = r.id)
        ) found
        -- Without this it would be looked up once for each of its uses.
        offset 0
      ) delivered
    ) ranked
    order by here is null, is_named desc, here,
      case when here is null then (select min(s.delivered_at) from deliveries d join delivery_stores s on s.delivery_id = d.id
        where d.release_id = ranked.release_id) end nulls last, created_at, release_id, track_id
    limit 1`;
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
