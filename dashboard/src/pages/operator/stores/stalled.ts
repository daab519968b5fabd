// Deliveries that cannot reach a store now. The service keeps trying by itself.

import { segue } from "../../../data/api.ts";
import { PAGE_ROWS, useRead } from "../../../data/data.ts";

const readStalled = () => segue.operator.deliveries.list({ store_status: "stalled", limit: PAGE_ROWS });

/** The newest of them. */
function useStalled() {
  return useRead(["operator.deliveries.stalled"], readStalled, { isLive: true });
}

/** Why a store cannot be reached, as the newest of its deliveries says. */
export function useStalledReason(store_id: string): string | undefined {
  const { data } = useStalled();
  for (const { stores } of data?.data ?? []) {
    const found = stores.find((store) => store.store_id === store_id && store.status === "stalled");
    if (found?.stalled_reason) return found.stalled_reason;
  }
  return undefined;
}
