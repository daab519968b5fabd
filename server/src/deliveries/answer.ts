// A store's answer, whoever brings it: the pipeline that asked, the simulator, or the operator. One action for all.

import { type Context, timestamp, withCommit } from "../platform/context.ts";
import { throwIfAny } from "../platform/errors.ts";
import { answers, type Delivery, type StoreAnswer, storeTransitions } from "./delivery.ts";
import { getLockedDelivery, type Move, moveStores, shownDelivery, withStep } from "./move-stores.ts";
import { type LockedDelivery, updateDeliveryStores } from "./queries.ts";

/** Somebody says it now, of the present attempt: what cannot be is 409. `organization_id` undefined: the operator. */
export async function reportAnswer(
  ctx: Context,
  of: { organization_id: string | undefined; delivery_id: string; store_id: string },
  answer: StoreAnswer,
): Promise<LockedDelivery> {
  const delivery = await getLockedDelivery(ctx, of.organization_id, of.delivery_id);
  if (!delivery.stores.some(({ store_id }) => store_id === of.store_id))
    throwIfAny([{ code: "validation_failed", field: "store_id", issue: "names no store of this delivery" }]);
  return moveStores(ctx, delivery, [answerMove(of.store_id, answer)]);
}

export async function simulateAnswer(
  ctx: Context,
  of: { organization_id: string; delivery_id: string; store_id: string },
  answer: StoreAnswer,
): Promise<Delivery> {
  return shownDelivery(await reportAnswer(ctx, of, answer));
}

/**
 * What the pipeline has heard, after the moves that go before it. An answer to an earlier attempt, or one that does not
 * fit any more, changes nothing and is kept in the history as ignored.
 */
export async function recordAnswer(
  ctx: Context,
  delivery: LockedDelivery,
  heard: { store_id: string; attempt: number; answer: StoreAnswer; first?: readonly Move[] },
): Promise<LockedDelivery> {
  const { store_id, attempt, answer, first = [] } = heard;
  const row = delivery.stores.find((store) => store.store_id === store_id);
  if (!row) return delivery;
  const trigger = answers[answer.status];
  const status = first.reduce<string>((_, move) => storeTransitions[move.trigger].to, row.status);
  const from: readonly string[] = storeTransitions[trigger].from;
  if (attempt === row.attempts && from.includes(status))
    return moveStores(ctx, delivery, [...first, answerMove(store_id, answer)]);
  const at = timestamp(ctx);
  const ignored = withStep(row, { status: answer.status, at, is_ignored: true });
  await withCommit(ctx, updateDeliveryStores(ctx.db, delivery.id, [ignored]));
  return delivery;
}

function answerMove(store_id: string, answer: StoreAnswer): Move {
  const { rejection_code = null, rejection_reason = null } = answer;
  const reason =
    answer.status === "delivered" || answer.status === "taken_down" ? cleared : { rejection_code, rejection_reason };
  return { store_id, trigger: answers[answer.status], changes: { ...reason, ...reached } };
}

const cleared = { rejection_code: null, rejection_reason: null };
/** Of a store that has taken a message or answered: whatever was wrong on the way is over. */
export const reached = { failures: 0, stalled_reason: null, stalled_since: null };
