import { type Context, timestamp } from "../platform/context.ts";
import { reached } from "./answer.ts";
import { chooseStores } from "./choose-stores.ts";
import type { ChosenStores, Delivery, SettledStatus, Step } from "./delivery.ts";
import { getLockedDelivery, type Move, moveStores, shownDelivery } from "./move-stores.ts";
import type { StoreRow } from "./queries.ts";

/** What no store has got yet. What a store has stays as it is there, and can be taken down. */
export async function cancelDelivery(
  ctx: Context,
  { organization_id, id, store_ids }: ChosenStores & { organization_id: string; id: string },
): Promise<Delivery> {
  const before = await getLockedDelivery(ctx, organization_id, id);
  const now = timestamp(ctx);
  const chosen = chooseStores(before, {
    store_ids,
    trigger: "cancel",
    obstacle: ({ trying_until }) =>
      trying_until !== null && trying_until > now
        ? "is being tried at this moment; ask again when that is over"
        : undefined,
  });
  return shownDelivery(await moveStores(ctx, before, chosen.map(cancellation)));
}

function cancellation({ store_id, attempts, history, had }: StoreRow): Move {
  if (attempts === 1) return { store_id, trigger: "cancel", changes: reached };
  const { status, ...earlier } = had ?? { status: statusBefore(history) };
  return { store_id, trigger: `restore_${status}`, changes: { ...reached, ...earlier } };
}

/** For an attempt that an earlier version began. What cannot be known counts as delivered, so that it can be taken down. */
function statusBefore(history: readonly Step[]): SettledStatus {
  const begun = history.findLastIndex(({ status }) => status === "queued");
  const isSettled = (status: string): status is SettledStatus => settled.some((one) => one === status);
  const step = history
    .slice(0, Math.max(begun, 0))
    .findLast(({ status, is_ignored }) => !is_ignored && isSettled(status));
  return step && isSettled(step.status) ? step.status : "delivered";
}

const settled: readonly SettledStatus[] = ["delivered", "rejected", "action_required"];
