import type { Db, TransactionDb } from "../../platform/database/db.ts";
import { MAX_STATEMENT_RATES, periodTransitions, type StatementRate } from "../statement.ts";

/** A second caller waits for the first, and then finds the row. */
export async function insertPeriod(db: TransactionDb, period: string, started_at: string): Promise<boolean> {
  const { count } = await db`
    insert into periods (period, status, started_at) values (${period}, 'closing', ${started_at}) on conflict do nothing`;
  return count === 1;
}

export async function findPeriod(db: Db, period: string): Promise<{ status: "closing" | "closed" } | undefined> {
  const [row] = await db<{ status: "closing" | "closed" }[]>`select status from periods where period = ${period}`;
  return row;
}

/** Never closed, though a later month was: no close takes anything of it. */
export async function isPassedOver(db: Db, month: string): Promise<boolean> {
  const [row] = await db`
    select 1 where ${month} < (select max(period) from periods) and ${month} not in (select period from periods)`;
  return row !== undefined;
}

/** Earlier months with reports that were never closed, the first few. */
export async function listMonthsLeftOut(db: Db, period: string, limit: number): Promise<string[]> {
  const rows = await db<{ period: string }[]>`
    select distinct period from sales_reports
    where period < ${period} and status = 'imported' and reversed_by is null and reverses is null
      and period not in (select period from periods)
    order by period limit ${limit}`;
  return rows.map(({ period }) => period);
}

/** Whether a close takes from a report: one of its period, and of an earlier one that is closed. */
export const isToClose = (db: Db, period: string) => db`
  sales_reports.status = 'imported'
    and (sales_reports.period = ${period}
      or (sales_reports.period < ${period} and sales_reports.period in (select period from periods where status = 'closed')))`;

/**
 * Reports of this period, and of earlier ones that are closed, that hold what is on no statement yet. They are locked, in one order,
 * before anything of them is read: no report is assigned, deleted or reversed while a close takes its rows.
 */
export async function lockReportsToClose(db: TransactionDb, period: string): Promise<string[]> {
  const rows = await db<{ number: string }[]>`
    select number::text from sales_reports
    where ${isToClose(db, period)}
      and exists (select 1 from sales_works w where w.report = sales_reports.number and w.closed_in is null)
    order by sales_reports.number for no key update`;
  return rows.map(({ number }) => number);
}

/**
 * Gives this close all works that are matched and on no statement yet, without those of reversals. No other close can take
 * them then. They are stated in the payout currency that their organization has now.
 */
export async function takeWorks(db: TransactionDb, period: string, reports: readonly string[]): Promise<void> {
  await db`
    update sales_works w set closed_in = ${period}, stated_in = o.payout_currency, rated_in = ${period}
    from organizations o
    where o.id = w.organization_id
      and w.report in (select number from sales_reports where number = any(${reports as string[]}::bigint[]) and reverses is null)
      and w.reason is null and w.closed_in is null`;
}

/**
 * The works of reversals, after all others were taken: each is stated as the work that it takes back, which an earlier
 * close has taken, or this one.
 */
export async function takeReversals(db: TransactionDb, period: string, reports: readonly string[]): Promise<void> {
  await db`
    update sales_works w
    set closed_in = ${period}, stated_in = taken.stated_in, rated_in = coalesce(taken.rated_in, taken.closed_in)
    from sales_reports r
    join sales_reports reversed on reversed.id = r.reverses
    join sales_works taken on taken.report = reversed.number
    where r.number = w.report and taken.isrc = w.isrc and taken.upc = w.upc
      and w.report = any(${reports as string[]}::bigint[]) and w.reason is null and w.closed_in is null`;
}

export type StatementToWrite = { organization_id: string; currency: string };

export async function listStatementsToWrite(db: Db, period: string): Promise<StatementToWrite[]> {
  return db<StatementToWrite[]>`
    select distinct organization_id, coalesce(stated_in, given.currency) as currency
    from sales_works, jsonb_object_keys(amounts) as given (currency)
    where closed_in = ${period}
    order by organization_id, currency`;
}

export type PlannedStatement = StatementToWrite & { statement_id: string; exchange_rates: StatementRate[] };

/** In so many parts of about as many statements. A part has neighbours, so that their line items fill an index from one end. */
export async function planStatements(
  db: TransactionDb,
  {
    period,
    planned,
    parts,
  }: { period: string; planned: readonly Omit<PlannedStatement, "exchange_rates">[]; parts: number },
): Promise<void> {
  await db`
    insert into closing_statements (statement_id, period, organization_id, currency, part)
    select statement_id, ${period}, organization_id, currency, (place - 1) * ${parts} / ${planned.length}
    from unnest(${planned.map(({ statement_id }) => statement_id)}::text[], ${planned.map(({ organization_id }) => organization_id)}::text[],
      ${planned.map(({ currency }) => currency)}::text[]) with ordinality as given (statement_id, organization_id, currency, place)`;
}

/**
 * Notes in each planned statement the rates that it is made with, in order. There are as many as currencies, and more
 * only where reports have rates of their own.
 */
export async function planRates(db: TransactionDb, period: string): Promise<void> {
  await db`
    with used as (
      select distinct w.organization_id, w.stated_in, x.from_currency, x.rate, x.source
      from sales_works w
      join stated_rates x on x.period = w.rated_in and x.report = w.report and x.to_currency = w.stated_in
      where w.closed_in = ${period} and w.amounts ? x.from_currency),
    placed as (
      select *, row_number() over (partition by organization_id, stated_in order by from_currency, rate, source) as place from used)
    update closing_statements s set exchange_rates = listed.rates
    from (
      select organization_id, stated_in,
        jsonb_agg(jsonb_build_object('from', from_currency, 'rate', trim_scale(rate)::text, 'source', source) order by place) as rates
      from placed where place <= ${MAX_STATEMENT_RATES} group by organization_id, stated_in) as listed
    where s.period = ${period} and s.organization_id = listed.organization_id and s.currency = listed.stated_in`;
}

/** For a transaction that reads millions of rows, or waits for one that does. */
export async function allowLongStatement(db: TransactionDb): Promise<void> {
  await db`
    select set_config('statement_timeout', '600000', true), set_config('lock_timeout', '600000', true),
      set_config('work_mem', '128MB', true), set_config('jit', 'off', true)`;
}

/** For what is sent again for each of thousands of organizations: to plan it takes a third of the time that it takes. */
export async function planOnce(db: TransactionDb): Promise<void> {
  await db`select set_config('plan_cache_mode', 'force_generic_plan', true)`;
}

export type OrganizationToState = { organization_id: string; sums: number };

/** `sums` says how much there is to write for it. */
export async function listOrganizationsToState(
  db: Db,
  period: string,
  after: string,
  limit: number,
): Promise<OrganizationToState[]> {
  return db<OrganizationToState[]>`
    select organization_id, (
      select count(*)::integer from closing_statements c join closing_sums s on s.statement_id = c.statement_id
      where c.period = ${period} and c.organization_id = open.organization_id) as sums
    from (
      select distinct organization_id from closing_statements
      where period = ${period} and not is_written and organization_id > ${after}
      order by organization_id limit ${limit}) as open
    order by organization_id`;
}

/**
 * Locks the planned statements of these organizations, without those that another process writes at this moment, or has
 * written.
 */
export async function takePlannedStatements(
  db: TransactionDb,
  period: string,
  organization_ids: readonly string[],
): Promise<PlannedStatement[]> {
  return db<PlannedStatement[]>`
    update closing_statements set is_written = true
    where statement_id in (
      select statement_id from closing_statements
      where period = ${period} and organization_id = any(${organization_ids as string[]}::text[]) and not is_written
      for update skip locked)
    returning statement_id, organization_id, currency, exchange_rates`;
}

export async function hasOpenStatements(db: Db, period: string): Promise<boolean> {
  const [row] = await db`select 1 from closing_statements where period = ${period} and not is_written limit 1`;
  return row !== undefined;
}

export async function markClosed(db: TransactionDb, period: string, closed_at: string): Promise<void> {
  const { from, to } = periodTransitions.finish;
  await db`
    update periods set status = ${to}, closed_at = ${closed_at}
    where period = ${period} and status = any(${from})
      and not exists (select 1 from closing_statements where period = ${period} and not is_written)`;
}
