// Parked jobs: jobs that failed for good, or took their workers down repeatedly, wait for the operator.
//
// A resource waits for its job. When the job is parked, nothing more happens for now. So in the same transaction the
// resource takes a true end state and its owner gets an event (`parked` of the handler). When the operator gives the
// job its tries again, that is undone in the same way (`retried`), unless the resource has moved on since.

import { type Context, type Transaction, timestamp, transaction } from "../context.ts";
import type { TransactionDb } from "../database/db.ts";
import type { JobHandler } from "./handler.ts";
import { jobTransitions } from "./job.ts";
import { type Held, type Job, type JobDefinition, wake } from "./queue.ts";

/** For jobs of every kind, in the transaction that parks one. */
export type OnParked = (ctx: Transaction, job: Pick<Job, "id" | "name">) => Promise<void>;

/** True if the job was still ours and is now parked. */
export async function parkJob(
  ctx: Context,
  handler: JobHandler | undefined,
  { job, held_as, reason, onParked }: Held & { reason: string; onParked?: OnParked | undefined },
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const { count } = await ctx.db`
      update jobs set status = ${jobTransitions.park.to}, worker_id = null, last_error = ${reason}
      where id = ${job.id} and worker_id = ${held_as} and attempts = ${job.attempts}`;
    if (count === 0) return false;
    const parked = handler?.steps.parked;
    if (typeof parked === "function") await parked(ctx, job as Job<never>, reason);
    await onParked?.(ctx, job);
    return true;
  });
}

/** Gives the job all its tries again. False if it is not parked or does not exist. */
export async function unparkJob(ctx: Transaction, handlers: readonly JobHandler[], id: string): Promise<boolean> {
  const { from, to } = jobTransitions.retry;
  const [job] = await ctx.db<(Job<never> & { lane: string })[]>`
    update jobs set status = ${to}, run_at = ${timestamp(ctx)}, attempts = 0, deaths = 0
    where id = ${id} and status = any(${from}) returning id, name, payload, attempts, lane`;
  if (!job) return false;
  await handlers.find(({ definition }) => definition.name === job.name)?.steps.retried?.(ctx, job);
  wake(ctx, [job.lane]);
  return true;
}

/** For a resource that is given a new job: the one that was parked has nothing left to do. */
export async function dropParkedJob(
  db: TransactionDb,
  { name }: Pick<JobDefinition<unknown>, "name">,
  key: string,
): Promise<void> {
  await db`delete from jobs where status = 'parked' and name = ${name} and key = ${key}`;
}
