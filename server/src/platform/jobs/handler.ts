import type { Context, Transaction } from "../context.ts";
import type { Job, JobDefinition, NoPayload } from "./queue.ts";

type Parking<Payload> = {
  /**
   * Runs in the transaction that parks the job: gives the resource a true end state and tells its owner by an event. A
   * sentence in place of the function says why no resource is left waiting.
   */
  parked?: string | ((ctx: Transaction, job: Job<Payload>, reason: string) => Promise<void>);
  /** Runs in the transaction that gives a parked job its tries again: undoes `parked`, unless the resource has moved on. */
  retried?: (ctx: Transaction, job: Job<Payload>) => Promise<void>;
};

/** Jobs of a kind and of one group that end at the same time share a transaction, in which one follows the other. */
type Steps<Payload, Outcome> = Parking<Payload> & {
  /** The call to the outside, made with no transaction open. */
  prepare?: (ctx: Context, job: Job<Payload>) => Promise<Outcome>;
  /** The effect, in the transaction that also completes the job. */
  handle: (ctx: Transaction, job: Job<Payload>, outcome: Outcome) => Promise<void>;
  /** Its effect takes long, or locks what others wait for: the job has a transaction of its own. */
  is_long?: true;
};

/** Jobs of a kind that are prepared at the same time take effect in one transaction, which completes them all. */
type BatchSteps<Payload, Outcome> = Parking<Payload> & {
  prepare: (ctx: Context, job: Job<Payload>) => Promise<Outcome>;
  /** Only jobs with the same key here take effect together: those that change one resource, say. */
  batch_of?: (payload: Payload) => string;
  handleAll: (ctx: Transaction, prepared: readonly { job: Job<Payload>; outcome: Outcome }[]) => Promise<void>;
};

export type JobHandler = {
  definition: JobDefinition<never>;
  steps: Steps<never, never> | BatchSteps<never, never>;
};

export function handler<Payload, Outcome = undefined>(
  definition: JobDefinition<Payload>,
  steps: Steps<Payload, Outcome> | BatchSteps<Payload, Outcome>,
): JobHandler {
  return { definition, steps } as unknown as JobHandler;
}

/** A job that is scheduled at intervals, once for all workers. */
export type Schedule = { definition: JobDefinition<NoPayload>; every_s: number };
