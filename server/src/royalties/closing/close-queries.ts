import type { Db, TransactionDb } from "../../platform/database/db.ts";
import { periodTransitions } from "../statement.ts";

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

/**
 * Reports of this period, and of earlier ones that are closed, that hold what is on no statement yet. They are locked, in one order,
 * before anything of them is read: no report is assigned, deleted or reversed while a close takes its rows.
 */
export async function lockReportsToClose(db: TransactionDb, period: string): Promise<string[]> {
  const rows = await db<{ number: string }[]>`
    select number::text from sales_reports
    where status = 'imported'
      and (period = ${period}
        or (period < ${period} and period in (select period from periods where status = 'closed')))
      and exists (select 1 from sales_works w where w.report = sales_reports.number and w.closed_in is null)
    order by sales_reports.number for no key update`;
  return rows.map(({ number }) => number);
}

/** Gives this close all works that are matched and on no statement yet. No other close can take them then. */
export async function takeWorks(db: TransactionDb, period: string, reports: readonly string[]): Promise<void> {
  await db`
    update sales_works set closed_in = ${period}
    where report = any(${reports as string[]}::bigint[]) and reason is null and closed_in is null`;
}

export async function listStatementsToWrite(
  db: Db,
  period: string,
): Promise<{ organization_id: string; currency: string }[]> {
  return db<{ organization_id: string; currency: string }[]>`
    select distinct organization_id, currency
    from sales_works, jsonb_object_keys(amounts) as currency
    where closed_in = ${period}
    order by organization_id, currency`;
}

export type PlannedStatement = { statement_id: string; organization_id: string; currency: string };

/** In so many parts of about as many statements. A part has neighbours, so that their line items fill an index from one end. */
export async function planStatements(
  db: TransactionDb,
  { period, planned, parts }: { period: string; planned: readonly PlannedStatement[]; parts: number },
): Promise<void> {
  await db`
    insert into closing_statements (statement_id, period, organization_id, currency, part)
    select statement_id, ${period}, organization_id, currency, (place - 1) * ${parts} / ${planned.length}
    from unnest(${planned.map(({ statement_id }) => statement_id)}::text[], ${planned.map(({ organization_id }) => organization_id)}::text[],
      ${planned.map(({ currency }) => currency)}::text[]) with ordinality as given (statement_id, organization_id, currency, place)`;
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
    returning statement_id, organization_id, currency`;
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
