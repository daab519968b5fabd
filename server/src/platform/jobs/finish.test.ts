import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { type Context, transaction } from "../context.ts";
import type { TransactionDb } from "../database/db.ts";
import { claimJobs } from "./claim.ts";
import { finisher } from "./finish.ts";
import { handler } from "./handler.ts";
import { enqueueAll, type JobDefinition, type Lane, registerWorker, UNLIMITED } from "./queue.ts";

const lane: Lane = { name: "gathered", concurrency: 50, per_key: UNLIMITED, per_group: UNLIMITED };
const gather: JobDefinition<{ number: number }> = { name: "gather", lane, retry_s: [1] };

let world: World;
let ctx: Context;
const batches: number[] = [];

const gatherer = handler(gather, {
  prepare: async (_, { payload }) => payload.number,
  handleAll: async ({ db }, prepared) => {
    batches.push(prepared.length);
    for (const { outcome } of prepared) await db`insert into effects (number) values (${outcome})`;
  },
});

beforeAll(async () => {
  world = await createWorld({ jobs: [gatherer] });
  ctx = world.ctx;
  await ctx.db`create table effects (number integer not null check (number <> 13), transaction text)`;
});
afterAll(() => world.close());
beforeEach(async () => {
  batches.length = 0;
  await ctx.db`truncate jobs, workers, effects`;
});

const enqueueNumbers = (numbers: number[]) =>
  transaction(ctx, (ctx) =>
    enqueueAll(
      ctx,
      gather,
      numbers.map((number) => ({ payload: { number } })),
    ),
  );
const effects = async () => (await ctx.db`select number from effects order by number`).map(({ number }) => number);
const left = async () => (await ctx.db`select payload from jobs where name = 'gather'`).map(({ payload }) => payload);

describe("jobs that are done at the same time", () => {
  test("take effect in one transaction, each once", async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    await enqueueNumbers(numbers.map((number) => number + 20));
    await world.runJobs();
    expect(await effects()).toEqual(numbers.map((number) => number + 20));
    expect(batches.length).toBeLessThan(20);
    expect(await left()).toEqual([]);
  });

  test("go on without the one that fails, which is tried again", async () => {
    await enqueueNumbers([11, 12, 13, 14]);
    await world.runJobs();
    expect(await effects()).toEqual([11, 12, 14]);
    expect(await left()).toEqual([{ number: 13 }]);
  });

  test("go on without the one that another worker has, which has no effect here", async () => {
    await enqueueNumbers([1, 2, 3]);
    const worker_id = await registerWorker(ctx.db);
    const { jobs: claimed } = await claimJobs(ctx.begin, { lane, worker_id, wanted: 10, after: undefined });
    await ctx.db`update jobs set worker_id = 'another' where payload = '{"number": 2}'`;
    const finish = finisher(ctx, gatherer);
    const held = claimed.map((job) => ({
      job,
      held_as: worker_id,
      outcome: (job.payload as { number: number }).number,
    }));
    expect(await Promise.all(held.map(finish))).toEqual(held.map(({ outcome }) => outcome !== 2));
    expect(await effects()).toEqual([1, 3]);
    expect(await left()).toEqual([{ number: 2 }]);
  });

  test("take effect only with those of their own key", async () => {
    const keyed: number[][] = [];
    const finish = finisher(
      ctx,
      handler(gather, {
        prepare: async (_, { payload }) => payload.number,
        batch_of: ({ number }) => String(number % 2),
        handleAll: async (_, prepared) => void keyed.push(prepared.map(({ outcome }) => outcome)),
      }),
    );
    await enqueueNumbers([1, 2, 3, 4]);
    const worker_id = await registerWorker(ctx.db);
    const { jobs: claimed } = await claimJobs(ctx.begin, { lane, worker_id, wanted: 10, after: undefined });
    const numberOf = ({ payload }: (typeof claimed)[number]) => (payload as { number: number }).number;
    const inOrder = claimed.sort((one, other) => numberOf(one) - numberOf(other));
    await Promise.all(inOrder.map((job) => finish({ job, held_as: worker_id, outcome: numberOf(job) })));
    expect(keyed).toContainEqual([1, 3]);
    expect(keyed).toContainEqual([2, 4]);
    expect(await left()).toEqual([]);
  });
});

describe("jobs whose effects are written one by one", () => {
  const effectOf = async (db: TransactionDb, number: number) =>
    void (await db`insert into effects (number, transaction) values (${number}, pg_current_xact_id()::text)`);

  /** All of them end at the same time. Answers with the numbers of each transaction. */
  async function finishAll(steps: { is_long?: true }, jobs: readonly { number: number; group_key?: string }[]) {
    const write = handler(gather, { handle: ({ db }, { payload }) => effectOf(db, payload.number), ...steps });
    await transaction(ctx, (ctx) =>
      enqueueAll(
        ctx,
        gather,
        jobs.map(({ number, ...placement }) => ({ payload: { number }, ...placement })),
      ),
    );
    const worker_id = await registerWorker(ctx.db);
    const { jobs: claimed } = await claimJobs(ctx.begin, { lane, worker_id, wanted: 10, after: undefined });
    const finish = finisher(ctx, write);
    const ends = claimed.map((job) => finish({ job, held_as: worker_id, outcome: undefined }));
    const results = await Promise.allSettled(ends);
    const rows = await ctx.db<{ numbers: number[] }[]>`
      select array_agg(number order by number) as numbers from effects group by transaction order by 1`;
    return {
      failed: results.filter(({ status }) => status === "rejected").length,
      in_batches: rows.map((row) => row.numbers),
    };
  }

  test("share a transaction, with those of their own group only", async () => {
    const jobs = [1, 2, 3, 4].map((number) => ({ number, group_key: number % 2 === 0 ? "even" : "odd" }));
    expect(await finishAll({}, jobs)).toEqual({
      failed: 0,
      in_batches: [
        [1, 3],
        [2, 4],
      ],
    });
    expect(await left()).toEqual([]);
  });

  test("take effect without the one that fails", async () => {
    const outcome = await finishAll({}, [{ number: 12 }, { number: 13 }, { number: 14 }]);
    expect(outcome).toEqual({ failed: 1, in_batches: [[12], [14]] });
    expect(await left()).toEqual([{ number: 13 }]);
  });

  test("have a transaction each where the effect takes long", async () => {
    const outcome = await finishAll({ is_long: true }, [{ number: 1 }, { number: 2 }]);
    expect(outcome).toEqual({ failed: 0, in_batches: [[1], [2]] });
  });
});
