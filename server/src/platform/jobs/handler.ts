import type { Context, Transaction } from "../context.ts";
import type { Job, JobDefinition, NoPayload } from "./queue.ts";

type Parking<Payload> = {
  /**
   * In the transaction that parks the job: its resource takes a true end state, told by an event. A sentence in its place says
   * why no resource is left waiting.
   */
  parked?: string | ((ctx: Transaction, job: Job<Payload>, reason: string) => Promise<void>);
  /** In the transaction that gives a parked job its tries again: what `parked` did is taken back, as far as it still stands. */
  retried?: (ctx: Transaction, job: Job<Payload>) => Promise<void>;
};

type Steps<Payload, Outcome> = Parking<Payload> & {
  /** The call to the outside, made with no transaction open. */
  prepare?: (ctx: Context, job: Job<Payload>) => Promise<Outcome>;
  /** The effect, in the transaction that also completes the job. */
  handle: (ctx: Transaction, job: Job<Payload>, outcome: Outcome) => Promise<void>;
};

/** Jobs of a kind that are prepared at the same time take effect in one transaction, which completes them all. */
type BatchSteps<Payload, Outcome> = Parking<Payload> & {
  prepare: (ctx: Context, job: Job<Payload>) => Promise<Outcome>;
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

/** A job that comes by itself, every so often, once for all workers. */
export type Schedule = { definition: JobDefinition<NoPayload>; every_s: number };
