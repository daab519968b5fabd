// A job at a store is parked, so nothing moves until the operator retries it. The store's row in the delivery says so. An
// event is sent only when the store becomes `stalled`, once per attempt.

import { type Transaction, timestamp, withCommit } from "../../platform/context.ts";
import type { StoreWork } from "../job-definitions.ts";
import { getDeliveryToStore, type Move, moveStores } from "../move-stores.ts";
import { updateDeliveryStores } from "../queries.ts";
import { isDue } from "../store-work.ts";

/** A message that was not sent yet makes the store `stalled`. If the store has the message, only the reason changes. */
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
