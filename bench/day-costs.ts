// The costs of a run: processor time from /proc, and PostgreSQL's counts of transactions, statements and WAL.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "../server/src/platform/database/db.ts";

export type Costs = { node_s: number; postgres_s: number; commits: number; statements: number; wal_bytes: number };

/** `pids`: the processes of Node. `cluster`: the folder of the database. */
export type Metered = { db: Db; pids: readonly number[]; cluster: string };

/** Statements are counted by an extension, which has to be loaded when PostgreSQL starts: see `countStatements`. */
export async function readCosts({ db, pids, cluster }: Metered): Promise<Costs> {
  const [row] = await db<{ commits: number; wal_bytes: number; statements: number }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as commits,
      (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as wal_bytes,
      (select coalesce(sum(calls), 0)::float8 from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database())) as statements`;
  if (!row) throw new Error("A select without from has one row.");
  return { ...row, node_s: sum(pids.map(processorTime)), postgres_s: postgresTime(cluster) };
}

export function spent(before: Costs, after: Costs): Costs {
  return {
    node_s: after.node_s - before.node_s,
    postgres_s: after.postgres_s - before.postgres_s,
    commits: after.commits - before.commits,
    statements: after.statements - before.statements,
    wal_bytes: after.wal_bytes - before.wal_bytes,
  };
}

/** It counts from the next start of PostgreSQL. */
export async function countStatements(db: Db): Promise<void> {
  await db`alter system set shared_preload_libraries = 'pg_stat_statements'`;
  await db`create extension if not exists pg_stat_statements`;
}

// Linux counts processor time in hundredths of a second, on every machine that Node runs on.
const TICKS_PER_S = 100;

type ProcessTimes = { parent: number; own: number; ended_children: number };

function readTimes(pid: number | string): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const at = (place: number) => Number(fields[place]);
    return { parent: at(1), own: (at(11) + at(12)) / TICKS_PER_S, ended_children: (at(13) + at(14)) / TICKS_PER_S };
  } catch {
    // It has ended.
    return undefined;
  }
}

function processorTime(pid: number): number {
  return readTimes(pid)?.own ?? 0;
}

/** PostgreSQL has a process for each connection: those that run, and what the postmaster knows of those that ended. */
function postgresTime(cluster: string): number {
  const [first = ""] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  const postmaster = readTimes(first);
  const children = readdirSync("/proc").flatMap((name) => {
    const times = /^\d+$/.test(name) ? readTimes(name) : undefined;
    return times?.parent === Number(first) ? [times.own] : [];
  });
  return sum(children) + (postmaster?.own ?? 0) + (postmaster?.ended_children ?? 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
