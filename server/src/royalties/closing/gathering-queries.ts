// Makes line items from the rows that stores reported, and sums them.

import type { Db, Fragment, TransactionDb } from "../../platform/database/db.ts";

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

/** The reports of one store whose rows this close has taken: their numbers find its rows among those of all reports. */
export async function listReportsOfStore(db: Db, { period, store_id }: Gathering): Promise<string[]> {
  const rows = await db<{ number: string }[]>`
    select number::text from sales_reports
    where store_id = ${store_id} and number in (select report from sales_works where closed_in = ${period})
    order by sales_reports.number`;
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
  { items, reports }: { items: number; reports: readonly string[] },
): Promise<void> {
  await db`
    update closing_stores set items = ${items}, is_summed = true, reports = ${reports as string[]}::bigint[]
    where period = ${period} and store_id = ${store_id} and part = ${part}`;
}

/** Parts that an earlier version of Segue gathered before it was replaced: that version did not add them up. */
export async function listNotSummed(db: Db, period: string): Promise<Gathering[]> {
  return db<Gathering[]>`select period, store_id, part from closing_stores where period = ${period} and not is_summed`;
}

/** Those statements of it that are not written yet. None where another process adds them up. */
export async function takeNotSummed(db: TransactionDb, { period, store_id, part }: Gathering): Promise<string[]> {
  const { count } = await db`
    update closing_stores set is_summed = true
    where period = ${period} and store_id = ${store_id} and part = ${part} and not is_summed`;
  if (count === 0) return [];
  const rows = await db<{ statement_id: string }[]>`
    select statement_id from closing_statements where period = ${period} and part = ${part} and not is_written`;
  return rows.map(({ statement_id }) => statement_id);
}

/** From line items that are written already: of these statements and one store, or of all stores. */
export async function sumLineItems(
  db: TransactionDb,
  statement_ids: readonly string[],
  store_id: string | null,
): Promise<void> {
  const items = db`
    select *, 1 as items from line_items
    where statement_id = any(${statement_ids as string[]}::text[]) ${store_id === null ? db`` : db`and store_id = ${store_id}`}`;
  await db`${insertSums(db, items)}`;
}

/** `items` may be line items or sums of some; `items.items` says how many. */
const insertSums = (db: TransactionDb, items: Fragment) => db`
  insert into closing_sums (statement_id, store_id, grouped_by, month, key, play_count, earnings, items)
  select statement_id, store_id,
    case grouping(territory, track_id, release_id) when 3 then 'territory' when 5 then 'track' when 6 then 'release' else 'month' end,
    usage_period, coalesce(territory, track_id, release_id, usage_period), sum(play_count), sum(earnings), sum(items)
  from (${items}) as items
  group by statement_id, store_id, usage_period, grouping sets ((), (territory), (track_id), (release_id))`;

/**
 * For the rest of this transaction, tables are joined by hash alone. New rows have no statistics, so the planner takes millions for a
 * few: it would read all statements anew for each work, and a report's rows anew for each of its works.
 */
export async function joinByHash(db: TransactionDb): Promise<void> {
  await db`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`;
}

/**
 * A line item says which of the reports it came from by one bit each, which are cheap to add up. With one report there is nothing
 * to say.
 */
const sourceOf = (db: Db, report: Fragment, reports: readonly string[]) =>
  reports.length === 1
    ? db`null::bit varying`
    : db`
      set_bit(repeat('0', ${reports.length}::int)::bit varying, array_position(${reports as string[]}::bigint[], ${report}) - 1, 1)`;

/**
 * Tracks and shares of one store's works, by statement. Works are few and rows are millions, so all that can be known
 * before the rows are read is computed here: a sale of a whole album is divided into its tracks, and a line item's
 * names become one number, `item`. It is a table that is analysed, because the planner must know that it is the small
 * side of the join.
 */
export async function prepareShares(
  db: TransactionDb,
  { period, part }: Gathering,
  reports: readonly string[],
): Promise<void> {
  await db`
    create temporary table closing_shares (report bigint, reported_isrc text, upc text, currency text, statement_id text, release_id text,
      track_id text, isrc text, place bigint, tracks integer, source bit varying, item bigint) on commit drop`;
  await db`
    insert into closing_shares
    select *, dense_rank() over (order by statement_id, isrc, track_id, release_id)
    from (
      select w.report, w.isrc as reported_isrc, w.upc, s.currency, s.statement_id, w.release_id, given.track_id,
        case when w.isrc <> '' then w.isrc else coalesce((select isrc from tracks where id = given.track_id), '') end as isrc,
        given.place, case when w.isrc <> '' then 1 else cardinality(w.track_ids) end as tracks,
        ${sourceOf(db, db`w.report`, reports)} as source
      from sales_works w
      join closing_statements s on s.period = ${period} and s.part = ${part} and s.organization_id = w.organization_id
      cross join lateral unnest(case when w.isrc <> '' then w.track_ids[1:1] else w.track_ids end)
        with ordinality as given (track_id, place)
      where w.closed_in = ${period} and w.report = any(${reports as string[]}::bigint[]) and w.amounts ? s.currency) as share`;
  await db`analyze closing_shares`;
}

/**
 * The rows of one store that this close has taken, as line items. They lie in the order of their statements, so that
 * reading a statement reads neighbours. A sale of a whole album goes to its tracks in equal shares. A share is cut at
 * 12 decimals, and the first track gets what is left: `div` cuts exactly, where `/` would round at a number of digits
 * of its own choosing. Rows are sorted by a number and little else, and get their names again at the end. The groups
 * are read twice, while they are narrow and in memory: once as line items, once to add up the statements.
 */
export async function gatherLineItems(
  db: TransactionDb,
  { period, store_id, part }: Gathering,
  reports: readonly string[],
): Promise<number> {
  const summed = db`
    select named.statement_id, ${store_id}::text as store_id, named.release_id, named.track_id, g.*
    from (
      select item, territory, usage_period, sum(play_count) as play_count, sum(play_count * unit_rate) as earnings, count(*) as items
      from grouped group by item, territory, usage_period) g
    join named on named.item = g.item`;
  const { count } = await db`
    with grouped as materialized (
      select i.item, r.territory, r.usage_period, rated.unit_rate, sum(r.play_count) as play_count,
        ${reports.length === 1 ? db`null::bit varying` : db`bit_or(i.source)`} as reports
      from sales_rows r
      join closing_shares i
        on i.report = r.report and i.reported_isrc = coalesce(r.isrc, '') and i.upc = coalesce(r.upc, '') and i.currency = r.currency
      cross join lateral (select case
          when i.tracks = 1 then r.unit_rate
          when i.place > 1 then div(r.unit_rate * 1000000000000, i.tracks) * 0.000000000001
          else r.unit_rate - (i.tracks - 1) * (div(r.unit_rate * 1000000000000, i.tracks) * 0.000000000001)
        end as unit_rate) as rated
      where r.report = any(${reports as string[]}::bigint[])
      group by i.item, r.territory, r.usage_period, rated.unit_rate, r.play_count > 0, r.play_count < 0),
    named as materialized (select distinct on (item) item, statement_id, isrc, track_id, release_id from closing_shares),
    summed as (${insertSums(db, summed)}),
    numbered as (
      select *, row_number() over (order by item)
        + (select coalesce(sum(items), 0) from closing_stores where period = ${period} and part = ${part}) as number
      from grouped)
    insert into line_items (statement_id, number, isrc, track_id, release_id, store_id, territory, play_count, unit_rate, earnings,
      usage_period, reports)
    select i.statement_id, n.number, i.isrc, i.track_id, i.release_id, ${store_id}, n.territory, n.play_count, n.unit_rate,
      n.play_count * n.unit_rate, n.usage_period, n.reports
    from numbered n
    join named i on i.item = n.item`;
  return count;
}
