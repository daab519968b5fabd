// Work at a store that was given up for now: its job is parked, so nothing moves until the operator retries it. The store's
// row of the delivery says so. Only a store that becomes `stalled` is told of by an event, once an attempt.

import { type Transaction, timestamp, withCommit } from "../platform/context.ts";
import type { StoreWork } from "./job-definitions.ts";
import { getDeliveryToStore, type Move, moveStores } from "./move-stores.ts";
import { isDue } from "./pipeline.ts";
import { updateDeliveryStores } from "./queries.ts";

/** What was to be sent is `stalled`. Where the store has it already, its status stays true, and only the reason is new. */
export async function setAsideWork(ctx: Transaction, work: StoreWork, job_id: string): Promise<void> {
  const delivery = await getDeliveryToStore(ctx, work);
  const [row] = delivery.stores;
  if (!row || !isDue(row, work)) return;
  const stalled_since = row.stalled_since ?? timestamp(ctx);
  const changes = { stalled_reason: `parked: the operator must retry job ${job_id}`, stalled_since };
  if (work.step !== "send" || row.status === "stalled") {
    await withCommit(ctx, updateDeliveryStores(ctx.db, delivery.id, [{ ...row, ...changes }]));
    return;
  }
  const { store_id } = work;
  const first: Move[] = row.status === "queued" ? [{ store_id, trigger: "send" }] : [];
  await moveStores(ctx, delivery, [...first, { store_id, trigger: "stall", changes }]);
}

/** A store that is `stalled` stays so until it is reached, as it does between tries. */
export async function takeUpWork(ctx: Transaction, work: StoreWork): Promise<void> {
  const delivery = await getDeliveryToStore(ctx, work);
  const [row] = delivery.stores;
  if (!row || !isDue(row, work) || row.status === "stalled") return;
  const resumed = { ...row, stalled_reason: null, stalled_since: null };
  await withCommit(ctx, updateDeliveryStores(ctx.db, delivery.id, [resumed]));
}
