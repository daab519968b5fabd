// A job's end: its effect and its completion are one transaction, alone or with others of its kind.

import { type Context, type Transaction, transaction } from "../context.ts";
import type { JobHandler } from "./handler.ts";
import { completeJobs, type Held, type Job } from "./queue.ts";
import { together } from "./together.ts";

export type Prepared = Held & { outcome: unknown };

/** Returns false if the job was no longer ours and so had no effect. */
export type Finish = (prepared: Prepared) => Promise<boolean>;

// Keeps a transaction that completes many jobs short.
const AT_ONCE = 200;
// While one transaction waits for the disk, the next is being written.
const AT_A_TIME = 2;
// Jobs of different keys wait for different locks: one that waits long must not hold up the others.
const KEYS_AT_A_TIME = 8;

/** Another worker owns the job now. */
class JobLost extends Error {}

export function finisher(ctx: Context, { steps }: JobHandler): Finish {
  if ("handle" in steps) {
    return orLost((prepared) =>
      finish(ctx, [prepared], (ctx) => steps.handle(ctx, prepared.job as Job<never>, prepared.outcome as never)),
    );
  }
  const { batch_of } = steps;
  const keyOf = batch_of && (({ job }: Prepared) => batch_of(job.payload as never));
  // If one of many is no longer ours, finish each alone.
  return orLost(
    together(
      AT_ONCE,
      async (batch) => {
        await finish(ctx, batch, (ctx) => steps.handleAll(ctx, batch as never));
        return [];
      },
      { at_a_time: keyOf ? KEYS_AT_A_TIME : AT_A_TIME, keyOf },
    ),
  );
}

/** Completion and effect are sent together. If a job was no longer ours, the effect is rolled back. */
async function finish(
  ctx: Context,
  held: readonly Held[],
  takeEffect: (ctx: Transaction) => Promise<void>,
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const completion = completeJobs(ctx.db, held);
    const effect = takeEffect(ctx);
    await Promise.allSettled([completion, effect]);
    if (!(await completion)) throw new JobLost();
    await effect;
  });
}

function orLost(work: (prepared: Prepared) => Promise<void>): Finish {
  return async (prepared) => {
    try {
      await work(prepared);
      return true;
    } catch (error) {
      if (error instanceof JobLost) return false;
      throw error;
    }
  };
}
