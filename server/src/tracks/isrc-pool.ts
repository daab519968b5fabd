// ISRCs are handed out from a pool of rows, as UPCs are (organizations/upc-pool.ts), and for the same reason: nobody waits
// for another's commit. A pool belongs to a stem, which is a prefix and a year; should the prefix go to another
// organization, its numbers go on where they were. Whoever takes a row deletes it, and `isrc_stems` only goes forward:
// that is what keeps an ISRC from being handed out twice.
//
// Those that clients name are written down apart and looked up when a row is taken. One that is named while another
// request has it in hand was handed out a moment before; named earlier, it is thrown away. Were they marked in the pool
// itself, a request that holds some and names others would wait for one that does the same the other way round.

import { type Context, withCommit } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { isrcFromStem, isrcStem, LAST_ISRC_DESIGNATION } from "../standards/identifier.ts";
import { lockIsrcStem, nameIsrcs, poolIsrcs, takePooledIsrcs, updateIsrcStem } from "./queries.ts";

const REFILL = 1_000;

/** So many of the prefix, of this year in UTC, in ascending order. */
export async function takeIsrcs(ctx: Context, prefix: string, count: number): Promise<string[]> {
  const year = ctx.clock.now().getUTCFullYear();
  const stem = isrcStem(prefix, year);
  const taken = await takeUpTo(ctx, stem, count);
  while (taken.length < count) {
    const next = await lockIsrcStem(ctx.db, stem);
    // While we waited for the stem, whoever held it may have filled the pool.
    taken.push(...(await takeUpTo(ctx, stem, count - taken.length)));
    if (taken.length < count && !(await refill(ctx, stem, next))) break;
  }
  if (taken.length === count) return taken.sort();
  throw new ApiError(
    "invalid_state",
    `The ISRCs of the prefix ${prefix} for ${year} are used up; send an \`isrc\`, or ask the operator for another prefix.`,
  );
}

/** Every turn empties the pool further, so it ends. */
async function takeUpTo(ctx: Context, stem: string, count: number): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const rows = await takePooledIsrcs(ctx.db, stem, count - taken.length);
    if (rows.length === 0) break;
    taken.push(...rows.filter(({ is_named }) => !is_named).map(({ isrc }) => isrc));
  }
  return taken;
}

/** Every turn moves the stem forward. False when the year has no more. */
async function refill(ctx: Context, stem: string, next: number): Promise<boolean> {
  const count = Math.min(REFILL, LAST_ISRC_DESIGNATION - next + 1);
  if (count === 0) return false;
  const isrcs = Array.from({ length: count }, (_, index) => isrcFromStem(stem, next + index));
  await Promise.all([updateIsrcStem(ctx.db, stem, next + count), poolIsrcs(ctx.db, stem, isrcs)]);
  return true;
}

/** A client's own: never handed out later. */
export async function keepIsrcs(ctx: Context, isrcs: readonly string[]): Promise<void> {
  if (isrcs.length > 0) await withCommit(ctx, nameIsrcs(ctx.db, isrcs));
}
