// Which stores cannot be reached now. A delivery with such a store is still in progress: the service keeps trying.

import type { OrganizationDelivery } from "@segue/sdk";
import { segue } from "../api.ts";
import { useRead } from "../data.ts";

/** How many deliveries are looked at; the newest come first. */
const MOST_DELIVERIES = 1_000;
const ROWS = 100;

export type FailingStore = { store_id: string; deliveries: number; since: string; reason: string };
type Stalled = { deliveries: OrganizationDelivery[]; stores: FailingStore[]; isMore: boolean };

async function readStalled(): Promise<Stalled> {
  const found: Stalled = { deliveries: [], stores: [], isMore: false };
  let seen = 0;
  for await (const delivery of segue.operator.deliveries.list({ status: "in_progress", limit: ROWS })) {
    if (++seen > MOST_DELIVERIES) return { ...found, isMore: true };
    if (delivery.stores.some(({ status }) => status === "stalled")) found.deliveries.push(delivery);
    for (const { store_id, status, stalled_since, stalled_reason } of delivery.stores)
      if (status === "stalled")
        note(found.stores, { store_id, since: stalled_since ?? "", reason: stalled_reason ?? "" });
  }
  return found;
}

function note(stores: FailingStore[], { store_id, since, reason }: Omit<FailingStore, "deliveries">): void {
  const known = stores.find((store) => store.store_id === store_id);
  if (!known) stores.push({ store_id, deliveries: 1, since, reason });
  else {
    known.deliveries++;
    if (since < known.since) Object.assign(known, { since, reason });
  }
}

export function useStalled() {
  return useRead(["operator.deliveries.stalled"], readStalled, { isLive: true });
}
