// Codes are what a store knows a release and its tracks by: `upc`, `ean` and `isrc`. They do not change while a store has the release
// or is being sent it: an update would name files that the store never got, and its sales would come under codes that no release has.

import type { Context } from "../platform/context.ts";
import { type Issue, problem, throwIfAny } from "../platform/errors.ts";
import type { Owned } from "../platform/owned.ts";
import type { Change } from "./approved-content.ts";
import { hasFrozenCodes } from "./standing.ts";
import { listStandings } from "./standing-queries.ts";

/** The fields whose code is replaced or removed. To set one that is missing is no such change. */
export function changedCodes<Field extends string>(
  fields: readonly Field[],
  before: Readonly<Record<NoInfer<Field>, string | null>>,
  after: Readonly<Record<NoInfer<Field>, string | null>>,
): string[] {
  return fields.filter((field) => before[field] !== null && before[field] !== after[field]);
}

/** Under the release's lock, under which stores are sent it. `change` has begun. */
export async function assertCodesMayChange(
  ctx: Context,
  organization_id: string,
  { change, fields }: { change: Change; fields: readonly string[] },
): Promise<void> {
  if (fields.length === 0) return;
  const own: Owned = { organization_id, id: change.release_id };
  if (!hasFrozenCodes(await listStandings(ctx.db, own), sendsCopies(change))) return;
  throwIfAny(fields.map(frozen));
}

/** Sends that wait for a store then carry the content approved last, not the release as it is changed here. */
function sendsCopies({ state }: Change): boolean {
  return state !== undefined && (state.review === "manual" || state.review_status !== "approved");
}

function frozen(field: string): Issue {
  const issue =
    "cannot change while a store has the release or is being sent it: take the release down (or cancel what waits), change it, and deliver it again";
  return problem(field, issue, "invalid_state");
}
