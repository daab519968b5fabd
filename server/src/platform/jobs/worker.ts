// A worker: hands that take jobs from the queue, lane by lane, and put each down exactly once.
//
// Four clocks tick. `renew` keeps the lease, `promote` makes jobs ready whose time has come, `poll` gives back the jobs of
// dead workers, enqueues what is scheduled and fills every lane, and `unlock` ends what paused processes hold
// (stuck-sessions.ts). `wake` fills one lane as soon as new work is announced, and `announced` does so for work of other
// processes (claim-backoff.ts). lane-slots.ts tells how a lane is filled. A job that ends frees a slot, and the lane is filled
// again if it may have more.
//
// A job that fails is put back for its next try or parked. If the database is away even for that, the job stays
// `stranded` and each poll tries again. If the lease has expired, others own our jobs: the worker goes on under a new id,
// and what it still has in hand has no effect when it ends, because a job is completed only under the id that claimed it.

import { type Context, timestamp } from "../context.ts";
import { isUnavailable } from "../database/failure.ts";
import { endStuckSessions } from "../database/stuck-sessions.ts";
import { type Log, messageOf } from "../logging.ts";
import { atPlace, presentPlace, traceJob } from "../tracing/tracing.ts";
import type { WorkListener } from "./announce.ts";
import { WorkerLost } from "./claim.ts";
import { ClaimBackoff } from "./claim-backoff.ts";
import { type Finish, finisher } from "./finish.ts";
import type { JobHandler, Schedule } from "./handler.ts";
import { interval } from "./interval.ts";
import { type InHand, LaneSlots } from "./lane-slots.ts";
import { type OnParked, parkJob } from "./parking.ts";
import {
  failJob,
  handBack,
  hasDueJobs,
  type Job,
  type Lane,
  listReadyLanes,
  MAX_DEATHS,
  promoteDue,
  registerWorker,
  renewLease,
  reviveJobs,
} from "./queue.ts";
import { enqueueDue } from "./schedule.ts";

type JobObserver = (name: string, outcome: "done" | "failed" | "lost", seconds: number) => void;

export type WorkerOptions = {
  ctx: Context;
  handlers: readonly JobHandler[];
  schedules: readonly Schedule[];
  log: Log;
  observe: JobObserver;
  onParked?: OnParked;
  /** False while the clock may be wrong: then no job is taken, made ready or scheduled. */
  mayWork?: () => boolean;
};

export type Worker = WorkListener & { stop(): Promise<void> };

const RENEW_EVERY_MS = 1_500;
const POLL_EVERY_MS = 1_000;
// How late a retry may be.
const PROMOTE_EVERY_MS = 200;
const UNLOCK_EVERY_MS = 1_500;
const FINISH_WITHIN_MS = 5_000;
// During an upgrade a newer version's job is left for its workers; where none comes, it is parked.
const unknownJob = { retry_s: [5, 60, 600, 3_600] };

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ctx, log } = options;
  const runner = new Runner(options, await registerWorker(ctx.db));
  const ticks = [
    interval(RENEW_EVERY_MS, runner.renew, log),
    interval(PROMOTE_EVERY_MS, runner.promote, log),
    interval(POLL_EVERY_MS, runner.poll, log),
    interval(UNLOCK_EVERY_MS, runner.unlock, log),
  ];
  return {
    wake: runner.wake,
    announced: runner.announced,
    async stop() {
      await Promise.race([Promise.all(ticks.map((tick) => tick.stop())), pause(FINISH_WITHIN_MS)]);
      await runner.finish(FINISH_WITHIN_MS);
    },
  };
}

/** For tests: everything that is due by the context's clock, until nothing is left to do. */
export async function runDueJobs(options: WorkerOptions): Promise<void> {
  const runner = new Runner(options, await registerWorker(options.ctx.db));
  do {
    await runner.promote();
    await runner.poll();
    await runner.idle();
  } while (await hasDueJobs(options.ctx.db, timestamp(options.ctx)));
  await runner.finish(FINISH_WITHIN_MS);
}

type Failed = InHand & { error: unknown };

class Runner {
  readonly #options: WorkerOptions;
  readonly #handlers: ReadonlyMap<string, JobHandler>;
  readonly #finishers: ReadonlyMap<string, Finish>;
  readonly #lanes: ReadonlyMap<string, LaneSlots>;
  readonly #stranded = new Set<Failed>();
  readonly #backoff: ClaimBackoff;
  #worker_id: string;
  #enlisting: Promise<void> | undefined;
  #isStopping = false;

  constructor(options: WorkerOptions, worker_id: string) {
    this.#options = options;
    this.#handlers = new Map(options.handlers.map((entry) => [entry.definition.name, entry]));
    this.#finishers = new Map(options.handlers.map((entry) => [entry.definition.name, finisher(options.ctx, entry)]));
    this.#lanes = new Map(options.handlers.map(({ definition: { lane } }) => [lane.name, this.#handsOf(lane)]));
    this.#worker_id = worker_id;
    this.#backoff = new ClaimBackoff({
      claim: (lane) => this.#fill(lane),
      look: async (lane) => (await listReadyLanes(options.ctx.db, [lane])).length > 0,
    });
  }

  wake = (lane: string): void => {
    // The work that announced it goes on without us.
    atPlace(undefined, () => this.#fill(lane)).catch(this.#logFailure);
  };

  announced = (lane: string, is_taken: boolean): void => {
    if (this.#lanes.has(lane) && !this.#isStopping) this.#backoff.announced(lane, is_taken).catch(this.#logFailure);
  };

  #logFailure = (error: unknown): void => {
    if (!isUnavailable(error)) this.#options.log.error({ error }, "Jobs could not be claimed");
  };

  renew = async (): Promise<void> => {
    const held_as = this.#worker_id;
    if (!this.#isStopping && !(await renewLease(this.#options.ctx.db, held_as))) await this.#enlist(held_as);
  };

  promote = async (): Promise<void> => {
    const { ctx } = this.#options;
    if (this.#isIdle() || (await promoteDue(ctx.db, timestamp(ctx))) === 0) return;
    for (const name of this.#lanes.keys()) this.wake(name);
  };

  poll = async (): Promise<void> => {
    if (this.#isIdle()) return;
    const { ctx, schedules } = this.#options;
    await reviveJobs(ctx, timestamp(ctx));
    await enqueueDue(ctx, schedules);
    await Promise.all([...this.#stranded].map((failed) => this.#putBack(failed)));
    await Promise.all([...this.#lanes.values()].map((slots) => slots.handBackLate()));
    const ready = await listReadyLanes(ctx.db, [...this.#lanes.keys()]);
    await Promise.all(ready.map((lane) => this.#fill(lane)));
  };

  unlock = async (): Promise<void> => {
    const { ctx, log } = this.#options;
    if ((await endStuckSessions(ctx.db)) > 0)
      log.warn({}, "A process stood still in the middle of a statement: its database session was ended");
  };

  async idle(): Promise<void> {
    const isBusy = () => [...this.#lanes.values()].some((slots) => slots.isBusy());
    while (isBusy()) {
      await Promise.all(this.#inHand());
      await pause(1);
    }
  }

  async finish(within_ms: number): Promise<void> {
    this.#isStopping = true;
    await Promise.race([Promise.all(this.#inHand()), pause(within_ms)]);
    try {
      await handBack(this.#options.ctx.begin, this.#worker_id);
    } catch (error) {
      // While the database is unavailable our lease expires, which gives the jobs back as well.
      if (!isUnavailable(error)) throw error;
    }
  }

  #isIdle(): boolean {
    return this.#isStopping || this.#options.mayWork?.() === false;
  }

  #inHand(): Promise<void>[] {
    return [...this.#lanes.values()].flatMap((slots) => slots.inHand());
  }

  #handsOf(lane: Lane): LaneSlots {
    return new LaneSlots({
      ctx: this.#options.ctx,
      lane,
      workerId: () => this.#worker_id,
      isIdle: () => this.#isIdle(),
      isStopping: () => this.#isStopping,
      perform: (taken) => this.#perform(taken),
      onFree: () => this.wake(lane.name),
    });
  }

  async #fill(lane: string): Promise<boolean | undefined> {
    if (this.#isStopping) return undefined;
    try {
      const isFound = await this.#lanes.get(lane)?.fill();
      if (isFound) this.#backoff.got(lane);
      return isFound;
    } catch (error) {
      if (error instanceof WorkerLost) await this.#enlist(error.worker_id);
      else if (!isUnavailable(error)) throw error;
      return undefined;
    }
  }

  async #perform({ job, held_as }: InHand): Promise<void> {
    const { ctx, observe } = this.#options;
    const began = performance.now();
    const count = (outcome: "done" | "failed" | "lost") =>
      observe(job.name, outcome, (performance.now() - began) / 1000);
    try {
      const steps = this.#handlers.get(job.name)?.steps;
      const finish = this.#finishers.get(job.name);
      if (!steps || !finish) throw new Error(`This version does not know jobs named ${job.name}.`);
      if (job.deaths >= MAX_DEATHS) throw new Error(`${job.deaths} workers died while running this job.`);
      const attributes = { "segue.job_id": job.id, "segue.attempt": job.attempts, "segue.is_live": ctx.is_live };
      const isDone = await traceJob(job.payload, { name: job.name, kind: "consumer", attributes }, async () => {
        const outcome = await steps.prepare?.(ctx, job as unknown as Job<never>);
        return finish({ job, held_as, outcome, place: presentPlace() });
      });
      count(isDone ? "done" : "lost");
    } catch (error) {
      await this.#putBack({ job, held_as, error });
      count("failed");
    }
  }

  /** If even that fails, the database is unavailable. Each poll tries again. */
  async #putBack(failed: Failed): Promise<void> {
    this.#stranded.delete(failed);
    try {
      await this.#retreat(failed);
    } catch (error) {
      this.#stranded.add(failed);
      if (!isUnavailable(error)) this.#options.log.error({ error }, "A failed job could not be put back");
    }
  }

  async #retreat({ job, held_as, error }: Failed): Promise<void> {
    const { ctx, log } = this.#options;
    const handler = this.#handlers.get(job.name);
    const { retry_s } = handler?.definition ?? unknownJob;
    const pause_s = job.deaths >= MAX_DEATHS ? undefined : retry_s[job.attempts - 1];
    const text = messageOf(error).slice(0, 1_000).replaceAll("\0", "").toWellFormed();
    if (pause_s !== undefined) return failJob(ctx.db, { job, held_as }, { run_at: later(ctx, pause_s), error: text });
    const { onParked } = this.#options;
    if (await this.#park(handler, { job, held_as, reason: text, onParked }))
      log.error({ job: job.name, job_id: job.id, error }, "A job was parked after its last try");
  }

  /** If the handler's own step fails too, park the job anyway: otherwise it would hold its place until the next start. */
  async #park(handler: JobHandler | undefined, held: Parameters<typeof parkJob>[2]): Promise<boolean> {
    const { ctx, log } = this.#options;
    try {
      return await parkJob(ctx, handler, held);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const { name, id } = held.job;
      log.error({ job: name, job_id: id, error }, "A job was parked, but its resource could not be marked as failed");
      return parkJob(ctx, undefined, { ...held, onParked: undefined });
    }
  }

  // Our lease expired, so other workers own our jobs now. Register exactly one new worker id: a second one would never be
  // renewed, and its jobs would be taken away while they run.
  async #enlist(lost_id: string): Promise<void> {
    if (lost_id !== this.#worker_id || this.#isStopping) return;
    this.#enlisting ??= this.#takeNewName().finally(() => {
      this.#enlisting = undefined;
    });
    await this.#enlisting;
  }

  async #takeNewName(): Promise<void> {
    const { ctx, log } = this.#options;
    log.warn({}, "This worker's lease expired; it continues under a new one");
    for (const slots of this.#lanes.values()) slots.forget(this.#worker_id);
    this.#worker_id = await registerWorker(ctx.db);
  }
}

function later(ctx: Context, seconds: number): string {
  return new Date(ctx.clock.now().getTime() + seconds * 1000).toISOString();
}

function pause(length_ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, length_ms).unref());
}
