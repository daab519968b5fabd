// Both sides of the queue's benchmark: the product's worker, and a bare loop of the same claim and commit.

import { type Context, systemChance, transaction, withCommit } from "../server/src/platform/context.ts";
import { byIndexAlone, type Database, openDatabase } from "../server/src/platform/database/db.ts";
import { createAnnouncer } from "../server/src/platform/jobs/announce.ts";
import { claimJobs } from "../server/src/platform/jobs/claim.ts";
import { handler } from "../server/src/platform/jobs/handler.ts";
import {
  completeJobs,
  enqueue,
  type JobDefinition,
  type Lane,
  registerWorker,
  renewLease,
  UNLIMITED,
} from "../server/src/platform/jobs/queue.ts";
import { startWorker } from "../server/src/platform/jobs/worker.ts";
import { noBlobs, noChildHands, noOutbound, systemClock } from "../server/test/no-edges.ts";
import { answerTasks } from "./answer.ts";
import { inOrder } from "./in-order.ts";
import { type Line, openLine } from "./line.ts";
import { CONNECTIONS, median, SLOTS } from "./measure.ts";
import type { QueueTask } from "./queue.ts";

const [socket_dir = ""] = process.argv.slice(2);
const connect = () => openDatabase({ socket_dir, username: "segue", database: "segue" }, undefined, byIndexAlone);

const lane: Lane = { name: "bench", concurrency: SLOTS, per_key: UNLIMITED, per_group: UNLIMITED };
const writeRow: JobDefinition<{ number: number }> = { name: "bench_row", lane, retry_s: [] };
const doNothing: JobDefinition<{ number: number }> = { name: "bench_nothing", lane, retry_s: [] };

const database = connect();
const contextOf = (database: Database): Context => ({
  db: database.db,
  begin: database.begin,
  beginAlone: database.beginAlone,
  clock: systemClock,
  blobs: noBlobs,
  outbound: noOutbound,
  child_process_limit: noChildHands,
  is_live: true,
  chance: systemChance,
  announce: createAnnouncer(database).announce,
});
const ctx = contextOf(database);
const quiet = { info: () => undefined, warn: () => undefined, error: (fields: object) => console.error(fields) };
await database.db`create table if not exists bench_rows (number integer not null)`;

async function fill(definition: JobDefinition<{ number: number }>, jobs: number): Promise<void> {
  await database.db`
    insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
    select 'job_' || gen_random_uuid(), ${definition.name}, ${lane.name}, '', '', jsonb_build_object('number', n), 'ready', now(), now()
    from generate_series(1, ${jobs}::int) as n`;
}

async function throughWorker(definition: JobDefinition<{ number: number }>, jobs: number): Promise<number> {
  await fill(definition, jobs);
  let done = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const handlers = [
    handler(writeRow, {
      handle: (ctx, { payload }) =>
        withCommit(ctx, ctx.db`insert into bench_rows (number) values (${payload.number})`.execute()),
    }),
    handler(doNothing, { handle: async () => undefined }),
  ];
  const began = performance.now();
  const observe = () => {
    if (++done === jobs) finish();
  };
  const worker = await startWorker({ ctx, handlers, schedules: [], log: quiet, observe });
  worker.wake(lane.name);
  await finished;
  const rate = jobs / ((performance.now() - began) / 1000);
  await worker.stop();
  return rate;
}

const lines = Array.from({ length: CONNECTIONS }, () => openLine(socket_dir, byIndexAlone));

/** Claims a batch; each connection then takes jobs from it, one round trip for begin, delete, insert and commit. */
async function bareLoop(jobs: number): Promise<number> {
  await fill(writeRow, jobs);
  const worker_id = await registerWorker(database.db);
  const renewal = setInterval(() => void renewLease(database.db, worker_id), 1_500);
  const began = performance.now();
  for (let done = 0; done < jobs; ) {
    const { jobs: batch } = await claimJobs(database.begin, {
      lane,
      worker_id,
      wanted: lane.concurrency,
      after: undefined,
    });
    done += batch.length;
    const take = async ({ db }: Line): Promise<void> => {
      for (let job = batch.pop(); job; job = batch.pop()) {
        const { number } = job.payload as { number: number };
        await Promise.all([
          inOrder(db`begin`),
          completeJobs(db, [{ job, held_as: worker_id }]),
          inOrder(db`insert into bench_rows (number) values (${number})`),
          inOrder(db`commit`),
        ]);
      }
    };
    await Promise.all(lines.map(take));
  }
  const rate = jobs / ((performance.now() - began) / 1000);
  clearInterval(renewal);
  await database.db`delete from workers where id = ${worker_id}`;
  return rate;
}

/**
 * Enqueued on one side, received on the other: the announcement goes through the database, as between two processes.
 */
async function pickUp(jobs: number): Promise<number> {
  const there = connect();
  const times: number[] = [];
  let begun: (() => void) | undefined;
  const handlers = [handler(doNothing, { prepare: async () => begun?.(), handle: async () => undefined })];
  const worker = await startWorker({
    ctx: contextOf(there),
    handlers,
    schedules: [],
    log: quiet,
    observe: () => undefined,
  });
  await createAnnouncer(there).connect(worker);
  for (let number = 0; number < jobs; number++) {
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    await transaction(ctx, (ctx) => enqueue(ctx, doNothing, { number }));
    const committed = performance.now();
    await started;
    times.push(performance.now() - committed);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await worker.stop();
  await there.close();
  return median(times);
}

const tasks: Record<QueueTask["task"], (jobs: number) => Promise<number>> = {
  product: (jobs) => throughWorker(writeRow, jobs),
  no_op: (jobs) => throughWorker(doNothing, jobs),
  floor: bareLoop,
  pick_up: pickUp,
};
answerTasks(({ task, jobs }: QueueTask) => tasks[task](jobs));
