// Finds the owners of a report's rows. Works are matched, not rows: the owner of an ISRC owns all its rows.
//
// A work belongs to the track that the reporting store was ever sent under its ISRC (an album: to the release that it
// was sent under its UPC). The message that the store took decides, even if the release or its codes changed since:
// writing another's number into a catalogue earns nothing. If the store was sent nothing under that code, the work
// belongs to the only organization that has it on a release that was approved with it. If several organizations remain,
// the operator decides; the UPC never does. If one organization has several such tracks, the one on the release that
// the row's UPC names gets the row, else the one delivered first, else the one created first.
//
// Stores know a release that has an EAN by that, so what they report as a UPC may be either.

import type { Db, Fragment, TransactionDb } from "../../platform/database/db.ts";
import { latestDecision, latestReview } from "../../releases/queries.ts";

/**
 * Matches works of these reports that are on no statement, and counts what is left. Those that are unmatched are matched, as far as they
 * can be; those that are matched are compared again. One that no longer belongs where it was put is unmatched or goes to its owner.
 * `numbers` are the reports'.
 */
export async function matchWorks(db: TransactionDb, numbers: readonly string[]): Promise<void> {
  await db`create temporary table open_works (report bigint, store_id text, isrc text, upc text) on commit drop`;
  await insertOpenWorks(db, numbers);
  await db`analyze open_works`;
  await db`
    update sales_works w
    set reason = ${reasonOf(db)}, worth = ${worthOf(db)}, organization_id = owner.organization_id, release_id = owner.release_id,
      track_ids = owner.track_ids, is_assigned = false
    from open_works u left join (${ownersOf(db, db`(select distinct store_id, isrc, upc from open_works)`)}) owner
      on owner.store_id = u.store_id and owner.isrc = u.isrc and owner.upc = u.upc
    where w.report = u.report and w.isrc = u.isrc and w.upc = u.upc
      and (w.reason, w.track_ids) is distinct from (${reasonOf(db)}, owner.track_ids)`;
  await countUnmatched(db, numbers);
}

/** Why a work has no owner; null where it has one. */
export const reasonOf = (db: Db) =>
  db`case when owner.organization_id is null then coalesce(owner.reason, 'unknown') end`;

/** The largest amount of the work `w` in one currency, by which unmatched works are listed. Those that are matched need none. */
export const worthOf = (db: Db) =>
  db`(select coalesce(max(amount::numeric), 0) from jsonb_each_text(w.amounts) as given (currency, amount))`;

/**
 * Those that have no owner; those with a track that is gone, also if the operator assigned them to it; and those that
 * were matched otherwise than by what the store was sent. A match by a sent message stays, even if another organization
 * has sent the same code since. A reversal and what it reverses stay as they are: only together they sum to nothing.
 * Works and tracks may be millions. They are joined as sets, because a question for each work would take far longer.
 */
async function insertOpenWorks(db: TransactionDb, numbers: readonly string[]): Promise<void> {
  await db`
    insert into open_works
    with w as materialized (
      select w.report, r.store_id, w.isrc, w.upc, w.reason, w.is_assigned, w.release_id, w.track_ids
      from sales_works w join sales_reports r on r.number = w.report
      where w.report = any(${numbers as string[]}::bigint[]) and w.closed_in is null and r.reverses is null and r.reversed_by is null)
    select report, store_id, isrc, upc from w where reason is not null
    union
    select report, store_id, isrc, upc from w cross join unnest(track_ids) as given (track_id)
    where reason is null and not exists (select 1 from tracks where tracks.id = given.track_id)
    union
    select report, store_id, isrc, upc from w
    where reason is null and not is_assigned and not exists (
      select 1 from sent_codes c join sent_sets s on s.set_id = c.set_id
      where c.code = ${codeOf(db)} and c.release_id = w.release_id
        and c.track_id = case when w.isrc <> '' then w.track_ids[1] else '' end and s.store_id = w.store_id)`;
}

/**
 * The reported UPC in the 13 digits of an EAN: twelve with a zero before them, 14 without the zero before them. If the
 * first of 14 is no zero, the rest is no EAN, because its check digit is wrong then.
 */
const asEan = (db: Db) => db`right('0' || w.upc, 13)`;

/** The code under which a work was sent. */
const codeOf = (db: Db) => db`case when w.isrc <> '' then w.isrc else ${asEan(db)} end`;

/**
 * Whether the release `r` is approved. A draft has no review that counts, one that waits for its review has none yet.
 * If the partner withdraws a change, what was approved before it stays approved. But the release keeps the changed
 * content, which no reviewer has approved. So the code must be in the copy `k` of the approved content, too: `hasCode`
 * says that.
 */
function isApproved(db: Db, hasCode: Fragment): Fragment {
  const release = { organization_id: db`r.organization_id`, id: db`r.id` };
  return db`
    r.status <> 'draft' and case (${latestReview(db, release)})
      when 'approved' then true
      when 'withdrawn' then (${latestDecision(db, release)}) = 'approved'
        and exists (select 1 from approved_contents k where k.release_id = r.id and ${hasCode})
      else false end`;
}

/** Whether the track `t` is approved. */
const isApprovedTrack = (db: Db) =>
  isApproved(
    db,
    db`exists (select 1 from json_to_recordset(k.tracks) as kept (id text, isrc text) where kept.id = t.id and kept.isrc = t.isrc)`,
  );

/** The release `r` has no track that could earn by its sale. */
const hasNoTrack = (db: Db) => db`not exists (select 1 from tracks t where t.release_id = r.id)`;

/**
 * One row for each of these works (store_id, isrc, upc) that an organization has. All are looked up at once: by indexes where they are
 * few, by whole tables where they are many. The planner must know how many, so they stand in a table that was analysed.
 *
 * A track that was sent and is gone still counts for whose the work is, as does an album without tracks. If only its organization was
 * sent, the work has no row. If another organization was sent too, the work is ambiguous: a deleted track must not move money.
 */
export function ownersOf(db: Db, works: Fragment): Fragment {
  return db`
    with sent as materialized (
      select w.store_id, w.isrc, w.upc, c.organization_id, c.release_id, c.track_id, s.first_at, n.code is not null as is_named
      from ${works} w
      join sent_codes c on c.code = ${codeOf(db)} and (c.track_id = '') = (w.isrc = '')
      join sent_sets s on s.set_id = c.set_id and s.store_id = w.store_id
      left join sent_codes n on n.code = ${asEan(db)} and n.set_id = c.set_id and n.track_id = ''),
    unsent as materialized (
      select w.store_id, w.isrc, w.upc from ${works} w
      where not exists (select 1 from sent where sent.store_id = w.store_id and sent.isrc = w.isrc and sent.upc = w.upc)),
    found as (
      select w.store_id, w.isrc, w.upc, w.organization_id, w.release_id, t.id as track_id, t.created_at, is_named, first_at,
        t.id is null as is_gone
      from sent w left join tracks t on t.id = w.track_id where w.track_id <> ''
      union all
      select w.store_id, w.isrc, w.upc, w.organization_id, w.release_id, null, r.created_at, true, first_at, ${hasNoTrack(db)}
      from sent w left join releases r on r.id = w.release_id where w.track_id = ''
      union all
      select w.store_id, w.isrc, w.upc, t.organization_id, t.release_id, t.id, t.created_at,
        r.upc = w.upc or coalesce(r.ean = ${asEan(db)}, false), null, false
      from unsent w join tracks t on t.isrc = w.isrc join releases r on r.id = t.release_id
      where w.isrc <> '' and ${isApprovedTrack(db)}
      union all
      select w.store_id, w.isrc, w.upc, r.organization_id, r.id, null, r.created_at, true, null, ${hasNoTrack(db)}
      from unsent w join releases r on r.upc = w.upc
      where w.isrc = '' and ${isApproved(db, db`k.release ->> 'upc' = r.upc`)}
      union all
      select w.store_id, w.isrc, w.upc, r.organization_id, r.id, null, r.created_at, true, null, ${hasNoTrack(db)}
      from unsent w join releases r on r.ean = ${asEan(db)}
      where w.isrc = '' and ${isApproved(db, db`k.release ->> 'ean' = r.ean`)})
    select distinct on (store_id, isrc, upc) store_id, isrc, upc,
      case when is_ambiguous then 'ambiguous' end as reason,
      case when not is_ambiguous then organization_id end as organization_id,
      case when not is_ambiguous then release_id end as release_id,
      case when is_ambiguous then null when track_id is not null then array[track_id]
        else array(select t.id from tracks t where t.release_id = ranked.release_id order by disc_number, track_number) end as track_ids
    from (
      select found.*, min(organization_id) over of_work <> max(organization_id) over of_work as is_ambiguous
      from found window of_work as (partition by store_id, isrc, upc)
    ) ranked
    where is_ambiguous or not is_gone
    order by store_id, isrc, upc, is_named desc, first_at,
      case when first_at is null then (select min(s.delivered_at) from deliveries d join delivery_stores s on s.delivery_id = d.id
        where d.release_id = ranked.release_id) end nulls last, created_at, ranked.release_id, track_id`;
}

/** Updates a report's counts of unmatched rows from its works. */
export async function countUnmatched(db: TransactionDb, numbers: readonly string[]): Promise<void> {
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
