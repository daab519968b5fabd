// A release moves to another status: by its review (review.ts), and by its stores, from which it takes its status after every change
// of one of them. Its fingerprint is held by the same moves: by every release that is neither a draft nor taken down everywhere.
// All of it happens under the release's lock.

import { emit } from "../events/actions.ts";
import type { NewEvent } from "../events/event.ts";
import { type Context, type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import type { Owned } from "../platform/owned.ts";
import { transition } from "../platform/state-machine.ts";
import { findLockedRelease, refusingDuplicate } from "./actions.ts";
import { findLatestReview, moveRelease } from "./queries.ts";
import { type Release, releaseTransitions } from "./release.ts";
import { isTakenDownEverywhere, type Standing, settledStatus } from "./standing.ts";
import { freeFingerprint, takeFingerprint } from "./standing-queries.ts";
import { shownRelease } from "./stored-release.ts";

/** The facts that the lock of a release returns. */
export type LockedStatus = { status: Release["status"]; holds_fingerprint: boolean };

/**
 * `standings`: those at all its stores, after the change. A release that stays as it is costs no statement. Answers with the event
 * that tells of its move, if it makes one.
 */
export async function settleRelease(
  ctx: Transaction,
  own: Owned,
  { locked, standings }: { locked: LockedStatus; standings: readonly Standing[] },
): Promise<NewEvent[]> {
  if (locked.status === "draft") return [];
  // A store's answer only frees a fingerprint: a delivery takes it when it is made.
  const holds_fingerprint = locked.holds_fingerprint && !isTakenDownEverywhere(standings);
  const to = settledStatus(standings);
  if (to !== undefined && to !== locked.status && !(await isRejectedByReview(ctx, own, locked))) {
    const move = { ...transition(releaseTransitions, `settle_${to}`, locked.status), holds_fingerprint };
    return [await moveTo(ctx, own.organization_id, { id: own.id, status: locked.status }, move)];
  }
  if (holds_fingerprint !== locked.holds_fingerprint) await withCommit(ctx, freeFingerprint(ctx.db, own));
  return [];
}

/** Such a release can only be submitted again, so it stays rejected whatever its stores say. */
async function isRejectedByReview(ctx: Context, own: Owned, { status }: LockedStatus): Promise<boolean> {
  if (status !== "rejected") return false;
  return (await findLatestReview(ctx.db, own)) === "rejected";
}

/**
 * A submission was approved. If a store has the release, it is `delivered` again; an approval settles nothing else.
 * `standings` were read under the release's lock: most releases are at no store when they are approved, and cost no
 * further statement.
 */
export async function settleApproved(ctx: Transaction, own: Owned, standings: readonly Standing[]): Promise<void> {
  const to = "delivered";
  if (settledStatus(standings) !== to) return;
  const release = await getLocked(ctx, own);
  if (release.status === to) return;
  await takeStatus(ctx, own.organization_id, release, transition(releaseTransitions, `settle_${to}`, release.status));
}

/**
 * A release that was taken down everywhere is delivered again. If another release holds its fingerprint, the constraint
 * refuses it.
 */
export function holdFingerprint(ctx: Transaction, own: Owned): Promise<void> {
  return refusingDuplicate(takeFingerprint(ctx.db, own));
}

async function findLocked(ctx: Transaction, own: Owned): Promise<Release | undefined> {
  const stored = await findLockedRelease(ctx, own);
  return stored && shownRelease(stored);
}

export async function getLocked(ctx: Transaction, own: Owned): Promise<Release> {
  const release = await findLocked(ctx, own);
  if (!release) throw notFound("release");
  return release;
}

type ReleaseMove = Pick<(typeof releaseTransitions)[keyof typeof releaseTransitions], "to" | "event"> & {
  holds_fingerprint?: boolean;
};

/** As it was under the lock. */
type Moving = Pick<Release, "id" | "status">;

export async function takeStatus(
  ctx: Transaction,
  organization_id: string,
  release: Moving,
  move: ReleaseMove,
): Promise<void> {
  await emit(ctx, await moveTo(ctx, organization_id, release, move));
}

/** Answers with the event that tells of it. */
export async function moveTo(
  ctx: Transaction,
  organization_id: string,
  { id, status: previous_status }: Moving,
  { to, event, holds_fingerprint }: ReleaseMove,
): Promise<NewEvent> {
  const updated_at = timestamp(ctx);
  const move = { id, from: previous_status, to, updated_at, holds_fingerprint };
  const moved = await refusingDuplicate(moveRelease(ctx.db, organization_id, move));
  if (!moved) throw new ApiError("invalid_state", `The release is no longer ${previous_status}.`);
  const data = { ...shownRelease(moved), previous_status };
  return { organization_id, event_type: event, data };
}
