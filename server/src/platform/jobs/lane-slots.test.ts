import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { type Context, transaction } from "../context.ts";
import { LaneSlots } from "./lane-slots.ts";
import {
  completeJobs,
  enqueueAll,
  type JobDefinition,
  type Lane,
  type Placement,
  registerWorker,
  UNLIMITED,
} from "./queue.ts";

const twoSlots: Lane = { name: "two slots", concurrency: 2, per_key: UNLIMITED, per_group: UNLIMITED };
const definition: JobDefinition<{ number: number }> = { name: "short", lane: twoSlots, retry_s: [] };

let world: World;
let ctx: Context;
beforeAll(async () => {
  world = await createWorld();
  ctx = world.ctx;
});
afterAll(() => world.close());
beforeEach(async () => {
  await ctx.db`truncate jobs, workers`;
});
// A claim that outlived its test would hold one of the tables that the next test truncates, and wait for the other.
const opened: { stop(): void; fills: Promise<unknown>[] }[] = [];
afterEach(endClaims);
async function endClaims() {
  for (const { stop, fills } of opened.splice(0)) {
    stop();
    await Promise.all(fills);
  }
}

/** Two slots whose jobs end when the test says so, and whose claims wait while the test holds them. */
async function openSlots(lane = twoSlots, placeOf = (_number: number): Placement => ({})) {
  const jobs = Array.from({ length: 8 }, (_, number) => ({ payload: { number }, ...placeOf(number) }));
  await transaction(ctx, (ctx) => enqueueAll(ctx, definition, jobs));
  const worker_id = await registerWorker(ctx.db);
  const ends: (() => Promise<void>)[] = [];
  const fills: Promise<unknown>[] = [];
  let isStopping = false;
  let claims: Promise<unknown> = Promise.resolve();
  let claimed = 0;
  const slots: LaneSlots = new LaneSlots({
    ctx: {
      ...ctx,
      begin: async (work) => {
        await claims;
        claimed++;
        return ctx.begin(work);
      },
    },
    lane,
    workerId: () => worker_id,
    isIdle: () => isStopping,
    isStopping: () => isStopping,
    perform: ({ job, held_as }) =>
      new Promise((done) => {
        ends.push(async () => {
          await transaction(ctx, ({ db }) => completeJobs(db, [{ job, held_as }]));
          done();
        });
      }),
    onFree: () => void fills.push(slots.fill()),
  });
  const stop = () => {
    isStopping = true;
  };
  opened.push({ stop, fills });
  return {
    slots,
    worker_id,
    begun: () => ends.length,
    claims: () => claimed,
    end: (place: number) => ends[place]?.(),
    stop,
    async whileClaiming(work: () => Promise<unknown>) {
      let release: () => void = () => undefined;
      claims = new Promise<void>((resolve) => {
        release = resolve;
      });
      await work().finally(release);
    },
  };
}

const statuses = async () => {
  const rows = await ctx.db<{ status: string; jobs: number; attempts: number }[]>`
    select status, count(*)::int as jobs, max(attempts) as attempts from jobs group by status order by status`;
  return rows.map(({ status, jobs, attempts }) => `${jobs} ${status} (${attempts})`);
};

/** Both slots were busy while the last claim was under way, and one of their jobs ended. */
async function fetchAhead() {
  const opened = await openSlots();
  await opened.slots.fill();
  expect(opened.begun()).toBe(2);
  await opened.whileClaiming(async () => {
    await opened.end(0);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await opened.end(1);
  });
  await expect.poll(statuses).toEqual(["3 ready (0)", "3 running (1)"]);
  return opened;
}

test("a slot that falls free while a claim is under way has its next job at once from then on", async () => {
  const opened = await fetchAhead();
  expect(opened.begun()).toBe(4);
  await opened.whileClaiming(async () => {
    await opened.end(2);
    await expect.poll(opened.begun).toBe(5);
  });
});

test("jobs that wait here for long go back for the slots of other workers, as if never tried", async () => {
  const { slots, begun } = await fetchAhead();
  await slots.handBackLate();
  expect(await statuses()).toEqual(["3 ready (0)", "3 running (1)"]);
  await slots.handBackLate();
  expect(await statuses()).toEqual(["4 ready (0)", "2 running (1)"]);
  expect(begun()).toBe(4);
});

test("a worker that stops, or whose lease expired, begins none of the jobs that wait here", async () => {
  const stopped = await fetchAhead();
  stopped.stop();
  await stopped.end(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped.slots.inHand()).toHaveLength(1);
  expect(stopped.begun()).toBe(4);
  await endClaims();
  await ctx.db`truncate jobs, workers`;
  const lost = await fetchAhead();
  lost.slots.forget(lost.worker_id);
  await ctx.db`delete from jobs where status = 'ready'`;
  await lost.end(2);
  await expect.poll(() => lost.slots.isBusy() && lost.begun()).toBe(4);
});

test("what belongs together is begun together, even if there are fewer slots; the rest waits in the queue", async () => {
  const opened = await openSlots({ ...twoSlots, whole_keys: true }, (number) => ({
    key: number < 5 ? "first" : "second",
    part: `${number}`,
  }));
  await opened.slots.fill();
  expect(opened.begun()).toBe(5);
  expect(await statuses()).toEqual(["3 ready (0)", "5 running (1)"]);
});

test("hands that fall free do not claim while nothing is ready, and a wake-up makes them claim again", async () => {
  const opened = await openSlots({ ...twoSlots, concurrency: 8 });
  await opened.slots.fill();
  expect(opened.begun()).toBe(8);
  const claims = opened.claims();
  for (let place = 0; place < 4; place++) await opened.end(place);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(opened.claims()).toBe(claims);
  await transaction(ctx, (ctx) => enqueueAll(ctx, definition, [{ payload: { number: 9 } }]));
  expect(await opened.slots.fill()).toBe(true);
  expect(opened.begun()).toBe(9);
  expect(await opened.slots.fill()).toBe(false);
});
