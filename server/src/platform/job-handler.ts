import type { Context } from "./context.ts";
import type { Job, JobDefinition, NoPayload } from "./queue.ts";

type Steps<Payload, Outcome> = {
  /** The call to the outside, made with no transaction open. */
  prepare?: (ctx: Context, job: Job<Payload>) => Promise<Outcome>;
  /** The effect, in the transaction that also completes the job. */
  handle: (ctx: Context, job: Job<Payload>, outcome: Outcome) => Promise<void>;
};

/** Jobs of a kind that are prepared at the same time take effect in one transaction, which completes them all. */
type BatchSteps<Payload, Outcome> = {
  prepare: (ctx: Context, job: Job<Payload>) => Promise<Outcome>;
  handleAll: (ctx: Context, prepared: readonly { job: Job<Payload>; outcome: Outcome }[]) => Promise<void>;
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
