// UPCs are assigned from a pool of rows, not from a counter: a counter's row stays locked until its transaction is on disk,
// and every other creation of that organization would wait for it. The pool is filled from the organization's ranges, some
// hundred numbers at a time. `upcs` holds every number that any organization ever used, and its primary key prevents that a
// number is assigned twice.
//
// A number is used as soon as a release with it was committed, and stays used: even if the release is deleted or gets
// another number, stores may have seen it. A rolled-back write uses nothing. Only its owner may use a free number of a range.

import type { Context, Transaction } from "../platform/context.ts";
import { ApiError, problem, throwIfAny } from "../platform/errors.ts";
import { upcOfEan } from "../standards/identifier.ts";
import type { UpcRange } from "./organization.ts";
import {
  countOrganizationsWithin,
  countUsedUpcs,
  deleteStrayUpcs,
  deleteUpcRanges,
  insertUpcRanges,
  isForeignUpc,
  lockUpcRange,
  markUpcUsed,
  nextUpcBlock,
  refillUpcs,
  takePooledUpc,
} from "./upc-queries.ts";

const REFILL = 500;
// Numbers that begin with 2 are for use inside a company: no stranger's product has one.
const FIRST_BLOCK = 20_000_000_000;
const BLOCK_SIZE = 100_000;
const LAST_NUMBER = 29_999_999_999;
// Partners may name numbers of a block that has no owner yet. A block with more used numbers than this is skipped.
const MAX_USED_OF_BLOCK = 1_000;

export async function takeUpc(ctx: Transaction, organization_id: string): Promise<string> {
  for (;;) {
    const upc = await takePooledUpc(ctx.db, organization_id, "skip");
    if (upc) return upc;
    const range = await lockUpcRange(ctx.db, organization_id);
    if (!range) break;
    // While we waited for the range, the transaction that held it may have filled the pool.
    const filled = await takePooledUpc(ctx.db, organization_id, "skip");
    if (filled) return filled;
    // Each turn moves a range forward, so this ends.
    await refillUpcs(ctx.db, { organization_id, first: range.first, count: REFILL });
  }
  const upc = await takePooledUpc(ctx.db, organization_id, "wait");
  if (upc) return upc;
  throw new ApiError(
    "upc_pool_exhausted",
    "Your UPC ranges are used up; send a `upc`, or ask the operator for another range.",
  );
}

/** A client's own number. */
export async function keepUpc(
  ctx: Transaction,
  { organization_id, upc, field = "upc" }: { organization_id: string; upc: string; field?: "upc" | "ean" },
): Promise<string> {
  const [isForeign] = await Promise.all([isForeignUpc(ctx.db, { organization_id, upc }), markUpcUsed(ctx.db, upc)]);
  if (isForeign) throwIfAny([problem(field, `is a free number of another organization's range; ${remedies[field]}`)]);
  return upc;
}

const remedies = { upc: "leave it out to have one assigned", ean: "leave it out, or name your own" };

/** An EAN that is 0 and a UPC is that UPC; all others are in no range. */
export async function keepEan(
  ctx: Transaction,
  { organization_id, ean }: { organization_id: string; ean: string | null },
): Promise<void> {
  const upc = ean === null ? undefined : upcOfEan(ean);
  if (upc !== undefined) await keepUpc(ctx, { organization_id, upc, field: "ean" });
}

/** A block without an owner. A block that the operator assigned by hand is skipped. */
export async function assignDefaultRange(ctx: Transaction, organization_id: string): Promise<void> {
  for (;;) {
    const first = FIRST_BLOCK + ((await nextUpcBlock(ctx.db)) - 1) * BLOCK_SIZE;
    const last = first + BLOCK_SIZE - 1;
    if (last > LAST_NUMBER)
      throw new ApiError("upc_pool_exhausted", "No default UPC block is left; name `upc_ranges`.");
    const block = { first: String(first), last: String(last) };
    if ((await countUsedUpcs(ctx.db, block)) > MAX_USED_OF_BLOCK) continue;
    if ((await insertUpcRanges(ctx.db, organization_id, [block])) === 1) return;
  }
}

/** Stores refuse numbers of the default blocks, so the operator has to give these organizations ranges. */
export function countDefaultPools({ db }: Context): Promise<number> {
  return countOrganizationsWithin(db, { first: String(FIRST_BLOCK), last: String(LAST_NUMBER) });
}

/** The ranges become exactly these. One that stays keeps its place; numbers outside them leave the pool. */
export async function replaceRanges(
  ctx: Transaction,
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
