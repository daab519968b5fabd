import { type Db, json, type TransactionDb } from "../../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../../platform/http/pagination.ts";
import type { ReportFormat } from "./format.ts";

/** Those of the operator and those that come with the service. */
export const MAX_FORMATS = 500;

/** `id` is what lists and the audit log go by. */
const columns = (db: Db) => db`
  format_id as id, format_id, name, store_id, file, rows, columns, parse, unknown_store, store_names, is_built_in, source, year,
  created_at, updated_at`;

export async function findFormat(db: Db, format_id: string): Promise<ReportFormat | undefined> {
  const [row] = await db<ReportFormat[]>`select ${columns(db)} from report_formats where format_id = ${format_id}`;
  return row;
}

export async function lockFormat(db: TransactionDb, format_id: string): Promise<ReportFormat | undefined> {
  const [row] = await db<ReportFormat[]>`
    select ${columns(db)} from report_formats where format_id = ${format_id} for no key update`;
  return row;
}

export async function listFormats(db: Db, asked: PageAsked): Promise<Page<ReportFormat>> {
  return selectPage(db, asked, {
    from: db`report_formats`,
    where: db`true`,
    rows: db`select ${columns(db)} from report_formats`,
    order: { created_at: "created_at", id: "format_id" },
  });
}

/** Those that a file of this sender may have. The bytes themselves tell the plain columns and DSR. */
export async function listFormatsToFit(db: Db, store_id: string): Promise<ReportFormat[]> {
  return db<ReportFormat[]>`
    select ${columns(db)} from report_formats
    where (store_id is null or store_id = ${store_id}) and format_id not in ('format_plain', 'format_dsr')
    order by format_id limit ${MAX_FORMATS}`;
}

/** New formats wait for each other, so that their maximum holds. */
export async function lockFormats(db: TransactionDb): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('segue report formats', 0))`;
}

export async function countFormats(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*)::int as count from report_formats`;
  return row?.count ?? 0;
}

/** False: the id is taken. */
export async function insertFormat(db: TransactionDb, row: ReportFormat): Promise<boolean> {
  const { count } = await db`
    insert into report_formats (format_id, name, store_id, file, rows, columns, parse, unknown_store, store_names, is_built_in, source, year,
      created_at, updated_at)
    values (${row.format_id}, ${row.name}, ${row.store_id}, ${json(db, row.file)}, ${json(db, row.rows)}, ${json(db, row.columns)},
      ${json(db, row.parse)}, ${row.unknown_store}, ${json(db, row.store_names)}, ${row.is_built_in}, ${row.source}, ${row.year},
      ${row.created_at}, ${row.updated_at})
    on conflict (format_id) do nothing`;
  return count === 1;
}

export async function updateFormatRow(db: TransactionDb, row: ReportFormat): Promise<void> {
  await db`
    update report_formats
    set name = ${row.name}, store_id = ${row.store_id}, file = ${json(db, row.file)}, rows = ${json(db, row.rows)},
      columns = ${json(db, row.columns)}, parse = ${json(db, row.parse)}, unknown_store = ${row.unknown_store},
      store_names = ${json(db, row.store_names)}, updated_at = ${row.updated_at}
    where format_id = ${row.format_id}`;
}

/** Fails if a report was read by it. */
export async function deleteFormatRow(db: TransactionDb, format_id: string): Promise<void> {
  await db`delete from report_formats where format_id = ${format_id}`;
}

/**
 * Those that come with the service. A format of the operator with the same id stays. One order of the rows, so that processes that start
 * together wait for each other in turn; a row that is as it should be is not written.
 */
export async function keepBuiltInRows(db: TransactionDb, rows: readonly ReportFormat[]): Promise<void> {
  await db`
    insert into report_formats (format_id, name, store_id, file, rows, columns, parse, unknown_store, store_names, is_built_in, source, year,
      created_at, updated_at)
    select format_id, name, null, file, rows, columns, parse, unknown_store, store_names, true, source, year, created_at, updated_at
    from jsonb_to_recordset(${json(db, rows)}) as given (format_id text, name text, file jsonb, rows jsonb, columns jsonb, parse jsonb,
      unknown_store text, store_names jsonb, source text, year integer, created_at timestamptz, updated_at timestamptz)
    order by format_id
    on conflict (format_id) do update
    set name = excluded.name, file = excluded.file, rows = excluded.rows, columns = excluded.columns, parse = excluded.parse,
      unknown_store = excluded.unknown_store, store_names = excluded.store_names, source = excluded.source, year = excluded.year,
      updated_at = excluded.updated_at
    where report_formats.is_built_in
      and (report_formats.name, report_formats.file, report_formats.rows, report_formats.columns, report_formats.parse,
          report_formats.unknown_store, report_formats.store_names, report_formats.source, report_formats.year)
        is distinct from (excluded.name, excluded.file, excluded.rows, excluded.columns, excluded.parse, excluded.unknown_store,
          excluded.store_names, excluded.source, excluded.year)`;
}
