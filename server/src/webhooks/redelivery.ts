import { redeliver } from "../events/actions.ts";
import { deleteOpenDispatches, listOpenDispatches, type OpenDispatches } from "../events/dispatch-queries.ts";
import type { Context, Transaction } from "../platform/context.ts";
import { removeSome } from "../platform/database/batches.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import { forgetWebhook, redeliverRange } from "./job-definitions.ts";

const AT_ONCE = 500;

export async function redeliverSome(ctx: Transaction, range: OpenDispatches): Promise<void> {
  const rows = await listOpenDispatches(ctx.db, range, AT_ONCE);
  const { webhook_id } = range;
  await redeliver(ctx, { event_ids: rows.map(({ event_id }) => event_id), webhook_id });
  const last = rows.at(-1);
  if (rows.length === AT_ONCE && last)
    await enqueue(ctx, redeliverRange, { ...range, after: [last.created_at, last.event_id] }, { key: webhook_id });
}

/** Outside the job's transaction, which a batch that takes too long would end. True: there may be more. */
export async function forgetSome({ begin }: Context, webhook_id: string): Promise<boolean> {
  const remove = (limit: number) => begin((db) => deleteOpenDispatches(db, webhook_id, limit));
  const { limit, removed } = await removeSome(AT_ONCE, remove);
  return removed === limit;
}

export async function forgetMore(ctx: Transaction, webhook_id: string): Promise<void> {
  await enqueue(ctx, forgetWebhook, { webhook_id }, { key: webhook_id });
}
