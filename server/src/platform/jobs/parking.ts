// Parked jobs: what has failed for good, or has taken its workers down again and again, waits for the operator.
//
// A job is the promise that something becomes of a resource. When it is parked nothing will, for now: so in the same
// transaction the resource takes an end state that is true and tells its owner (`parked` of the handler). When the operator
// gives the job its tries again, that is taken back in the same way (`retried`), unless the resource has moved on since.

import { type Context, type Transaction, timestamp, transaction } from "../context.ts";
import type { JobHandler } from "./handler.ts";
import { type Held, type Job, wake } from "./queue.ts";

/** True: it was still ours, and is parked now. */
export async function parkJob(
  ctx: Context,
  handler: JobHandler | undefined,
  { job, held_as, reason }: Held & { reason: string },
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const { count } = await ctx.db`
      update jobs set status = 'parked', worker_id = null, last_error = ${reason}
      where id = ${job.id} and worker_id = ${held_as} and attempts = ${job.attempts}`;
    if (count === 0) return false;
    const parked = handler?.steps.parked;
    if (typeof parked === "function") await parked(ctx, job as Job<never>, reason);
    return true;
  });
}

/** All its tries are before it again. False: it is not parked, or there is none. */
export async function unparkJob(ctx: Transaction, handlers: readonly JobHandler[], id: string): Promise<boolean> {
  const [job] = await ctx.db<(Job<never> & { lane: string })[]>`
    update jobs set status = 'ready', run_at = ${timestamp(ctx)}, attempts = 0, deaths = 0
    where id = ${id} and status = 'parked' returning id, name, payload, attempts, lane`;
  if (!job) return false;
  await handlers.find(({ definition }) => definition.name === job.name)?.steps.retried?.(ctx, job);
  wake(ctx, [job.lane]);
  return true;
}
