// The exchange rates by which a close states what is in another currency than its statement.

import type { Db, TransactionDb } from "../../platform/database/db.ts";
import { isToClose } from "./close-queries.ts";
import type { Pair } from "./missing-rate.ts";

/**
 * Keeps a rate for each report and currency that this close converts: that of the work which a reversal takes back, else
 * the report's own, else that of the period. Answers with the pairs that have none, the first few. One statement sees one
 * moment, so a rate that is deleted meanwhile is either kept or missing.
 */
export async function settleRateRows(db: TransactionDb, period: string, limit: number): Promise<Pair[]> {
  return db<Pair[]>`
    with needed as materialized (
      select distinct w.report, w.rated_in, given.currency as from_currency, w.stated_in as to_currency
      from sales_works w cross join lateral jsonb_object_keys(w.amounts) as given (currency)
      where w.closed_in = ${period} and w.stated_in is not null and given.currency <> w.stated_in),
    found as materialized (
      select n.*, coalesce(earlier.rate, own.rate, e.rate) as rate,
        case when earlier.rate is not null then earlier.source when own.rate is not null then 'report' else 'period' end as source
      from needed n
      join sales_reports r on r.number = n.report
      left join sales_reports reversed on reversed.id = r.reverses
      left join stated_rates earlier on earlier.period = n.rated_in and earlier.report = reversed.number
        and earlier.from_currency = n.from_currency and earlier.to_currency = n.to_currency
      left join lateral (
        select rate from jsonb_to_recordset(coalesce(reversed.rates, r.rates)) as given ("from" text, "to" text, rate numeric)
        where given."from" = n.from_currency and given."to" = n.to_currency limit 1) as own on true
      left join exchange_rates e
        on e.period = ${period} and e.from_currency = n.from_currency and e.to_currency = n.to_currency),
    settled as (
      insert into stated_rates (period, report, from_currency, to_currency, rate, source)
      select rated_in, report, from_currency, to_currency, rate, source from found where rate is not null)
    select distinct from_currency as "from", to_currency as "to" from found where rate is null order by 1, 2 limit ${limit}`;
}

/** The rates of a period into one currency, by the currency that they are from. */
export async function findPeriodRates(
  db: Db,
  { period, from, to }: { period: string; from: readonly string[]; to: string },
): Promise<Map<string, string>> {
  const rows = await db<{ from: string; rate: string }[]>`
    select from_currency as "from", trim_scale(rate)::text as rate from exchange_rates
    where period = ${period} and from_currency = any(${from as string[]}::text[]) and to_currency = ${to} order by from_currency`;
  return new Map(rows.map(({ from, rate }) => [from, rate]));
}

export type MissingRow = Pair & { amount: string; organizations: number; reports: number };

/** The pairs without a rate among the works that a close of the period would take now. A closed period takes nothing. */
export async function listMissingRates(db: Db, period: string, limit: number): Promise<MissingRow[]> {
  return db<MissingRow[]>`
    select given.currency as "from", o.payout_currency as "to", sum(given.amount::numeric)::text as amount,
      count(distinct o.id)::integer as organizations, count(distinct sales_reports.number)::integer as reports
    from sales_reports
    join sales_works w on w.report = sales_reports.number and w.closed_in is null and w.reason is null
    join organizations o on o.id = w.organization_id
    cross join jsonb_each_text(w.amounts) as given (currency, amount)
    left join sales_reports reversed on reversed.id = sales_reports.reverses
    left join sales_works taken on taken.report = reversed.number and taken.isrc = w.isrc and taken.upc = w.upc
    where ${isToClose(db, period)} and not exists (select 1 from periods where periods.period = ${period})
      and taken.closed_in is null and given.currency <> o.payout_currency
      and not exists (
        select 1 from jsonb_to_recordset(coalesce(reversed.rates, sales_reports.rates)) as own ("from" text, "to" text)
        where own."from" = given.currency and own."to" = o.payout_currency)
      and not exists (
        select 1 from exchange_rates e
        where e.period = ${period} and e.from_currency = given.currency and e.to_currency = o.payout_currency)
    group by 1, 2 order by 1, 2 limit ${limit}`;
}
