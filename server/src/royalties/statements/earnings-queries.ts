import type { Db } from "../../platform/database/db.ts";
import type { Earning, Grouping } from "../statement.ts";
import { shownCount } from "./queries.ts";

export type EarningsAsked = {
  organization_id: string;
  group_by: Grouping;
  currency?: string;
  from?: string;
  to?: string;
};

/**
 * The largest first, months in order. Beyond so many rows, the last of each currency is all the rest: its total without what is shown,
 * so that the many rows of the rest are not put in order.
 */
export async function sumEarnings(db: Db, asked: EarningsAsked, max_rows: number): Promise<Earning[]> {
  const { organization_id, group_by, currency, from, to } = asked;
  const order = group_by === "month" ? db`key, currency` : db`earnings desc, currency, key`;
  return db<Earning[]>`
    with summed as materialized (
      select key, currency, sum(play_count) as play_count, sum(earnings) as earnings
      from earnings
      where organization_id = ${organization_id} and grouped_by = ${group_by}
        ${currency === undefined ? db`` : db`and currency = ${currency}`}
        ${from === undefined ? db`` : db`and month >= ${from}`} ${to === undefined ? db`` : db`and month <= ${to}`}
      group by currency, key),
    totals as (
      select currency, count(*) as found, sum(play_count) as play_count, sum(earnings) as earnings from summed group by currency),
    shown as materialized (
      select *, row_number() over (order by ${order}) as place
      from (select * from summed order by ${order}
        limit (select case when sum(found) <= ${max_rows} then ${max_rows}::bigint else ${max_rows} - count(*) end from totals)) as first),
    shown_totals as (
      select currency, count(*) as found, sum(play_count) as play_count, sum(earnings) as earnings from shown group by currency)
    select key, currency, ${shownCount(db, db`play_count`)} as play_count, earnings, place from shown
    union all
    select null, currency, ${shownCount(db, db`t.play_count - coalesce(s.play_count, 0)`)}, t.earnings - coalesce(s.earnings, 0), null
    from totals t left join shown_totals s using (currency)
    where t.found > coalesce(s.found, 0)
    order by place nulls last, currency`;
}
