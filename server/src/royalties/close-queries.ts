import type { Db, TransactionDb } from "../platform/database/db.ts";

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

/** A draft never earns: what was matched to a release that is a draft again, or gone, is unmatched, unless the operator assigned it. */
export async function unmatchDrafts(db: TransactionDb, reports: readonly string[]): Promise<void> {
  await db`
    update sales_works w
    set reason = 'unknown', organization_id = null, release_id = null, track_ids = null
    from sales_reports r
    where w.report = any(${reports as string[]}::bigint[]) and w.reason is null and w.closed_in is null and not w.is_assigned
      and r.number = w.report and r.reverses is null
      and not exists (select 1 from releases where releases.id = w.release_id and releases.status <> 'draft')`;
}

/** What is matched and on no statement yet becomes this close's, and no other's. */
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

/** One store's rows of one part of the statements: what becomes line items in one transaction. */
export type Gathering = { period: string; store_id: string; part: number };

export async function listToGather(db: Db, period: string): Promise<Gathering[]> {
  return db<Gathering[]>`
    select ${period} as period, store_id, part
    from (select distinct store_id from sales_reports
      where number in (select report from sales_works where closed_in = ${period})) as stores
    cross join (select distinct part from closing_statements where period = ${period}) as parts
    where not exists (select 1 from closing_stores c where c.period = ${period} and c.store_id = stores.store_id and c.part = parts.part)
    order by part, store_id`;
}

/** Of one store, what this close has taken rows of: by their numbers, its rows are found among those of all reports. */
export async function listReportsOfStore(db: Db, { period, store_id }: Gathering): Promise<string[]> {
  const rows = await db<{ number: string }[]>`
    select number::text from sales_reports
    where store_id = ${store_id} and number in (select report from sales_works where closed_in = ${period})`;
  return rows.map(({ number }) => number);
}

/**
 * False where it is gathered already. A process that gathers it at this moment is waited for. The stores of a part come one after
 * the other, because each goes on with the numbers where the last one ended.
 */
export async function claimGathering(db: TransactionDb, { period, store_id, part }: Gathering): Promise<boolean> {
  await db`select pg_advisory_xact_lock(hashtextextended('gather ' || ${period} || ' ' || ${part}::int, 0))`;
  const { count } = await db`
    insert into closing_stores (period, store_id, part, items) values (${period}, ${store_id}, ${part}, 0) on conflict do nothing`;
  return count === 1;
}

export async function countGathered(
  db: TransactionDb,
  { period, store_id, part }: Gathering,
  items: number,
): Promise<void> {
  await db`
    update closing_stores set items = ${items} where period = ${period} and store_id = ${store_id} and part = ${part}`;
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

/**
 * For the rest of this transaction, tables are joined by hash alone. New rows have no statistics, so the planner takes millions for a
 * few: it would read all statements anew for each work, and a report's rows anew for each of its works.
 */
export async function joinByHash(db: TransactionDb): Promise<void> {
  await db`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`;
}

/**
 * What the works of one store are about, by statement. Works are few and rows are millions, so all that can be known before the
 * rows are read is computed here: a sale of a whole album is divided into its tracks, and a line item's names become one number,
 * `item`. It is a table that is analysed, because the planner must know that it is the small side of the join.
 */
export async function prepareShares(
  db: TransactionDb,
  { period, part }: Gathering,
  reports: readonly string[],
): Promise<void> {
  await db`
    create temporary table closing_shares (report bigint, reported_isrc text, upc text, currency text, statement_id text, release_id text,
      track_id text, isrc text, place bigint, tracks integer, item bigint) on commit drop`;
  await db`
    insert into closing_shares
    select *, dense_rank() over (order by statement_id, isrc, track_id, release_id)
    from (
      select w.report, w.isrc as reported_isrc, w.upc, s.currency, s.statement_id, w.release_id, given.track_id,
        case when w.isrc <> '' then w.isrc else coalesce((select isrc from tracks where id = given.track_id), '') end as isrc,
        given.place, case when w.isrc <> '' then 1 else cardinality(w.track_ids) end as tracks
      from sales_works w
      join closing_statements s on s.period = ${period} and s.part = ${part} and s.organization_id = w.organization_id
      cross join lateral unnest(case when w.isrc <> '' then w.track_ids[1:1] else w.track_ids end)
        with ordinality as given (track_id, place)
      where w.closed_in = ${period} and w.report = any(${reports as string[]}::bigint[])) as share`;
  await db`analyze closing_shares`;
}

/**
 * The rows of one store that this close has taken, as line items. They lie in the order of their statements, so that reading a
 * statement reads neighbours.
 *
 * A sale of a whole album goes to its tracks in equal shares. A share is cut at 12 decimals, and the first track gets what is left:
 * `div` cuts exactly, where `/` would round at a number of digits of its own choosing.
 *
 * Rows are sorted by a number and little else, and get their names again at the end.
 */
export async function gatherLineItems(
  db: TransactionDb,
  { period, store_id, part }: Gathering,
  reports: readonly string[],
): Promise<number> {
  const { count } = await db`
    insert into line_items (statement_id, number, isrc, track_id, release_id, store_id, territory, play_count, unit_rate, earnings, usage_period)
    with grouped as (
      select i.item, r.territory, sum(r.play_count) as play_count, rated.unit_rate, r.usage_period
      from sales_rows r
      join closing_shares i
        on i.report = r.report and i.reported_isrc = coalesce(r.isrc, '') and i.upc = coalesce(r.upc, '') and i.currency = r.currency
      cross join lateral (select case
          when i.tracks = 1 then r.unit_rate
          when i.place > 1 then div(r.unit_rate * 1000000000000, i.tracks) * 0.000000000001
          else r.unit_rate - (i.tracks - 1) * (div(r.unit_rate * 1000000000000, i.tracks) * 0.000000000001)
        end as unit_rate) as rated
      where r.report = any(${reports as string[]}::bigint[])
      group by i.item, r.territory, rated.unit_rate, r.usage_period, r.play_count > 0, r.play_count < 0),
    numbered as (
      select *, row_number() over (order by item)
        + (select coalesce(sum(items), 0) from closing_stores where period = ${period} and part = ${part}) as number
      from grouped)
    select i.statement_id, n.number, i.isrc, i.track_id, i.release_id, ${store_id}, n.territory, n.play_count, n.unit_rate,
      n.play_count * n.unit_rate, n.usage_period
    from numbered n
    join (select distinct on (item) item, statement_id, isrc, track_id, release_id from closing_shares) i on i.item = n.item`;
  return count;
}

export async function listOrganizationsToState(
  db: Db,
  period: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db<{ organization_id: string }[]>`
    select distinct organization_id from closing_statements
    where period = ${period} and not is_written and organization_id > ${after}
    order by organization_id limit ${limit}`;
  return rows.map(({ organization_id }) => organization_id);
}

/** Of one organization; none where another process writes them at this moment, or has. */
export async function takePlannedStatements(
  db: TransactionDb,
  period: string,
  organization_id: string,
): Promise<PlannedStatement[]> {
  return db<PlannedStatement[]>`
    update closing_statements set is_written = true
    where statement_id in (
      select statement_id from closing_statements
      where period = ${period} and organization_id = ${organization_id} and not is_written
      for update skip locked)
    returning statement_id, organization_id, currency`;
}

export async function hasOpenStatements(db: Db, period: string): Promise<boolean> {
  const [row] = await db`select 1 from closing_statements where period = ${period} and not is_written limit 1`;
  return row !== undefined;
}

export async function markClosed(db: Db, period: string, closed_at: string): Promise<void> {
  await db`
    update periods set status = 'closed', closed_at = ${closed_at}
    where period = ${period} and status = 'closing'
      and not exists (select 1 from closing_statements where period = ${period} and not is_written)`;
}
