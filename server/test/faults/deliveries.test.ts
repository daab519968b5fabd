// One of two workers is killed, again and again, while releases that change all the time go to stores. Every store
// comes to an end, an attempt is one message however often it is sent, and no step is impossible, lost or reported
// twice.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { storeTransitions } from "../../src/deliveries/delivery.ts";
import { makeRelease, must } from "../catalog.ts";
import { cloneDatabase, createWorld, type World } from "../world.ts";
import { createSends, recordingConnectors } from "./recording-connector.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report, seconds } from "./scale.ts";
import { startWorkerProcess, type WorkerProcess } from "./worker-process.ts";

const ROUNDS = atScale({ short: 1, full: 20 });
const RELEASES = atScale({ short: 6, full: 260 });
const store_ids = ["store_one", "store_two", "store_three", "store_four"];
/** A lease runs out, and stores that had their mishaps are tried again. */
const ENDED_WITHIN_MS = 100_000;

let world: World;
let workers: WorkerProcess[] = [];
let start: () => Promise<WorkerProcess>;

beforeAll(async () => {
  const database = await cloneDatabase();
  // The world only takes requests: the work is for the processes.
  world = await createWorld({ environment: "sandbox", database, connectors: recordingConnectors(undefined as never) });
  await createSends(world.ctx.db);
  for (const store_id of store_ids)
    await must(world.operator, "POST /v1/operator/stores", {
      store_id,
      name: store_id,
      territories: ["WORLD"],
      requirements: "none",
      connector: { kind: "recording" },
    });
  start = async () => {
    const worker = await startWorkerProcess({ address: { ...inject("postgres"), database } });
    await worker.ready;
    return worker;
  };
  workers = [await start(), await start()];
});
afterAll(async () => {
  for (const worker of workers) worker.signal("SIGKILL");
  await Promise.all(workers.map(({ exit }) => exit));
  await world.close();
});

type Delivery = { id: string; release_id: string };

async function deliver(how_many: number): Promise<Delivery[]> {
  const made: Delivery[] = [];
  for (let number = 0; number < how_many; number++) {
    const release_id = await makeRelease(world);
    await must(world.label, `POST /v1/releases/${release_id}/submit`);
    const request = { release_id, store_ids, territory_codes: ["WORLDWIDE"] };
    made.push((await must(world.label, "POST /v1/deliveries", request)).body);
    await retitle(release_id);
  }
  return made;
}

/** A message that was made a second time would be another. */
async function retitle(release_id: string): Promise<void> {
  await must(world.label, `PATCH /v1/releases/${release_id}`, { title: `Midnight at ${Math.random()}` });
}

async function killOne(index: number): Promise<void> {
  await sleep(between(0, 700));
  workers[index]?.signal("SIGKILL");
  workers[index] = await start();
}

/** Starts the next attempts: rejected stores again; some delivered ones are taken down or updated. */
async function moveOn(deliveries: readonly Delivery[]): Promise<void> {
  for (const [index, { id, release_id }] of deliveries.entries()) {
    await retitle(release_id);
    const action = ["resubmit", "takedown", "update"][index % 3];
    // 409 where no store is in that status: none is needed in particular.
    await world.label.call(`POST /v1/deliveries/${id}/${action}`, { body: {} });
  }
}

async function untilAnswered(): Promise<void> {
  const deadline = performance.now() + ENDED_WITHIN_MS;
  for (;;) {
    const left = await world.ctx.db`
      select s.delivery_id, s.store_id, s.status, s.attempts, s.failures from delivery_stores s
      where s.status not in ('delivered', 'rejected', 'taken_down') limit 3`;
    const jobs = await world.ctx.db`
      select name, status, attempts, deaths, last_error, payload from jobs
      where name in ('work_on_store', 'resume_store') limit 3`;
    if (left.length === 0 && jobs.length === 0) return;
    if (performance.now() > deadline) throw new Error(`Not at an end: ${JSON.stringify({ left, jobs })}`);
    await sleep(100);
  }
}

type Row = { status: string; attempts: number; history: { status: string; is_ignored?: boolean }[] };

function impossibleSteps({ history }: Row): string[] {
  const steps = history.filter(({ is_ignored }) => !is_ignored).map(({ status }) => status);
  const moves = Object.values(storeTransitions) as { from: readonly string[]; to: string }[];
  return steps.flatMap((to, index) => {
    const from = steps[index - 1];
    if (from === undefined) return to === "queued" ? [] : [`begins ${to}`];
    return moves.some((move) => move.to === to && move.from.includes(from)) ? [] : [`${from} → ${to}`];
  });
}

test(
  "kill -9 of workers at stores: every store comes to its end by possible steps, with one message an attempt",
  async () => {
    const began = performance.now();
    const deliveries: Delivery[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [made] = await Promise.all([deliver(Math.ceil(RELEASES / ROUNDS)), killOne(round % 2)]);
      await moveOn(deliveries);
      deliveries.push(...made);
    }
    await untilAnswered();
    await Promise.all([moveOn(deliveries), killOne(0)]);
    await untilAnswered();
    const { db } = world.ctx;
    const rows = await db<Row[]>`select status, attempts, history from delivery_stores`;
    const messages = await db<{ sends: number; different: number }[]>`
      select count(*)::int as sends, count(distinct hash)::int as different from sends group by message_id`;
    const [{ emitted } = { emitted: 0 }] = await db<{ emitted: number }[]>`
      select count(*)::int as emitted from events where event_type = 'delivery.store.updated'`;
    const [{ seen } = { seen: 0 }] = await db<{ seen: number }[]>`
      select count(distinct process)::int as seen from sends`;
    const attempts = rows.reduce((sum, row) => sum + row.attempts, 0);
    report(
      "kill workers at stores",
      count(ROUNDS + 1, "rounds"),
      count(rows.length, "store deliveries"),
      count(attempts, "attempts"),
      count(
        messages.reduce((sum, { sends }) => sum + sends, 0),
        "sends",
      ),
      count(messages.filter(({ sends }) => sends > 1).length, "messages sent again"),
      count(messages.filter(({ different }) => different > 1).length, "of them changed"),
      count(seen, "workers in all"),
      seconds(performance.now() - began),
    );
    expect(messages.filter(({ different }) => different > 1)).toEqual([]);
    expect(messages).toHaveLength(attempts);
    expect(rows.flatMap(impossibleSteps)).toEqual([]);
    const steps = rows.flatMap(({ history }) => history.filter(({ is_ignored }) => !is_ignored));
    expect(steps.filter(({ status }) => status === "queued")).toHaveLength(attempts);
    const onTheWay = ["queued", "sending", "ingesting"];
    expect(emitted).toBe(steps.filter(({ status }) => !onTheWay.includes(status)).length);
  },
  CAMPAIGN_LIMIT_MS,
);
