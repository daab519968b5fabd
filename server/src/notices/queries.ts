import { OPERATOR } from "../events/notice.ts";
import { type Db, type Fragment, json, type TransactionDb } from "../platform/database/db.ts";
import type { NoticeLine } from "./notice-mail.ts";

/** A kind of mail to an organization, the roles that it is for, and whether it is on for people who never chose. */
export type Group = { kind: string; organization_id: string; roles: readonly string[]; is_usual: boolean };

export type Recipient = {
  kind: string;
  organization_id: string;
  organization_name: string | null;
  person_id: string;
  email: string;
  labels: string[] | null;
  /** A member of the role `payee` hears of these alone; null for all others. */
  payee_ids: string[] | null;
};

/** Active people with the right to it, who have not turned it off. */
export async function listRecipients(db: Db, groups: readonly Group[]): Promise<Recipient[]> {
  const wanted = db`coalesce((people.notifications ->> given.kind)::boolean, given.is_usual)`;
  const given = db`jsonb_to_recordset(${json(db, groups)}) as given (kind text, organization_id text, roles text[], is_usual boolean)`;
  return db<Recipient[]>`
    select given.kind, given.organization_id, organizations.name as organization_name, people.id as person_id, email, labels, payee_ids
    from ${given} join organizations on organizations.id = given.organization_id and organizations.status = 'active'
      join members on members.organization_id = organizations.id and members.status = 'active' and role = any(roles)
      join people on people.id = members.person_id and people.status = 'active'
    where ${wanted}
    union all
    select given.kind, given.organization_id, null, people.id, email, null, null
    from ${given} join staff on given.organization_id = ${OPERATOR} and staff.status = 'active' and role = any(roles)
      join people on people.id = staff.person_id and people.status = 'active'
    where ${wanted}`;
}

const MAX_COUNTED = 10_000;

/** Submissions that wait now: the oldest, and how many there are. */
export async function listWaitingReviews(db: Db, limit: number): Promise<{ lines: NoticeLine[]; count: number }> {
  const lines = await db<NoticeLine[]>`
    select submissions.id as subject_id, releases.title, organizations.name,
      jsonb_build_object('since', to_char(submitted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as facts
    from (
      select * from submissions where review_status = 'pending_review' order by submitted_at limit ${limit}) as submissions
      join releases on releases.id = submissions.release_id
      join organizations on organizations.id = submissions.organization_id
    order by submitted_at`;
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from (
      select from submissions where review_status = 'pending_review' limit ${MAX_COUNTED}) as counted`;
  return { lines, count: row.count };
}

/** At most one a day: none is on its way, and none was written since. */
export async function isReviewDue(db: Db, since: string): Promise<boolean> {
  const [row] = await db<[{ is_due: boolean }]>`
    select exists (select from submissions where review_status = 'pending_review')
      and not exists (select from notices where kind = 'review')
      and not exists (select from mails where kind = 'review' and created_at > ${since}) as is_due`;
  return row.is_due;
}

export type LongFailure = { subject_id: string; organization_id: string; text: string; since: string };

/** Endpoints and stores that have failed since before, and were not reported. They are marked as reported. */
export async function takeLongFailures(db: TransactionDb, before: string, limit: number) {
  const endpoints = await reportOnce(
    db,
    "endpoint",
    db`
      select id as subject_id, organization_id, left(url, 200) as text, failing_since as since from webhooks
      where failing_since <= ${before} and deleted_at is null and status = 'verified'
        and not exists (select from reported_failures where kind = 'endpoint' and subject_id = webhooks.id and since = failing_since)
      order by failing_since limit ${limit}`,
  );
  const stores = await reportOnce(
    db,
    "store",
    db`
      select store_id as subject_id, '' as organization_id, name as text, unreached_since as since from stores
      where unreached_since <= ${before}
        and not exists (select from reported_failures where kind = 'store' and subject_id = stores.store_id and since = unreached_since)
      order by unreached_since limit ${limit}`,
  );
  return { endpoints, stores };
}

async function reportOnce(db: TransactionDb, kind: string, rows: Fragment): Promise<LongFailure[]> {
  return db<LongFailure[]>`
    with failing as (${rows}),
    fresh as (
      insert into reported_failures (kind, subject_id, since) select ${kind}, subject_id, since from failing
      on conflict do nothing returning subject_id)
    select * from failing where subject_id in (select subject_id from fresh)`;
}

export async function deleteOldFailures(db: TransactionDb, before: string): Promise<void> {
  await db`delete from reported_failures where since < ${before}`;
}
