// A job's end: its effect and its completion are one transaction, alone or with others of its kind.
//
// The problem. A commit costs more than the effect of most jobs. But a job that fails must not take others with it, and an
// organization whose rows are locked must not delay the jobs of another.
//
// The procedure. Jobs of one kind and one group that end while a transaction of theirs is on its way share the next one.
// Their effects follow one another, because within a transaction their locks would not keep them apart. One statement
// completes them all. A kind whose effect takes long says so (`is_long`), and each of its jobs is alone: most kinds are
// short, and a kind that forgets to say it only makes others of its own group wait.
//
// When it fails. If one effect fails, if two transactions wait for each other in a circle, or if one job is no longer ours,
// all is rolled back and each job is finished alone.

import { type Context, type Transaction, transaction } from "../context.ts";
import { atPlace, type TracePlace } from "../tracing/tracing.ts";
import { batched } from "./batched.ts";
import type { JobHandler } from "./handler.ts";
import { type Claimed, completeJobs, type Held, type Job, UNLIMITED } from "./queue.ts";

/** `place`: the job's in its trace, if it has one. */
type Prepared = Held & { job: Claimed; outcome: unknown; place?: TracePlace | undefined };

/** Returns false if the job was no longer ours and so had no effect. */
export type Finish = (prepared: Prepared) => Promise<boolean>;

// Keeps a transaction that completes many jobs short.
const AT_ONCE = 200;
// While one transaction waits for the disk, the next is being written.
const AT_A_TIME = 2;
// Jobs of different keys wait for different locks: one that waits long must not hold up the others.
const KEYS_AT_A_TIME = 8;
// Each of them may send several statements, one after the other.
const HANDLED_AT_ONCE = 50;

/** Another worker owns the job now. */
class JobLost extends Error {}

export function finisher(ctx: Context, { steps }: JobHandler): Finish {
  // If a batch fails, or one of its jobs is no longer ours, each is finished alone.
  const finishBatch = async (batch: readonly Prepared[]) => {
    await finish(ctx, batch, (ctx) => takeEffect(ctx, steps, batch));
    return [];
  };
  const { limit, ...gathering } = gatheringOf(steps);
  return orLost(batched(limit, finishBatch, gathering));
}

type Gathered = { limit: number; at_a_time: number; keyOf?: (prepared: Prepared) => string };

function gatheringOf(steps: JobHandler["steps"]): Gathered {
  if (!("handle" in steps)) {
    const { batch_of } = steps;
    if (!batch_of) return { limit: AT_ONCE, at_a_time: AT_A_TIME };
    const keyOf = ({ job }: Prepared) => batch_of(job.payload as never);
    return { limit: AT_ONCE, at_a_time: KEYS_AT_A_TIME, keyOf };
  }
  if (steps.is_long) return { limit: 1, at_a_time: UNLIMITED };
  // An organization's jobs wait for the same locks; one organization's locks hold up no other.
  return { limit: HANDLED_AT_ONCE, at_a_time: KEYS_AT_A_TIME, keyOf: ({ job }) => job.group_key };
}

/** One after the other: in one transaction, their locks would not keep them apart. */
async function takeEffect(ctx: Transaction, steps: JobHandler["steps"], batch: readonly Prepared[]): Promise<void> {
  if (!("handle" in steps)) return steps.handleAll(ctx, batch as never);
  for (const { job, outcome, place } of batch)
    await atPlace(place, () => steps.handle(ctx, job as unknown as Job<never>, outcome as never));
}

/** Completion and effect are sent together. If a job was no longer ours, the effect is rolled back. */
async function finish(
  ctx: Context,
  held: readonly Held[],
  takeEffects: (ctx: Transaction) => Promise<void>,
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const completion = completeJobs(ctx.db, held);
    const effect = takeEffects(ctx);
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
