import type { Transaction } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import { resumeStore } from "../stores/job-definitions.ts";
import { holdStoreAtWork } from "../stores/queries.ts";
import type { StoreWork } from "./job-definitions.ts";
import { listAtWork, type WorkAtStore } from "./queries.ts";
import { enqueueWork } from "./store-work.ts";

const AT_ONCE = 500;

/** What a paused store left lying is queued again, some at a time. What is under way already is done once all the same. */
export async function resumeWork(
  ctx: Transaction,
  { store_id, after }: { store_id: string; after: string },
): Promise<void> {
  const rows = await listAtWork(ctx.db, store_id, { after, limit: AT_ONCE });
  await enqueueWork(
    ctx,
    rows.map(({ organization_id, delivery_id, release_id, attempts, failures, status }) => ({
      organization_id,
      delivery_id,
      release_id,
      store_id,
      attempt: attempts,
      failures,
      step: stepFor(status),
    })),
  );
  const last = rows.at(-1);
  if (rows.length === AT_ONCE && last) await enqueue(ctx, resumeStore, { store_id, after: last.delivery_id });
}

/**
 * Of a parked resume that is to be tried again. The store was paused by its parking or, since, by the operator, who alone
 * knows whether that is over. To resume the store begins anew: what the earlier pages queued may have ended as paused.
 */
export async function assertResumed(ctx: Transaction, store_id: string): Promise<void> {
  const store = await holdStoreAtWork(ctx.db, store_id);
  if (store?.status !== "paused") return;
  const how = `set its status to active, which queues all that waits for it, and retry this job then`;
  throw new ApiError("invalid_state", `Nothing was done: the store ${store_id} is paused; ${how}.`);
}

function stepFor(status: WorkAtStore["status"]): StoreWork["step"] {
  if (status === "ingesting") return "poll";
  return status === "takedown_requested" ? "takedown" : "send";
}
