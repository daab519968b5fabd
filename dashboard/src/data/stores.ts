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

// A network has few stores that only sales reports name; each is a request.
const MAX_ASKED = 50;

/**
 * The name of a store, or its id while the name is not known. The list lacks stores that only sales reports name: of those among
 * `named`, each is asked for by its id.
 */
export function useStoreName(named: readonly string[] = []): (store_id: string) => string {
  const { data: listed } = useStores();
  const isListed = (store_id: string) => listed?.some((store) => store.store_id === store_id);
  const missing = [...new Set(named)].filter((store_id) => !isListed(store_id)).sort();
  const isEnabled = listed !== undefined && missing.length > 0;
  const { data: asked } = useRead(["stores.named", missing], () => readNamed(missing), { isSteady: true, isEnabled });
  const known = [...(listed ?? []), ...(asked ?? [])];
  return (store_id) => known.find((store) => store.store_id === store_id)?.name ?? store_id;
}

async function readNamed(store_ids: readonly string[]): Promise<Store[]> {
  const asked = store_ids.slice(0, MAX_ASKED).map((store_id) => segue.stores.get(store_id).catch(() => undefined));
  return (await Promise.all(asked)).filter((store) => store !== undefined);
}
