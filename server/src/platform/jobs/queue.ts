// The queue: jobs in PostgreSQL, so that work and the change that asks for it commit together.
//
// The problem. Work must not be lost when a process is killed at any instruction, must not take effect twice when a
// process that was paused wakes up, and one slow customer must not hold all the hands.
//
// The procedure. `enqueue` inserts a row in the caller's transaction. After the commit the lane is announced (within the
// process at once, to the others by NOTIFY, a few at a time); a poll every second is the net. A worker claims a batch:
// claims of one lane wait for each other on an advisory lock, so that "at most so many in flight per key and per group"
// is exact, and each reads a snapshot younger than its lock. The claim walks the keys that have ready jobs, one index
// probe a key, beginning after the key it ended with: a key with a million ready jobs costs as much as a key with
// one, a key or a group that is full is stepped over, and every key has its turn. Full keys are never more than
// the jobs in flight, so the walk is short. Jobs for later are in another index and cost nothing.
//
// A worker keeps one lease, on its own row, renewed while it lives; leases use the database's clock. When the lease has
// run out, the first worker that sees it gives the worker's jobs back. A job's effect and its completion are one
// transaction, which jobs that end together may share (finish.ts). It first deletes the job where it is still ours (worker
// and attempt): a paused worker that wakes up deletes nothing, and so has no effect. A job that fails is tried again on the
// schedule its definition gives and is parked after the last; a job in hand when its worker died is given back at once, the
// next times with growing pauses, and is parked if that goes on, so that a job that kills its worker cannot do so for ever.
//
// Claims do not wait for the disk: a lost claim is a job that is ready again.

import { randomUUID } from "node:crypto";
import { type Context, type Transaction, timestamp, withCommit } from "../context.ts";
import { type Db, type Fragment, json, type TransactionDb } from "../database/db.ts";
import { newId } from "../ids.ts";

/** Hands for a kind of work, how many of them one key and one group of keys may have, and whether groups leave room. */
export type Lane = { name: string; concurrency: number; per_key: number; per_group: number; leaves_room?: true };

/** The part of a job that the enqueuing code needs. The handler belongs to the code that does the work. */
export type JobDefinition<Payload> = {
  name: string;
  lane: Lane;
  /** The pauses before each further try; after the last the job is parked. */
  retry_s: readonly number[];
  /** Only for the compiler: the payload of this kind of job. */
  payload?: Payload;
};

export type NoPayload = Record<string, never>;

export type Job<Payload = unknown> = { id: string; name: string; payload: Payload; attempts: number };

/** `run_at` comes from the context's clock. Key and group decide whose share of the hands the job uses. */
export type Placement = { run_at?: Date; key?: string; group_key?: string };

export async function enqueue<Payload>(
  ctx: Transaction,
  definition: JobDefinition<Payload>,
  payload: Payload,
  placement: Placement = {},
): Promise<void> {
  await enqueueAll(ctx, definition, [{ payload, ...placement }]);
}

/** One statement, sent together with the commit. */
export async function enqueueAll<Payload>(
  ctx: Transaction,
  definition: JobDefinition<Payload>,
  jobs: readonly (Placement & { payload: Payload })[],
): Promise<void> {
  const now = timestamp(ctx);
  const rows = jobs.map(({ payload, run_at, key = "", group_key = "" }) => {
    const due = run_at?.toISOString() ?? now;
    return { id: newId("job"), payload, key, group_key, run_at: due, status: due <= now ? "ready" : "waiting" };
  });
  await withCommit(ctx, insertJobs(ctx.db, definition, now, rows));
  wake(ctx, [definition.lane.name]);
}

async function insertJobs(
  db: TransactionDb,
  { name, lane }: JobDefinition<unknown>,
  now: string,
  rows: readonly object[],
): Promise<void> {
  await db`
    insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
    select id, ${name}, ${lane.name}, group_key, key, payload, status, run_at, ${now}
    from jsonb_to_recordset(${json(db, rows)}) as given (id text, group_key text, key text, payload jsonb, status text, run_at timestamptz)`;
}

/**
 * The end of a statement that finds the jobs itself: `rows` selects id, name, lane, group_key, key and payload of jobs
 * that are due. It returns their lanes, for `wake`.
 */
export function insertJobsFrom(db: TransactionDb, rows: Fragment, now: string) {
  return db`
    insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
    select id, name, lane, group_key, key, payload, 'ready', ${now}::timestamptz, ${now}::timestamptz from (${rows}) as given
    returning lane`;
}

/** Call after `insertJobsFrom`: announces the lanes when the transaction has committed. */
export function wake(ctx: Transaction, lanes: Iterable<string>): void {
  for (const lane of lanes) ctx.commit.woken.add(lane);
}

const LEASE_S = 6;
/** After this many workers died while running a job, the job is taken to be the reason: the next worker parks it. */
export const MAX_DEATHS = 10;
/** For a lane in which keys do not matter. */
export const UNLIMITED = 1_000_000;
/** The service's own work, for which no client waits. */
export const housekeeping: Lane = { name: "housekeeping", concurrency: 2, per_key: UNLIMITED, per_group: UNLIMITED };
const PROMOTE_AT_ONCE = 1_000;
// Sorts after every key (the columns are collated bytewise).
const AFTER_ALL = "\u{10FFFF}";

export type Claimed = Job & { key: string; group_key: string; deaths: number };

export async function registerWorker(db: Db): Promise<string> {
  const id = randomUUID();
  await db`insert into workers (id, lease_until) values (${id}, now() + make_interval(secs => ${LEASE_S}))`;
  return id;
}

/** False: our lease expired, and our jobs were given to other workers. */
export async function renewLease(db: Db, worker_id: string): Promise<boolean> {
  const { count } = await db`
    update workers set lease_until = now() + make_interval(secs => ${LEASE_S}) where id = ${worker_id}`;
  return count === 1;
}

/** Makes jobs ready whose time has come. Returns how many. */
export async function promoteDue(db: Db, now: string): Promise<number> {
  for (let promoted = 0; ; ) {
    const { count } = await db`
      update jobs set status = 'ready' where id in (
        select id from jobs where status = 'waiting' and run_at <= ${now}
        order by run_at limit ${PROMOTE_AT_ONCE} for update skip locked)`;
    promoted += count;
    if (count < PROMOTE_AT_ONCE) return promoted;
  }
}

export async function hasDueJobs(db: Db, now: string): Promise<boolean> {
  const [row] =
    await db`select 1 from jobs where status = 'ready' or (status = 'waiting' and run_at <= ${now}) limit 1`;
  return row !== undefined;
}

/** By name and status: how many, and for how long the first of them has been due. */
export type QueueDepth = { name: string; status: string; jobs: number; age_s: number };

export async function measureQueue(db: Db, now: string): Promise<QueueDepth[]> {
  return db<QueueDepth[]>`
    select name, status, count(*)::int as jobs, greatest(extract(epoch from ${now}::timestamptz - min(run_at)), 0)::float8 as age_s
    from jobs group by name, status`;
}

/** Where a walk over the keys ended. */
export type Cursor = { group_key: string; key: string };

/** Our row in `workers` is gone, because our lease expired. */
export class WorkerLost extends Error {
  constructor(readonly worker_id: string) {
    super("This worker's lease expired.");
  }
}

/** Takes up to `wanted` jobs of the lane, of the keys after the cursor. */
export async function claimJobs(
  begin: Context["begin"],
  { lane, worker_id, wanted, after }: { lane: Lane; worker_id: string; wanted: number; after: Cursor | undefined },
): Promise<Claimed[]> {
  return begin(async (db) => {
    const isOpen = (of: "jobs" | "next") =>
      db`not exists (select 1 from busy where (group_key, key) = (${db(of)}.group_key, ${db(of)}.key) and busy.jobs >= ${lane.per_key})`;
    const [, [worker], , rows] = await Promise.all([
      db`set local synchronous_commit = off`,
      // A worker that gives a dead worker's jobs back waits for this lock, and so sees the jobs claimed here.
      db`select 1 from workers where id = ${worker_id} for key share`,
      db`select pg_advisory_xact_lock(hashtextextended(${`segue lane ${lane.name}`}, 0))`,
      db<Claimed[]>`
        with recursive
        busy as materialized ( -- how many jobs of each key are in flight
          select group_key, key, count(*)::int as jobs from jobs
          where lane = ${lane.name} and status = 'running' group by group_key, key),
        busy_groups as materialized (select group_key, sum(jobs)::int as jobs from busy group by group_key), -- of each group
        walk as ( -- the keys that have ready jobs: the first key after the cursor, then the next one each time
          (select group_key, key, 1 as step, (${isOpen("jobs")})::int as taken from jobs
           where lane = ${lane.name} and status = 'ready'
             ${after ? db`and (group_key, key) > (${after.group_key}, ${after.key})` : db``}
           order by group_key, key limit 1)
          union all
          select next.group_key, next.key, walk.step + 1,
            case when next.group_key = walk.group_key then walk.taken else 0 end + (${isOpen("next")})::int from walk
          left join busy_groups on busy_groups.group_key = walk.group_key
          cross join lateral (
            select group_key, key from jobs
            where lane = ${lane.name} and status = 'ready' -- a group that is full is left with one step
              and (group_key, key) > (walk.group_key,
                case when coalesce(busy_groups.jobs, 0) + walk.taken >= ${lane.per_group} then ${AFTER_ALL} else walk.key end)
            order by group_key, key limit 1) as next
          where walk.step < ${wanted} + (select count(*) from busy)),
        offered as ( -- of each key the oldest jobs, as many as it may still have, with their places in the group
          select job.id, job.turn, walk.step,
            coalesce(busy_groups.jobs, 0) + row_number() over (partition by walk.group_key order by job.turn, walk.step) as place_in_group
          from walk
          left join busy using (group_key, key) left join busy_groups using (group_key)
          cross join lateral (
            select id, row_number() over (order by run_at, id) as turn from jobs
            where lane = ${lane.name} and status = 'ready' and group_key = walk.group_key and key = walk.key
            order by run_at, id
            limit least(${wanted}::int, greatest(${lane.per_key}::int - coalesce(busy.jobs, 0), 0))) as job),
        chosen as ( -- every key has its first job taken before any has its second
          select id from offered where place_in_group <= ${lane.per_group} order by turn, step limit ${wanted})
        update jobs set status = 'running', worker_id = ${worker_id}, attempts = attempts + 1
        from chosen where jobs.id = chosen.id
        returning jobs.id, jobs.name, jobs.payload, jobs.attempts, jobs.deaths, jobs.key, jobs.group_key`,
    ]);
    if (!worker) throw new WorkerLost(worker_id);
    return [...rows];
  });
}

/** Jobs without a key are all at the beginning, where the next walk starts anyway. */
export function lastKey(jobs: readonly Claimed[]): Cursor | undefined {
  const isLater = (one: Cursor, other: Cursor) =>
    one.group_key === other.group_key ? one.key > other.key : one.group_key > other.group_key;
  const last = jobs.reduce<Cursor>((last, job) => (isLater(job, last) ? job : last), { group_key: "", key: "" });
  return last.group_key || last.key ? { group_key: last.group_key, key: last.key } : undefined;
}

/** The worker and the attempt that hold a job. */
export type Held = { job: Job; held_as: string };

/** True: they were all still ours, and are done when this transaction commits. */
export async function completeJobs(db: TransactionDb, held: readonly Held[]): Promise<boolean> {
  const [first] = held;
  const { count } = first && held.length === 1 ? await deleteJob(db, first) : await deleteJobs(db, held);
  return count === held.length;
}

// Almost all jobs are completed alone, in half the time that it takes to look one up in a list.
function deleteJob(db: TransactionDb, { job, held_as }: Held) {
  return db`delete from jobs where id = ${job.id} and worker_id = ${held_as} and attempts = ${job.attempts}`;
}

function deleteJobs(db: TransactionDb, held: readonly Held[]) {
  return db`delete from jobs using ${heldRows(db, held)} where ${isHeld(db)}`;
}

function heldRows(db: Db, held: readonly Held[]) {
  const ids = held.map(({ job }) => job.id);
  const [attempts, workers] = [held.map(({ job }) => job.attempts), held.map(({ held_as }) => held_as)];
  return db`unnest(${ids}::text[], ${workers}::text[], ${attempts}::integer[]) as held (id, worker_id, attempts)`;
}

function isHeld(db: Db) {
  return db`jobs.id = held.id and jobs.worker_id = held.worker_id and jobs.attempts = held.attempts`;
}

/** The job waits for its next try. A job that failed for good is parked (parking.ts). */
export async function failJob(
  db: Db,
  { job, held_as }: Held,
  failure: { run_at: string; error: string },
): Promise<void> {
  await db`
    update jobs set status = 'waiting', worker_id = null, last_error = ${failure.error}, run_at = ${failure.run_at}
    where id = ${job.id} and worker_id = ${held_as} and attempts = ${job.attempts}`;
}

/** Makes the jobs of workers with an expired lease ready again. Returns how many. It reads all that run: they are few. */
export async function reviveJobs(begin: Context["begin"], now: string): Promise<number> {
  return begin(async (db) => {
    const dead = await db<{ id: string }[]>`select id from workers where lease_until < now() for update skip locked`;
    if (dead.length === 0) return 0;
    const ids = dead.map(({ id }) => id);
    const { count } = await db`
      update jobs set
        status = case when deaths = 0 or deaths + 1 >= ${MAX_DEATHS} then 'ready' else 'waiting' end,
        run_at = case when deaths = 0 or deaths + 1 >= ${MAX_DEATHS} then run_at else ${now}::timestamptz + make_interval(secs => 2 ^ (deaths - 1)) end,
        deaths = deaths + 1, worker_id = null, last_error = 'Its worker died, or its lease expired.'
      where status = 'running' and worker_id = any(${ids})`;
    await db`delete from workers where id = any(${ids})`;
    return count;
  });
}

/** Jobs that this worker has not begun: they are ready again, as if never tried. */
export async function handBackJobs(db: Db, held: readonly Held[]): Promise<void> {
  await db`
    update jobs set status = 'ready', worker_id = null, attempts = jobs.attempts - 1
    from ${heldRows(db, held)} where ${isHeld(db)}`;
}

/** A worker that stops normally gives its jobs back: they are ready again, as if never tried. */
export async function handBack(begin: Context["begin"], worker_id: string): Promise<void> {
  await begin(async (db) => {
    await db`select 1 from workers where id = ${worker_id} for update`;
    await db`
      update jobs set status = 'ready', worker_id = null, attempts = attempts - 1
      where status = 'running' and worker_id = ${worker_id}`;
    await db`delete from workers where id = ${worker_id}`;
  });
}
