// From the rows of reports to statements: what each must be equal to. Reads tables of later ranks, as the other checks do.

import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import type { LedgerDifference } from "./difference.ts";

/** A piece may be one statement of millions of line items. New rows have no statistics; their index is always the shorter way. */
export async function allowLongPiece(db: Db): Promise<void> {
  await db`
    select set_config('statement_timeout', '600000', true), set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
      set_config('enable_seqscan', 'off', true)`;
}

// Statements

export async function listStatementsToCheck(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; items: number }[]> {
  return db<{ id: string; items: number }[]>`
    select id, line_item_count::float8 as items from statements where id > ${after} order by id limit ${limit}`;
}

/** Each statement against its royalties, and each royalty against its line items. */
export async function compareStatements(db: Db, ids: readonly string[], limit: number): Promise<LedgerDifference[]> {
  return db<LedgerDifference[]>`
    with stated as materialized (
      select id, organization_id, currency, gross_amount, fee_amount, tax_amount, net_amount, line_item_count
      from statements where id = any(${ids as string[]}::text[])),
    royalty as materialized (
      select s.id as statement_id, r.id, r.release_id, r.store_id, r.gross_amount, r.fee_amount, r.tax_amount, r.net_amount
      from stated s join royalties r on r.organization_id = s.organization_id and r.statement_id = s.id),
    item as materialized (
      select statement_id, release_id, store_id, sum(earnings) as earnings, count(*) as items
      from line_items where statement_id = any(${ids as string[]}::text[]) group by statement_id, release_id, store_id),
    royalty_sum as (
      select statement_id, sum(gross_amount) as gross, sum(fee_amount) as fee, sum(tax_amount) as tax, sum(net_amount) as net
      from royalty group by statement_id),
    item_sum as (select statement_id, sum(items) as items from item group by statement_id)
    select organization_id, currency, source_id, field, compared_with, trim_scale(balance)::text as balance, trim_scale(found)::text as found
    from (
      select s.organization_id, s.currency, s.id as source_id, proof.*
      from stated s
      left join royalty_sum r on r.statement_id = s.id
      left join item_sum i on i.statement_id = s.id
      cross join lateral (values
        ('gross', 'royalties', s.gross_amount, coalesce(r.gross, 0)),
        ('fee', 'royalties', s.fee_amount, coalesce(r.fee, 0)),
        ('tax', 'royalties', s.tax_amount, coalesce(r.tax, 0)),
        ('net', 'royalties', s.net_amount, coalesce(r.net, 0)),
        ('line item count', 'line items', s.line_item_count, coalesce(i.items, 0))) as proof (field, compared_with, balance, found)
      union all
      select s.organization_id, s.currency, coalesce(r.id, s.id), 'gross', 'line items', coalesce(r.gross_amount, 0), coalesce(i.earnings, 0)
      from royalty r
      full join item i using (statement_id, release_id, store_id)
      join stated s on s.id = statement_id) as compared
    where balance <> found
    order by source_id limit ${limit}`;
}

// Closes

export async function listClosedPeriods(db: Db): Promise<string[]> {
  const rows = await db<{ period: string }[]>`select period from periods where status = 'closed' order by period`;
  return rows.map(({ period }) => period);
}

/** Compares the rows that a close took with the statements that it wrote. */
export async function comparePeriod(db: Db, period: string, limit: number): Promise<LedgerDifference[]> {
  return db<LedgerDifference[]>`
    with taken as (
      select w.organization_id, coalesce(w.stated_in, given.currency) as currency, sum(given.amount::numeric * coalesce(x.rate, 1)) as amount
      from sales_works w cross join jsonb_each_text(w.amounts) as given (currency, amount)
      left join stated_rates x on x.period = w.rated_in and x.report = w.report
        and x.from_currency = given.currency and x.to_currency = w.stated_in
      where w.closed_in = ${period} group by w.organization_id, 2),
    stated as (
      select id, organization_id, currency, gross_amount from statements where period = ${period} and not is_sandbox)
    select organization_id, currency, stated.id as source_id, 'gross' as field, 'taken' as compared_with,
      trim_scale(coalesce(gross_amount, 0))::text as balance, trim_scale(coalesce(amount, 0))::text as found
    from taken full join stated using (organization_id, currency)
    where coalesce(gross_amount, 0) <> coalesce(amount, 0)
    order by organization_id, currency limit ${limit}`;
}

// Reports

export async function listReportsToCheck(
  db: Db,
  after: string,
  limit: number,
): Promise<{ number: string; rows: number }[]> {
  return db<{ number: string; rows: number }[]>`
    select number::text, to_jsonb(rows) as rows from sales_reports
    where number > ${after} and status = 'imported' order by sales_reports.number limit ${limit}`;
}

/** The sum of a report's rows in one currency. */
export type RowSum = { report: string; currency: string; rows: number; amount: string };

/** Sums the rows of all reports from one number to another: the range makes it one look at the index. */
export async function sumRows(db: Db, first: string, last: string): Promise<RowSum[]> {
  return db<RowSum[]>`
    select report::text, currency, to_jsonb(count(*)) as rows, sum(coalesce(sales_rows.amount, play_count * unit_rate))::text as amount
    from sales_rows where report >= ${first} and report <= ${last} group by sales_rows.report, currency`;
}

/** Sums some lines of one report. */
export async function sumRowsOfWindow(
  db: TransactionDb,
  { number, from, to }: { number: string; from: number; to: number },
): Promise<{ sums: RowSum[]; has_more: boolean }> {
  const sums = await db<RowSum[]>`
    select report::text, currency, to_jsonb(count(*)) as rows, sum(coalesce(sales_rows.amount, play_count * unit_rate))::text as amount
    from sales_rows where report = ${number} and line > ${from} and line <= ${to} group by sales_rows.report, currency`;
  const rest = await db`select 1 from sales_rows where report = ${number} and line > ${to} limit 1`;
  return { sums, has_more: rest.length > 0 };
}

/**
 * Compares the counts that reports have with their rows and with their works, which are on statements, open or
 * unmatched. A report that was deleted since its rows were summed is left out.
 */
export async function compareReports(
  db: Db,
  { numbers, sums }: { numbers: readonly string[]; sums: readonly RowSum[] },
  limit: number,
): Promise<LedgerDifference[]> {
  return db<LedgerDifference[]>`
    with report as materialized (
      select id, number, rows, unmatched, totals, unmatched_totals, reversed_by from sales_reports
      where number = any(${numbers as string[]}::bigint[]) and status = 'imported'),
    summed as materialized (
      select report as number, currency, rows, amount
      from jsonb_to_recordset(${json(db, sums)}) as given (report bigint, currency text, rows numeric, amount numeric)),
    work as materialized (
      select w.report as number, given.currency, sum(given.amount::numeric) as amount,
        coalesce(sum(given.amount::numeric) filter (where reason is not null), 0) as unmatched
      from sales_works w cross join jsonb_each_text(amounts) as given (currency, amount)
      where w.report = any(${numbers as string[]}::bigint[]) group by w.report, given.currency),
    stated as (
      select number, total.currency, total.amount from report, jsonb_to_recordset(totals) as total (currency text, amount numeric)),
    stated_unmatched as (
      select number, total.currency, total.amount from report, jsonb_to_recordset(unmatched_totals) as total (currency text, amount numeric)),
    counted as (select number, sum(rows) as rows from summed group by number),
    work_count as (
      select report as number, sum(rows) as rows from sales_works
      where report = any(${numbers as string[]}::bigint[]) group by report)
    select null as organization_id, currency, report.id as source_id, field, compared_with, trim_scale(balance)::text as balance, trim_scale(found)::text as found
    from (
      select number, null as currency, proof.*
      from report left join counted using (number) left join work_count using (number)
      cross join lateral (values
        ('row count', 'rows', report.rows::numeric, coalesce(counted.rows, 0)),
        ('row count', 'works', report.rows::numeric, coalesce(work_count.rows, 0))) as proof (field, compared_with, balance, found)
      union all
      select number, currency, proof.*
      from summed full join work using (number, currency) full join stated using (number, currency)
      full join stated_unmatched using (number, currency)
      cross join lateral (values
        ('rows', 'works', coalesce(summed.amount, 0), coalesce(work.amount, 0)),
        ('totals', 'rows', coalesce(stated.amount, 0), coalesce(summed.amount, 0)),
        ('unmatched', 'works', coalesce(stated_unmatched.amount, 0), coalesce(work.unmatched, 0))) as proof (field, compared_with, balance, found)
    ) as compared
    join report using (number)
    where balance <> found and (field <> 'unmatched' or reversed_by is null)
    order by number, currency limit ${limit}`;
}
