// One of two workers is killed, or paused for longer than its lease, while jobs that each write a row are done.

import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report, seconds } from "./scale.ts";
import { openYard, type WorkerProcess, type Yard } from "./worker-process.ts";

const ROUNDS = atScale({ short: 2, full: 20 });
const JOBS = atScale({ short: 40, full: 10_000 });
/** Longer than the lease of 6 s: the others have given its jobs back when it wakes up. */
const PAUSE_MS: [number, number] = atScale({ short: [6_500, 7_000], full: [6_500, 9_000] });
const PREPARE_MS: [number, number] = [0, 400];
/**
 * A worker's lease expires, another worker notices, the jobs run again, with a second pause if it was their second
 * death.
 */
const DONE_WITHIN_MS = atScale({ short: 100_000, full: 20_000 });
const POLL_MS = 50;

let yard: Yard;
beforeEach(async () => {
  yard = await openYard();
});
afterEach(() => yard.close());

async function untilAllDone(): Promise<void> {
  const { db } = yard.database;
  const deadline = performance.now() + DONE_WITHIN_MS;
  for (;;) {
    const left = await db`select id, status, attempts, deaths, last_error from jobs limit 5`;
    if (left.length === 0) return;
    if (performance.now() > deadline) throw new Error(`Not done in time: ${JSON.stringify(left)}`);
    await sleep(POLL_MS);
  }
}

/** By number: the jobs without an effect, and those with two. */
async function countEffects(): Promise<{ lost: number; doubled: number; workers: number }> {
  const { db } = yard.database;
  const effects = await db<{ number: number; effects: number }[]>`
    select number, count(*)::int as effects from effects group by number`;
  const [{ workers } = { workers: 0 }] = await db<{ workers: number }[]>`
    select count(distinct process)::int as workers from effects`;
  return {
    lost: yard.enqueued() - effects.length,
    doubled: effects.filter(({ effects }) => effects > 1).length,
    workers,
  };
}

async function killOne(workers: WorkerProcess[], index: number): Promise<void> {
  workers[index]?.signal("SIGKILL");
  workers[index] = await yard.startWorker();
}

async function pauseOne(workers: WorkerProcess[], index: number): Promise<void> {
  workers[index]?.signal("SIGSTOP");
  await sleep(between(...PAUSE_MS));
  workers[index]?.signal("SIGCONT");
}

test(
  "workers that are killed or paused: no job is lost, and none has two effects",
  async () => {
    const workers = [await yard.startWorker(), await yard.startWorker()];
    let slowest_ms = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await yard.enqueueJobs(Math.ceil(JOBS / ROUNDS), () => (Math.random() < 0.5 ? 0 : between(...PREPARE_MS)));
      await sleep(between(0, 400));
      const struck = performance.now();
      const strike = round % 2 === 0 ? killOne : pauseOne;
      // Both fall, in turn; the other one goes on.
      await Promise.all([strike(workers, Math.floor(round / 2) % 2), untilAllDone()]);
      slowest_ms = Math.max(slowest_ms, performance.now() - struck);
    }
    for (const worker of workers) worker.signal("SIGTERM");
    const exits = await Promise.all(workers.map(({ exit }) => exit));
    expect(exits).toEqual([{ code: 0 }, { code: 0 }]);
    const { lost, doubled, workers: seen } = await countEffects();
    report(
      "kill and pause workers",
      count(ROUNDS, "rounds"),
      count(yard.enqueued(), "jobs"),
      count(seen, "workers in all"),
      count(lost, "lost"),
      count(doubled, "doubled"),
      `slowest round ${seconds(slowest_ms)}`,
    );
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    expect(await yard.database.db`select id from workers`).toEqual([]);
  },
  CAMPAIGN_LIMIT_MS,
);

test("SIGTERM: a worker finishes what it can in 5 s, hands the rest back as if never tried, and exits 0", async () => {
  const worker = await yard.startWorker();
  const { db } = yard.database;
  await yard.enqueueJobs(4, () => 60_000);
  await yard.enqueueJobs(4, () => 1_000);
  const running = async () => (await db`select id from jobs where status = 'running'`).length;
  await expect.poll(running).toBe(8);
  worker.signal("SIGTERM");
  expect(await worker.exit).toEqual({ code: 0 });
  expect(await db`select status, attempts, deaths, worker_id from jobs`).toEqual(
    Array.from({ length: 4 }, () => ({ status: "ready", attempts: 0, deaths: 0, worker_id: null })),
  );
  expect(await countEffects()).toMatchObject({ lost: 4, doubled: 0 });
});
