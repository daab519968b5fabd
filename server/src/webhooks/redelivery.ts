import { redeliver } from "../events/actions.ts";
import { deleteOpenDispatches, listOpenDispatches, type OpenDispatches } from "../events/dispatch-queries.ts";
import type { Context, Transaction } from "../platform/context.ts";
import { removeSome } from "../platform/database/batches.ts";
import { enqueue, type JobDefinition, type Lane, UNLIMITED } from "../platform/jobs/queue.ts";

const retry_s = [1, 5, 30, 120, 600];

// Work that partners ask for, an endpoint's one after the other: however much they ask for, the service's own is not delayed.
const upkeep: Lane = { name: "webhooks_upkeep", concurrency: 2, per_key: 1, per_group: UNLIMITED };

/** All that an endpoint has missed in a range of time, some at a time. */
export const redeliverRange: JobDefinition<OpenDispatches> = {
  name: "redeliver_range",
  lane: upkeep,
  retry_s,
};

/** An endpoint was deleted: nobody waits for what it has not got. */
export const forgetWebhook: JobDefinition<{ webhook_id: string }> = {
  name: "forget_webhook",
  lane: upkeep,
  retry_s,
};

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
export async function forgetSome({ db }: Context, webhook_id: string): Promise<boolean> {
  const { limit, removed } = await removeSome(AT_ONCE, (limit) => deleteOpenDispatches(db, webhook_id, limit));
  return removed === limit;
}

export async function forgetMore(ctx: Transaction, webhook_id: string): Promise<void> {
  await enqueue(ctx, forgetWebhook, { webhook_id }, { key: webhook_id });
}
