import { isDeepStrictEqual } from "node:util";
import { type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { reached } from "./answer.ts";
import { chooseStores } from "./choose-stores.ts";
import type { AnsweredStatus, ChosenStores, Delivery, Step } from "./delivery.ts";
import { getLockedDelivery, type Move, moveStores, shownDelivery } from "./move-stores.ts";
import { type LockedDelivery, type Renaming, type StoreRow, updateDeliveryStores } from "./queries.ts";

/** Cancels sends that have not begun. A release that a store already has stays there, and can be taken down. */
export async function cancelDelivery(
  ctx: Transaction,
  { organization_id, id, store_ids }: ChosenStores & { organization_id: string; id: string },
): Promise<Delivery> {
  const before = await getLockedDelivery(ctx, { organization_id, id });
  const now = timestamp(ctx);
  const chosen = chooseStores(before, {
    store_ids,
    trigger: "cancel",
    obstacle: ({ trying_until }) =>
      trying_until !== null && trying_until > now
        ? "is receiving a message at this moment; try again when that has ended"
        : undefined,
  });
  const { delivery, changed } = withEarlierCodes(before, chosen);
  if (changed.length > 0) await withCommit(ctx, updateDeliveryStores(ctx.db, id, changed));
  return shownDelivery(await moveStores(ctx, delivery, chosen.map(cancellation)));
}

/** The delivery without the codes of requests whose last stores are cancelled here, and the rows that this changes. */
function withEarlierCodes(
  before: LockedDelivery,
  cancelled: readonly StoreRow[],
): { delivery: LockedDelivery; changed: StoreRow[] } {
  const ended = cancelled.flatMap(({ had }) => had?.renaming ?? []);
  const left = ({ id, stores }: Renaming) => stores - ended.filter((one) => one.id === id).length;
  const over = ended.filter((one, index) => left(one) === 0 && ended.findIndex(({ id }) => id === one.id) === index);
  const stores = before.stores.map((row) => {
    const renaming = row.had?.renaming;
    if (!row.had || !renaming || ended.length === 0 || cancelled.includes(row)) return row;
    const next = { ...renaming, from: codesBefore(renaming.from, over), stores: left(renaming) };
    return { ...row, had: { ...row.had, renaming: next } };
  });
  const delivery = { ...before, stores, territory_codes: codesBefore(before.territory_codes, over) };
  return { delivery, changed: stores.filter((row, index) => row !== before.stores[index]) };
}

/** From each request back to the one before it, as long as it is one that is over. */
function codesBefore(codes: string[], over: readonly Renaming[]): string[] {
  const last = over.find(({ to }) => isDeepStrictEqual(to, codes));
  if (!last) return codes;
  return codesBefore(
    last.from,
    over.filter((one) => one !== last),
  );
}

function cancellation({ store_id, attempts, history, had }: StoreRow): Move {
  if (attempts === 1) return { store_id, trigger: "cancel", changes: reached };
  const { status, renaming: _, ...earlier } = had ?? { status: statusBefore(history) };
  return { store_id, trigger: `restore_${status}`, changes: { ...reached, ...earlier } };
}

/** For an attempt that an earlier version began. An unknown status counts as delivered, so that it can be taken down. */
function statusBefore(history: readonly Step[]): AnsweredStatus {
  const begun = history.findLastIndex(({ status }) => status === "queued");
  const isAnswered = (status: string): status is AnsweredStatus => answered.some((one) => one === status);
  const step = history
    .slice(0, Math.max(begun, 0))
    .findLast(({ status, is_ignored }) => !is_ignored && isAnswered(status));
  return step && isAnswered(step.status) ? step.status : "delivered";
}

const answered: readonly AnsweredStatus[] = ["delivered", "rejected", "action_required"];
