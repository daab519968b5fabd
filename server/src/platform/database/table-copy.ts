// Rows in and out by COPY, as PostgreSQL's own text, which is the same in every version: those of an import, and whole tables, out
// of one database and into another.
//
// The code below works around two faults of the driver's streams (postgres.js 3.4.9). When rows arrive faster than they
// are read, the driver pauses the connection and does not resume it after the last row. And if the server refuses rows
// after the last one was sent, the stream never ends: the error goes to a statement that already has its answer.

import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { StartRefused } from "../errors.ts";
import { append } from "../long-list.ts";
import type { Db } from "./db.ts";
import type { SqlStatement } from "./rows.ts";

export type Table = { name: string; columns: string[] };
type Sequence = { name: string; last_value: string; is_called: boolean };

/** The tables in an order in which their rows can be inserted. */
export type Content = { tables: Table[]; sequences: Sequence[] };

/** Not copied: the code that creates the schema records its migrations. */
const MIGRATIONS = "schema_migrations";

/** Reads one snapshot of the database for the whole work. Values are written so that every server version can read them. */
export async function atOneMoment<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await prepareSession(db);
  await db.unsafe("begin isolation level repeatable read read only");
  const result = await work();
  // If the work failed, closing the connection ends the transaction.
  await db.unsafe("commit");
  return result;
}

/** No time limit: a table may take longer than any request, and so may the other end of the copy. */
async function prepareSession(db: Db): Promise<void> {
  await db.unsafe(`
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0;
    set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1`);
}

export async function readContent(db: Db): Promise<Content> {
  const tables = await db<Table[]>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
    where nspname = current_schema() and relkind = 'r' and relname <> ${MIGRATIONS}
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`;
  const references = await db<Reference[]>`
    select child.relname as child, parent.relname as parent
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      join pg_namespace on pg_namespace.oid = child.relnamespace
    where contype = 'f' and nspname = current_schema()`;
  const names = await db<{ name: string }[]>`
    select sequencename as name from pg_sequences where schemaname = current_schema() order by sequencename`;
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const [found] = await db.unsafe<[Omit<Sequence, "name">]>(
      `select last_value::text as last_value, is_called from ${quoted(name)}`,
    );
    sequences.push({ name, ...found });
  }
  return { tables: parentsFirst(tables, references), sequences };
}

type Reference = { child: string; parent: string };

/** A row may reference only rows that exist already. */
export function parentsFirst(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const ordered: Table[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const isFree = ({ name }: Table) =>
      !references.some(({ child, parent }) => child === name && parent !== name && isAmong(waiting, parent));
    const free = waiting.filter(isFree);
    if (free.length === 0)
      throw new Error(`These tables reference each other: ${waiting.map(({ name }) => name).join(", ")}.`);
    append(ordered, free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

function isAmong(tables: readonly Table[], wanted: string): boolean {
  return tables.some(({ name }) => name === wanted);
}

/** About as many bytes as the rows have. */
export async function measureTables(db: Db, tables: readonly Table[]): Promise<number> {
  const names = tables.map(({ name }) => name);
  const [row] = await db<{ bytes: number }[]>`
    select coalesce(sum(pg_table_size(pg_class.oid)), 0)::float8 as bytes
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relname = any(${names}::text[])`;
  return row?.bytes ?? 0;
}

export function copyTable(db: Db, table: Table): AsyncGenerator<Buffer> {
  return copyOut(db, named(table));
}

/** `source`: a table with its columns, or a query in brackets. */
export async function* copyOut(db: Db, source: string): AsyncGenerator<Buffer> {
  const rows = await db.unsafe(`copy ${source} to stdout`).readable();
  for await (const chunk of rows) yield chunk as Buffer;
  // The connection may be paused. This resumes it.
  rows._read(0);
}

/**
 * Replaces all rows of a migrated database, or none. Our triggers do not run, because the rows that they would write
 * are among the copied ones. Constraints hold. `finish` runs in the same transaction.
 */
export async function replaceRows(
  db: Db,
  { tables, sequences }: Content,
  rowsOf: (table: Table) => AsyncIterable<Uint8Array>,
  finish: () => Promise<void>,
): Promise<void> {
  await prepareSession(db);
  const present = (await readContent(db)).tables;
  const all = present.map(({ name }) => quoted(name));
  await db.unsafe("begin");
  for (const name of all) await db.unsafe(`alter table ${name} disable trigger user`);
  await db.unsafe(`truncate ${all.join(", ")}`);
  for (const table of tables) {
    assertSameTable(present, table);
    await copyIn(db, named(table), rowsOf(table));
  }
  for (const name of all) await db.unsafe(`alter table ${name} enable trigger user`);
  for (const { name, last_value, is_called } of sequences)
    await db`select setval(${quoted(name)}::regclass, ${last_value}::bigint, ${is_called})`;
  await finish();
  await db.unsafe("commit");
  await db.unsafe(`analyze ${all.join(", ")}`);
}

function assertSameTable(present: readonly Table[], { name, columns }: Table): void {
  const found = present.find((table) => table.name === name);
  const missing = columns.filter((column) => !found?.columns.includes(column));
  if (missing.length === 0) return;
  const what = found ? `columns of the table ${name} (${missing.join(", ")})` : `a table ${name}`;
  throw new StartRefused(`The backup has ${what} that Segue's migrations do not make.`);
}

/**
 * `target`: a table, with its columns if the rows do not have all of them. A batch of rows is taken when the socket has taken the
 * one before, so the memory is that of one batch. Fails with the server's own error, also after the last row.
 */
export async function copyIn(
  db: Db,
  target: string,
  rows: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const pending = db.unsafe(`copy ${target} from stdin`);
  const statement = pending as unknown as SqlStatement;
  const { reject } = statement;
  const refused = new Promise<never>((_resolve, fail) => {
    statement.reject = (error) => {
      reject(error);
      fail(error);
    };
  });
  // The result is awaited below. Until then a failure must not count as an unhandled rejection.
  refused.catch(() => undefined);
  const stream = await pending.writable();
  // When it has ended, the driver would still send that the copy failed. PostgreSQL ignores that, but from then on it does not
  // end the session any more that stays idle in this transaction.
  const { _destroy } = stream;
  stream._destroy = (error, done) => (error ? _destroy.call(stream, error, done) : done(null));
  await Promise.race([pipeline(Symbol.asyncIterator in rows ? rows : pausing(rows), stream), refused]);
}

/** The socket takes as much as there is, so rows that are computed as they are asked for would hold the event loop to their end. */
async function* pausing(rows: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const batch of rows) {
    yield batch;
    await setImmediate();
  }
}

function named({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(", ")})`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
