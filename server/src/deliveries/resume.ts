import type { Context } from "../platform/context.ts";
import { enqueue } from "../platform/queue.ts";
import { resumeStore } from "../stores/jobs.ts";
import { listAtWork, type StoreAtWork } from "./queries.ts";
import { enqueueWork, type StoreWork } from "./store-work.ts";

const AT_ONCE = 500;

/** What a paused store left lying is queued again, some at a time. What is under way already is done once all the same. */
export async function resumeWork(
  ctx: Context,
  { store_id, after }: { store_id: string; after: string },
): Promise<void> {
  const rows = await listAtWork(ctx.db, store_id, { after, limit: AT_ONCE });
  await enqueueWork(
    ctx,
    rows.map(({ organization_id, delivery_id, release_id, attempts, failures, status }) => ({
      ...{ organization_id, delivery_id, release_id, store_id },
      ...{ attempt: attempts, failures, step: stepFor(status) },
    })),
  );
  const last = rows.at(-1);
  if (rows.length === AT_ONCE && last) await enqueue(ctx, resumeStore, { store_id, after: last.delivery_id });
}

function stepFor(status: StoreAtWork["status"]): StoreWork["step"] {
  if (status === "ingesting") return "poll";
  return status === "takedown_requested" ? "takedown" : "send";
}
