// What the status of a delivery at a store means to its partner, in the order in which statuses are counted.

import type { DeliveryStoreStatus } from "@segue/sdk";

type StoreState = {
  /** The store's answer is awaited, or the store itself. */
  isUnderWay?: boolean;
  /** Listeners have the release there. */
  isLive?: boolean;
  /** It needs a hand. */
  isTroubled?: boolean;
};

const states: Readonly<Record<DeliveryStoreStatus, StoreState>> = {
  delivered: { isLive: true },
  rejected: { isTroubled: true },
  action_required: { isTroubled: true },
  takedown_requested: { isUnderWay: true, isLive: true },
  taken_down: {},
  stalled: { isUnderWay: true, isTroubled: true },
  ingesting: { isUnderWay: true },
  sending: { isUnderWay: true },
  queued: { isUnderWay: true },
  cancelled: {},
};

export const countedStatuses = Object.keys(states) as DeliveryStoreStatus[];

export const isUnderWay = (status: DeliveryStoreStatus): boolean => states[status].isUnderWay === true;
export const isLive = (status: DeliveryStoreStatus): boolean => states[status].isLive === true;
export const isTroubled = (status: DeliveryStoreStatus): boolean => states[status].isTroubled === true;

/** Trouble first, then what is on its way, then what is live. */
export function rankOf(status: DeliveryStoreStatus): number {
  return [isTroubled, isUnderWay, isLive, () => true].findIndex((is) => is(status));
}
