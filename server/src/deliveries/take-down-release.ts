import type { Transaction } from "../platform/context.ts";
import { timestamp } from "../platform/context.ts";
import { append } from "../platform/long-list.ts";
import type { Owned } from "../platform/owned.ts";
import { takeDownDelivery } from "./actions.ts";
import { cancelDelivery } from "./cancel.ts";
import { hasRelease, type StoreStatus, storeTransitions } from "./delivery.ts";
import { getLockedDelivery } from "./move-stores.ts";
import { listDeliveriesOf, type StoreRow } from "./queries.ts";

/** `busy`: stores that are receiving the release at this moment, so that nothing can be asked of them yet. */
export type ReleaseTakedown = {
  asked: number;
  cancelled: number;
  busy: { delivery_id: string; store_id: string; status: StoreStatus }[];
};

/**
 * Takes a release down wherever it is: what was not sent yet is cancelled, and every store that has the release is asked to take it
 * down. The release's lock is held, so that no delivery begins meanwhile.
 */
export async function takeDownRelease(
  ctx: Transaction,
  { organization_id, id: release_id }: Owned,
  reason: string,
): Promise<ReleaseTakedown> {
  const done: ReleaseTakedown = { asked: 0, cancelled: 0, busy: [] };
  for (const id of await listDeliveriesOf(ctx.db, { organization_id, id: release_id })) {
    const before = await getLockedDelivery(ctx, { organization_id, id });
    const waiting = before.stores.filter((store) => isWaiting(store, timestamp(ctx)));
    if (waiting.length > 0) await cancelDelivery(ctx, { organization_id, id, store_ids: idsOf(waiting) });
    done.cancelled += waiting.length;
    const { stores } = waiting.length > 0 ? await getLockedDelivery(ctx, { organization_id, id }) : before;
    const having = stores.filter(canBeAsked);
    if (having.length > 0) await takeDownDelivery(ctx, { organization_id, id, store_ids: idsOf(having), reason });
    done.asked += having.length;
    const busy = stores.filter(({ status }) => atWork.includes(status));
    append(
      done.busy,
      busy.map(({ store_id, status }) => ({ delivery_id: id, store_id, status })),
    );
  }
  return done;
}

const idsOf = (stores: readonly StoreRow[]) => stores.map(({ store_id }) => store_id);
/** A store that is in one of these after the cancellation is on its way. */
const atWork: readonly StoreStatus[] = ["queued", "sending", "ingesting", "stalled"];

function isWaiting({ status, trying_until }: StoreRow, now: string): boolean {
  const from: readonly StoreStatus[] = storeTransitions.cancel.from;
  return from.includes(status) && (trying_until === null || trying_until <= now);
}

function canBeAsked({ status, history }: StoreRow): boolean {
  const from: readonly StoreStatus[] = storeTransitions.request_takedown.from;
  return from.includes(status) && hasRelease(history);
}
