// Migrations: plain SQL files, applied in the order of their names, each once.
//
// A file is one transaction, unless its first line is `-- outside a transaction`. That is for tables that may be
// large: building an index in a transaction holds off every write until it is done. Such a file is a list of steps, each
// one statement after a line `-- step`, committed by itself. After a line `-- repeat` the statement is sent until it changes
// nothing, so that it fills a column a few thousand rows at a time. A step may be run again after a kill: it must find
// what it has done already. An index is built by `create index concurrently NAME`, without `if not exists`.
//
// The head comment of a file says by one line which older versions run on the schema that it makes, while nodes are replaced or
// after a way back. A version is named by the number of its newest migration:
//
//     -- Versions from 0096 on run on it.
//     -- Stop all versions before it first: they write the column that it drops.
//
// The database remembers the first kind of line. So a node that finds a migration it does not know starts if it is one of
// these versions, and is refused otherwise.

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartRefused } from "../errors.ts";
import type { Database, Db } from "./db.ts";
import { isLockedOut } from "./failure.ts";

// Any number the whole service agrees on: nodes that start together migrate one after the other.
const MIGRATION_LOCK = 7_348_201;
const LOOK_EVERY_MS = 100;
const WAIT_WITHIN_MS = 3_600_000;
// Requests queue behind a migration that waits for a table. So the migration gives up soon, and tries again.
const LOCKED_WITHIN = "3s";
const LOCKED_OUT_TRIES = 100;
const NUMBER_LENGTH = 4;

/**
 * Brings the schema up to date, or to the state that the named files make. Each file is recorded when it is applied, so
 * the next start continues after it.
 */
export async function migrate(database: Database, folder: string, names?: readonly string[]): Promise<void> {
  const all = await readMigrations(folder);
  const migrations = names === undefined ? all : all.filter(({ name }) => names.includes(name));
  await database.alone(async (db) => {
    if ((await listPending(db, migrations)).length === 0) return;
    await holdLock(db);
    await applyAll(db, migrations);
  });
}

/** No other process changes the schema during the work. */
export async function whileNobodyMigrates<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await holdLock(db);
  const result = await work();
  // If the work failed, closing the connection releases the lock.
  await db`select pg_advisory_unlock(${MIGRATION_LOCK})`;
  return result;
}

/**
 * Takes the lock until the connection ends. It polls, because an index that is being built would wait for a statement
 * that waits for the lock.
 */
async function holdLock(db: Db): Promise<void> {
  for (const began_ms = performance.now(); ; await sleep(LOOK_EVERY_MS)) {
    const [row] = await db<{ held: boolean }[]>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as held`;
    if (row?.held) return;
    if (performance.now() - began_ms > WAIT_WITHIN_MS)
      throw new StartRefused("Another node has been migrating this database for an hour; start again when it is done.");
  }
}

async function applyAll(db: Db, migrations: readonly Migration[]): Promise<void> {
  await db`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`;
  await unlessLockedOut(async () => {
    await db.unsafe("alter table schema_migrations add column if not exists runs_from text");
  });
  for (const migration of await listPending(db, migrations)) {
    if (migration.steps) await applyInSteps(db, migration);
    else await unlessLockedOut(() => applyWhole(db, migration));
  }
}

/** Never two in one transaction: the locks of the first would be held while the second reads a large table. */
async function applyWhole(db: Db, migration: Migration): Promise<void> {
  await db.unsafe(`begin; set local lock_timeout = '${LOCKED_WITHIN}'; set local statement_timeout = '30min'`);
  try {
    await db.unsafe(migration.text);
    await recordMigration(db, migration);
    await db.unsafe("commit");
  } catch (error) {
    // If this fails too, the connection is lost, and the transaction with it.
    await db.unsafe("rollback").catch(() => undefined);
    throw error;
  }
}

/** After a kill it runs again from the first step: each step finds what it has done already. */
async function applyInSteps(db: Db, migration: Migration): Promise<void> {
  // No time limit: a step takes no lock that a request needs.
  await db.unsafe("set lock_timeout = '30min'; set statement_timeout = '12h'");
  for (const step of migration.steps ?? []) await unlessLockedOut(() => applyStep(db, step));
  await recordMigration(db, migration);
}

async function applyStep(db: Db, { text, is_repeated }: Step): Promise<void> {
  if (await hasIndex(db, text)) return;
  while ((await db.unsafe(text)).count > 0 && is_repeated);
}

/** If the connection was lost while an index was built, the index exists but is invalid: build it again. */
async function hasIndex(db: Db, text: string): Promise<boolean> {
  const [, name] = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(\w+)/i.exec(text) ?? [];
  if (name === undefined) return false;
  const [index] = await db<{ indisvalid: boolean }[]>`
    select indisvalid from pg_index where indexrelid = to_regclass(${name})`;
  if (index && !index.indisvalid) await db.unsafe(`drop index concurrently ${name}`);
  return index?.indisvalid === true;
}

async function unlessLockedOut(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isLockedOut(error) || tries === LOCKED_OUT_TRIES) throw error;
      await sleep(LOOK_EVERY_MS);
    }
  }
}

async function recordMigration(db: Db, { name, checksum, runs_from }: Migration): Promise<void> {
  await db`
    insert into schema_migrations (name, checksum, runs_from) values (${name}, ${checksum}, ${runs_from ?? null})`;
}

/** `pending`: migrations of this version that the database has not. `is_newer`: a newer version migrated it. */
export type SchemaState = { pending: number; is_newer: boolean };

/** Throws a sentence if the database is newer, and this version does not run on it. */
export async function readSchemaState(db: Db, folder: string): Promise<SchemaState> {
  const migrations = await readMigrations(folder);
  const pending = (await listPending(db, migrations)).length;
  if (pending > 0) return { pending, is_newer: false };
  const own = new Set(migrations.map(({ name }) => name));
  return { pending, is_newer: (await listApplied(db)).some(({ name }) => !own.has(name)) };
}

async function listPending(db: Db, migrations: readonly Migration[]): Promise<Migration[]> {
  const [table] = await db`select 1 where to_regclass('schema_migrations') is not null`;
  if (!table) return [...migrations];
  // By way of JSON: versions before the column made the table without it.
  const applied = await db<(Applied & { runs_from: string | null })[]>`
    select name, checksum, to_jsonb(made) ->> 'runs_from' as runs_from from schema_migrations made order by name`;
  const own = new Set(migrations.map(({ name }) => name));
  const newest = migrations.at(-1)?.name.slice(0, NUMBER_LENGTH) ?? "";
  const isRunOn = (runs_from: string | null) => runs_from !== null && runs_from <= newest;
  return pendingMigrations(
    migrations,
    applied.filter(({ name, runs_from }) => own.has(name) || !isRunOn(runs_from)),
  );
}

export type Applied = { name: string; checksum: string };

export async function listApplied(db: Db): Promise<Applied[]> {
  return db<Applied[]>`select name, checksum from schema_migrations order by name`;
}

/** Throws a sentence unless this version has the migrations that made the schema. */
export async function assertKnownMigrations(
  folder: string,
  applied: readonly Applied[],
  holder: string,
): Promise<void> {
  pendingMigrations(await readMigrations(folder), applied, holder);
}

type Step = { text: string; is_repeated: boolean };
type Migration = {
  name: string;
  checksum: string;
  text: string;
  steps: Step[] | undefined;
  runs_from: string | undefined;
};

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      return { name, text, checksum, steps: readSteps(text), runs_from: readRunsFrom(text) };
    }),
  );
}

function readRunsFrom(text: string): string | undefined {
  const [head] = /^(?:--.*\n)*/.exec(text) ?? [""];
  return /^-- Versions from (\d{4}) on run on it\.$/m.exec(head)?.[1];
}

/** Undefined if the file is one transaction. */
function readSteps(text: string): Step[] | undefined {
  if (!text.startsWith("-- outside a transaction\n")) return undefined;
  const [, ...parts] = text.split(/^-- (step|repeat)$/m);
  return parts.flatMap((part, index) =>
    index % 2 === 1 ? [{ text: part, is_repeated: parts[index - 1] === "repeat" }] : [],
  );
}

function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly Applied[],
  holder = "The database",
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (!migration)
      throw new StartRefused(`${holder} has migration ${name}, which this version does not know: run a newer version.`);
    if (migration.checksum !== checksum)
      throw new StartRefused(`Migration ${name} was changed after it was applied to this database.`);
  }
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}
