// Readings of the database about itself and about work. Every part is found by an index or ends after a fixed number of rows,
// except the queue, which /metrics reads in the same way.

import type { Db } from "../platform/database/db.ts";
import { BACKUP_FAILURES, LAST_BACKUP } from "../platform/database/installation.ts";
import { measureQueue } from "../platform/jobs/queue.ts";
import type { BackupReading, DatabaseReading, QueueReading, StandbyReading, StoresReading } from "./diagnosis.ts";

type DatabaseRow = Omit<DatabaseReading, "round_trip_ms">;

/** A user without the right to monitor sees only the database of the sessions of others. */
export async function readDatabase(db: Db): Promise<DatabaseRow> {
  const [row] = await db<[DatabaseRow]>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size_bytes,
      (select count(*)::int from pg_stat_activity where datid is not null) as connections,
      current_setting('max_connections')::int as max_connections,
      current_setting('transaction_read_only') = 'on' as is_read_only`;
  return row;
}

export async function answerNothing(db: Db): Promise<void> {
  await db`select 1`;
}

export async function readStandby(db: Db): Promise<StandbyReading> {
  const [row] = await db<[StandbyReading]>`
    select current_setting('synchronous_standby_names') as synchronous_names, count(*)::int as standbys,
      case when pg_has_role('pg_read_all_stats', 'usage')
        then (count(*) filter (where sync_state in ('sync', 'quorum')))::int end as synchronous
    from pg_stat_replication`;
  return row;
}

/** A lease that has just expired is no death: the next worker to look decides. */
export async function readQueue(db: Db, now: string): Promise<QueueReading> {
  const [jobs, [workers]] = await Promise.all([
    measureQueue(db, now),
    db<[{ live_workers: number; dead_workers: number }]>`
      select (count(*) filter (where lease_until >= now()))::int as live_workers,
        (count(*) filter (where lease_until < now() - interval '10 seconds'))::int as dead_workers
      from workers`,
  ]);
  return { ...workers, jobs };
}

const TROUBLED = 100;
const COUNTED = 1_000;

export async function readStores(db: Db, now: string): Promise<StoresReading> {
  const [troubled, [all]] = await Promise.all([
    db<StoresReading["troubled"][number][]>`
      select store_id, status = 'paused' as is_paused, connector ->> 'kind' = 'simulated' as is_simulated,
        extract(epoch from ${now}::timestamptz - unreached_since)::float8 as unreached_s, stalled
      from stores cross join lateral (
        select count(*)::int as stalled from (
          select from delivery_stores s where s.store_id = stores.store_id and s.status = 'stalled' limit ${COUNTED}) as counted) as waiting
      where status = 'paused' or unreached_since is not null or stalled > 0
      order by connector ->> 'kind' = 'simulated', store_id limit ${TROUBLED}`,
    db<[{ stores: number }]>`select count(*)::int as stores from stores`,
  ]);
  return { ...all, troubled };
}

export async function readBackupAge(db: Db, now: string): Promise<BackupReading> {
  const [row] = await db<[BackupReading]>`
    select (select extract(epoch from ${now}::timestamptz - value::timestamptz)::float8 from settings where name = ${LAST_BACKUP}) as age_s,
      coalesce((select value::int from settings where name = ${BACKUP_FAILURES}), 0) as failures`;
  return row;
}
