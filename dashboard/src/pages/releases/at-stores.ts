// How a release stands at each store, by its newest delivery there.

import { type AtStores, type Delivery, type DeliveryStore, deliveryStoreStatuses } from "@segue/sdk";
import { useDeliveriesOf } from "../../data/catalog.ts";
import { isLive, isUnderWay } from "../deliveries/store-states.ts";
import { releaseStoresWords } from "./words.ts";

export type Sent = { delivery_id: string; row: DeliveryStore };

/** Asked again and again while a store has not answered yet. */
export function useFollowedDeliveries(release_id: string) {
  const deliveries = useDeliveriesOf(release_id);
  useDeliveriesOf(release_id, deliveries.data?.some(isOnItsWay));
  return deliveries;
}

function isOnItsWay({ stores }: Delivery): boolean {
  return stores.some(({ status }) => isUnderWay(status));
}

/** The newest delivery to each store that was not cancelled. */
export function latestByStore(deliveries: readonly Delivery[]): Map<string, Sent> {
  const sent = new Map<string, Sent>();
  for (const { id: delivery_id, stores: rows } of deliveries)
    for (const row of rows) {
      const known = sent.get(row.store_id);
      if (!known || (known.row.status === "cancelled" && row.status !== "cancelled"))
        sent.set(row.store_id, { delivery_id, row });
    }
  return sent;
}

/** Without those whose only delivery was cancelled. */
export function sentTo(deliveries: readonly Delivery[]): Sent[] {
  return [...latestByStore(deliveries).values()].filter(({ row }) => row.status !== "cancelled");
}

/** As the service counts them for rows of the list. */
export function countStores(sent: readonly Sent[]): NonNullable<AtStores> {
  const rows = sent.map(({ row }) => row);
  const counts = deliveryStoreStatuses.map((status) => [status, rows.filter((row) => row.status === status).length]);
  return {
    total: rows.length,
    live: rows.filter(hasIt).length,
    statuses: Object.fromEntries(counts) as NonNullable<AtStores>["statuses"],
  };
}

/** A store keeps the release while an update is under way or was refused. */
function hasIt({ status, history }: DeliveryStore): boolean {
  if (isLive(status)) return true;
  const last = history.findLast(
    (step) => !step.is_ignored && (step.status === "delivered" || step.status === "taken_down"),
  );
  return last?.status === "delivered";
}

/** The words of the store, where there is something to do. */
export function reasonOf({ rejection_reason, stalled_reason, rejection_code }: DeliveryStore): string {
  return rejection_reason ?? stalled_reason ?? rejection_code ?? releaseStoresWords.noReason;
}
