// A claim reads about what it takes, whatever PostgreSQL believes about the queue when it plans the claim: it keeps plans
// from when the queue was empty, and it knows nothing of a flood before it has analyzed the table.

import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { countRead } from "../../../test/rows-read.ts";
import { cloneDatabase } from "../../../test/world.ts";
import { type Database, type Db, openDatabase } from "../database/db.ts";
import { claimJobs } from "./claim.ts";
import { type Lane, registerWorker, UNLIMITED } from "./queue.ts";

const FLOOD = 1_500;
const WANTED = 10;
/** Rows and entries of indexes: some for each job, and a key may give a hundred jobs. */
const MOST_READ = 1_000;

const kinds: Lane[] = [
  { name: "without keys", concurrency: WANTED, per_key: UNLIMITED, per_group: UNLIMITED },
  { name: "by key", concurrency: WANTED, per_key: 2, per_group: 5 },
  { name: "of whole keys", concurrency: WANTED, per_key: 1, per_group: 5, whole_keys: true },
];

/** Group, key and part of a flood's jobs, by the number of the job. */
const floods = {
  "one key": ["'one'", "'one'", "''"],
  "a few keys": ["'group ' || n % 5", "'key ' || n % 10", "''"],
  "a few keys of a few parts": ["'group ' || n % 5", "'key ' || n % 2", "'part ' || n % 10"],
  "a key for each job": ["'group ' || n % 50", "'key ' || n", "''"],
  "one organization, a key for each job": ["'one'", "'key ' || n", "''"],
  "one organization, one key, a part for each job": ["'one'", "'one'", "'part ' || n"],
  "eight parts for each key": ["'group ' || n % 50", "'key ' || n / 8", "'part ' || n"],
} as const;
type Flood = keyof typeof floods;

const lanes = kinds.flatMap((kind) =>
  (Object.keys(floods) as Flood[]).map((flood) => ({ ...kind, name: `${kind.name}, ${flood}`, flood })),
);

/** The state in which PostgreSQL last saw the queue before the flood. */
const pasts: Record<string, (db: Db) => Promise<unknown>> = {
  nothing: async () => undefined,
  "an empty queue": (db) => db`vacuum analyze jobs`,
  "one job": async (db) => {
    await putJobs(db, 1);
    await db`delete from jobs where lane <> ${lanes[0]?.name ?? ""}`;
    await db`vacuum analyze jobs`;
    await db`delete from jobs`;
  },
  "a flood of one key in each lane": async (db) => {
    await putJobs(db, FLOOD, "one key");
    await db`vacuum analyze jobs`;
    await db`truncate jobs`;
  },
  "the last jobs of a flood": async (db) => {
    await putJobs(db, FLOOD);
    await db`delete from jobs where id not like ${`job_${FLOOD} %`}`;
    await db`vacuum analyze jobs`;
    await db`delete from jobs`;
  },
};

let database: string;
let admin: Database;
let worker_id: string;
beforeAll(async () => {
  database = await cloneDatabase();
  admin = openDatabase({ ...inject("postgres"), database }, 1);
  worker_id = await registerWorker(admin.db);
});
afterAll(() => admin.close());

test.each(Object.entries(pasts))("a flood comes when PostgreSQL has seen %s", async (_, see) => {
  await admin.db`truncate jobs`;
  await admin.db`delete from pg_statistic where starelid = 'jobs'::regclass`;
  await see(admin.db);
  const sessions = ["force_generic_plan", "force_custom_plan"].map(openSession);
  for (const { claim } of sessions) for (const lane of lanes) await claim(lane);
  await putJobs(admin.db, FLOOD);
  const found: { jobs: number; read: number }[] = [];
  for (const { claim } of sessions) for (const lane of lanes) found.push(await claim(lane));
  for (const { close } of sessions) await close();
  expect(found.filter(({ jobs, read }) => jobs === 0 || read > MOST_READ)).toEqual([]);
});

/** Its connection has no settings of a worker, and its claims leave no trace. */
function openSession(mode: string) {
  const { begin, close } = openDatabase({ ...inject("postgres"), database }, 1);
  const undo = new Error("undone");
  const claim = async (lane: Lane) => {
    const found = { mode, lane: lane.name, jobs: 0, read: 0 };
    await begin(async (db) => {
      await db`select set_config('plan_cache_mode', ${mode}, true)`;
      const before = await countRead(db, ["jobs"]);
      const asked = { lane, worker_id, wanted: WANTED, after: undefined };
      found.jobs = (await claimJobs((work) => work(db, () => undefined), asked)).jobs.length;
      found.read = (await countRead(db, ["jobs"])) - before;
      throw undo;
    }).catch((error: unknown) => {
      if (error !== undo) throw error;
    });
    return found;
  };
  return { claim, close };
}

async function putJobs(db: Db, jobs: number, same?: Flood): Promise<void> {
  const rows = lanes.map(({ name, flood }) => {
    const [group_key, key, part] = floods[same ?? flood];
    return `select 'job_' || n || ' ${name}', 'flood', '${name}', ${group_key}, ${key}, ${part}, '{}'::jsonb, 'ready', now(), now() from numbers`;
  });
  await db.unsafe(`
    with numbers as (select n from generate_series(1, ${jobs}) as n)
    insert into jobs (id, name, lane, group_key, key, part, payload, status, run_at, created_at) ${rows.join(" union all ")}`);
}
