// Where a release is held, by all of its deliveries.

import { type Delivery, type DeliveryStore, deliveryStoreMoves } from "@segue/sdk";
import { segue } from "../../data/api.ts";
import { PAGE_ROWS } from "../../data/data.ts";
import { canStart } from "../../data/moves.ts";

/** Where a store has the release already, or is about to. */
export type Present = Pick<DeliveryStore, "status"> & { delivery_id: string };

/** The newest hundred: a release has a delivery or two. */
export async function readDeliveriesOf(release_id: string): Promise<Delivery[]> {
  return (await segue.deliveries.list({ release_id, limit: PAGE_ROWS })).data;
}

/** Stores that another delivery of the release holds: the same release is not sent there twice. */
export function presentStores(deliveries: readonly Delivery[]): ReadonlyMap<string, Present> {
  const held = deliveries.flatMap(({ id, stores }) =>
    stores
      .filter(({ status }) => status !== "cancelled" && status !== "taken_down")
      .map(({ store_id, status }): [string, Present] => [store_id, { status, delivery_id: id }]),
  );
  return new Map(held);
}

/** The store has the release, and no takedown is under way. */
export function canTakeDown({ status, history }: DeliveryStore): boolean {
  return (
    canStart(deliveryStoreMoves.request_takedown, status) &&
    (status === "delivered" || history.some((step) => step.status === "delivered" && !step.is_ignored))
  );
}
