import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { cloneDatabase, createWorld, type World } from "../../../test/world.ts";
import { type Begin, byIndexAlone, openDatabase, type TransactionDb } from "../database/db.ts";
import { claimJobs } from "./claim.ts";
import { type Claimed, completeJobs, handBackJobs, type Lane, promoteDue, registerWorker, UNLIMITED } from "./queue.ts";

const TURNS_BEFORE = 10;
const FLOOD = 20_000;
const WANTED = 200;
const MANY_ROWS = FLOOD / 10;

const lanes: Lane[] = [
  { name: "without keys", concurrency: WANTED, per_key: UNLIMITED, per_group: UNLIMITED },
  { name: "by key", concurrency: WANTED, per_key: 2, per_group: UNLIMITED },
  { name: "of whole keys", concurrency: WANTED, per_key: 1, per_group: UNLIMITED, whole_keys: true },
];

let world: World;
let database: string;
beforeAll(async () => {
  database = await cloneDatabase();
  world = await createWorld({ database });
});
afterAll(() => world.close());

/** The result of the work, and how many rows of `jobs` it read. */
async function counted<T>(begin: Begin, work: (db: TransactionDb) => Promise<T>): Promise<[T, number]> {
  return begin(async (db) => {
    const rowsRead = async () => {
      const [row] =
        await db`select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'jobs'`;
      return Number(row?.rows);
    };
    const before = await rowsRead();
    const answer = await work(db);
    return [answer, (await rowsRead()) - before];
  });
}

/** The past of a queue before it is flooded. PostgreSQL plans its statements by that. */
const pasts = ["plans made while it was empty", "statistics made when one job was left of a flood"] as const;

describe.each(lanes)("jobs $name: no step reads all of a flooded queue", (lane) => {
  test.each(pasts)("that has %s", async (past) => {
    const { db, begin, close } = openDatabase({ ...inject("postgres"), database }, 1, byIndexAlone);
    onTestFinished(close);
    await db`truncate jobs`;
    await db`alter table jobs set (autovacuum_enabled = false)`;
    const worker_id = await registerWorker(db);
    // A release has some parts, one for each store.
    const keys = lane.whole_keys ? FLOOD / 100 : lane.per_key === UNLIMITED ? 1 : 100;
    const put = (jobs: number) => db`
      insert into jobs (id, name, lane, group_key, key, part, payload, status, run_at, created_at)
      select 'job_' || n, 'flood', ${lane.name}, 'group ' || n % 5, 'key ' || n % ${keys}::int, ${lane.whole_keys ? db`n::text` : db`''`}, '{}', 'ready', now(), now()
      from generate_series(1, ${jobs}::int) as n`;
    const held = (jobs: readonly Claimed[]) => jobs.map((job) => ({ job, held_as: worker_id }));
    const asked = { lane, worker_id, wanted: WANTED, after: undefined };
    const claim = async (db: TransactionDb) => (await claimJobs((work) => work(db, () => undefined), asked)).jobs;
    const turn = async () => {
      const [claimed, claim_read] = await counted(begin, claim);
      const [, hand_back_read] = await counted(begin, (db) => handBackJobs(db, held(claimed)));
      const [again] = await counted(begin, claim);
      const [isDone, complete_read] = await counted(begin, (db) => completeJobs(db, held(again)));
      expect(isDone).toBe(true);
      await db`update jobs set status = 'waiting' where id = 'job_1'`;
      const [, promote_read] = await counted(begin, (db) => promoteDue(db, new Date().toISOString()));
      return { jobs: claimed.length, claim_read, hand_back_read, complete_read, promote_read };
    };

    if (past === pasts[1]) {
      await put(FLOOD);
      await db`delete from jobs where id <> ${`job_${FLOOD}`}`;
      await db`vacuum analyze jobs`;
      await db`delete from jobs`;
    } else
      for (let turns = 0; turns < TURNS_BEFORE; turns++) {
        await put(3);
        expect((await turn()).jobs).toBeGreaterThan(0);
        await db`delete from jobs`;
      }
    await put(FLOOD);
    const { jobs, ...read } = await turn();
    expect(jobs).toBeGreaterThanOrEqual(WANTED);
    expect(Object.entries(read).filter(([, rows]) => rows > MANY_ROWS)).toEqual([]);
  });
});
