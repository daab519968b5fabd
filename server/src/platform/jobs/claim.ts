// Claims: which of a lane's ready jobs a worker takes.
//
// The problem. "At most so many in flight per key and per group" must be exact with any number of workers, each key must have
// its turn, and a key with a million ready jobs must cost as much as a key with one. Work on parts of one thing costs least
// when it is done together, so a claim must not tear it apart.
//
// The procedure. Claims of one lane wait for each other on an advisory lock, and each reads a snapshot younger than its lock.
// A claim walks the keys that have ready jobs, one index probe a key, and begins after the key that the last one ended with. A
// key or a group that is full is stepped over. Full keys are never more than the jobs in flight, so the walk is short. In a
// lane of `whole_keys` a step takes one job of each part of the key, the stores of one delivery, say: all of them, or none. So
// a claim may take more than was wanted, and a group more than its share, but by one step at most.
//
// The plan. PostgreSQL keeps a claim's plan, and may have made it while the queue was empty. In an empty table every plan costs
// the same, and most of them read the whole of a full one at each step. So the claim leaves no choice. Every part asks for rows
// in the order of an index and stops at a number, the jobs to take are an array, which can only be looked up one by one, and
// `offset 0` keeps a step from being computed once for each place that names it. Nothing in a statement can forbid PostgreSQL to
// read the table and sort it all the same, so the transaction does (`inOrderOfIndexes`). claim.plan.test.ts counts what is read.
//
// When it fails. Claims do not wait for the disk: a lost claim is a job that is ready again.

import type { Context } from "../context.ts";
import type { Fragment, TransactionDb } from "../database/db.ts";
import { jobTransitions } from "./job.ts";
import type { Claimed, Lane } from "./queue.ts";

/** The place where a walk over the keys ended. */
export type Cursor = { group_key: string; key: string; part: string };

/** Our row in `workers` is gone, because our lease expired. */
export class WorkerLost extends Error {
  constructor(readonly worker_id: string) {
    super("This worker's lease expired.");
  }
}

// Sorts after every key (the columns are collated bytewise).
const AFTER_ALL = "\u{10FFFF}";
/** Parts of one key, in one claim. */
const MAX_TOGETHER = 100;

/** One row for each job, or one row without a job. */
type Taken = Claimed & { is_more: boolean };
type None = { id: null; is_more: boolean };

type Claim = { lane: Lane; worker_id: string; wanted: number; after: Cursor | undefined };

/** `is_more`: the lane has ready jobs that were not taken. */
type Claims = { jobs: Claimed[]; is_more: boolean };

/**
 * Takes `wanted` jobs of the lane, of the keys after the cursor. A lane of whole keys may give some more. All statements are
 * sent together with the commit, and a worker that is lost takes none.
 */
export async function claimJobs(begin: Context["begin"], claim: Claim): Promise<Claims> {
  const sent = await begin(async (db, atEnd) => {
    const [locking, taking] = [lockLane(db, claim).execute(), takeJobs(db, claim).execute()];
    atEnd(locking);
    atEnd(taking);
    return { locking, taking };
  });
  const [[locked], rows] = await Promise.all([sent.locking, sent.taking]);
  if (!locked?.is_alive) throw new WorkerLost(claim.worker_id);
  return { jobs: rows.filter((row) => row.id !== null), is_more: rows[0]?.is_more ?? true };
}

/** A worker that gives a dead worker's jobs back waits for our row in `workers`, and so sees the jobs claimed here. */
function lockLane(db: TransactionDb, { lane, worker_id }: Claim) {
  return db<{ is_alive: boolean }[]>`
    with worker as (select 1 from workers where id = ${worker_id} for key share)
    select exists (select from worker) as is_alive, set_config('synchronous_commit', 'off', true), ${inOrderOfIndexes(db)},
      pg_advisory_xact_lock(hashtextextended(${`segue lane ${lane.name}`}, 0))`;
}

/**
 * Without `jit`, since PostgreSQL 17 and earlier take the few sorts that are needed for so expensive that they compile them. The
 * values decide nothing in the plan, so each connection makes it once; making it takes as long as a claim of a few jobs.
 */
function inOrderOfIndexes(db: TransactionDb) {
  return db`
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true), set_config('jit', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true)`;
}

function takeJobs(db: TransactionDb, { lane, worker_id, wanted, after }: Claim) {
  const { last, open, counted, order } = lane.whole_keys ? stepsOfWholeKeys(db, lane) : stepsByKey(db, lane, wanted);
  return db<(Taken | None)[]>`
    with recursive
    busy as materialized ( -- how many jobs of each part of each key are in flight
      select group_key, key, part, count(*)::int as jobs
      from (select group_key, key, part from jobs where lane = ${lane.name} and status = 'running' order by group_key, key) as running
      group by group_key, key, part),
    busy_groups as materialized (select group_key, sum(jobs)::int as jobs from busy group by group_key), -- of each group
    walk as ( -- the keys that have ready jobs: the first key after the cursor, then the next one each time
      select next.group_key, next.key, next.part, 1 as step, open.ids, ${counted} as taken, ${counted} as taken_in_all
      from (
        select group_key, key, part from jobs
        where lane = ${lane.name} and status = 'ready'
          ${after ? db`and (group_key, key, part) > (${after.group_key}, ${after.key}, ${after.part})` : db``}
        order by group_key, key, part limit 1) as next
      cross join lateral (${open}) as open
      union all
      select next.group_key, next.key, next.part, walk.step + 1, open.ids,
        case when next.group_key = walk.group_key then walk.taken else 0 end + ${counted}, walk.taken_in_all + ${counted}
      from walk
      left join busy_groups on busy_groups.group_key = walk.group_key
      cross join lateral (
        select group_key, key, part from jobs
        where lane = ${lane.name} and status = 'ready' -- a group that is full is left with one step
          and (group_key, key, part) > (walk.group_key,
            case when coalesce(busy_groups.jobs, 0) + walk.taken >= ${lane.per_group} then ${AFTER_ALL} else walk.key end, ${last})
        order by group_key, key, part limit 1) as next
      cross join lateral (${open}) as open
      where walk.step < ${wanted} + (select count(*) from busy) and walk.taken_in_all < ${wanted}),
    offered as ( -- the jobs of each step, with their places in the group; jobs of one place are taken together
      select job.id, job.turn, walk.step,
        coalesce(busy_groups.jobs, 0) + rank() over (partition by walk.group_key order by ${order}) as place_in_group
      from walk left join busy_groups using (group_key) cross join lateral unnest(ids) with ordinality as job (id, turn)),
    chosen as (
      select id from (
        select id, rank() over (order by ${order}) as place from offered where place_in_group <= ${lane.per_group}) as fitting
      where place <= ${wanted} and exists (select from workers where id = ${worker_id})), -- unless the worker is lost
    taken as (
      update jobs set status = ${jobTransitions.claim.to}, worker_id = ${worker_id}, attempts = attempts + 1
      where id = any(array(select id from chosen))
      returning jobs.id, jobs.name, jobs.payload, jobs.attempts, jobs.deaths, jobs.key, jobs.part, jobs.group_key),
    ready as ( -- the chosen ones, and one more if there is one
      select from jobs where lane = ${lane.name} and status = 'ready'
      order by group_key, key, part limit 1 + (select count(*) from chosen))
    select taken.*, is_more
    from (select (select count(*) from ready) > (select count(*) from chosen) as is_more) as rest left join taken on true`;
}

/** A step is one key (or one of its parts) with its oldest jobs, as many as it may still have. All keys have their first job taken before any has its second. */
function stepsByKey(db: TransactionDb, lane: Lane, wanted: number) {
  return {
    last: db`walk.part`,
    open: db`
      select array(
        select id from jobs as ready
        where lane = ${lane.name} and status = 'ready' and (group_key, key, part) = (next.group_key, next.key, next.part)
        order by run_at, id
        limit least(${wanted}::int, case when ${isFull(db, lane)} then 0 else greatest(${lane.per_key}::int - coalesce(
          (select busy.jobs from busy where (group_key, key, part) = (next.group_key, next.key, next.part)), 0), 0) end)) as ids offset 0`,
    counted: db`least(cardinality(open.ids), 1)`,
    order: db`turn, step`,
  };
}

/** A step is all parts of a key that are not full, with the oldest job of each. They are walked as the steps are. */
function stepsOfWholeKeys(db: TransactionDb, lane: Lane) {
  const oldest = (where: Fragment) => db`
    select id, part from jobs
    where lane = ${lane.name} and status = 'ready' and (group_key, key) = (next.group_key, next.key) and ${where}
    order by part, run_at, id limit 1`;
  return {
    last: db`${AFTER_ALL}`,
    open: db`
      select array(
        with recursive parts as (
          select * from (${oldest(db`part >= next.part`)}) as first where not ${isFull(db, lane)}
          union all
          select later.* from parts cross join lateral (${oldest(db`part > parts.part`)}) as later)
        select id from parts
        where (next.group_key, next.key, part) not in (
          select group_key, key, part from busy where busy.jobs >= ${lane.per_key})
        limit ${MAX_TOGETHER}) as ids offset 0`,
    counted: db`cardinality(open.ids)`,
    order: db`step`,
  };
}

function isFull(db: TransactionDb, { per_group }: Lane) {
  return db`
    coalesce((select busy_groups.jobs from busy_groups where busy_groups.group_key = next.group_key), 0) >= ${per_group}`;
}

/** Jobs without a key are all at the beginning, where the next walk starts anyway. */
export function lastKey(jobs: readonly Claimed[]): Cursor | undefined {
  const start: Cursor = { group_key: "", key: "", part: "" };
  const { group_key, key, part } = jobs.reduce<Cursor>((last, job) => (isLater(job, last) ? job : last), start);
  return group_key || key ? { group_key, key, part } : undefined;
}

function isLater(one: Cursor, other: Cursor): boolean {
  if (one.group_key !== other.group_key) return one.group_key > other.group_key;
  return one.key === other.key ? one.part > other.part : one.key > other.key;
}
