// Stores are few, and the API lists them whole. A page of one store takes it from the list.

import type { OperatorStore } from "@segue/sdk";
import { segue } from "../api.ts";
import { useRead } from "../data.ts";

const MOST_STORES = 1_000;

async function readOperatorStores(): Promise<OperatorStore[]> {
  const found: OperatorStore[] = [];
  for await (const store of segue.operator.stores.list({ limit: 100 })) {
    found.push(store);
    if (found.length >= MOST_STORES) break;
  }
  return found;
}

export function useOperatorStores() {
  return useRead(["operator.stores.all"], readOperatorStores);
}
