import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { countingRoundTrips } from "../../../test/counting-statements.ts";
import { cloneDatabase, createWorld, type World } from "../../../test/world.ts";
import { type Context, transaction } from "../context.ts";
import type { Log } from "../logging.ts";
import { claimJobs } from "./claim.ts";
import { handler } from "./handler.ts";
import {
  enqueue,
  type JobDefinition,
  type Lane,
  type NoPayload,
  type Placement,
  registerWorker,
  reviveJobs,
  UNLIMITED,
} from "./queue.ts";
import { enqueueDue, takeTurn } from "./schedule.ts";
import { runDueJobs, startWorker, type WorkerOptions } from "./worker.ts";

const free: Lane = { name: "free", concurrency: 8, per_key: UNLIMITED, per_group: UNLIMITED };
const fair: Lane = { name: "fair", concurrency: 8, per_key: 2, per_group: 3 };

type Write = { number: number };
const write: JobDefinition<Write> = { name: "write", lane: free, retry_s: [1, 10] };
const poison: JobDefinition<NoPayload> = { name: "poison", lane: free, retry_s: [1, 10] };
const slow: JobDefinition<Write> = { name: "slow", lane: fair, retry_s: [] };

let world: World;
let ctx: Context;
const gate = { isOpen: true, inHand: new Map<string, number>(), most: new Map<string, number>() };

const handlers = [
  handler(write, {
    handle: async ({ db }, { payload }) => {
      await db`insert into effects (number) values (${payload.number})`;
    },
  }),
  handler(poison, { handle: () => Promise.reject(new Error("It cannot be done.")) }),
  handler(slow, {
    prepare: async (_, { payload }) => {
      const key = `key ${payload.number}`;
      const now = (gate.inHand.get(key) ?? 0) + 1;
      gate.inHand.set(key, now);
      gate.most.set(key, Math.max(gate.most.get(key) ?? 0, now));
      while (!gate.isOpen) await sleep(2);
      gate.inHand.set(key, now - 1);
    },
    handle: async ({ db }, { payload }) => {
      await db`insert into effects (number) values (${payload.number})`;
    },
  }),
];

beforeAll(async () => {
  world = await createWorld({ jobs: handlers });
  ctx = world.ctx;
  await ctx.db`create table effects (number integer not null)`;
});
afterAll(() => world.close());
beforeEach(async () => {
  await ctx.db`truncate jobs, workers, effects`;
});

const ask = <Payload>(definition: JobDefinition<Payload>, payload: Payload, placement?: Placement) =>
  transaction(ctx, (ctx) => enqueue(ctx, definition, payload, placement));
const effects = async () => (await ctx.db`select number from effects order by number`).map(({ number }) => number);
const jobs = async () =>
  ctx.db`select name, status, attempts, deaths, last_error, run_at from jobs where name <> 'sweep_idempotency_keys'`;
const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const options = (): WorkerOptions => ({ ctx, handlers, schedules: [], log: quiet, observe: () => undefined });

describe("works", () => {
  test("a job exists if and only if the change that asked for it does", async () => {
    await transaction(ctx, (ctx) => enqueue(ctx, write, { number: 1 }));
    await expect(
      transaction(ctx, async (ctx) => {
        await enqueue(ctx, write, { number: 2 });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await world.runJobs();
    expect(await effects()).toEqual([1]);
    expect(await jobs()).toHaveLength(0);
  });

  test("a job for later waits for its time by the clock", async () => {
    await ask(write, { number: 1 }, { run_at: new Date(world.clock.now().getTime() + 60_000) });
    await world.runJobs();
    expect(await effects()).toEqual([]);
    world.clock.advance(60_000);
    await world.runJobs();
    expect(await effects()).toEqual([1]);
  });

  test("an idle worker asks as much for twenty lanes as for one", async () => {
    const asked = async (lanes: number) => {
      const handlers = Array.from({ length: lanes }, (_, place) =>
        handler(
          { ...write, lane: { ...free, name: `lane ${place}` }, name: `write ${place}` },
          { handle: async () => undefined },
        ),
      );
      const { ctx: counted, counts } = countingRoundTrips(ctx);
      await runDueJobs({ ...options(), handlers, ctx: counted });
      return counts();
    };
    expect(await asked(20)).toEqual(await asked(1));
  });

  describe("with no poll but the first", () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
      return () => vi.useRealTimers();
    });

    test("a job is picked up when it is announced", async () => {
      const worker = await startWorker(options());
      const announced = { ...ctx, announce: (lanes: ReadonlySet<string>) => lanes.forEach(worker.wake) };
      for (let number = 0; number < 20; number++) {
        await transaction(announced, (ctx) => enqueue(ctx, write, { number }));
        await expect.poll(effects, { interval: 2 }).toHaveLength(number + 1);
      }
      await worker.stop();
    });

    test("a job enqueued by another process is announced by NOTIFY", async () => {
      const secret = Buffer.alloc(32, 1);
      const database = await cloneDatabase();
      const working = await createWorld({ jobs: handlers, secret, database });
      await working.ctx.db`create table effects (number integer not null)`;
      await working.work();
      const asking = await createWorld({ database, secret });
      // The first may be found by the first poll, the others by no poll at all.
      for (let number = 1; number <= 3; number++) {
        await transaction(asking.ctx, (ctx) => enqueue(ctx, write, { number }));
        const done = async () => (await working.ctx.db`select number from effects`).length;
        await expect.poll(done, { interval: 5 }).toBe(number);
      }
      await Promise.all([asking.close(), working.close()]);
    });
  });
});

describe("a job that fails", () => {
  test("is tried again on its own schedule, then parked, visible to the operator, and can be run again", async () => {
    world.clock.stop();
    onTestFinished(world.clock.go);
    await ask(poison, {});
    await world.runJobs();
    expect(await jobs()).toMatchObject([{ status: "waiting", attempts: 1, last_error: "It cannot be done." }]);
    world.clock.advance(1_000);
    await world.runJobs();
    expect(await jobs()).toMatchObject([{ status: "waiting", attempts: 2 }]);
    world.clock.advance(9_000);
    await world.runJobs();
    expect(await jobs()).toMatchObject([{ status: "waiting", attempts: 2 }]);
    world.clock.advance(1_000);
    await world.runJobs();
    expect(await jobs()).toMatchObject([{ status: "parked", attempts: 3 }]);
    const { body: list } = await world.operator.call("GET /v1/operator/jobs?status=parked");
    expect(list.data).toMatchObject([{ name: "poison", status: "parked", last_error: "It cannot be done." }]);
    const retried = await world.operator.call(`POST /v1/operator/jobs/${list.data[0].id}/retry`);
    expect(retried.body).toMatchObject({ status: "ready", attempts: 0 });
    const again = await world.operator.call(`POST /v1/operator/jobs/${list.data[0].id}/retry`);
    expect([again.status, again.body.error.code]).toEqual([409, "invalid_state"]);
    expect((await world.operator.call("POST /v1/operator/jobs/job_none/retry")).status).toBe(404);
    await world.runJobs();
    expect(await jobs()).toMatchObject([{ status: "waiting", attempts: 1 }]);
  });

  test("keeps no value that the database quotes in its complaint", async () => {
    const cast: JobDefinition<NoPayload> = { name: "cast", lane: free, retry_s: [] };
    const broken = handler(cast, { handle: async ({ db }) => void (await db`select ${"whsec_hush"}::text::date`) });
    await ask(cast, {});
    const worker = await startWorker({ ...options(), handlers: [broken] });
    await expect.poll(jobs).toMatchObject([{ last_error: 'invalid input syntax for type date: "…"' }]);
    await worker.stop();
  });

  test("because only a newer version knows it, is left for that version's workers", async () => {
    const newer: JobDefinition<NoPayload> = { name: "newer", lane: free, retry_s: [] };
    await ask(newer, {});
    await world.runJobs();
    expect(await jobs()).toMatchObject([{ status: "waiting", last_error: expect.stringContaining("newer") }]);
  });

  test("leaves nothing of its effect", async () => {
    const half: JobDefinition<NoPayload> = { name: "half", lane: free, retry_s: [] };
    const broken = handler(half, {
      handle: async ({ db }) => {
        await db`insert into effects (number) values (13)`;
        throw new Error("halfway");
      },
    });
    await ask(half, {});
    const worker = await startWorker({ ...options(), handlers: [broken] });
    await expect.poll(jobs).toMatchObject([{ status: "parked" }]);
    await worker.stop();
    expect(await effects()).toEqual([]);
  });
});

describe("a worker that goes away", () => {
  const claim = async (lane: Lane = free) => {
    const worker_id = await registerWorker(ctx.db);
    const { jobs: claimed } = await claimJobs(ctx.begin, { lane, worker_id, wanted: 10, after: undefined });
    return { worker_id, claimed };
  };
  const expire = (worker_id: string) =>
    ctx.db`update workers set lease_until = now() - interval '1 s' where id = ${worker_id}`;

  test("gives its jobs to others when its lease runs out, at first at once", async () => {
    await ask(write, { number: 1 });
    const { worker_id, claimed } = await claim();
    expect(claimed).toHaveLength(1);
    await world.runJobs();
    expect(await effects()).toEqual([]);
    await expire(worker_id);
    await world.runJobs();
    expect(await effects()).toEqual([1]);
  });

  test("that was only paused has no effect when it wakes up", async () => {
    await ask(slow, { number: 5 });
    gate.isOpen = false;
    const paused = await startWorker(options());
    await expect.poll(() => gate.inHand.get("key 5")).toBe(1);
    await ctx.db`update workers set lease_until = now() - interval '1 s'`;
    await reviveJobs(ctx, world.clock.now().toISOString());
    const { claimed } = await claim(fair);
    expect(claimed).toHaveLength(1);
    gate.isOpen = true;
    await paused.stop();
    expect(await effects()).toEqual([]);
    expect(await jobs()).toMatchObject([{ status: "running", attempts: 2 }]);
  });

  test("cannot claim in its old name", async () => {
    const worker_id = await registerWorker(ctx.db);
    await expire(worker_id);
    await reviveJobs(ctx, world.clock.now().toISOString());
    await ask(write, { number: 1 });
    await expect(claimJobs(ctx.begin, { lane: free, worker_id, wanted: 1, after: undefined })).rejects.toThrow(
      "lease expired",
    );
    expect(await jobs()).toMatchObject([{ status: "ready", attempts: 0 }]);
  });

  test("goes on under one new name, whichever of its lanes notices first", async () => {
    const worker = await startWorker(options());
    const names = async () => (await ctx.db`select id from workers`).map(({ id }) => id);
    const [old_name] = await names();
    await ctx.db`delete from workers`;
    await expect.poll(names).toHaveLength(1);
    await sleep(100);
    expect(await names()).toEqual([expect.not.stringContaining(old_name)]);
    await worker.stop();
    expect(await names()).toEqual([]);
  });

  test("in the middle of a claim holds the others up for less than a lease", async () => {
    const worker_id = await registerWorker(ctx.db);
    const [times] = await ctx.db<{ held: string; lease: string }[]>`
      select current_setting('idle_in_transaction_session_timeout')::interval as held, lease_until - now() as lease
      from workers where id = ${worker_id} and current_setting('idle_in_transaction_session_timeout')::interval < lease_until - now()`;
    expect(times).toBeDefined();
    const done = new AbortController();
    let isHeld = false;
    const paused = ctx.begin(async (db) => {
      await db`select pg_advisory_xact_lock(hashtextextended('segue lane free', 0))`;
      // So that the test need not wait for as long as the others would.
      await db`set local idle_in_transaction_session_timeout = '200ms'`;
      isHeld = true;
      await once(done.signal, "abort");
    });
    const gone = expect(paused).rejects.toThrow();
    await expect.poll(() => isHeld, { interval: 2 }).toBe(true);
    const worker = await startWorker(options());
    await ask(write, { number: 1 });
    await expect.poll(effects).toEqual([1]);
    done.abort();
    await gone;
    await worker.stop();
  });

  test("a job that kills its worker again and again is given growing pauses and parked in the end", async () => {
    await ask(write, { number: 1 });
    const pauses: number[] = [];
    for (let death = 1; death <= 10; death++) {
      const { worker_id, claimed } = await claim();
      expect(claimed, `death ${death}`).toHaveLength(1);
      await expire(worker_id);
      const now = world.clock.now();
      await reviveJobs(ctx, now.toISOString());
      const [job] = await jobs();
      if (death === 10) expect(job).toMatchObject({ status: "ready", deaths: 10 });
      else pauses.push(Math.max(0, Math.round((new Date(job?.run_at).getTime() - now.getTime()) / 1000)));
      await ctx.db`update jobs set status = 'ready' where status = 'waiting'`;
    }
    expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128]);
    // The next worker does not run it.
    await world.runJobs();
    expect(await effects()).toEqual([]);
    expect(await jobs()).toMatchObject([{ status: "parked", deaths: 10, last_error: expect.stringContaining("10") }]);
  });

  test("in peace hands back what it has, as if never tried", async () => {
    await ask(slow, { number: 6 });
    gate.isOpen = false;
    const worker = await startWorker(options());
    await expect.poll(() => gate.inHand.get("key 6")).toBe(1);
    const stopped = worker.stop();
    await stopped;
    expect(await jobs()).toMatchObject([{ status: "ready", attempts: 0 }]);
    gate.isOpen = true;
    expect(await ctx.db`select * from workers`).toHaveLength(0);
  });
});

describe("fair", () => {
  test("at most so many in flight for each key and each group, also with several workers; every key has its turn", async () => {
    gate.isOpen = false;
    gate.most.clear();
    for (let number = 0; number < 200; number++) await ask(slow, { number: 100 }, { group_key: "a", key: "key 100" });
    for (const key of [101, 102]) await ask(slow, { number: key }, { group_key: "a", key: `key ${key}` });
    for (const key of [201, 202]) await ask(slow, { number: key }, { group_key: "b", key: `key ${key}` });
    const workers = await Promise.all([startWorker(options()), startWorker(options())]);
    const running = async () => {
      const rows =
        await ctx.db`select group_key, count(*)::int as jobs from jobs where status = 'running' group by group_key order by 1`;
      return rows.map(({ group_key, jobs }) => [group_key, jobs]);
    };
    await expect.poll(running).toEqual([
      ["a", 3],
      ["b", 2],
    ]);
    await sleep(100);
    expect(await running()).toEqual([
      ["a", 3],
      ["b", 2],
    ]);
    gate.isOpen = true;
    await expect.poll(jobs).toHaveLength(0);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(Math.max(...gate.most.values())).toBeLessThanOrEqual(2);
    expect(await effects()).toHaveLength(204);
  });

  test("a claim is what the rule says, for any queue and any limits", async () => {
    const job = fc.record({
      group: fc.constantFrom("", "a", "b"),
      key: fc.constantFrom("", "x", "y", "z"),
      isRunning: fc.boolean(),
    });
    const limits = fc.record({
      per_key: fc.integer({ min: 1, max: 4 }),
      per_group: fc.integer({ min: 1, max: 6 }),
      wanted: fc.integer({ min: 1, max: 12 }),
    });
    const ready = (group: string, index: number) => ({ group, key: index === 1 ? "z" : "", isRunning: false });
    await fc.assert(
      fc.asyncProperty(fc.array(job, { maxLength: 30 }), limits, async (given, { per_key, per_group, wanted }) => {
        await ctx.db`truncate jobs, workers`;
        const lane: Lane = { name: "fair", concurrency: 20, per_key, per_group };
        const busy = await registerWorker(ctx.db);
        for (const { group, key } of given) await ask(slow, { number: 1 }, { group_key: group, key });
        const rows = await ctx.db`select id from jobs order by id`;
        const started = rows.filter((_, index) => given[index]?.isRunning).map(({ id }) => id);
        await ctx.db`update jobs set status = 'running', worker_id = ${busy} where id = any(${started})`;

        const worker_id = await registerWorker(ctx.db);
        const { jobs: claimed, is_more } = await claimJobs(ctx.begin, { lane, worker_id, wanted, after: undefined });

        expect(is_more).toBe(given.length > started.length + claimed.length);
        const count = (list: { group: string; key: string }[], of: (entry: { group: string; key: string }) => string) =>
          list.reduce(
            (counts, entry) => counts.set(of(entry), (counts.get(of(entry)) ?? 0) + 1),
            new Map<string, number>(),
          );
        const byKey = ({ group, key }: { group: string; key: string }) => `${group} ${key}`;
        const byGroup = ({ group }: { group: string }) => group;
        const before = given.filter(({ isRunning }) => isRunning);
        const taken = claimed.map(({ group_key, key }) => ({ group: group_key, key }));
        const [keysBefore, groupsBefore] = [count(before, byKey), count(before, byGroup)];
        for (const [key, jobs] of count(taken, byKey))
          expect(jobs + (keysBefore.get(key) ?? 0)).toBeLessThanOrEqual(per_key);
        for (const [group, jobs] of count(taken, byGroup))
          expect(jobs + (groupsBefore.get(group) ?? 0)).toBeLessThanOrEqual(per_group);

        // And not one too few: each group gives what its keys and its own limit allow.
        const ready = given.filter(({ isRunning }) => !isRunning);
        let possible = 0;
        for (const group of new Set(ready.map(byGroup))) {
          const keys = count(
            ready.filter((entry) => entry.group === group),
            byKey,
          );
          const open = [...keys].reduce(
            (sum, [key, jobs]) => sum + Math.min(jobs, Math.max(0, per_key - (keysBefore.get(key) ?? 0))),
            0,
          );
          possible += Math.min(open, Math.max(0, per_group - (groupsBefore.get(group) ?? 0)));
        }
        expect(claimed).toHaveLength(Math.min(wanted, possible));
      }),
      // A group with more ready keys than it may have does not keep a claim from the next group.
      { numRuns: 60, examples: [[["", "", "a"].map(ready), { per_key: 1, per_group: 1, wanted: 2 }]] },
    );
  });

  test("a claim of whole keys takes all that belongs together or nothing, and goes too far by one step at most", async () => {
    const job = fc.record({
      group: fc.constantFrom("", "a", "b"),
      key: fc.constantFrom("x", "y", "z"),
      part: fc.constantFrom("", "1", "2", "3"),
      isRunning: fc.boolean(),
    });
    const limits = fc.record({ per_group: fc.integer({ min: 1, max: 6 }), wanted: fc.integer({ min: 1, max: 12 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(job, { maxLength: 30 }), limits, async (given, { per_group, wanted }) => {
        await ctx.db`truncate jobs, workers`;
        const lane: Lane = { name: "fair", concurrency: 20, per_key: 1, per_group, whole_keys: true };
        const busy = await registerWorker(ctx.db);
        for (const { group, key, part } of given) await ask(slow, { number: 1 }, { group_key: group, key, part });
        const rows = await ctx.db`select id from jobs order by id`;
        const started = rows.filter((_, index) => given[index]?.isRunning).map(({ id }) => id);
        await ctx.db`update jobs set status = 'running', worker_id = ${busy} where id = any(${started})`;

        const worker_id = await registerWorker(ctx.db);
        const { jobs: claimed, is_more } = await claimJobs(ctx.begin, { lane, worker_id, wanted, after: undefined });

        expect(is_more).toBe(given.length > started.length + claimed.length);
        const running = given.filter(({ isRunning }) => isRunning);
        const nameOf = ({ group, key, part }: { group: string; key: string; part: string }) =>
          `${group} ${key} ${part}`;
        const busyParts = new Set(running.map(nameOf));
        // As the rule says it: group by group, key by key, each with one job of all parts that have none in flight.
        const expected: string[] = [];
        for (const group of ["", "a", "b"]) {
          let held = running.filter((entry) => entry.group === group).length;
          for (const key of ["x", "y", "z"]) {
            if (held >= per_group || expected.length >= wanted) continue;
            const ready = given.filter((entry) => entry.group === group && entry.key === key && !entry.isRunning);
            const open = new Set(ready.map(nameOf).filter((name) => !busyParts.has(name)));
            expected.push(...open);
            held += open.size;
          }
        }
        const taken = claimed.map(({ group_key, key, part }) => nameOf({ group: group_key, key, part }));
        expect(taken.toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 60 },
    );
  });
});

describe("schedules", () => {
  test("go on after a clock was far ahead for a while, and a little ahead is nothing", async () => {
    const turn = (now: string, next_at: string) =>
      transaction(ctx, ({ db }) =>
        takeTurn(db, { name: "hourly", now: `2027-01-01T${now}:00Z`, next_at: `2027-01-01T${next_at}:00Z` }),
      );
    expect(await turn("03:00", "04:00")).toBe(true);
    expect(await turn("02:30", "03:30")).toBe(false);
    expect(await turn("01:59", "02:59")).toBe(true);
    expect(await turn("02:00", "03:00")).toBe(false);
  });

  test("that are not due cost a worker one statement each second, however many they are", async () => {
    const hourly = [1, 2, 3].map((number) => ({ definition: { ...poison, name: `hourly ${number}` }, every_s: 3_600 }));
    const at = (time: string) =>
      countingRoundTrips({ ...ctx, clock: { now: () => new Date(`2027-01-01T${time}:00Z`) } });
    const enqueued = async (time: string) => {
      await enqueueDue(at(time).ctx, hourly);
      return (await ctx.db`delete from jobs where name like 'hourly %' returning 1`).length;
    };
    expect(await enqueued("03:00")).toBe(3);
    const { ctx: idle, counts } = at("03:59");
    await enqueueDue(idle, hourly);
    expect(counts()).toEqual({ statements: 1, round_trips: 1 });
    // By the rule of `takeTurn`: a clock that was far ahead, one that was a little ahead, and the next hour.
    expect([await enqueued("02:30"), await enqueued("01:59"), await enqueued("02:59")]).toEqual([0, 3, 3]);
  });

  test("come once for all workers, each time their hour has come; keys are swept after 24 h", async () => {
    await ctx.db`truncate schedules`;
    const idempotency_key = "0f6b8f3c-2a44-4c38-9d7e-1f2a3b4c5d6e";
    const body = { title: "T", artists: [{ name: "A", role: "main" }], release_date: "2027-01-01" };
    await world.label.call("POST /v1/releases", { body, idempotency_key });
    const keys = () => ctx.db`select 1 from idempotency_keys where key = ${idempotency_key}`;
    await world.runJobs();
    expect(await keys()).toHaveLength(1);
    world.clock.advance(24 * 3_600_000);
    await Promise.all([world.runJobs(), world.runJobs()]);
    expect(await keys()).toHaveLength(0);
  });
});
