// Checks that a release is still complete and meets the requirements of its stores. It is judged once for all stores, before
// the transaction. Inside it, under the release's lock, each store only looks up the findings.

import type { Context } from "../platform/context.ts";
import { errorInOrder, type Issue, problem, throwIfAny } from "../platform/errors.ts";
import { OutOfDate } from "../platform/http/idempotency.ts";
import type { Owned } from "../platform/owned.ts";
import { type Judgement, judgeAhead } from "../releases/preflight/actions.ts";
import { blockingAt, type Judged } from "../releases/preflight/judge.ts";
import { findStores, type StoreTermsRow } from "../stores/queries.ts";
import { findDelivery } from "./queries.ts";

/** Where no store insists on anything, only whether it is complete. */
export async function judgeForStores(
  ctx: Context,
  organization_id: string,
  { release_id, store_ids }: { release_id: string; store_ids: readonly string[] },
): Promise<Judgement | undefined> {
  const stores = (await findStores(ctx.db, store_ids)).filter(insists);
  return judgeAhead(ctx, { organization_id, id: release_id }, { stores, only_refusals: stores.length === 0 });
}

/** For all stores of a delivery: which of them get it again is decided in the transaction. */
export async function judgeForDelivery(ctx: Context, { organization_id, id }: Owned): Promise<Judgement | undefined> {
  const delivery = await findDelivery(ctx.db, { organization_id, id });
  if (!delivery) return undefined;
  const store_ids = delivery.stores.map(({ store_id }) => store_id);
  return judgeForStores(ctx, organization_id, { release_id: delivery.release_id, store_ids });
}

/** `judged` and `refused` still hold: see `holdJudgement`. */
export function assertMeetsRequirements({ judged, refused }: Judgement, stores: readonly StoreTermsRow[]): void {
  // Tracks and files may have been removed since the submission. A release date that has passed is fine here.
  const incomplete = refused.filter(({ field }) => field !== "release_date");
  if (incomplete.length > 0) throw errorInOrder(incomplete);
  const insisting = stores.filter(insists);
  throwIfAny(insisting.flatMap((store) => blockersAt(judged, store)));
}

function insists({ requirements }: StoreTermsRow): boolean {
  return requirements !== "none";
}

// Of one store: no answer lists more, and hundreds of stores may each find fault with every track.
const MAX_BLOCKERS = 100;

function blockersAt(judged: Judged, store: StoreTermsRow): Issue[] {
  const blocking = blockingAt(judged, store);
  if (!blocking) throw new OutOfDate();
  return blocking
    .filter(({ is_stores }) => is_stores)
    .flatMap(({ rule, findings }) =>
      findings.slice(0, MAX_BLOCKERS).map(({ field, issue }): Issue => {
        const told = `${issue} (${rule.code}, required by ${store.store_id})`;
        return problem(field, told);
      }),
    )
    .slice(0, MAX_BLOCKERS);
}
