import { ApiError, problem, throwIfAny } from "../platform/errors.ts";
import { type StoreStatus, storeTransitions } from "./delivery.ts";
import type { Trigger } from "./move-stores.ts";
import type { LockedDelivery, StoreRow } from "./queries.ts";

type Wish = {
  store_ids: readonly string[] | undefined;
  trigger: Trigger;
  /** Why a store whose status fits cannot take the step all the same. */
  obstacle?: (store: StoreRow) => string | undefined;
};

/** Either all named stores are chosen, or none; without names, all stores to which the step applies. */
export function chooseStores({ stores }: LockedDelivery, { store_ids, trigger, obstacle }: Wish): StoreRow[] {
  const from: readonly StoreStatus[] = storeTransitions[trigger].from;
  const obstacleFor = (store: StoreRow) =>
    from.includes(store.status) ? obstacle?.(store) : `is ${store.status}; this needs ${from.join(" or ")}`;
  if (!store_ids) {
    const chosen = stores.filter((store) => obstacleFor(store) === undefined);
    if (chosen.length > 0) return chosen;
    const nearest = stores.find(({ status }) => from.includes(status));
    const why = nearest ? `${nearest.store_id} ${obstacleFor(nearest)}` : `no store is ${from.join(" or ")}`;
    throw new ApiError("invalid_state", `There is nothing to do: ${why}.`);
  }
  throwIfAny(
    store_ids.flatMap((id, index) =>
      stores.some(({ store_id }) => store_id === id)
        ? []
        : [problem(`store_ids[${index}]`, `is not in this delivery: ${id}`)],
    ),
  );
  const named = stores.filter(({ store_id }) => store_ids.includes(store_id));
  for (const store of named) {
    const why = obstacleFor(store);
    if (why !== undefined) throw new ApiError("invalid_state", `Nothing was done: ${store.store_id} ${why}.`);
  }
  return named;
}
