import type { Transaction } from "../platform/context.ts";
import { enqueueAll } from "../platform/jobs/queue.ts";
import { type StoreWork, workOnStore } from "./job-definitions.ts";

export async function enqueueWork(ctx: Transaction, works: readonly StoreWork[], after_ms = 0): Promise<void> {
  const run_at = new Date(ctx.clock.now().getTime() + after_ms);
  await enqueueAll(
    ctx,
    workOnStore,
    works.map((payload) => {
      const { organization_id, store_id, release_id } = payload;
      return { payload, run_at, key: `${store_id} ${release_id}`, group_key: organization_id };
    }),
  );
}
