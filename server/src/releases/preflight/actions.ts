import { setImmediate } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import { ApiError } from "../../platform/errors.ts";
import { utcDate } from "../../standards/calendar-date.ts";
import { getRelease } from "../actions.ts";
import type { Release } from "../release.ts";
import { judgeByRule, type Verdict } from "./judge.ts";
import { findSurroundings, listTrackFacts } from "./queries.ts";
import type { PreflightSubject, StoreTerms } from "./subject.ts";

export async function preflightRelease(
  ctx: Context,
  organization_id: string,
  { release_id, store_id }: { release_id: string; store_id: string | undefined },
): Promise<Verdict> {
  const release = await getRelease(ctx, organization_id, release_id);
  const { store, ...subject } = await loadSubject(ctx, organization_id, release, store_id);
  if (store_id !== undefined && !store) {
    const detail = { field: "store_id", issue: `names no store: ${store_id}` };
    throw new ApiError("invalid_request", "The query parameter `store_id` names no store.", [detail]);
  }
  return judgeInTurns(ctx, subject, store ?? undefined);
}

// As long as nobody notices.
const TURN_MS = 5;

/** One release may have hundreds of tracks, each with dozens of names: others have their turn in between. */
export async function judgeInTurns(ctx: Context, subject: PreflightSubject, store?: StoreTerms): Promise<Verdict> {
  const judging = judgeByRule(subject, utcDate(ctx.clock.now()), store);
  for (let began = performance.now(); ; ) {
    const { done, value } = judging.next();
    if (done) return value;
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** What the rules look at, in two statements whatever the number of tracks; with the terms of a store, if it is one. */
export async function loadSubject(
  ctx: Context,
  organization_id: string,
  release: Release,
  store_id?: string,
): Promise<PreflightSubject & { store: StoreTerms | null }> {
  const [tracks, surroundings] = await Promise.all([
    listTrackFacts(ctx.db, organization_id, release.id),
    findSurroundings(ctx.db, organization_id, release, store_id),
  ]);
  return { release, tracks, ...surroundings };
}
