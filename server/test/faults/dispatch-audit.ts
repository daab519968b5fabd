// Checks every dispatch once nothing is left to send, whatever was killed on the way.

import type { Db } from "../../src/platform/database/db.ts";
import type { Seen, WatchedEndpoints } from "./watched-endpoints.ts";

/** `wrong`: sentences, none if all is well. */
export type DispatchAudit = {
  wrong: string[];
  dispatches: number;
  delivered: number;
  attempts: number;
  requests: number;
  in_flight: number;
};

/** Each time a job left a worker's hands unfinished: what was in flight then may be sent once more. */
export async function noteReturns(db: Db): Promise<void> {
  await db`create table returns (event_id text not null, webhook_id text not null)`;
  await db`
    create function note_return() returns trigger language plpgsql as $$ begin
      insert into returns values (old.payload ->> 'event_id', old.payload ->> 'webhook_id');
      return null;
    end $$`;
  await db`
    create trigger note_return after update on jobs for each row
    when (old.status = 'running' and new.status <> 'running') execute function note_return()`;
}

type Row = {
  key: string;
  status: string;
  attempts: number;
  recorded: number;
  succeeded: number;
  returned: number;
  body: string;
};

/** Audits the events after the given one. */
export async function auditDispatches(db: Db, { seen }: WatchedEndpoints, after = ""): Promise<DispatchAudit> {
  const rows = await db<Row[]>`
    select concat(d.event_id, ' ', d.webhook_id) as key, d.status, d.attempts, body,
      coalesce(recorded, 0)::int as recorded, coalesce(succeeded, 0)::int as succeeded,
      coalesce(returned, 0)::int as returned
    from dispatches d join events on events.id = d.event_id
    left join (
      select event_id, webhook_id, count(*) as recorded, count(*) filter (where error is null) as succeeded
      from attempts where event_id > ${after} group by event_id, webhook_id) as made using (event_id, webhook_id)
    left join (
      select event_id, webhook_id, count(*) as returned from returns group by event_id, webhook_id) as back
      using (event_id, webhook_id)
    where event_type <> 'ping' and d.event_id > ${after}`;
  const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return {
    wrong: rows.flatMap((row) =>
      faultsOf(row, seen).map((fault) => `${fault}: ${JSON.stringify({ ...row, ...seen.get(row.key) })}`),
    ),
    dispatches: rows.length,
    delivered: rows.filter(({ status }) => status === "delivered").length,
    attempts: sum(({ recorded }) => recorded),
    requests: sum(({ key }) => seen.get(key)?.requests ?? 0),
    in_flight: sum(({ returned }) => returned),
  };
}

/** The faults of a first round alone: none was redelivered. */
function faultsOf(row: Row, seen: ReadonlyMap<string, Seen>): string[] {
  const { status, attempts, recorded, succeeded, returned } = row;
  const { requests, accepted, body, forged, changed } = seen.get(row.key) ?? nothing;
  const faults: Record<string, boolean> = {
    "is still pending": status === "pending",
    "was given up too early": status === "undelivered" && recorded < TRIES,
    "was tried too often": recorded > TRIES,
    "counts its attempts wrong": attempts !== recorded,
    "succeeded, and is not delivered": succeeded > 0 && status !== "delivered",
    "is delivered, and no attempt succeeded": succeeded === 0 && status === "delivered",
    "was recorded twice": succeeded > 1,
    "is delivered, and the receiver does not know": status === "delivered" && accepted === 0,
    "has an attempt that the receiver has not seen": requests < recorded,
    "was sent more often than recorded or in flight at a death": requests > recorded + returned,
    "came with a wrong signature": forged > 0,
    "came with other bytes": changed > 0 || (requests > 0 && body !== row.body),
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}

const TRIES = 6;
const nothing: Seen = { requests: 0, accepted: 0, body: "", forged: 0, changed: 0 };
