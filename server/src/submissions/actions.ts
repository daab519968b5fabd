// A release is submitted, reviewed, withdrawn and submitted again. Each of these actions locks the release first, so that
// other requests cannot submit, change or review it before the action commits.
//
// Under manual review a change of an approved release is reviewed too: it opens a new submission. Until that is approved,
// no new delivery starts, and deliveries requested earlier send what was approved last (approved-content). A submission
// that already waits for review covers further changes.

import { emit, emitAll } from "../events/actions.ts";
import type { NewEvent } from "../events/event.ts";
import type { Organization } from "../organizations/organization.ts";
import { type Context, type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { ApiError, errorInOrder, notFound } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import type { Owned } from "../platform/owned.ts";
import { transition } from "../platform/state-machine.ts";
import { assertNoDuplicate, updateRelease } from "../releases/actions.ts";
import type { Change } from "../releases/approved-content.ts";
import { assertUnchanged, heldAt, holdJudgement, type Judgement } from "../releases/preflight/actions.ts";
import { verdictOf } from "../releases/preflight/judge.ts";
import { forgetContent, keepContent, lockRelease, type ReviewState } from "../releases/queries.ts";
import { type Release, type ReleaseChanges, releaseTransitions } from "../releases/release.ts";
import { getLocked, moveTo, settleApproved, takeStatus } from "../releases/settle.ts";
import { isAtNoStore, isTakenDownEverywhere, type Standing } from "../releases/standing.ts";
import { listStandings } from "../releases/standing-queries.ts";
import { keepReviewed } from "./change-queries.ts";
import { judgeSubmission } from "./job-definitions.ts";
import {
  findAnySubmission,
  findLatestSubmission,
  findSubmission,
  findSubmittable,
  insertSubmission,
  moveSubmission,
  type SubmissionRow,
  wasApproved,
} from "./queries.ts";
import type { RequestedDelivery } from "./requested-delivery.ts";
import { REVIEW_CODE, type Rejection, type Submission, shownSubmission, submissionTransitions } from "./submission.ts";

/** The delivery that an approval makes. The caller makes it, under this id, if the submission is approved. */
type PlannedDelivery = { deliver: RequestedDelivery; delivery_id: string };

/** `judgement` was made before this transaction began. */
export async function submitRelease(
  ctx: Transaction,
  { organization_id, id }: Owned,
  judgement: Judgement | undefined,
  planned?: PlannedDelivery,
): Promise<Submission> {
  const own = { organization_id, id };
  // Sent at once, the lock first: one round trip.
  const [, found] = await Promise.all([lockRelease(ctx.db, own), findSubmittable(ctx.db, own)]);
  if (!found) throw notFound("release");
  const { content_version, has_deliveries, ...state } = found;
  const held = heldAt(content_version, judgement);
  const standings = has_deliveries ? await listStandings(ctx.db, own) : [];
  // Most releases were never approved: the statement that copies what was approved takes longer to plan than all others of a submit to run.
  if (state.review === "manual" && state.review_status === "approved") await keepContent(ctx.db, own);
  return submitJudged(ctx, organization_id, { release: held.release, held, state, standings, planned });
}

type Submitted = {
  release: Release;
  held: Judgement;
  state: ReviewState;
  standings: readonly Standing[];
  planned?: PlannedDelivery | undefined;
};

async function submitJudged(
  ctx: Transaction,
  organization_id: string,
  { release, held, state, standings, planned }: Submitted,
): Promise<Submission> {
  const own = { organization_id, id: release.id };
  const { to, event } = transition(releaseTransitions, "submit", release.status);
  if (held.refused.length > 0) throw errorInOrder(held.refused);
  if (state.review_status === "pending_review") throw await stillWaits(ctx, own);
  const issues = verdictOf(held.judged).issues;
  const holds_fingerprint = !isTakenDownEverywhere(standings);
  if (!holds_fingerprint) await assertNoDuplicate(ctx, organization_id, release);
  const moved = moveTo(ctx, organization_id, release, { to, event, holds_fingerprint });
  const opened = insertOpened(ctx, own, { issues, review: state.review, planned });
  await Promise.allSettled([moved, opened]);
  const changed = await moved;
  const { submission, reviewed } = await opened;
  await emitAll(ctx, [changed, ...reviewed]);
  if (reviewed.length > 0) await settleApproved(ctx, own, standings);
  return submission;
}

/** Stores rejected it, and a change of it waits for its review already. */
async function stillWaits(ctx: Transaction, own: Owned): Promise<ApiError> {
  const latest = await findLatestSubmission(ctx.db, own);
  return new ApiError(
    "invalid_state",
    `The submission ${latest?.submission_id} of this release still waits for its review.`,
  );
}

/** PATCH: the fields first, then, as long as it lasts, `status`. All of it or nothing. */
export async function changeRelease(
  ctx: Transaction,
  { organization_id, id }: Owned,
  { status, ...changes }: ReleaseChanges,
  judgement: Judgement | undefined,
): Promise<Release> {
  if (status === undefined) return changeFields(ctx, { organization_id, id }, changes);
  const before = await getLocked(ctx, { organization_id, id });
  const isMoved = status !== before.status;
  // Judged with the changes, so it is about the state before them.
  const held = isMoved ? await holdJudgement(ctx, { organization_id, id }, judgement) : undefined;
  const { change } = await updateRelease(ctx, { organization_id, id }, changes);
  if (held) {
    if (status !== releaseTransitions.submit.to)
      throw new ApiError("invalid_state", `A release does not become ${status} by PATCH.`);
    const release = await getLocked(ctx, { organization_id, id });
    const state = await keepContent(ctx.db, { organization_id, id });
    const standings = await listStandings(ctx.db, { organization_id, id });
    await submitJudged(ctx, organization_id, { release, held, state, standings });
  } else if (change) {
    await reviewChange(ctx, organization_id, change);
  }
  return getLocked(ctx, { organization_id, id });
}

async function changeFields(ctx: Transaction, own: Owned, changes: Omit<ReleaseChanges, "status">): Promise<Release> {
  const { release, change } = await updateRelease(ctx, own, changes);
  if (change) await reviewChange(ctx, own.organization_id, change);
  return release;
}

/** Call it after changing a release or its tracks, while its lock is held. `change` is what `beginChange` returned. */
export async function reviewChange(ctx: Transaction, organization_id: string, change: Change): Promise<void> {
  const { release_id, state } = change;
  if (!state?.review_status || !isHandedInAfter[state.review].includes(state.review_status)) return;
  const { review } = state;
  // A job adds what stores may reject: judging here would hold the lock too long.
  const { submission_id } = await openSubmission(ctx, { organization_id, id: release_id }, { issues: [], review });
  await enqueue(
    ctx,
    judgeSubmission,
    { organization_id, release_id, submission_id },
    { key: release_id, group_key: organization_id },
  );
}

// The statuses of the latest submission after which a change opens a new one. A pending submission already covers the change; after a
// rejection the partner submits again. Under automatic review an approval stays valid.
const isHandedInAfter: Readonly<Record<Organization["review"], readonly string[]>> = {
  manual: ["approved", "withdrawn"],
  automatic: ["withdrawn"],
};

export async function withdrawSubmission(ctx: Transaction, { organization_id, id }: Owned): Promise<Submission> {
  const found = await findSubmission(ctx.db, { organization_id, id });
  const { submission, release } = await decide(ctx, found, "withdraw");
  const own = { organization_id, id: release.id };
  const isApproval = found?.review_status === "approved";
  if (isApproval) await assertCanBeWithdrawn(ctx, own, submission);
  // If it was approved before, a submission that waits for review is only of a change, and the release stays what it is.
  if (isApproval || (release.status === "submitted" && !(await wasApproved(ctx.db, own)))) {
    const move = { ...transition(releaseTransitions, "withdraw", release.status), holds_fingerprint: false };
    await takeStatus(ctx, organization_id, release, move);
  }
  return submission;
}

/** Under the release's lock, under which a delivery of it is made, too. */
async function assertCanBeWithdrawn(ctx: Transaction, own: Owned, { submission_id }: Submission): Promise<void> {
  const [latest, standings] = await Promise.all([findLatestSubmission(ctx.db, own), listStandings(ctx.db, own)]);
  if (latest?.submission_id !== submission_id) {
    const message = `The release has a later submission, ${latest?.submission_id}: only its latest one can be withdrawn.`;
    throw new ApiError("invalid_state", message);
  }
  if (isAtNoStore(standings)) return;
  const remedy = "take it down there, or cancel what was not sent yet, and withdraw it when that is done";
  throw new ApiError("invalid_state", `A store has the release, or it is on its way to one: ${remedy}.`);
}

/** The delivery that the approval makes, and why stores do not get it. */
type OnApproval = { delivery_id?: string | null; remarks?: Submission["issues"] };

export async function approveSubmission(
  ctx: Transaction,
  id: string,
  version: string,
  made: OnApproval = {},
): Promise<SubmissionRow> {
  const { submission } = await decide(ctx, await findAnySubmission(ctx.db, id), "approve", made);
  const own = { organization_id: submission.organization_id, id: submission.release_id };
  await assertUnchanged(ctx, own, version);
  await withCommit(ctx, forgetContent(ctx.db, own));
  await withCommit(ctx, keepReviewed(ctx.db, own, submission.submission_id));
  await settleApproved(ctx, own, await listStandings(ctx.db, own));
  return submission;
}

export async function rejectSubmission(
  ctx: Transaction,
  id: string,
  { reason, issues = [] }: Rejection,
): Promise<SubmissionRow> {
  const remarks = issues.map(({ code = REVIEW_CODE, ...remark }) => ({
    code,
    severity: "blocker" as const,
    ...remark,
  }));
  const { submission, release } = await decide(ctx, await findAnySubmission(ctx.db, id), "reject", { reason, remarks });
  if (release.status !== releaseTransitions.review_reject.to) {
    const move = transition(releaseTransitions, "review_reject", release.status);
    await takeStatus(ctx, submission.organization_id, release, move);
  }
  const own = { organization_id: submission.organization_id, id: release.id };
  await withCommit(ctx, keepReviewed(ctx.db, own, submission.submission_id));
  return submission;
}

/** Deliveries, resubmissions and updates wait for the review. */
export function assertApproved({ review_status }: Pick<ReviewState, "review_status">): void {
  if (review_status === "approved") return;
  const state = review_status ? `its latest submission is ${review_status}` : "it was never submitted";
  throw new ApiError("invalid_state", `The release cannot be sent to stores: ${state}, not approved.`);
}

export async function getSubmission(ctx: Context, own: Owned): Promise<Submission> {
  const submission = await findSubmission(ctx.db, own);
  if (!submission) throw notFound("submission");
  return submission;
}

type Opening = { issues: Submission["issues"]; review: Organization["review"]; planned?: PlannedDelivery | undefined };

async function openSubmission(ctx: Transaction, own: Owned, opening: Opening): Promise<Submission> {
  const { submission, reviewed } = await insertOpened(ctx, own, opening);
  if (reviewed.length === 0) return submission;
  await emitAll(ctx, reviewed);
  await settleApproved(ctx, own, await listStandings(ctx.db, own));
  return submission;
}

/**
 * Under automatic review it is approved at once; what stores may reject is listed either way. Answers with the events that
 * tell of it.
 */
async function insertOpened(
  ctx: Transaction,
  { organization_id, id: release_id }: Owned,
  { issues, review, planned }: Opening,
): Promise<{ submission: Submission; reviewed: NewEvent[] }> {
  const submitted_at = timestamp(ctx);
  const { to, event } = submissionTransitions.approve;
  const pending: Submission = {
    submission_id: newId("sub"),
    release_id,
    submitted_at,
    review_status: "pending_review",
    reason: null,
    issues,
    reviewed_at: null,
    deliver: planned?.deliver ?? null,
    delivery_id: null,
  };
  const isManual = review === "manual";
  const delivery_id = planned?.delivery_id ?? null;
  const opened = isManual ? pending : { ...pending, review_status: to, reviewed_at: submitted_at, delivery_id };
  const submission = { ...opened, ...(await insertSubmission(ctx.db, organization_id, opened)) };
  if (isManual) return { submission, reviewed: [] };
  const data = { ...submission, previous_status: pending.review_status };
  return { submission, reviewed: [{ organization_id, event_type: event, data }] };
}

/** Locks the release, so that it cannot change while the decision is made. */
async function decide(
  ctx: Transaction,
  found: SubmissionRow | undefined,
  trigger: keyof typeof submissionTransitions,
  { reason = null, remarks = [], delivery_id = null }: OnApproval & { reason?: string | null } = {},
): Promise<{ submission: SubmissionRow; release: Release }> {
  if (!found) throw notFound("submission");
  const { organization_id, submission_id, review_status: previous_status, reviewed_at } = found;
  const release = await getLocked(ctx, { organization_id, id: found.release_id });
  const { to, event } = transition(submissionTransitions, trigger, previous_status);
  const moved = await moveSubmission(ctx.db, organization_id, {
    submission_id,
    from: previous_status,
    review_status: to,
    reason,
    remarks,
    reviewed_at: trigger === "withdraw" ? reviewed_at : timestamp(ctx),
  });
  if (!moved) throw new ApiError("invalid_state", `The submission is no longer ${previous_status}.`);
  const submission = delivery_id === null ? moved : { ...moved, delivery_id };
  if (event !== "none") {
    const data = { ...shownSubmission(submission), previous_status };
    await emit(ctx, { organization_id, event_type: event, data });
  }
  return { submission, release };
}
