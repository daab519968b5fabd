// ISRCs are handed out from a pool of rows, as UPCs are (organizations/upc-pool.ts), and for the same reason: nobody waits
// for another's commit. A pool belongs to a stem, which is a prefix and a year; should the prefix go to another
// organization, its numbers go on where they were. `isrcs` holds every one that was ever used, by anyone, and its
// primary key is what keeps one from being handed out twice.
//
// Whoever fills a pool writes its rows in ascending order and so does whoever names ISRCs of its own, and a request
// takes from the pool before it names its own: nobody waits in a ring.

import type { Context } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { isrcFromStem, isrcStem, LAST_ISRC_DESIGNATION } from "../standards/identifier.ts";
import { lockIsrcStem, markIsrcsUsed, poolIsrcs, takePooledIsrcs, updateIsrcStem } from "./queries.ts";

const REFILL = 1_000;

/** So many of the prefix, of this year in UTC, in ascending order. */
export async function takeIsrcs(ctx: Context, prefix: string, count: number): Promise<string[]> {
  const year = ctx.clock.now().getUTCFullYear();
  const stem = isrcStem(prefix, year);
  const taken = await takePooledIsrcs(ctx.db, stem, count);
  while (taken.length < count) {
    const next = await lockIsrcStem(ctx.db, stem);
    // While we waited for the stem, whoever held it may have filled the pool.
    taken.push(...(await takePooledIsrcs(ctx.db, stem, count - taken.length)));
    if (taken.length < count && !(await refill(ctx, stem, next))) break;
  }
  if (taken.length === count) return taken.sort();
  throw new ApiError(
    "invalid_state",
    `The ISRCs of the prefix ${prefix} for ${year} are used up; send an \`isrc\`, or ask the operator for another prefix.`,
  );
}

/** Every turn of the loop above moves the stem forward, so it ends. False when the year has no more. */
async function refill(ctx: Context, stem: string, next: number): Promise<boolean> {
  const count = Math.min(REFILL, LAST_ISRC_DESIGNATION - next + 1);
  if (count === 0) return false;
  const isrcs = Array.from({ length: count }, (_, index) => isrcFromStem(stem, next + index));
  await Promise.all([updateIsrcStem(ctx.db, stem, next + count), poolIsrcs(ctx.db, isrcs)]);
  return true;
}

/** A client's own. */
export async function keepIsrcs(ctx: Context, isrcs: readonly string[]): Promise<void> {
  if (isrcs.length > 0) await markIsrcsUsed(ctx.db, isrcs);
}
