import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { cloneDatabase, createWorld, type World } from "../../../test/world.ts";
import { type Begin, byIndexAlone, openDatabase } from "../database/db.ts";
import { claimJobs } from "./claim.ts";
import { type Lane, registerWorker, UNLIMITED } from "./queue.ts";

const CLAIMS_BEFORE = 10;
const FLOOD = 20_000;
const WANTED = 32;

const lanes: Lane[] = [
  { name: "without keys", concurrency: WANTED, per_key: UNLIMITED, per_group: UNLIMITED },
  { name: "by key", concurrency: WANTED, per_key: 2, per_group: 8 },
  { name: "by first word", concurrency: WANTED, per_key: 1, per_group: 32, by_first_word: true },
];

let world: World;
let database: string;
beforeAll(async () => {
  database = await cloneDatabase();
  world = await createWorld({ database });
});
afterAll(() => world.close());

describe("PostgreSQL keeps the plan that it made while the queue was empty:", () => {
  test.each(lanes)("a claim $name reads no more for it when the queue is flooded", async (lane) => {
    const { db, begin, close } = openDatabase({ ...inject("postgres"), database }, 1, byIndexAlone);
    onTestFinished(close);
    await db`truncate jobs`;
    // Statistics would bring a new plan with them.
    await db`alter table jobs set (autovacuum_enabled = false)`;
    const worker_id = await registerWorker(db);
    let rows_read = 0;
    const counting: Begin = (work) =>
      begin(async (db, atEnd) => {
        const result = await work(db, atEnd);
        const [row] =
          await db`select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'jobs'`;
        rows_read = Number(row?.rows);
        return result;
      });
    const claim = () => claimJobs(counting, { lane, worker_id, wanted: WANTED, after: undefined });
    // A key of this kind has few jobs: the changes of one release at one store.
    const keys = lane.by_first_word ? FLOOD : 100;
    const put = (jobs: number) => db`
      insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
      select 'job_' || n, 'flood', ${lane.name}, 'group ' || n % 5, 'word' || n % ${keys}::int / 100 || ' ' || n % 100, '{}', 'ready', now(), now()
      from generate_series(1, ${jobs}::int) as n`;

    for (let turn = 0; turn < CLAIMS_BEFORE; turn++) {
      await put(turn % 2);
      expect(await claim()).toHaveLength(turn % 2);
      await db`delete from jobs`;
    }
    await put(FLOOD);
    expect((await claim()).length).toBeGreaterThanOrEqual(WANTED);
    expect(rows_read).toBeLessThan(FLOOD / 10);
  });
});
