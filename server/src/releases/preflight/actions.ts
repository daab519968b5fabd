import type { Context } from "../../platform/context.ts";
import { ApiError } from "../../platform/errors.ts";
import { utcDate } from "../../standards/calendar-date.ts";
import { getRelease } from "../actions.ts";
import type { Release } from "../release.ts";
import { judge, type Verdict } from "./judge.ts";
import { findSurroundings, listTrackFacts } from "./queries.ts";
import type { PreflightSubject, StoreTerms } from "./subject.ts";

export async function preflightRelease(
  ctx: Context,
  organization_id: string,
  { release_id, store_id }: { release_id: string; store_id: string | undefined },
): Promise<Verdict> {
  const release = await getRelease(ctx, organization_id, release_id);
  const store = store_id === undefined ? undefined : getStoreTerms(store_id);
  return judge(await loadSubject(ctx, organization_id, release), utcDate(ctx.clock.now()), store);
}

/** What the rules look at, in two statements whatever the number of tracks. */
export async function loadSubject(ctx: Context, organization_id: string, release: Release): Promise<PreflightSubject> {
  const [tracks, surroundings] = await Promise.all([
    listTrackFacts(ctx.db, organization_id, release.id),
    findSurroundings(ctx.db, organization_id, release),
  ]);
  return { release, tracks, ...surroundings };
}

/** There are no stores to ask yet, so every id is unknown. */
function getStoreTerms(store_id: string): StoreTerms {
  const detail = { field: "store_id", issue: `names no store: ${store_id}` };
  throw new ApiError("invalid_request", "The query parameter `store_id` names no store.", [detail]);
}
