// ISRCs are assigned from a pool of rows, as UPCs are (organizations/upc-pool.ts), and for the same reason: no request waits
// for another's commit. A pool belongs to a stem, which is a prefix and a year. If the prefix goes to another organization,
// its numbers continue where they were. A request that takes a row deletes it, and `isrc_stems` only goes forward, so no
// ISRC is assigned twice.
//
// ISRCs that clients name are recorded in another table, which is checked when a row is taken. An ISRC that was named
// earlier is skipped; one that is named while another request holds its row was simply assigned a moment before. If they
// were marked in the pool itself, two requests that each hold some and name others could wait for each other.
//
// An ISRC is used once a track that has it was committed, and stays used. Only the organization with the prefix uses a
// free one of this year or a later: otherwise a stranger could name them all.

import { type Context, type Transaction, withCommit } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { append } from "../platform/long-list.ts";
import { isAllocatedFrom, isrcStem, LAST_ISRC_DESIGNATION } from "../standards/identifier.ts";
import { dropNamedIsrcs, listForeignIsrcs, lockIsrcStem, nameIsrcs, refillIsrcs, takePooledIsrcs } from "./queries.ts";

const REFILL = 1_000;

/** So many of the prefix, of this year in UTC, in ascending order. A few statements, however many and however used it is. */
export async function takeIsrcs(ctx: Transaction, prefix: string, count: number): Promise<string[]> {
  const year = ctx.clock.now().getUTCFullYear();
  const stem = isrcStem(prefix, year);
  const taken = await takePooledIsrcs(ctx.db, stem, count);
  if (taken.length < count) {
    await lockIsrcStem(ctx.db, stem);
    // While we waited for the stem, the transaction that held it may have filled the pool.
    append(taken, await takePooledIsrcs(ctx.db, stem, count - taken.length));
  }
  if (taken.length < count) {
    const missing = count - taken.length;
    const [, , fresh] = await Promise.all([
      dropNamedIsrcs(ctx.db, stem),
      refillIsrcs(ctx.db, stem, { count: Math.max(REFILL, missing), last: LAST_ISRC_DESIGNATION }),
      takePooledIsrcs(ctx.db, stem, missing),
    ]);
    append(taken, fresh);
  }
  if (taken.length === count) return taken.sort();
  throw new ApiError(
    "invalid_state",
    `The ISRCs of the prefix ${prefix} for ${year} are used up; send an \`isrc\`, or ask the operator for another prefix.`,
  );
}

/** A client's own: never handed out later. */
export async function keepIsrcs(ctx: Transaction, isrcs: readonly string[]): Promise<void> {
  if (isrcs.length > 0) await withCommit(ctx, nameIsrcs(ctx.db, isrcs));
}

/** Free ISRCs that only another organization may assign. */
export async function findForeignIsrcs(
  ctx: Context,
  organization_id: string,
  isrcs: readonly string[],
): Promise<ReadonlySet<string>> {
  const year = ctx.clock.now().getUTCFullYear();
  const allocated = isrcs.filter((isrc) => isAllocatedFrom(isrc, year));
  return new Set(allocated.length === 0 ? [] : await listForeignIsrcs(ctx.db, organization_id, allocated));
}
