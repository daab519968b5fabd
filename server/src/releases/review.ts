// A release is submitted, reviewed, withdrawn and submitted again. Each of these actions locks the release first, so that
// other requests cannot submit, change or review it before the action commits.
//
// Under manual review a change of an approved release is reviewed too: it opens a new submission. Until that is approved,
// no new delivery starts, and deliveries requested earlier send what was approved last (approved-content). A submission
// that already waits for review covers further changes.

import { emit } from "../events/actions.ts";
import type { Organization } from "../organizations/organization.ts";
import { type Context, type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { ApiError, errorInOrder, notFound } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import type { Owned } from "../platform/owned.ts";
import { transition } from "../platform/state-machine.ts";
import { findLockedRelease, refusingDuplicate, updateRelease } from "./actions.ts";
import type { Change } from "./approved-content.ts";
import { judgeSubmission } from "./job-definitions.ts";
import { holdJudgement, type Judgement } from "./preflight/actions.ts";
import { verdictOf } from "./preflight/judge.ts";
import {
  findAnySubmission,
  findLatestSubmission,
  findSubmission,
  forgetContent,
  insertSubmission,
  keepContent,
  moveRelease,
  moveSubmission,
  type SubmissionRow,
  wasApproved,
} from "./queries.ts";
import { type Release, type ReleaseChanges, releaseTransitions, shownRelease } from "./release.ts";
import { REVIEW_CODE, type Rejection, type Submission, shownSubmission, submissionTransitions } from "./submission.ts";

/** `judgement` was made before this transaction began. */
export async function submitRelease(
  ctx: Transaction,
  { organization_id, id }: Owned,
  judgement: Judgement | undefined,
): Promise<Submission> {
  const release = await getLocked(ctx, { organization_id, id });
  return submitJudged(ctx, organization_id, release, await holdJudgement(ctx, { organization_id, id }, judgement));
}

async function submitJudged(
  ctx: Transaction,
  organization_id: string,
  release: Release,
  { judged, refused }: Judgement,
): Promise<Submission> {
  const move = transition(releaseTransitions, "submit", release.status);
  const [{ review }, latest] = await Promise.all([
    keepContent(ctx.db, { organization_id, id: release.id }),
    findLatestSubmission(ctx.db, { organization_id, id: release.id }),
  ]);
  if (refused.length > 0) throw errorInOrder(refused);
  // Stores rejected it, and a change of it waits for its review already.
  if (latest?.review_status === "pending_review")
    throw new ApiError(
      "invalid_state",
      `The submission ${latest.submission_id} of this release still waits for its review.`,
    );
  await takeStatus(ctx, organization_id, release, move);
  return openSubmission(ctx, { organization_id, id: release.id }, { issues: verdictOf(judged).issues, review });
}

/** PATCH: the fields first, then, as long as it lasts, `status`. All of it or nothing. */
export async function changeRelease(
  ctx: Transaction,
  { organization_id, id }: Owned,
  { status, ...changes }: ReleaseChanges,
  judgement: Judgement | undefined,
): Promise<Release> {
  const before = await getLocked(ctx, { organization_id, id });
  const isMoved = status !== undefined && status !== before.status;
  // Judged with the changes, so it is about the state before them.
  const held = isMoved ? await holdJudgement(ctx, { organization_id, id }, judgement) : undefined;
  const { change } = await updateRelease(ctx, { organization_id, id }, changes);
  if (held) {
    if (status !== releaseTransitions.submit.to)
      throw new ApiError("invalid_state", `A release does not become ${status} by PATCH.`);
    await submitJudged(ctx, organization_id, await getLocked(ctx, { organization_id, id }), held);
  } else if (change) {
    await reviewChange(ctx, organization_id, change);
  }
  return getLocked(ctx, { organization_id, id });
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
  // A release that was approved before does not become a draft again: only its change is withdrawn.
  if (release.status === "submitted" && !(await wasApproved(ctx.db, { organization_id, id: release.id })))
    await takeStatus(ctx, organization_id, release, transition(releaseTransitions, "withdraw", release.status));
  return submission;
}

export async function approveSubmission(ctx: Transaction, id: string): Promise<SubmissionRow> {
  const { submission } = await decide(ctx, await findAnySubmission(ctx.db, id), "approve");
  await withCommit(
    ctx,
    forgetContent(ctx.db, { organization_id: submission.organization_id, id: submission.release_id }),
  );
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
  return submission;
}

/** A release takes its status from its deliveries, unless it has become a draft again. */
export async function settleRelease(
  ctx: Transaction,
  { organization_id, id }: Owned,
  findStatus: () => Promise<"submitted" | "delivered" | "rejected" | undefined>,
): Promise<void> {
  const release = await getLocked(ctx, { organization_id, id });
  // Asked under the lock: deliveries that change at once settle it one after the other.
  const to = await findStatus();
  if (to === undefined || release.status === "draft" || release.status === to) return;
  await takeStatus(ctx, organization_id, release, transition(releaseTransitions, `settle_${to}`, release.status));
}

/** Deliveries, resubmissions and updates wait for the review. */
export async function assertApproved(ctx: Context, own: Owned): Promise<void> {
  const latest = await findLatestSubmission(ctx.db, own);
  if (latest?.review_status === "approved") return;
  const state = latest ? `its latest submission is ${latest.review_status}` : "it was never submitted";
  throw new ApiError("invalid_state", `The release cannot be sent to stores: ${state}, not approved.`);
}

export async function getSubmission(ctx: Context, own: Owned): Promise<Submission> {
  const submission = await findSubmission(ctx.db, own);
  if (!submission) throw notFound("submission");
  return submission;
}

export async function findLocked(ctx: Transaction, own: Owned): Promise<Release | undefined> {
  const stored = await findLockedRelease(ctx, own);
  return stored && shownRelease(stored);
}

async function getLocked(ctx: Transaction, own: Owned): Promise<Release> {
  const release = await findLocked(ctx, own);
  if (!release) throw notFound("release");
  return release;
}

async function takeStatus(
  ctx: Transaction,
  organization_id: string,
  release: Release,
  { to, event }: (typeof releaseTransitions)[keyof typeof releaseTransitions],
): Promise<void> {
  const { id, status: previous_status } = release;
  const updated_at = timestamp(ctx);
  const hasMoved = await refusingDuplicate(
    moveRelease(ctx.db, organization_id, { id, from: previous_status, to, updated_at }),
  );
  if (!hasMoved) throw new ApiError("invalid_state", `The release is no longer ${previous_status}.`);
  const data = { ...release, status: to, updated_at, previous_status };
  await emit(ctx, { organization_id, event_type: event, data });
}

/** Under automatic review it is approved at once; what stores may reject is listed either way. */
async function openSubmission(
  ctx: Transaction,
  { organization_id, id: release_id }: Owned,
  { issues, review }: { issues: Submission["issues"]; review: Organization["review"] },
): Promise<Submission> {
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
  };
  const isManual = review === "manual";
  const opened = isManual ? pending : { ...pending, review_status: to, reviewed_at: submitted_at };
  const submission = { ...opened, ...(await insertSubmission(ctx.db, organization_id, opened)) };
  if (!isManual) {
    await withCommit(ctx, forgetContent(ctx.db, { organization_id, id: submission.release_id }));
    const data = { ...submission, previous_status: pending.review_status };
    await emit(ctx, { organization_id, event_type: event, data });
  }
  return submission;
}

/** Locks the release, so that it cannot change while the decision is made. */
async function decide(
  ctx: Transaction,
  found: SubmissionRow | undefined,
  trigger: keyof typeof submissionTransitions,
  { reason = null, remarks = [] }: { reason?: string | null; remarks?: Submission["issues"] } = {},
): Promise<{ submission: SubmissionRow; release: Release }> {
  if (!found) throw notFound("submission");
  const { organization_id, submission_id, review_status: previous_status } = found;
  const release = await getLocked(ctx, { organization_id, id: found.release_id });
  const { to, event } = transition(submissionTransitions, trigger, previous_status);
  const submission = await moveSubmission(ctx.db, organization_id, {
    submission_id,
    from: previous_status,
    review_status: to,
    reason,
    remarks,
    // A withdrawn submission was not reviewed.
    reviewed_at: trigger === "withdraw" ? null : timestamp(ctx),
  });
  if (!submission) throw new ApiError("invalid_state", `The submission is no longer ${previous_status}.`);
  if (event !== "none") {
    const data = { ...shownSubmission(submission), previous_status };
    await emit(ctx, { organization_id, event_type: event, data });
  }
  return { submission, release };
}
