// Where a delivery stands at all of its stores together.

import type { Delivery } from "@segue/sdk";
import { countAtStores, standingOf } from "../../components/standing.ts";
import { StatusLine } from "../../components/status-line.tsx";
import { StoreStrip } from "../../components/store-strip.tsx";
import { useStoreName } from "../../data/stores.ts";

type OfDelivery = { delivery: Delivery; size?: "sm" | "md" };

/** "Live at 29 of 34 · 3 need you · 1 stalled". */
export function DeliveryStanding({ delivery, size = "md" }: OfDelivery) {
  return <StatusLine {...standingOf(countAtStores(delivery))} size={size} />;
}

/** One cell a store. */
export function DeliveryStrip({ delivery, size = "md" }: OfDelivery) {
  const nameOf = useStoreName();
  const stores = delivery.stores.map(({ store_id, status }) => ({ id: store_id, name: nameOf(store_id), status }));
  return <StoreStrip stores={stores} size={size} />;
}
