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

/** `has_formats`: one was read by a format, so rows may have amounts, and stores of their own. */
export type Sources = { reports: string[]; has_formats: boolean };

/** The reports of one store whose rows this close has taken: their numbers find its rows among those of all reports. */
export async function findReportsOfStore(db: Db, { period, store_id }: Gathering): Promise<Sources> {
  const rows = await db<{ number: string; has_format: boolean }[]>`
    select number::text, format_id is not null as has_format from sales_reports
    where store_id = ${store_id} and number in (select report from sales_works where closed_in = ${period})
    order by sales_reports.number`;
  return { reports: rows.map(({ number }) => number), has_formats: rows.some(({ has_format }) => has_format) };
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
 * From here on in this transaction, tables are joined by hash alone. New rows have no statistics, so the planner takes millions for a
 * few: it would read all statements anew for each work, a report's rows anew for each of its works, and the rates of all works anew for
 * each statement.
 */
export async function joinByHash(db: TransactionDb): Promise<void> {
  await db`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`;
}

/** Ends `joinByHash`. */
export async function joinAnyWay(db: TransactionDb): Promise<void> {
  await db`select set_config('enable_nestloop', 'on', true), set_config('enable_mergejoin', 'on', true)`;
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
 * names, with the currency and rate that it is converted by, become one number, `item`. It is a table that is analysed,
 * because the planner must know that it is the small side of the join.
 */
export async function prepareShares(
  db: TransactionDb,
  { period, part }: Gathering,
  { reports }: Sources,
): Promise<void> {
  const taken = db`w.closed_in = ${period} and w.report = any(${reports}::bigint[])`;
  const planned = db`closing_statements s on s.period = ${period} and s.part = ${part} and s.organization_id = w.organization_id`;
  await db`
    create temporary table closing_shares (report bigint, reported_isrc text, upc text, currency text, rate numeric, statement_id text,
      release_id text, track_id text, isrc text, place bigint, tracks integer, source bit varying, item bigint) on commit drop`;
  await db`
    insert into closing_shares
    select *, dense_rank() over (order by statement_id, isrc, track_id, release_id, currency, rate)
    from (
      select w.report, w.isrc as reported_isrc, w.upc, w.currency, w.rate, w.statement_id, w.release_id, given.track_id,
        case when w.isrc <> '' then w.isrc else coalesce((select isrc from tracks where id = given.track_id), '') end as isrc,
        given.place, case when w.isrc <> '' then 1 else cardinality(w.track_ids) end as tracks,
        ${sourceOf(db, db`w.report`, reports)} as source
      from (
        select w.report, w.isrc, w.upc, w.release_id, w.track_ids, s.statement_id, s.currency, null::numeric as rate
        from sales_works w join ${planned}
        where ${taken} and w.amounts ? s.currency and (w.stated_in is null or w.stated_in = s.currency)
        union all
        select w.report, w.isrc, w.upc, w.release_id, w.track_ids, s.statement_id, x.from_currency, x.rate
        from sales_works w join ${planned} and s.currency = w.stated_in
        join stated_rates x on x.period = w.rated_in and x.report = w.report and x.to_currency = w.stated_in
        where ${taken} and w.amounts ? x.from_currency) as w
      cross join lateral unnest(case when w.isrc <> '' then w.track_ids[1:1] else w.track_ids end)
        with ordinality as given (track_id, place)) as share`;
  await db`analyze closing_shares`;
}

/** The share of a track in `whole`: cut at 12 decimals, and the first track of an album gets what is left. */
const shareOf = (db: Db, whole: Fragment) => db`
  case
    when i.tracks = 1 then ${whole}
    when i.place > 1 then div(${whole} * 1000000000000, i.tracks) * 0.000000000001
    else ${whole} - (i.tracks - 1) * (div(${whole} * 1000000000000, i.tracks) * 0.000000000001)
  end`;

/** One group of rows for each line item. */
const groupRows = (db: Db, reports: readonly string[]) => db`
  select i.item, r.territory, r.usage_period, rated.unit_rate, sum(r.play_count) as play_count,
    ${reports.length === 1 ? db`null::bit varying` : db`bit_or(i.source)`} as reports
  from ${rowsOfShares(db)}
  cross join lateral (select ${shareOf(db, db`r.unit_rate`)} as unit_rate) as rated
  where r.report = any(${reports as string[]}::bigint[])
  group by i.item, r.territory, r.usage_period, rated.unit_rate, r.play_count > 0, r.play_count < 0`;

/**
 * The same for reports that were read by a format. A row with an amount has no rate: its group is what a line item sums,
 * whatever the amounts were. Its sign is that of the count, else of the amount.
 */
const groupFormattedRows = (db: Db, reports: readonly string[], store_id: string) => db`
  select i.item, r.territory, r.usage_period, rated.unit_rate, sum(r.play_count) as play_count,
    ${reports.length === 1 ? db`null::bit varying` : db`bit_or(i.source)`} as reports,
    rated.store_id, sum(rated.amount) as amount
  from ${rowsOfShares(db)}
  cross join lateral (
    select coalesce(r.store_id, ${store_id}) as store_id, ${shareOf(db, db`r.amount`)} as amount,
      case when r.amount is null then ${shareOf(db, db`r.unit_rate`)} end as unit_rate) as rated
  where r.report = any(${reports as string[]}::bigint[])
  group by i.item, r.territory, r.usage_period, rated.unit_rate, rated.store_id, r.amount is null,
    case when r.play_count = 0 then sign(r.amount) else sign(r.play_count) end`;

const rowsOfShares = (db: Db) => db`
  sales_rows r
  join closing_shares i
    on i.report = r.report and i.reported_isrc = coalesce(r.isrc, '') and i.upc = coalesce(r.upc, '') and i.currency = r.currency`;

/** The columns of a line item that a group `g` has: what it earned, in the currency that was reported, at which store, by which rate. */
const grouping = (db: Db, { has_formats }: Sources, store_id: string) =>
  has_formats
    ? {
        earnings: db`coalesce(g.amount, g.play_count * g.unit_rate)`,
        unit_rate: db`
          case when g.amount is null then g.unit_rate when g.play_count = 0 then 0
            else div(g.amount * 1000000000000, g.play_count) * 0.000000000001 end`,
        store_id: db`g.store_id`,
        sender: db`nullif(${store_id}, g.store_id)`,
        is_quotient: db`nullif(g.amount is not null, false)`,
      }
    : {
        earnings: db`g.play_count * g.unit_rate`,
        unit_rate: db`g.unit_rate`,
        store_id: db`${store_id}::text`,
        sender: db`null::text`,
        is_quotient: db`null::boolean`,
      };

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
  sources: Sources,
): Promise<number> {
  const { reports, has_formats } = sources;
  const of = grouping(db, sources, store_id);
  const summed = db`
    select named.statement_id, g.store_id, named.release_id, named.track_id, g.territory, g.usage_period, g.play_count, g.items,
      case when named.rate is null then g.earnings else g.earnings * named.rate end as earnings
    from (
      select item, territory, usage_period, ${of.store_id} as store_id, sum(play_count) as play_count, sum(${of.earnings}) as earnings,
        count(*) as items
      from grouped g group by item, territory, usage_period ${has_formats ? db`, g.store_id` : db``}) g
    join named on named.item = g.item`;
  const { count } = await db`
    with grouped as materialized (
      ${has_formats ? groupFormattedRows(db, reports, store_id) : groupRows(db, reports)}),
    named as materialized (
      select distinct on (item) item, statement_id, isrc, track_id, release_id, currency, rate from closing_shares),
    summed as (${insertSums(db, summed)}),
    numbered as (
      select *, row_number() over (order by item)
        + (select coalesce(sum(items), 0) from closing_stores where period = ${period} and part = ${part}) as number
      from grouped)
    insert into line_items (statement_id, number, isrc, track_id, release_id, store_id, territory, play_count, unit_rate, earnings,
      usage_period, reports, sender, is_quotient, reported_currency, reported_earnings, exchange_rate)
    select i.statement_id, g.number, i.isrc, i.track_id, i.release_id, ${of.store_id}, g.territory, g.play_count, ${of.unit_rate},
      case when i.rate is null then ${of.earnings} else (${of.earnings}) * i.rate end, g.usage_period, g.reports, ${of.sender},
      ${of.is_quotient}, case when i.rate is not null then i.currency end, case when i.rate is not null then ${of.earnings} end, i.rate
    from numbered g
    join named i on i.item = g.item`;
  return count;
}
