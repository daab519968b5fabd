// Stores are few, and the API lists them whole, each with its health. A page of one store takes it from the list.

import type { StoreWithHealth } from "@segue/sdk";
import { segue } from "../../../data/api.ts";
import { useRead } from "../../../data/data.ts";

const MOST_STORES = 1_000;

async function readOperatorStores(): Promise<StoreWithHealth[]> {
  const found: StoreWithHealth[] = [];
  for await (const store of segue.operator.stores.list({ limit: 100 })) {
    found.push(store);
    if (found.length >= MOST_STORES) break;
  }
  return found;
}

export function useOperatorStores({ isLive = false } = {}) {
  return useRead(["operator.stores.all"], readOperatorStores, { isLive });
}

/** The name of a store, or its id until the name is known. */
export function useOperatorStoreName(): (store_id: string) => string {
  const { data } = useOperatorStores();
  return (store_id) => data?.find((store) => store.store_id === store_id)?.name ?? store_id;
}
