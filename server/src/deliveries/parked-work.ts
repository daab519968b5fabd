// Work at a store that was given up for now: its job is parked, so nothing moves until the operator retries it. The partner
// is told so, at the store of the delivery.

import { emit } from "../events/actions.ts";
import { type Context, timestamp, withCommit } from "../platform/context.ts";
import { getDeliveryToStore, type Move, moveStores, shownDelivery } from "./move-stores.ts";
import { isDue } from "./pipeline.ts";
import { type LockedDelivery, type StoreRow, updateDeliveryStores } from "./queries.ts";
import type { StoreWork } from "./store-work.ts";

/** What was to be sent is `stalled`. Where the store has it already, its status stays true, and only the reason is new. */
export async function setAsideWork(ctx: Context, work: StoreWork, job_id: string): Promise<void> {
  const delivery = await getDeliveryToStore(ctx, work);
  const [row] = delivery.stores;
  if (!row || !isDue(row, work)) return;
  const stalled_since = row.stalled_since ?? timestamp(ctx);
  const changes = { stalled_reason: `parked: the operator must retry job ${job_id}`, stalled_since };
  if (work.step !== "send" || row.status === "stalled") return tellWhy(ctx, delivery, { ...row, ...changes });
  const { store_id } = work;
  const first: Move[] = row.status === "queued" ? [{ store_id, trigger: "send" }] : [];
  await moveStores(ctx, delivery, [...first, { store_id, trigger: "stall", changes }]);
}

async function tellWhy(ctx: Context, delivery: LockedDelivery, row: StoreRow): Promise<void> {
  await withCommit(ctx, updateDeliveryStores(ctx.db, delivery.id, [row]));
  const { id: delivery_id, organization_id, release_id } = delivery;
  const [store] = shownDelivery({ ...delivery, stores: [row] }).stores;
  const data = { delivery_id, release_id, previous_status: row.status, store };
  await emit(ctx, { organization_id, event_type: "delivery.store.updated", data });
}

/** A store that is `stalled` stays so until it is reached, as it does between tries. */
export async function takeUpWork(ctx: Context, work: StoreWork): Promise<void> {
  const delivery = await getDeliveryToStore(ctx, work);
  const [row] = delivery.stores;
  if (!row || !isDue(row, work) || row.status === "stalled") return;
  const resumed = { ...row, stalled_reason: null, stalled_since: null };
  await withCommit(ctx, updateDeliveryStores(ctx.db, delivery.id, [resumed]));
}
