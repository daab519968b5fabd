import type { Transaction } from "../../platform/context.ts";
import { ApiError } from "../../platform/errors.ts";
import { enqueue } from "../../platform/jobs/queue.ts";
import { resumeStore } from "../../stores/job-definitions.ts";
import { holdStoreAtWork } from "../../stores/queries.ts";
import type { StoreWork } from "../job-definitions.ts";
import { listAtWork, type WorkAtStore } from "../queries.ts";
import { enqueueWork } from "../store-work.ts";

const AT_ONCE = 500;

/** Queues the work of a paused store again, page by page. Work that is already queued is still done only once. */
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
 * Called when a parked resume is retried. Its parking paused the store, or the operator did since, and only the operator
 * knows whether the reason is over. Resuming starts again from the first page, since work of earlier pages may have ended.
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
