// UPCs are handed out from a pool of rows, not from a counter: a counter's row stays locked until its transaction has
// reached the disk, and every other creation of that organization would wait for it. The pool is filled from the
// organization's ranges, some hundred numbers at a time; `upcs` holds every number that was ever used, by anyone, and
// its primary key is what keeps a number from being handed out twice.

import type { Context } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { upcFromNumber } from "../standards/identifier.ts";
import type { UpcRange } from "./organization.ts";
import {
  deleteStrayUpcs,
  deleteUpcRanges,
  insertUpcRanges,
  lockUpcRange,
  markUpcUsed,
  nextUpcBlock,
  poolUpcs,
  takePooledUpc,
  updateUpcRangeNext,
} from "./queries.ts";

const REFILL = 500n;
// Numbers that begin with 2 are for use inside a company: no stranger's product has one.
const FIRST_BLOCK = 20_000_000_000;
const BLOCK_SIZE = 100_000;
const LAST_NUMBER = 29_999_999_999;

export async function takeUpc(ctx: Context, organization_id: string): Promise<string> {
  for (;;) {
    const upc = await takePooledUpc(ctx.db, organization_id, "skip");
    if (upc) return upc;
    const range = await lockUpcRange(ctx.db, organization_id);
    if (!range) break;
    // While we waited for the range, whoever held it may have filled the pool.
    const filled = await takePooledUpc(ctx.db, organization_id, "skip");
    if (filled) return filled;
    await refill(ctx, organization_id, range);
  }
  const upc = await takePooledUpc(ctx.db, organization_id, "wait");
  if (upc) return upc;
  throw new ApiError(
    "upc_pool_exhausted",
    "Your UPC ranges are used up; send a `upc`, or ask the operator for another range.",
  );
}

/** Every turn of the loop above moves a range forward, so it ends. */
async function refill(
  ctx: Context,
  organization_id: string,
  range: { first: string; next: string; last: string },
): Promise<void> {
  const from = BigInt(range.next);
  const left = BigInt(range.last) - from + 1n;
  const count = left < REFILL ? left : REFILL;
  const upcs = Array.from({ length: Number(count) }, (_, index) => upcFromNumber(from + BigInt(index)));
  await updateUpcRangeNext(ctx.db, { organization_id, first: range.first, next: String(from + count) });
  await poolUpcs(ctx.db, organization_id, upcs);
}

/** A client's own number. */
export async function keepUpc(ctx: Context, upc: string): Promise<string> {
  await markUpcUsed(ctx.db, upc);
  return upc;
}

/** A block that nobody has. One that the operator gave to somebody by hand is passed over. */
export async function assignDefaultRange(ctx: Context, organization_id: string): Promise<void> {
  for (;;) {
    const first = FIRST_BLOCK + ((await nextUpcBlock(ctx.db)) - 1) * BLOCK_SIZE;
    const last = first + BLOCK_SIZE - 1;
    if (last > LAST_NUMBER)
      throw new ApiError("upc_pool_exhausted", "No default UPC block is left; name `upc_ranges`.");
    if ((await insertUpcRanges(ctx.db, organization_id, [{ first: String(first), last: String(last) }])) === 1) return;
  }
}

/** The ranges become exactly these. One that stays keeps its place; numbers outside them leave the pool. */
export async function replaceRanges(
  ctx: Context,
  organization_id: string,
  ranges: { before: readonly UpcRange[]; after: readonly UpcRange[] },
): Promise<void> {
  const isIn = (list: readonly UpcRange[], range: UpcRange) =>
    list.some(({ first, last }) => first === range.first && last === range.last);
  const gone = ranges.before.filter((range) => !isIn(ranges.after, range));
  const added = ranges.after.filter((range) => !isIn(ranges.before, range));
  if (gone.length > 0)
    await deleteUpcRanges(
      ctx.db,
      organization_id,
      gone.map(({ first }) => first),
    );
  if (added.length > 0 && (await insertUpcRanges(ctx.db, organization_id, added)) < added.length) {
    throw new ApiError("invalid_state", "One of these `upc_ranges` overlaps another organization's.", [
      { field: "upc_ranges", issue: "overlaps another organization's range" },
    ]);
  }
  await deleteStrayUpcs(ctx.db, organization_id);
}
