// Checks that a release is still complete, that the messages to its stores would be valid, and that it meets their requirements. It is
// judged once for all stores, before the transaction. Inside it, under the release's lock, each store only looks up the findings.

import type { Context } from "../platform/context.ts";
import { errorInOrder, type Issue, problem, throwIfAny } from "../platform/errors.ts";
import { OutOfDate } from "../platform/http/idempotency.ts";
import type { Owned } from "../platform/owned.ts";
import { type Judgement, judgeAhead, type MessageJudge } from "../releases/preflight/actions.ts";
import { blockingAt, type Judged } from "../releases/preflight/judge.ts";
import type { StoreTerms } from "../releases/preflight/subject.ts";
import { findStores, type StoreTermsRow } from "../stores/queries.ts";
import { findDelivery } from "./queries.ts";

/** If no store has requirements, only the essential rules apply. */
export async function judgeForStores(
  ctx: Context,
  organization_id: string,
  { release_id, store_ids, messages }: { release_id: string; store_ids: readonly string[]; messages: MessageJudge },
): Promise<Judgement | undefined> {
  const stores = await findStores(ctx.db, store_ids);
  const only_essentials = stores.every(({ requirements }) => requirements === "none");
  const asked = { purpose: "delivery", stores, messages, only_essentials } as const;
  return judgeAhead(ctx, { organization_id, id: release_id }, asked);
}

/** For all stores of a delivery: which of them get it again is decided in the transaction. */
export async function judgeForDelivery(
  ctx: Context,
  { organization_id, id }: Owned,
  messages: MessageJudge,
): Promise<Judgement | undefined> {
  const delivery = await findDelivery(ctx.db, { organization_id, id });
  if (!delivery) return undefined;
  const store_ids = delivery.stores.map(({ store_id }) => store_id);
  return judgeForStores(ctx, organization_id, { release_id: delivery.release_id, store_ids, messages });
}

/** The judgement of the release still holds: see `holdJudgement`. A store that has changed since is judged for again. */
export function assertMeetsRequirements(judgement: Judgement, stores: readonly StoreTermsRow[]): void {
  // Tracks and files may have been removed since the submission.
  if (judgement.refused.length > 0) throw errorInOrder(judgement.refused);
  throwIfAny(stores.flatMap((store) => blockersOf(judgement, store)));
}

/** The blockers that keep the release from one store. */
export function blockersOf(judgement: Judgement, { store_id, version }: StoreTermsRow): Issue[] {
  const terms = judgement.stores.get(store_id);
  if (!terms || terms.version !== version) throw new OutOfDate();
  return blockersAt(judgement.judged, terms);
}

// The blockers of one store: no answer lists more, and hundreds of stores may each find fault with every track.
const MAX_BLOCKERS = 100;

function blockersAt(judged: Judged, store: StoreTerms): Issue[] {
  return blockingAt(judged, store)
    .filter(({ is_stores }) => is_stores)
    .flatMap(({ rule, findings }) =>
      findings.slice(0, MAX_BLOCKERS).map(({ field, issue }): Issue => {
        const text = `${issue} (${rule.code}, required by ${store.store_id})`;
        return problem(field, text);
      }),
    )
    .slice(0, MAX_BLOCKERS);
}
