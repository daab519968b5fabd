// Every part is found by an index and ends after a fixed number of rows, however large the catalogue is.

import type { Db, Fragment } from "../platform/database/db.ts";
import type { Sight } from "../rights/sight.ts";
import { andOfSeen, andSeen, andSeenAsset } from "../rights/sight-queries.ts";
import type { Attention, AttentionKind, Delivering, OperatorOverview, Overview, ReleaseInBrief } from "./overview.ts";
import { COUNTED, LISTED } from "./overview.ts";

const UNDER_WAY = 5;
const NEXT = 5;
const LATEST = 4;
const REASONS = 5;

/** A release as it is kept: its artwork is shown as a link. */
export type BriefRow = Omit<ReleaseInBrief, "thumbnail_url"> & { artwork_asset_id: string | null };
export type AttentionRow = Omit<Attention, "release"> & { release: BriefRow | null };
export type DeliveringRow = Omit<Delivering, "release"> & { release: BriefRow };

const brief = (db: Db) => db`
  jsonb_build_object('id', r.id, 'title', r.title, 'artists', r.artists, 'release_date', r.release_date, 'status', r.status,
    'artwork_asset_id', r.artwork_asset_id)`;

/** The newest of these kinds, as many as are listed of each. */
export async function listAttention(db: Db, sight: Sight, kinds: readonly AttentionKind[]): Promise<AttentionRow[]> {
  const [first, ...others] = kinds.map((kind) => db`(${attention(db, sight)[kind]()})`);
  if (!first) return [];
  const rows = others.reduce((all, one) => db`${all} union all ${one}`, first);
  return db<AttentionRow[]>`
    select kind, id, title, release, payout, reasons, count::int as count, since from (${rows}) as found
    order by array_position(${kinds as string[]}::text[], kind), since desc, id`;
}

const attention = (db: Db, sight: Sight): Readonly<Record<AttentionKind, () => Fragment>> => ({
  delivery_rejected: () => stopped(db, sight, "rejected"),
  delivery_action_required: () => stopped(db, sight, "action_required"),
  // A store's rejection stands with its delivery; this is the review's.
  review_rejected: () => db`
    select 'review_rejected' as kind, r.id, r.title, ${brief(db)} as release, null::jsonb as payout, ${oneReason(db, db`null`, db`s.reason`)} as reasons,
      1 as count, s.reviewed_at as since
    from releases r cross join lateral (
      select review_status, reason, coalesce(reviewed_at, submitted_at) as reviewed_at from submissions
      where release_id = r.id order by submitted_at desc, id desc limit 1) s
    where r.organization_id = ${sight.organization_id} ${andSeen(db, sight, db`r.label`)} and r.status = 'rejected'
      and s.review_status = 'rejected'
    order by r.created_at desc, r.id desc limit ${LISTED}`,
  payout_on_hold: () => db`
    select 'payout_on_hold' as kind, id, 'Payout' as title, null::jsonb as release,
      jsonb_build_object('amount', amount::text, 'currency', currency) as payout,
      ${oneReason(db, db`hold ->> 'code'`, db`hold ->> 'reason'`)} as reasons, 1 as count, updated_at as since
    from payouts where organization_id = ${sight.organization_id} and status = 'on_hold'
    order by created_at desc, id desc limit ${LISTED}`,
  endpoint_failing: () =>
    endpoints(db, sight.organization_id, "endpoint_failing", db`status = 'verified' and failing_since is not null`),
  endpoint_disabled: () => endpoints(db, sight.organization_id, "endpoint_disabled", db`status = 'disabled'`),
  endpoint_unverified: () => endpoints(db, sight.organization_id, "endpoint_unverified", db`status = 'unverified'`),
  events_undelivered: () => db`
    select 'events_undelivered' as kind, max(event_id) as id, 'Undelivered events' as title, null::jsonb as release, null::jsonb as payout,
      '[]'::jsonb as reasons, count(*) as count, max(created_at) as since
    from (
      select event_id, created_at from dispatches
      where organization_id = ${sight.organization_id} and status = 'undelivered' and status <> 'delivered'
      order by created_at desc, event_id desc limit ${COUNTED}) as lost
    having count(*) > 0`,
  file_failed: () => db`
    select 'file_failed' as kind, a.id, a.filename as title, case when r.id is not null then ${brief(db)} end as release,
      null::jsonb as payout,
      ${oneReason(db, db`failure ->> 'code'`, db`failure ->> 'message'`)} as reasons, 1 as count, a.updated_at as since
    from (
      select * from assets where organization_id = ${sight.organization_id} ${andSeenAsset(db, sight)} and status = 'failed'
      order by created_at desc, id desc limit ${LISTED}) a
    left join lateral (
      select release_id from tracks where organization_id = ${sight.organization_id} and audio_asset_id = a.id
      union all
      select id from releases where organization_id = ${sight.organization_id} and artwork_asset_id = a.id
      limit 1) used on true
    left join releases r on r.id = used.release_id`,
});

const oneReason = (db: Db, code: Fragment, reason: Fragment) => db`
  jsonb_build_array(jsonb_build_object('store_id', null, 'code', ${code}, 'reason', ${reason}))`;

function stopped(db: Db, sight: Sight, status: "rejected" | "action_required"): Fragment {
  return db`
    select ${`delivery_${status}`}::text as kind, d.id, r.title, ${brief(db)} as release, null::jsonb as payout, s.reasons, s.count, d.updated_at as since
    from (
      select id, release_id, updated_at from deliveries
      where organization_id = ${sight.organization_id} ${andOfSeen(db, sight)} and status = ${status}
      order by created_at desc, id desc limit ${LISTED}) d
    join releases r on r.id = d.release_id
    cross join lateral (
      select count(*) as count, coalesce(jsonb_agg(
        jsonb_build_object('store_id', store_id, 'code', rejection_code, 'reason', rejection_reason) order by place)
        filter (where place_of <= ${REASONS}), '[]') as reasons
      from (
        select *, row_number() over (order by place) as place_of from delivery_stores
        where delivery_id = d.id and status in ('rejected', 'action_required')) stores) s`;
}

function endpoints(db: Db, organization_id: string, kind: AttentionKind, where: Fragment): Fragment {
  return db`
    select ${kind}::text as kind, id, url as title, null::jsonb as release, null::jsonb as payout, '[]'::jsonb as reasons, 1 as count,
      coalesce(failing_since, updated_at) as since
    from webhooks where organization_id = ${organization_id} and deleted_at is null and ${where}
    order by created_at desc, id desc limit ${LISTED}`;
}

export async function listUnderWay(db: Db, sight: Sight): Promise<DeliveringRow[]> {
  return db<DeliveringRow[]>`
    select d.id as delivery_id, d.created_at as since, ${brief(db)} as release, (
      select jsonb_agg(jsonb_build_object('store_id', store_id, 'status', s.status) order by place)
      from delivery_stores s where delivery_id = d.id) as stores
    from (
      select id, release_id, created_at from deliveries
      where organization_id = ${sight.organization_id} ${andOfSeen(db, sight)} and status = 'in_progress'
      order by created_at desc, id desc limit ${UNDER_WAY}) d
    join releases r on r.id = d.release_id order by d.created_at desc, d.id desc`;
}

/** Those that will come out from this day on. */
export async function listNextReleases(db: Db, sight: Sight, today: string): Promise<BriefRow[]> {
  const rows = await db<{ release: BriefRow }[]>`
    select ${brief(db)} as release from releases r
    where organization_id = ${sight.organization_id} ${andSeen(db, sight)} and release_date >= ${today} and status in ('submitted', 'delivered')
    order by release_date, id limit ${NEXT}`;
  return rows.map(({ release }) => release);
}

export async function listLatestReleases(db: Db, sight: Sight): Promise<BriefRow[]> {
  const rows = await db<{ release: BriefRow }[]>`
    select ${brief(db)} as release from releases r where organization_id = ${sight.organization_id} ${andSeen(db, sight)}
    order by created_at desc, id desc limit ${LATEST}`;
  return rows.map(({ release }) => release);
}

export async function findFirstSteps(db: Db, sight: Sight): Promise<Overview["has"]> {
  const { organization_id } = sight;
  const [row] = await db<[Overview["has"]]>`
    select exists (select 1 from releases where organization_id = ${organization_id} ${andSeen(db, sight)}) as release,
      exists (select 1 from assets where organization_id = ${organization_id} ${andSeenAsset(db, sight)} and status = 'ready') as file,
      exists (select 1 from submissions where organization_id = ${organization_id} ${andOfSeen(db, sight)}) as submission,
      exists (select 1 from deliveries where organization_id = ${organization_id} ${andOfSeen(db, sight)}) as delivery,
      exists (select 1 from webhooks where organization_id = ${organization_id} and deleted_at is null) as webhook`;
  return row;
}

/** Operator only: over all organizations. */
export async function countWaiting(db: Db): Promise<OperatorOverview> {
  const count = (rows: Fragment) => db`(select count(*)::int from (${rows} limit ${COUNTED}) as counted)`;
  const [row] = await db<[OperatorOverview]>`
    select ${count(db`select 1 from submissions where review_status = 'pending_review'`)} as submissions_to_review,
      ${count(db`select 1 from deliveries where status = 'action_required'`)} as deliveries_action_required,
      ${count(db`select 1 from delivery_stores where status = 'stalled'`)} as deliveries_stalled,
      ${count(db`select 1 from payouts where status = 'pending'`)} as payouts_pending,
      ${count(db`select 1 from payouts where status = 'on_hold'`)} as payouts_on_hold,
      ${count(db`select 1 from jobs where status = 'parked'`)} as jobs_parked,
      ${count(db`select 1 from sales_reports where unmatched > 0 and reversed_by is null`)} as sales_unmatched`;
  return row;
}
