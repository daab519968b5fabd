import { type Db, type Fragment, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import { contentVersion } from "../releases/preflight/queries.ts";
import { forgettingContent, latestReview, type ReviewState } from "../releases/queries.ts";
import { deliveriesOf } from "../releases/standing-queries.ts";
import type { Sight } from "../rights/sight.ts";
import { andOfSeen } from "../rights/sight-queries.ts";
import type { Submission } from "./submission.ts";

/** `id` and `created_at` are what lists go by. */
export type SubmissionRow = Submission & {
  organization_id: string;
  organization_name: string;
  release_title: string;
  id: string;
  created_at: string;
};

const submissionColumns = (db: Db) => db`
  organization_id, id, id as submission_id, release_id, submitted_at, submitted_at as created_at, review_status, reason, issues,
  reviewed_at, deliver, (select delivery_id from approved_deliveries where submission_id = submissions.id) as delivery_id, (select name from organizations where organizations.id = submissions.organization_id) as organization_name,
  (select title from releases where releases.id = submissions.release_id) as release_title`;

export type Submittable = ReviewState & { content_version: string; has_deliveries: boolean };

/** All that a submit depends on. Call it under the release's lock. */
export async function findSubmittable(db: Db, own: Owned): Promise<Submittable | undefined> {
  const [row] = await db<Submittable[]>`
    select review, (${latestReview(db, own)}) as review_status, (${contentVersion(db, own)}) as content_version,
      exists (${deliveriesOf(db, db`${own.id}`)}) as has_deliveries
    from organizations where id = ${own.organization_id}`;
  return row;
}

/**
 * Call it under the release's lock. The new submission sorts after every earlier one of the release, even if the clock went
 * back, because the latest one counts. If it is approved, the present content is what is approved. Returns its times.
 */
export async function insertSubmission(
  db: TransactionDb,
  organization_id: string,
  row: Submission,
): Promise<Pick<Submission, "submitted_at" | "reviewed_at">> {
  const own = { organization_id, id: row.release_id };
  const forgotten = row.review_status === "approved" ? db`with forgotten as (${forgettingContent(db, own)})` : db``;
  const [times] = await db<[Pick<Submission, "submitted_at" | "reviewed_at">]>`
    ${forgotten}
    insert into submissions (id, organization_id, release_id, review_status, reason, issues, deliver, submitted_at, reviewed_at)
    select ${row.submission_id}, ${organization_id}, ${row.release_id}, ${row.review_status}, ${row.reason}, ${json(db, row.issues)},
      ${json(db, row.deliver)}, at, case when ${row.reviewed_at !== null} then at end
    from (
      select greatest(${row.submitted_at}::timestamptz, max(submitted_at) + interval '1 millisecond') as at
      from submissions where organization_id = ${organization_id} and release_id = ${row.release_id}) as placed
    returning submitted_at, reviewed_at`;
  return times;
}

/** Adds these issues after those of a reviewer, if there are any by now. */
export async function addIssues(
  db: TransactionDb,
  { organization_id, id: submission_id }: Owned,
  issues: Submission["issues"],
): Promise<void> {
  await db`
    update submissions set issues = issues || ${json(db, issues)}
    where organization_id = ${organization_id} and id = ${submission_id}`;
}

export async function findSubmission(db: Db, { organization_id, id }: Owned): Promise<SubmissionRow | undefined> {
  const [row] = await db<SubmissionRow[]>`
    select ${submissionColumns(db)} from submissions where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

/** Operator only: not limited to one organization. */
export async function findAnySubmission(db: Db, id: string): Promise<SubmissionRow | undefined> {
  const [row] = await db<SubmissionRow[]>`select ${submissionColumns(db)} from submissions where id = ${id}`;
  return row;
}

export async function findLatestSubmission(
  db: Db,
  { organization_id, id: release_id }: Owned,
): Promise<SubmissionRow | undefined> {
  const [row] = await db<SubmissionRow[]>`
    select ${submissionColumns(db)} from submissions where organization_id = ${organization_id} and release_id = ${release_id}
    order by submitted_at desc, id desc limit 1`;
  return row;
}

/** Whether it was approved since it was a draft: an approval that is withdrawn makes it one, and keeps its `reviewed_at`. */
export async function wasApproved(db: Db, { organization_id, id: release_id }: Owned): Promise<boolean> {
  const [row] = await db<{ review_status: string }[]>`
    select review_status from submissions
    where organization_id = ${organization_id} and release_id = ${release_id}
      and (review_status = 'approved' or (review_status = 'withdrawn' and reviewed_at is not null))
    order by submitted_at desc, id desc limit 1`;
  return row?.review_status === "approved";
}

/** Compare-and-set: undefined where it has another status by now. The remarks come before what was found meanwhile. */
export async function moveSubmission(
  db: TransactionDb,
  organization_id: string,
  move: Pick<Submission, "submission_id" | "review_status" | "reason" | "reviewed_at"> & {
    from: string;
    remarks: Submission["issues"];
  },
): Promise<SubmissionRow | undefined> {
  const [row] = await db<SubmissionRow[]>`
    update submissions
    set review_status = ${move.review_status}, reason = ${move.reason}, issues = ${json(db, move.remarks)} || issues,
      reviewed_at = ${move.reviewed_at}
    where organization_id = ${organization_id} and id = ${move.submission_id} and review_status = ${move.from}
    returning ${submissionColumns(db)}`;
  return row;
}

export async function listSubmissions(
  db: Db,
  sight: Sight,
  filter: PageAsked & { release_id?: string },
): Promise<Page<SubmissionRow>> {
  const { release_id } = filter;
  const ofRelease = release_id === undefined ? db`` : db`and release_id = ${release_id}`;
  return selectSubmissions(
    db,
    filter,
    db`organization_id = ${sight.organization_id} ${andOfSeen(db, sight)} ${ofRelease}`,
  );
}

/** Operator only: not limited to one organization. */
export async function listAnySubmissions(
  db: Db,
  filter: PageAsked & { review_status?: string },
): Promise<Page<SubmissionRow>> {
  const { review_status } = filter;
  return selectSubmissions(db, filter, review_status === undefined ? db`true` : db`review_status = ${review_status}`);
}

function selectSubmissions(db: Db, asked: PageAsked, where: Fragment): Promise<Page<SubmissionRow>> {
  const rows = db`select ${submissionColumns(db)} from submissions`;
  return selectPage(db, asked, { from: db`submissions`, where, rows, order: { created_at: "submitted_at", id: "id" } });
}
