import { type Db, json, type TransactionDb } from "../../platform/database/db.ts";
import { copyIn } from "../../platform/database/table-copy.ts";
import { type Page, type PageAsked, selectPage } from "../../platform/http/pagination.ts";
import type { ReportFacts } from "./report-format.ts";
import { type KeptFile, reportTransitions, type SalesReport } from "./sales-report.ts";

export type ReportRow = Omit<SalesReport, "difference"> & { number: string; file_key: string | null };

// A report that was not renewed for so long belongs to a dead importer.
const LEASE_S = 30;

/** When a report is reversed, its unmatched rows are dropped: it shows none. */
const columns = (db: Db) => db`
  id, number, store_id, period, status, to_jsonb(rows) as rows,
  to_jsonb(case when reversed_by is null then unmatched else 0 end) as unmatched,
  to_jsonb(case when status = 'imported' then rows - unmatched else 0 end) as matched, totals,
  case when reversed_by is null then unmatched_totals else '[]' end as unmatched_totals, warnings, reverses, reversed_by, created_at,
  rates, received, case when file_key is not null then jsonb_build_object(
    'content_type', file_type, 'content_encoding', file_encoding, 'size_bytes', file_bytes) end as file, file_key`;

/** Reports of a dead process are hidden at once; the sweep removes them later. */
const visible = (db: Db) => db`
  (status = 'imported' or updated_at > now() - make_interval(secs => ${LEASE_S}))`;

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  const [row] = await db<ReportRow[]>`select ${columns(db)} from sales_reports where id = ${id} and ${visible(db)}`;
  return row;
}

/** Changes of one report wait for each other. */
export async function lockReport(db: TransactionDb, id: string): Promise<ReportRow | undefined> {
  const [row] = await db<
    ReportRow[]
  >`select ${columns(db)} from sales_reports where id = ${id} and ${visible(db)} for no key update`;
  return row;
}

export async function listReports(
  db: Db,
  filter: PageAsked & { store_id?: string; period?: string },
): Promise<Page<ReportRow>> {
  const { store_id, period } = filter;
  const where = db`
    ${visible(db)}
    ${store_id === undefined ? db`` : db`and store_id = ${store_id}`}
    ${period === undefined ? db`` : db`and period = ${period}`}`;
  return selectPage(db, filter, {
    from: db`sales_reports`,
    where,
    rows: db`select ${columns(db)} from sales_reports`,
  });
}

// Importing

export type Importing = { id: string; importer: string; store_id: string; period: string; created_at: string };

/** Answers with its number. */
export async function insertImporting(db: TransactionDb, row: Importing): Promise<string> {
  const [made] = await db<{ number: string }[]>`
    insert into sales_reports (id, store_id, period, status, importer, rows, totals, warnings, created_at, updated_at)
    values (${row.id}, ${row.store_id}, ${row.period}, 'importing', ${row.importer}, 0, '[]', '[]', ${row.created_at}, now())
    returning number`;
  return made?.number ?? "";
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
      where status = 'importing' and updated_at < now() - make_interval(secs => ${LEASE_S}) for update skip locked)`;
}

/** A statement may last as long as a body may come; the importer itself gives up sooner. */
export async function allowLong(db: Db, hours: number): Promise<void> {
  await db`
    select set_config('statement_timeout', ${`${hours}h`}, true), set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`;
}

/**
 * Rows that were just written are in no statistics. They would be looked for among the rows of all reports, and sorted to be
 * summed; their index, and a table of sums in memory, take a fraction of that time.
 */
export async function preferIndexes(db: TransactionDb, isPreferred: boolean): Promise<void> {
  const others = isPreferred ? "off" : "on";
  await db`select set_config('enable_sort', ${others}, true), set_config('enable_seqscan', ${others}, true)`;
}

export async function copyRows(db: Db, batches: AsyncIterable<Uint8Array>): Promise<void> {
  const filled = "report, line, isrc, upc, territory, play_count, unit_rate, currency, usage_period";
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
  digest: Buffer;
  file: KeptFile;
  facts: ReportFacts;
};

/** False: its lease was lost, and it was taken for dead. Unique indexes refuse what was imported before. */
export async function finishImporting(db: TransactionDb, finished: Finished): Promise<boolean> {
  const { id, importer, rows, rows_sum, digest, file, facts } = finished;
  const { warnings, message } = facts;
  const { from, to } = reportTransitions.finish;
  const { count } = await db`
    update sales_reports r
    set status = ${to}, importer = null, rows = ${rows}, rows_sum = ${rows_sum}, warnings = ${json(db, warnings)},
      digest = ${digest},
      dsr_sender = ${message?.dsr_sender ?? null}, dsr_message_id = ${message?.dsr_message_id ?? null},
      dsr_file_number = ${message?.dsr_file_number ?? null}, file_key = ${file.file_key}, file_type = ${file.file_type},
      file_encoding = ${file.file_encoding}, file_bytes = ${file.file_bytes}, updated_at = now()
    where id = ${id} and importer = ${importer} and status = any(${from})`;
  return count > 0;
}

/** [{currency, amount}] of all rows. */
export async function sumTotals(db: TransactionDb, number: string): Promise<void> {
  await db`
    update sales_reports set totals = (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount::text) order by currency), '[]')
      from (
        select currency, sum(amount::numeric) as amount
        from sales_works cross join jsonb_each_text(amounts) as given (currency, amount)
        where report = ${number} group by currency) sums)
    where number = ${number}`;
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

/** Until then a search would read all that was written since the table was last vacuumed. */
export async function indexNewRows(db: Db): Promise<void> {
  await db`select brin_summarize_new_values('sales_rows_place')`;
}

// Assigning

export type Owner = { organization_id: string; release_id: string; track_ids: string[] };

export async function findTrackOwner(db: Db, track_id: string): Promise<Owner | undefined> {
  const [row] = await db<Owner[]>`
    select organization_id, release_id, array[id] as track_ids from tracks where id = ${track_id}`;
  return row;
}

export async function findReleaseOwner(db: Db, release_id: string): Promise<Owner | undefined> {
  const [row] = await db<Owner[]>`
    select organization_id, id as release_id,
      array(select t.id from tracks t where t.release_id = releases.id order by disc_number, track_number) as track_ids
    from releases where id = ${release_id}`;
  return row;
}

/** Those that are not matched, with whatever UPC an ISRC came. Answers with how many. */
export async function assignWorks(
  db: TransactionDb,
  { number, isrc, upc, owner }: { number: string; isrc: string; upc: string | undefined; owner: Owner },
): Promise<number> {
  const { count } = await db`
    update sales_works
    set reason = null, organization_id = ${owner.organization_id}, release_id = ${owner.release_id}, track_ids = ${owner.track_ids},
      is_assigned = true
    where report = ${number} and isrc = ${isrc} and reason is not null
      ${upc === undefined ? db`` : db`and upc = ${upc}`}`;
  return count;
}

// Deleting and reversing

/** Deletes works that no statement has taken. It waits for a close that is just taking them. */
export async function deleteOpenWorks(db: TransactionDb, number: string): Promise<void> {
  await db`delete from sales_works where report = ${number} and closed_in is null`;
}

export async function hasWorks(db: Db, number: string): Promise<boolean> {
  return (await db`select 1 from sales_works where report = ${number} limit 1`).length > 0;
}

export async function deleteReport(db: TransactionDb, id: string): Promise<void> {
  await db`delete from sales_reports where id = ${id}`;
}

/** Some rows of a report that is gone. */
export async function deleteRows(db: TransactionDb, number: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from sales_rows where ctid = any(array(
      select ctid from sales_rows where report = ${number} limit ${limit}))`;
  return count;
}

/** A report of its own, which takes back what was matched of the other. */
export async function insertReversal(
  db: TransactionDb,
  { id, reversed, created_at }: { id: string; reversed: ReportRow; created_at: string },
): Promise<string> {
  const [made] = await db<{ number: string }[]>`
    insert into sales_reports (id, store_id, period, status, rows, totals, warnings, reverses, format_id, created_at, updated_at)
    select ${id}, store_id, period, 'imported', ${reversed.matched}, '[]', '[]', id, format_id, ${created_at}, now()
    from sales_reports where id = ${reversed.id}
    returning number`;
  return made?.number ?? "";
}

export async function markReversed(db: TransactionDb, id: string, reversed_by: string): Promise<boolean> {
  const { count } = await db`
    update sales_reports set reversed_by = ${reversed_by}, updated_at = now() where id = ${id} and reversed_by is null`;
  return count > 0;
}

export async function reverseRows(db: TransactionDb, from: string, to: string): Promise<void> {
  await db`
    insert into sales_rows (report, line, isrc, upc, territory, play_count, unit_rate, currency, usage_period, amount, store_id)
    select ${to}::bigint, r.line, r.isrc, r.upc, r.territory, -r.play_count, r.unit_rate, r.currency, r.usage_period, -r.amount,
      r.store_id
    from sales_rows r join sales_works w
      on w.report = r.report and w.isrc = coalesce(r.isrc, '') and w.upc = coalesce(r.upc, '') and w.reason is null
    where r.report = ${from}`;
}

export async function reverseWorks(db: TransactionDb, from: string, to: string): Promise<void> {
  await db`
    insert into sales_works (report, isrc, upc, rows, amounts, organization_id, release_id, track_ids)
    select ${to}::bigint, isrc, upc, rows,
      (select jsonb_object_agg(currency, trim_scale(-amount::numeric)::text) from jsonb_each_text(amounts) as given (currency, amount)),
      organization_id, release_id, track_ids
    from sales_works where report = ${from} and reason is null`;
}
