// A worker: hands that take jobs from the queue, lane by lane, and put each down exactly once.

import { type Context, timestamp, transaction } from "./context.ts";
import { isUnavailable } from "./db.ts";
import type { Log } from "./logging.ts";
import {
  type Claimed,
  type Cursor,
  claimJobs,
  completeJob,
  enqueue,
  failJob,
  handBack,
  type Job,
  type JobDefinition,
  type Lane,
  type NoPayload,
  promoteDue,
  registerWorker,
  renewLease,
  reviveJobs,
  takeTurn,
  WorkerLost,
} from "./queue.ts";

type Steps<Payload, Outcome> = {
  /** The call to the outside, made with no transaction open. */
  prepare?: (ctx: Context, job: Job<Payload>) => Promise<Outcome>;
  /** The effect, in the transaction that also completes the job. */
  handle: (ctx: Context, job: Job<Payload>, outcome: Outcome) => Promise<void>;
};

export type JobHandler = { definition: JobDefinition<never>; steps: Steps<never, never> };

export function handler<Payload, Outcome = undefined>(
  definition: JobDefinition<Payload>,
  steps: Steps<Payload, Outcome>,
): JobHandler {
  return { definition, steps } as unknown as JobHandler;
}

/** A job that comes by itself, every so often, once for all workers. */
export type Schedule = { definition: JobDefinition<NoPayload>; every_s: number };

export type JobObserver = (name: string, outcome: "done" | "failed" | "lost", seconds: number) => void;

export type WorkerOptions = {
  ctx: Context;
  handlers: readonly JobHandler[];
  schedules: readonly Schedule[];
  log: Log;
  observe: JobObserver;
};

export type Worker = {
  /** There may be new work in the lane. */
  wake(lane: string): void;
  stop(): Promise<void>;
};

const RENEW_EVERY_MS = 1_500;
const POLL_EVERY_MS = 1_000;
// How late a retry may be.
const PROMOTE_EVERY_MS = 200;
const FINISH_WITHIN_MS = 5_000;

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ctx, log } = options;
  const runner = createRunner(options, await registerWorker(ctx.db));
  const guarded = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) => {
      // While the database is away everything here fails; the next tick tries again.
      if (!isUnavailable(error)) log.error({ error }, "The queue's housekeeping failed");
    });
  const timers = [
    setInterval(guarded(runner.renew), RENEW_EVERY_MS),
    setInterval(guarded(runner.promote), PROMOTE_EVERY_MS),
    setInterval(guarded(runner.poll), POLL_EVERY_MS),
  ];
  guarded(runner.poll)();
  return {
    wake: runner.wake,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await runner.finish(FINISH_WITHIN_MS);
    },
  };
}

/** For tests: everything that is due by the context's clock, until nothing is left to do. */
export async function runDueJobs(options: WorkerOptions): Promise<void> {
  const runner = createRunner(options, await registerWorker(options.ctx.db));
  do {
    await runner.promote();
    await runner.poll();
    await runner.idle();
  } while (await runner.hasMore());
  await runner.finish(FINISH_WITHIN_MS);
}

type Failed = { job: Claimed; held_as: string; error: unknown };
type LaneState = {
  lane: Lane;
  cursor: Cursor | undefined;
  running: Map<string, Promise<void>>;
  isClaiming: boolean;
  isWoken: boolean;
};

function createRunner({ ctx, handlers, schedules, log, observe }: WorkerOptions, first_worker_id: string) {
  const byName = new Map(handlers.map((entry) => [entry.definition.name, entry]));
  const lanes = new Map(handlers.map(({ definition: { lane } }) => [lane.name, newLaneState(lane)]));
  const stranded = new Set<Failed>();
  let worker_id = first_worker_id;
  let isStopping = false;

  async function fill(state: LaneState): Promise<void> {
    state.isWoken = true;
    if (state.isClaiming) return;
    state.isClaiming = true;
    try {
      while (state.isWoken && !isStopping && state.running.size < state.lane.concurrency) {
        state.isWoken = false;
        const wanted = state.lane.concurrency - state.running.size;
        const jobs = await claimJobs(ctx.begin, { lane: state.lane, worker_id, wanted, after: state.cursor });
        for (const job of jobs) begin(state, job);
        // A full hand means that there may be more; a walk that came to its end goes on from the beginning.
        const isFull = jobs.length === wanted;
        if (isFull || state.cursor) state.isWoken = true;
        state.cursor = isFull ? lastKey(jobs) : undefined;
      }
    } catch (error) {
      if (error instanceof WorkerLost) await enlist();
      else if (!isUnavailable(error)) throw error;
    } finally {
      state.isClaiming = false;
    }
  }

  function begin(state: LaneState, job: Claimed): void {
    const held_as = worker_id;
    const work = perform(job, held_as).finally(() => {
      state.running.delete(job.id);
      if (!isStopping) wake(state.lane.name);
    });
    state.running.set(job.id, work);
  }

  async function perform(job: Claimed, held_as: string): Promise<void> {
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    try {
      const entry = byName.get(job.name);
      if (!entry) throw new Error(`This version does not know jobs named ${job.name}.`);
      const given = job as unknown as Job<never>;
      const outcome = (await entry.steps.prepare?.(ctx, given)) as never;
      const isOurs = await transaction(ctx, async (ctx) => {
        if (!(await completeJob(ctx.db, job, held_as))) return false;
        await entry.steps.handle(ctx, given, outcome);
        return true;
      });
      observe(job.name, isOurs ? "done" : "lost", seconds());
    } catch (error) {
      await putBack({ job, held_as, error });
      observe(job.name, "failed", seconds());
    }
  }

  /** Where even that fails, the database is away; it is tried again with each poll. */
  async function putBack(failed: Failed): Promise<void> {
    stranded.delete(failed);
    try {
      await retreat(failed);
    } catch (error) {
      stranded.add(failed);
      if (!isUnavailable(error)) log.error({ error }, "A failed job could not be put back");
    }
  }

  async function retreat({ job, held_as, error }: Failed): Promise<void> {
    const pause_s = byName.get(job.name)?.definition.retry_s[job.attempts - 1];
    const run_at =
      pause_s === undefined ? undefined : new Date(ctx.clock.now().getTime() + pause_s * 1000).toISOString();
    const text = error instanceof Error ? error.message : String(error);
    await failJob(ctx.db, job, { worker_id: held_as, run_at, error: text.slice(0, 1_000).replaceAll("\0", "") });
    if (!run_at) log.error({ job: job.name, job_id: job.id, error }, "A job was parked after its last try");
  }

  /** Taken for dead: what we hold is others' now. We go on under a new name. */
  async function enlist(): Promise<void> {
    log.warn({}, "This worker's lease ran out; it goes on with a new one");
    worker_id = await registerWorker(ctx.db);
  }

  async function renew(): Promise<void> {
    if (!isStopping && !(await renewLease(ctx.db, worker_id))) await enlist();
  }

  async function promote(): Promise<void> {
    if (!isStopping && (await promoteDue(ctx.db, timestamp(ctx))) > 0) for (const name of lanes.keys()) wake(name);
  }

  async function poll(): Promise<void> {
    if (isStopping) return;
    const now = ctx.clock.now();
    await reviveJobs(ctx.begin, now.toISOString());
    for (const { definition, every_s } of schedules) {
      const next_at = new Date(now.getTime() + every_s * 1000).toISOString();
      await transaction(ctx, async (ctx) => {
        const turn = { name: definition.name, now: now.toISOString(), next_at };
        if (await takeTurn(ctx.db, turn)) await enqueue(ctx, definition, {});
      });
    }
    await Promise.all([...stranded].map(putBack));
    await Promise.all([...lanes.values()].map(fill));
  }

  function wake(name: string): void {
    const state = lanes.get(name);
    if (!state || isStopping) return;
    fill(state).catch((error: unknown) => log.error({ error }, "Jobs could not be claimed"));
  }

  const inHand = () => [...lanes.values()].flatMap(({ running }) => [...running.values()]);
  const isBusy = () => [...lanes.values()].some(({ isClaiming, running }) => isClaiming || running.size > 0);

  async function idle(): Promise<void> {
    while (isBusy()) {
      await Promise.all(inHand());
      await pause(1);
    }
  }

  async function hasMore(): Promise<boolean> {
    const [row] = await ctx.db`
      select 1 from jobs where status = 'ready' or (status = 'waiting' and run_at <= ${timestamp(ctx)}) limit 1`;
    return row !== undefined;
  }

  async function finish(within_ms: number): Promise<void> {
    isStopping = true;
    await Promise.race([Promise.all(inHand()), pause(within_ms)]);
    await handBack(ctx.begin, worker_id);
  }

  return { wake, renew, promote, poll, idle, hasMore, finish };
}

function newLaneState(lane: Lane): LaneState {
  return { lane, cursor: undefined, running: new Map(), isClaiming: false, isWoken: false };
}

/** Jobs without a key are all at the beginning, where the next walk starts anyway. */
function lastKey(jobs: readonly Claimed[]): Cursor | undefined {
  const isLater = (one: Cursor, other: Cursor) =>
    one.group_key === other.group_key ? one.key > other.key : one.group_key > other.group_key;
  const last = jobs.reduce<Cursor>((last, job) => (isLater(job, last) ? job : last), { group_key: "", key: "" });
  return last.group_key || last.key ? { group_key: last.group_key, key: last.key } : undefined;
}

function pause(length_ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, length_ms).unref());
}
