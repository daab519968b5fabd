// While a release moves here from another distributor, both have it at a store. The store knows the two as one by their codes, title and
// artists, so these do not change until the overlap has ended.

import { type Transaction, timestamp } from "../platform/context.ts";
import { problem, throwIfAny } from "../platform/errors.ts";
import type { Change } from "./approved-content.ts";
import { isOverlapping } from "./standing-queries.ts";

const named = ["title", "artists"] as const;
type Named = { [field in (typeof named)[number]]: unknown };

/** Under the release's lock. `change` has begun. */
export async function assertNamesMayChange(
  ctx: Transaction,
  organization_id: string,
  { change, before, after }: { change: Change; before: Named; after: Named },
): Promise<void> {
  const fields = named.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  // A draft is at no store.
  if (fields.length === 0 || !change.state) return;
  if (!(await isOverlapping(ctx.db, { organization_id, id: change.release_id }, timestamp(ctx)))) return;
  const issue =
    "cannot change while a store has the release from two distributors: wait until it is safe to take the former one down";
  throwIfAny(fields.map((field) => problem(field, issue, "invalid_state")));
}
