import type { Store } from "@segue/sdk";
import { segue } from "./api.ts";
import { PAGE_ROWS, useRead } from "./data.ts";

// More than any network has; a page must not ask without end.
const MAX_STORES = 2_000;

async function readStores(): Promise<Store[]> {
  const stores: Store[] = [];
  for await (const store of segue.stores.list({ limit: PAGE_ROWS })) {
    stores.push(store);
    if (stores.length === MAX_STORES) break;
  }
  return stores.sort((a, b) => a.name.localeCompare(b.name));
}

export function useStores({ isEnabled = true } = {}) {
  return useRead(["stores.list"], readStores, { isSteady: true, isEnabled });
}

/** The name of a store, or its id while the name is not known. */
export function useStoreName(): (store_id: string) => string {
  const { data: stores } = useStores();
  return (store_id) => stores?.find((store) => store.store_id === store_id)?.name ?? store_id;
}
