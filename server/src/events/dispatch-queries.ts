// The dispatches of events: what became of each try, and what an endpoint has not got.

import type { Db, TransactionDb } from "../platform/database/db.ts";
import type { Position } from "../platform/http/pagination.ts";
import { type DispatchResult, dispatchTransitions } from "./dispatch.ts";
import type { DispatchRound } from "./job-definitions.ts";

/** An attempt of an earlier round is kept, and counts only where it succeeded. Each dispatch at most once. */
export async function recordResults(db: TransactionDb, results: readonly DispatchResult[]): Promise<void> {
  const ids = results.map(({ event_id }) => event_id);
  const rows = JSON.stringify(results.map(resultRow));
  await db`
    with given as (
      select * from json_to_recordset(${rows}::text::json) as given (event_id text, webhook_id text, round integer, status text,
        next_attempt_at timestamptz, made integer, id text, status_code integer, duration_ms integer, response_body text, error text,
        created_at timestamptz)),
    moved as (
      update dispatches set
        status = case when given.status = 'delivered' or (dispatches.status, dispatches.round) = ('pending', given.round)
          then given.status else dispatches.status end,
        next_attempt_at = case when given.status = 'delivered' or (dispatches.status, dispatches.round) = ('pending', given.round)
          then given.next_attempt_at else dispatches.next_attempt_at end,
        tries = tries + case when dispatches.round = given.round then made else 0 end,
        attempts = attempts + made
      from given
      where dispatches.event_id = any(${ids}) and (dispatches.event_id, dispatches.webhook_id) = (given.event_id, given.webhook_id)
      returning given.*)
    insert into attempts (id, event_id, webhook_id, round, status_code, duration_ms, response_body, error, created_at)
    select id, event_id, webhook_id, round, status_code, duration_ms, response_body, error, created_at
    from moved where made = 1`;
}

/** Each field by its name: to copy what remains of an object takes several times as long as to write it as JSON. */
function resultRow({ event_id, webhook_id, round, status, next_attempt_at, attempt }: DispatchResult) {
  return {
    event_id,
    webhook_id,
    round,
    status,
    next_attempt_at,
    made: attempt ? 1 : 0,
    id: attempt?.id,
    status_code: attempt?.status_code,
    duration_ms: attempt?.duration_ms,
    response_body: attempt?.response_body,
    error: attempt?.error,
    created_at: attempt?.created_at,
  };
}

/** The same round goes on. */
export async function reopenDispatch(
  db: TransactionDb,
  { event_id, webhook_id, round }: DispatchRound,
  next_attempt_at: string,
): Promise<void> {
  const { from, to } = dispatchTransitions.resume;
  await db`
    update dispatches set status = ${to}, next_attempt_at = ${next_attempt_at}
    where event_id = ${event_id} and webhook_id = ${webhook_id} and round = ${round} and status = any(${from})`;
}

/** The open dispatches of one endpoint, in the order of time. A ping is sent once and never again. */
export type OpenDispatches = { webhook_id: string; since: string | null; until: string; after: Position | null };

/** Counts without reading the events, since there may be a million. Pings are few and are subtracted. */
export async function countOpenDispatches(
  db: Db,
  { organization_id, ...range }: OpenDispatches & { organization_id: string },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select (select count(*) from dispatches ${openDispatches(db, range)})::int - (
      select count(*) from events join dispatches on event_id = events.id ${openDispatches(db, range)}
        and events.organization_id = ${organization_id} and event_type = 'ping')::int as count`;
  return row?.count ?? 0;
}

export async function listOpenDispatches(
  db: Db,
  range: OpenDispatches,
  limit: number,
): Promise<{ event_id: string; created_at: string }[]> {
  return db<{ event_id: string; created_at: string }[]>`
    select event_id, dispatches.created_at from dispatches join events on events.id = event_id ${openDispatches(db, range)}
      and event_type <> 'ping'
    order by dispatches.created_at, event_id limit ${limit}`;
}

function openDispatches(db: Db, { webhook_id, since, until, after }: OpenDispatches) {
  return db`
    where webhook_id = ${webhook_id} and dispatches.status <> 'delivered'
      and dispatches.created_at <= ${until} ${since === null ? db`` : db`and dispatches.created_at >= ${since}`}
      ${after ? db`and (dispatches.created_at, event_id) > (${after[0]}, ${after[1]})` : db``}`;
}

/** Deletes the open dispatches of an endpoint, pings too. Answers with how many. */
export async function deleteOpenDispatches(db: TransactionDb, webhook_id: string, limit: number): Promise<number> {
  const { count } = await db`
    with gone as materialized (
      select event_id from dispatches where webhook_id = ${webhook_id} and status <> 'delivered'
      order by created_at, event_id limit ${limit} for update)
    delete from dispatches using gone where dispatches.event_id = gone.event_id and webhook_id = ${webhook_id}`;
  return count;
}
