// The queue: jobs in PostgreSQL, so that work and the change that asks for it commit together.
//
// The problem. Work must not be lost when a process is killed at any instruction, must not take effect twice when a
// process that was paused wakes up, and one slow customer must not hold all the slots.
//
// The procedure. `enqueue` inserts a row in the caller's transaction. After the commit the lane is announced (within the
// process at once, to the others by NOTIFY, a few at a time); a poll every second is the net. A worker claims a batch
// (claim.ts). Jobs for later are in another index and cost a claim nothing.
//
// A worker keeps one lease, on its own row, renewed while it lives; leases use the database's clock. When the lease has
// run out, the first worker that sees it gives the worker's jobs back. A job's effect and its completion are one
// transaction, which jobs that end together may share (finish.ts). It first deletes the job where it is still ours (worker
// and attempt): a paused worker that wakes up deletes nothing, and so has no effect. A job that fails is tried again on the
// schedule its definition gives and is parked after the last; a job in hand when its worker died is given back at once, the
// next times with growing pauses, and is parked if that goes on, so that a job that kills its worker cannot do so for ever.

import { randomUUID } from "node:crypto";
import { type Context, type Transaction, timestamp, writeWithCommit } from "../context.ts";
import { type Db, type Fragment, json, type TransactionDb } from "../database/db.ts";
import { newId } from "../ids.ts";
import { carriedTrace } from "../tracing/tracing.ts";
import { jobTransitions } from "./job.ts";

/** Slots for a kind of work, and how many of them one key (or each of its parts) and one group of keys may have. */
export type Lane = {
  name: string;
  concurrency: number;
  per_key: number;
  per_group: number;
  /** Jobs may take long: groups leave room for others (fair-share.ts). */
  leaves_room?: true;
  /** The parts of a key are claimed together, even if they are a few more than there are free slots. */
  whole_keys?: true;
};

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

/**
 * `run_at` comes from the context's clock. Key and group decide whose share of the slots the job uses. `part` is for lanes of
 * whole keys: jobs of one part are done one after the other.
 */
export type Placement = { run_at?: Date; key?: string; part?: string; group_key?: string };

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
  const traceparent = carriedTrace();
  const rows = jobs.map(({ payload: own, run_at, key = "", part = "", group_key = "" }) => {
    const due = run_at?.toISOString() ?? now;
    const payload = traceparent === undefined ? own : { ...own, traceparent };
    return { id: newId("job"), payload, key, part, group_key, run_at: due, status: due <= now ? "ready" : "waiting" };
  });
  writeWithCommit(ctx, { table: "jobs", write: insertJobs(ctx.db, definition, now, rows) });
  wake(ctx, [definition.lane.name]);
}

function insertJobs(
  db: TransactionDb,
  { name, lane }: JobDefinition<unknown>,
  now: string,
  rows: readonly object[],
): Fragment {
  return db`
    insert into jobs (id, name, lane, group_key, key, part, payload, status, run_at, created_at)
    select id, ${name}, ${lane.name}, group_key, key, part, payload, status, run_at, ${now}
    from jsonb_to_recordset(${json(db, rows)})
      as given (id text, group_key text, key text, part text, payload jsonb, status text, run_at timestamptz)`;
}

/**
 * The end of a statement that finds the jobs itself: `rows` selects id, name, lane, group_key, key and payload of jobs
 * that are due. It returns their lanes, for `wake`.
 */
export function insertJobsFrom(db: TransactionDb, rows: Fragment, now: string) {
  const traceparent = carriedTrace();
  const payload = traceparent === undefined ? db`payload` : db`payload || ${json(db, { traceparent })}`;
  return db`
    insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
    select id, name, lane, group_key, key, ${payload}, 'ready', ${now}::timestamptz, ${now}::timestamptz from (${rows}) as given
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

export type Claimed = Job & { key: string; part: string; group_key: string; deaths: number };

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
      update jobs set status = ${jobTransitions.promote.to} where id = any(array(
        select id from jobs where status = 'waiting' and run_at <= ${now}
        order by run_at limit ${PROMOTE_AT_ONCE} for update skip locked))`;
    promoted += count;
    if (count < PROMOTE_AT_ONCE) return promoted;
  }
}

/** Those of the lanes that have a ready job. */
export async function listReadyLanes(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db<{ lane: string }[]>`
    select lane from unnest(${names as string[]}::text[]) as asked (lane)
    where exists (select from jobs where jobs.lane = asked.lane and status = 'ready')`;
  return rows.map(({ lane }) => lane);
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
  return db`delete from jobs where ${areHeld(db, held)}`;
}

// Two lists, and no join: PostgreSQL would plan one by how many jobs it believes to be there, and read all of them for each.
function areHeld(db: Db, held: readonly Held[]) {
  const ids = held.map(({ job }) => job.id);
  const holds = held.map(({ job, held_as }) => `${job.id} ${held_as} ${job.attempts}`);
  return db`id = any(${ids}) and concat_ws(' ', id, worker_id, attempts) = any(${holds})`;
}

/** The job waits for its next try. A job that failed for good is parked (parking.ts). */
export async function failJob(
  db: Db,
  { job, held_as }: Held,
  failure: { run_at: string; error: string },
): Promise<void> {
  await db`
    update jobs set status = ${jobTransitions.fail.to}, worker_id = null, last_error = ${failure.error}, run_at = ${failure.run_at}
    where id = ${job.id} and worker_id = ${held_as} and attempts = ${job.attempts}`;
}

/** Makes the jobs of workers with an expired lease ready again. Returns how many. It reads all that run: they are few. */
export async function reviveJobs({ db, begin }: Pick<Context, "db" | "begin">, now: string): Promise<number> {
  const [expired] = await db`select 1 from workers where lease_until < now() limit 1`;
  if (!expired) return 0;
  return begin(async (db) => {
    const dead = await db<{ id: string }[]>`select id from workers where lease_until < now() for update skip locked`;
    if (dead.length === 0) return 0;
    const ids = dead.map(({ id }) => id);
    const { revive, revive_later } = jobTransitions;
    const { count } = await db`
      update jobs set
        status = case when deaths = 0 or deaths + 1 >= ${MAX_DEATHS} then ${revive.to} else ${revive_later.to} end,
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
    update jobs set status = ${jobTransitions.hand_back.to}, worker_id = null, attempts = attempts - 1 where ${areHeld(db, held)}`;
}

/** A worker that stops normally gives its jobs back: they are ready again, as if never tried. */
export async function handBack(begin: Context["begin"], worker_id: string): Promise<void> {
  await begin(async (db) => {
    await db`select 1 from workers where id = ${worker_id} for update`;
    await db`
      update jobs set status = ${jobTransitions.hand_back.to}, worker_id = null, attempts = attempts - 1
      where status = 'running' and worker_id = ${worker_id}`;
    await db`delete from workers where id = ${worker_id}`;
  });
}
