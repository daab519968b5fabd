import type { Db, TransactionDb } from "../../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../../platform/http/pagination.ts";
import type { ReadFile, SalesReport } from "./sales-report.ts";

export type ReportRow = Omit<SalesReport, "difference" | "files"> & {
  number: string;
  file_key: string | null;
  files: ReadFile[];
};

// A report that was not renewed for so long belongs to a dead importer.
export const REPORT_LEASE_S = 10;

/** When a report is reversed, its unmatched rows are dropped: it shows none. */
const columns = (db: Db) => db`
  id, number, store_id, period, format_id, status, to_jsonb(rows) as rows,
  to_jsonb(case when reversed_by is null then unmatched else 0 end) as unmatched,
  to_jsonb(case when status = 'imported' then rows - unmatched else 0 end) as matched, totals,
  case when reversed_by is null then unmatched_totals else '[]' end as unmatched_totals, warnings, reverses, reversed_by, created_at,
  rates, received, case when file_key is not null then jsonb_build_object(
    'content_type', file_type, 'content_encoding', file_encoding, 'size_bytes', file_bytes) end as file, file_key, files,
  case when stores = '[]' and status = 'imported' then jsonb_build_array(jsonb_build_object('store_id', store_id, 'rows', rows, 'totals', totals))
    else stores end as stores`;

/** Reports of a dead process are hidden at once; the sweep removes them later. */
const visible = (db: Db) => db`
  (status = 'imported' or updated_at > now() - make_interval(secs => ${REPORT_LEASE_S}))`;

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

/** The same bytes may be imported again. */
export async function deleteDigests(db: TransactionDb, number: string): Promise<void> {
  await db`delete from sales_report_digests where report = ${number}`;
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
