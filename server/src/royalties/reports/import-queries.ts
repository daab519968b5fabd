// A report while it is imported.

import { type Db, json, type TransactionDb } from "../../platform/database/db.ts";
import { copyIn } from "../../platform/database/table-copy.ts";
import { REPORT_LEASE_S } from "./queries.ts";
import type { ReportFacts } from "./report-format.ts";
import { type KeptFile, type ReadFile, reportTransitions, type StoreTotals } from "./sales-report.ts";

export type Importing = { id: string; importer: string; store_id: string; period: string; created_at: string };

/** Answers with its number. */
export async function insertImporting(db: TransactionDb, row: Importing): Promise<string> {
  const [made] = await db<{ number: string }[]>`
    insert into sales_reports (id, store_id, period, status, importer, rows, totals, warnings, created_at, updated_at)
    values (${row.id}, ${row.store_id}, ${row.period}, 'importing', ${row.importer}, 0, '[]', '[]', ${row.created_at}, now())
    returning number`;
  return made?.number ?? "";
}

/** From then on the format is not removed. Fails if it was removed before. */
export async function nameFormat(db: TransactionDb, { id, importer }: Importing, format_id: string): Promise<void> {
  await db`
    update sales_reports set format_id = ${format_id}, updated_at = now()
    where id = ${id} and importer = ${importer} and status = 'importing'`;
}

/** The database's clock, so that no node takes another's report for dead. */
export async function renewImporting(db: Db, { id, importer }: Importing, rows: number): Promise<void> {
  await db`
    update sales_reports set rows = ${rows}, updated_at = now()
    where id = ${id} and importer = ${importer} and status = 'importing'`;
}

export async function deleteImporting(db: TransactionDb, { id, importer }: Importing): Promise<boolean> {
  const { count } = await db`
    delete from sales_reports where id = ${id} and importer = ${importer} and status = 'importing'`;
  return count > 0;
}

/** Those of the dead. The rows they began to write were never committed. */
export async function deleteAbandoned(db: TransactionDb): Promise<void> {
  await db`
    delete from sales_reports where id in (
      select id from sales_reports
      where status = 'importing' and updated_at < now() - make_interval(secs => ${REPORT_LEASE_S}) for update skip locked)`;
}

/** `filled` names the columns that its rows have. */
export async function copyRows(db: Db, filled: string, batches: AsyncIterable<Uint8Array>): Promise<void> {
  await copyIn(db, `sales_rows (${filled})`, batches);
}

/**
 * Writes the rates of a usage profile once the worth of a use is known: until then its rows have their share of it (see
 * `shareMark`). `div` cuts at 12 decimals.
 */
export async function shareRate(db: TransactionDb, number: string, rate: string): Promise<void> {
  const part = db`div(${rate}::numeric * 1000000000000, abs(unit_rate)) * 0.000000000001`;
  await db`
    update sales_rows set unit_rate = case
      when unit_rate = 1 then ${rate}::numeric when unit_rate > 1 then ${part}
      else ${rate}::numeric - (abs(unit_rate) - 1) * (${part}) end
    where report = ${number} and unit_rate <> 0`;
}

export type Finished = Importing & {
  rows: number;
  rows_sum: string;
  /** One for each of its files. */
  digests: readonly Buffer[];
  file: KeptFile;
  files: readonly ReadFile[];
  stores: readonly StoreTotals[];
  facts: ReportFacts;
};

/** False: its lease was lost, and it was taken for dead. Unique indexes refuse what was imported before. */
export async function finishImporting(db: TransactionDb, finished: Finished): Promise<boolean> {
  const { id, importer, rows, rows_sum, digests, file, facts } = finished;
  // Files of an archive are found by their own.
  const digest = finished.files.length === 0 ? digests[0] : null;
  const { warnings, message } = facts;
  const { from, to } = reportTransitions.finish;
  const { count } = await db`
    update sales_reports r
    set status = ${to}, importer = null, rows = ${rows}, rows_sum = ${rows_sum}, warnings = ${json(db, warnings)},
      digest = ${digest ?? null}, files = ${json(db, finished.files)},
      stores = ${json(db, finished.stores)},
      dsr_sender = ${message?.dsr_sender ?? null}, dsr_message_id = ${message?.dsr_message_id ?? null},
      dsr_file_number = ${message?.dsr_file_number ?? null}, file_key = ${file.file_key}, file_type = ${file.file_type},
      file_encoding = ${file.file_encoding}, file_bytes = ${file.file_bytes}, updated_at = now()
    where id = ${id} and importer = ${importer} and status = any(${from})`;
  return count > 0;
}

/** Bytes that another report has are refused by the key. */
export async function insertDigests(db: TransactionDb, number: string, digests: readonly Buffer[]): Promise<void> {
  await db`
    insert into sales_report_digests (digest, report)
    select decode(digest, 'hex'), ${number}
    from unnest(${digests.map((digest) => digest.toString("hex"))}::text[]) as given (digest)`;
}

/**
 * Reports of one store and period end one after the other, so that the later one sees the earlier. To end a large one takes longer
 * than a request may wait for a lock.
 */
export async function lockStorePeriod(
  db: TransactionDb,
  { store_id, period }: Pick<Importing, "store_id" | "period">,
): Promise<void> {
  await db`select set_config('lock_timeout', '600000', true)`;
  await db`select pg_advisory_xact_lock(hashtextextended(${`segue report ${store_id} ${period}`}, 0))`;
}

export async function hasOther(db: Db, { id, store_id, period }: Importing): Promise<boolean> {
  const found = await db`
    select 1 from sales_reports
    where store_id = ${store_id} and period = ${period} and id <> ${id} and status = 'imported'
      and reverses is null and reversed_by is null limit 1`;
  return found.length > 0;
}

/** The earliest with the same rows, in other bytes or for another month. */
export async function findSameRows(
  db: Db,
  { id, rows, rows_sum }: Pick<Finished, "id" | "rows" | "rows_sum">,
): Promise<string | undefined> {
  const [same] = await db<{ id: string }[]>`
    select id from sales_reports
    where rows_sum = ${rows_sum} and rows = ${rows} and id <> ${id} and status = 'imported' and reversed_by is null
    order by number limit 1`;
  return same?.id;
}
