import { type Db, type Fragment, json, type TransactionDb } from "../platform/database/db.ts";
import type { Compound } from "../platform/database/joint.ts";
import { keyset, type Page, type PageAsked, selectOrdered, selectPage } from "../platform/http/pagination.ts";
import { insertJobsFrom } from "../platform/jobs/queue.ts";
import type { Owned } from "../platform/owned.ts";
import { type Attempt, dispatchTransitions } from "./dispatch.ts";
import type { EventRow } from "./event.ts";
import { attemptDispatch, attemptDispatchAgain } from "./job-definitions.ts";

export type NewEventRow = { id: string; organization_id: string; event_type: string; body: string };

/**
 * The events, one dispatch of each to every endpoint that wants it, and the jobs that bring them there, in one
 * statement. Answers with the jobs' lanes.
 */
export function insertEvents(db: TransactionDb, rows: readonly NewEventRow[], now: string): Compound {
  const parts = db`
    given_events as (
      select * from jsonb_to_recordset(${json(db, rows)}) as given (id text, organization_id text, event_type text, body text)),
    wanted as (
      select given.id as event_id, webhooks.id as webhook_id, organization_id, 1 as round,
        webhooks.status = 'verified' as is_open, failing_since is not null as is_failing
      from given_events as given join webhooks using (organization_id)
      where deleted_at is null and given.event_type = any(webhooks.event_type)),
    recorded as (
      insert into events (id, organization_id, event_type, body, created_at)
      select id, organization_id, event_type, body, ${now} from given_events),
    dispatched as (
      insert into dispatches (event_id, webhook_id, organization_id, status, next_attempt_at, created_at)
      select event_id, webhook_id, organization_id, case when is_open then 'pending' else 'undelivered' end, case when is_open then ${now}::timestamptz end, ${now}
      from wanted)`;
  return { with: parts, statement: insertJobsFrom(db, attemptJobs(db, db`wanted where is_open`), now) };
}

/** The job of each dispatch that the source names. */
function attemptJobs(db: Db, source: Fragment) {
  return db`
    select ${firstJob(db)} as id,
      case when is_failing then ${attemptDispatchAgain.name} else ${attemptDispatch.name} end as name,
      case when is_failing then ${attemptDispatchAgain.lane.name} else ${attemptDispatch.lane.name} end as lane,
      organization_id as group_key, webhook_id as key,
      jsonb_build_object('event_id', event_id, 'webhook_id', webhook_id, 'round', round) as payload
    from ${source}`;
}

/** The id of the job that begins a dispatch's round. */
function firstJob(db: Db) {
  return db`concat('job_', substr(event_id, 5), '_', substr(webhook_id, 5), '_', round)`;
}

/** Already sent once, with what came of it: a ping. */
export async function insertSentEvent(db: TransactionDb, row: NewEventRow & { created_at: string }): Promise<void> {
  await db`
    insert into events (id, organization_id, event_type, body, created_at)
    values (${row.id}, ${row.organization_id}, ${row.event_type}, ${row.body}, ${row.created_at})`;
}

export async function insertSentDispatch(
  db: TransactionDb,
  row: { event_id: string; webhook_id: string; organization_id: string; status: string; created_at: string },
): Promise<void> {
  await db`
    insert into dispatches (event_id, webhook_id, organization_id, status, tries, attempts, created_at)
    values (${row.event_id}, ${row.webhook_id}, ${row.organization_id}, ${row.status}, 1, 1, ${row.created_at})`;
}

export async function insertAttempt(db: TransactionDb, row: Attempt): Promise<void> {
  await db`
    insert into attempts (id, event_id, webhook_id, round, status_code, duration_ms, response_body, error, created_at)
    values (${row.id}, ${row.event_id}, ${row.webhook_id}, ${row.round}, ${row.status_code}, ${row.duration_ms},
      ${row.response_body}, ${row.error}, ${row.created_at})`;
}

/** With its dispatches, and the status that follows from them. */
const shown = (db: Db) => db`
  select id, event_type, sent.status, body, created_at, sent.dispatches from ${withDispatches(db)}`;

const withDispatches = (db: Db, events = db`events`) => db`
  ${events} cross join lateral (
    select (array['none', 'delivered', 'pending', 'undelivered'])[coalesce(max(
        case status when 'delivered' then 2 when 'pending' then 3 when 'undelivered' then 4 end), 1)] as status,
      coalesce(jsonb_agg(jsonb_build_object('webhook_id', webhook_id, 'status', status, 'attempts', attempts,
        'next_attempt_at', to_char(next_attempt_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by webhook_id), '[]') as dispatches
    from dispatches where event_id = events.id) as sent`;

export async function findEvent(db: Db, { organization_id, id }: Owned): Promise<EventRow | undefined> {
  const [row] = await db<EventRow[]>`${shown(db)} where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

export type EventFilter = Omit<PageAsked, "after"> & { event_type?: string; status?: string };
export type NewestFilter = EventFilter & PageAsked;

export async function listEventRows(db: Db, organization_id: string, filter: NewestFilter): Promise<Page<EventRow>> {
  const { status } = filter;
  const isOpen = status === "pending" || status === "undelivered";
  return selectPage(db, filter, {
    from: source(db, filter, isOpen ? openEvents(db, organization_id, filter) : undefined),
    where: db`organization_id = ${organization_id} ${matching(db, filter)}`,
    rows: shown(db),
  });
}

/** Without their dispatches, unless the filter asks about these. */
function source(db: Db, { status }: EventFilter, events?: Fragment) {
  return status === undefined ? db`events` : withDispatches(db, events);
}

/** Few events are open, so they are found by their open dispatches. Reading all events would take too long. */
function openEvents(db: Db, organization_id: string, { status = "", event_type, limit, after }: NewestFilter) {
  const ids = db`
    select distinct on (open.created_at, event_id) event_id
    from dispatches as open ${event_type === undefined ? db`` : db`join events as event on event.id = event_id`}
    where open.organization_id = ${organization_id} and open.status = ${status} and open.status <> 'delivered'
    ${event_type === undefined ? db`` : db`and event.event_type = ${event_type}`}
    ${status === "pending" ? db`and not exists (select 1 from dispatches as other where other.event_id = open.event_id and other.status = 'undelivered')` : db``}
    ${keyset(db, after, { created_at: "open.created_at", id: "event_id" })} limit ${limit + 1}`;
  return db`(select * from events where id = any(array(${ids}))) as events`;
}

/**
 * The number of a transaction before which all others of this database have ended: a later statement sees all that they
 * wrote. Transactions of other databases on the server do not count. A transaction that is numbered below the
 * snapshot's end began before it. So it has ended since, or it is in the list of running ones, which is read after the
 * snapshot. That list has numbers of 32 bits, so they are taken by their distance to the end. A standby lists no
 * running transactions: there the bound is the snapshot's own, over all databases.
 */
export async function committedBefore(db: Db): Promise<string> {
  const [row] = await db<[{ before: string }]>`
    select case when pg_is_in_recovery() then pg_snapshot_xmin(pg_current_snapshot())::text
      else (latest - coalesce((
        select max(distance) from (
          select (latest - backend_xid::text::bigint) & 4294967295 as distance
          from pg_stat_activity where datname = current_database()) as running
        where distance < 2147483648), 0))::text end as before
    from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as latest) as snapshot`;
  return row.before;
}

/**
 * Events that came later than the given one, oldest first. The list stops before events of open transactions, so no event can
 * appear later among those listed. If the given event is no longer stored, its id still tells its time. A standby may not have
 * seen the latest commits; it goes by its own snapshot.
 */
export async function listEventsAfter(
  db: Db,
  organization_id: string,
  filter: EventFilter & { id: string; before: string },
): Promise<Page<EventRow>> {
  const { id, before } = filter;
  return selectOrdered(db, filter, {
    found: db`
      select id, created_at from ${source(db, filter)}
      where organization_id = ${organization_id} ${matching(db, filter)}
        and transaction_id < ${before}::xid8
        and (not (select pg_is_in_recovery()) or transaction_id < pg_snapshot_xmin(pg_current_snapshot()))
        and (transaction_id, id) > (coalesce(${position(db, { organization_id, id })}, '0'::xid8), ${id})
        and (${position(db, { organization_id, id })} is not null or id > ${id})
      order by transaction_id, id`,
    rows: db`${shown(db)} where organization_id = ${organization_id} ${matching(db, filter)}`,
  });
}

/** True where events come from a server that counted its transactions differently: a dump was restored. */
export async function hasForeignEvents(db: Db): Promise<boolean> {
  const [row] = await db`
    select 1 from organizations cross join lateral (
      select 1 from events where organization_id = organizations.id and transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
      limit 1) as foreign_event
    limit 1`;
  return row !== undefined;
}

/** For a transaction at the start: a million events take about a minute, longer than a request ever should. */
export async function takeTime(db: TransactionDb): Promise<void> {
  await db`select set_config('lock_timeout', '30min', true), set_config('statement_timeout', '30min', true)`;
}

export async function lockAdoption(db: TransactionDb): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('segue events', 0))`;
}

/** In the order of their ids they come before all that happens from now on. */
export async function renumberEvents(db: TransactionDb): Promise<void> {
  await db`update events set transaction_id = '0'`;
}

function position(db: Db, { organization_id, id }: Owned) {
  return db`(select transaction_id from events where organization_id = ${organization_id} and id = ${id})`;
}

function matching(db: Db, { event_type, status }: EventFilter) {
  return db`
    ${event_type === undefined ? db`` : db`and event_type = ${event_type}`}
    ${status === undefined ? db`` : db`and sent.status = ${status}`}`;
}

export async function listAttemptRows(db: Db, event_id: string, asked: PageAsked): Promise<Page<Attempt>> {
  return selectPage(db, asked, {
    from: db`attempts`,
    where: db`event_id = ${event_id}`,
    rows: db`
      select id, event_id, webhook_id, round, status_code, duration_ms, response_body, error, created_at from attempts`,
    order: { id: "id" },
  });
}

/**
 * Starts a new round for each of these that is not delivered and whose endpoint takes events. If the first job of the last
 * round still waits, that job is the new round, so repeated requests add no work. The update waits for a result that is being
 * recorded, and looks again whether that was the delivery. Returns how many, and the lanes of the jobs.
 */
export async function reopenDispatches(
  db: TransactionDb,
  { event_ids, webhook_id, now }: { event_ids: readonly string[]; webhook_id: string | undefined; now: string },
): Promise<{ count: number; lanes: string[] }> {
  const [row] = await db<{ count: number; lanes: string[] }[]>`
    with missing as (
      select event_id, webhook_id, webhooks.organization_id, failing_since is not null as is_failing,
        exists (select 1 from jobs where jobs.id = ${firstJob(db)} and jobs.status = 'ready') as is_in_line
      from dispatches join webhooks on webhooks.id = webhook_id
      where event_id = any(${event_ids}) ${webhook_id === undefined ? db`` : db`and webhook_id = ${webhook_id}`}
        and dispatches.status <> 'delivered' and webhooks.status = 'verified' and deleted_at is null),
    reopened as (
      update dispatches set status = ${dispatchTransitions.redeliver.to}, round = round + 1, tries = 0, next_attempt_at = ${now}
      from missing where (dispatches.event_id, dispatches.webhook_id) = (missing.event_id, missing.webhook_id) and not is_in_line
        and dispatches.status <> 'delivered'
      returning missing.*, round),
    begun as (${insertJobsFrom(db, attemptJobs(db, db`reopened`), now)})
    select (select count(*)::int from missing where is_in_line) + (select count(*)::int from reopened) as count, array(select distinct lane from begun) as lanes`;
  return row ?? { count: 0, lanes: [] };
}

/** Ids follow the time: `below` is the bound of `before`, and no index of its own is needed to find them. */
export type OldEvents = { before: string; below: string; after: string };

export async function listOldEvents(db: Db, { before, below, after }: OldEvents, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from events where id > ${after} and id < ${below} and created_at < ${before} order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Deletes the rows of these events in one table. Answers with how many; a row that is in use waits for the next time.
 */
export async function deleteOfEvents(
  db: TransactionDb,
  table: "attempts" | "dispatches" | "events",
  event_ids: readonly string[],
  limit: number,
): Promise<number> {
  const { count } = await db`
    delete from ${db(table)} where ctid = any(array(
      select ctid from ${db(table)} where ${db(table === "events" ? "id" : "event_id")} = any(${event_ids})
      limit ${limit} for update skip locked))`;
  return count;
}
