// What can be done with several releases, for one of them.

import type { ListedRelease } from "@segue/sdk";
import { segue } from "../../../data/api.ts";
import { canTakeDown, presentStores, readDeliveriesOf } from "../../deliveries/held.ts";
import type { ActOnOne } from "./run.ts";
import { deliverManyWords, takeDownManyWords } from "./words.ts";

type Wanted = { store_ids: readonly string[]; territory_codes: readonly string[] };

/** To those of the stores that do not have it yet: the service refuses a delivery to a store that has. */
export const deliverTo =
  ({ store_ids, territory_codes }: Wanted): ActOnOne =>
  async ({ id: release_id }, keyOf) => {
    const present = presentStores(await readDeliveriesOf(release_id));
    const left = store_ids.filter((store_id) => !present.has(store_id));
    if (left.length === 0) return { state: "none", text: deliverManyWords.hasAlready };
    const request = { release_id, store_ids: left, territory_codes: [...territory_codes] };
    await segue.deliveries.create(request, { idempotencyKey: keyOf(request) });
    return { state: "done", text: deliverManyWords.delivered(left.length, store_ids.length - left.length) };
  };

/** At every store that has it. */
export const takeDown =
  (reason: string): ActOnOne =>
  async ({ id: release_id }, keyOf) => {
    let count = 0;
    for (const { id, stores } of await readDeliveriesOf(release_id)) {
      const store_ids = stores.filter(canTakeDown).map(({ store_id }) => store_id);
      if (store_ids.length === 0) continue;
      const request = { store_ids, ...(reason && { reason }) };
      await segue.deliveries.takedown(id, request, { idempotencyKey: keyOf({ id, ...request }) });
      count += store_ids.length;
    }
    if (count === 0) return { state: "none", text: takeDownManyWords.noStore };
    return { state: "done", text: takeDownManyWords.requested(count) };
  };

/** A draft was not approved, so no store can get it. */
export const canBeDelivered = ({ status }: ListedRelease): boolean => status !== "draft";
/** Without any store `at_stores` is null. */
export const isAtStores = ({ at_stores }: ListedRelease): boolean => at_stores !== null && at_stores.live > 0;
