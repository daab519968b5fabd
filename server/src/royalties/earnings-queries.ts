import type { Db } from "../platform/database/db.ts";
import type { Earning, Grouping } from "./statement.ts";
import { shownCount } from "./statement-queries.ts";

export type EarningsAsked = {
  organization_id: string;
  group_by: Grouping;
  currency?: string;
  from?: string;
  to?: string;
};

/** The largest first, months in order; beyond so many rows, the last of each currency is all the rest. */
export async function sumEarnings(db: Db, asked: EarningsAsked, max_rows: number): Promise<Earning[]> {
  const { organization_id, group_by, currency, from, to } = asked;
  return db<Earning[]>`
    with summed as (
      select key, currency, sum(play_count) as play_count, sum(earnings) as earnings
      from earnings
      where organization_id = ${organization_id} and grouped_by = ${group_by}
        ${currency === undefined ? db`` : db`and currency = ${currency}`}
        ${from === undefined ? db`` : db`and month >= ${from}`} ${to === undefined ? db`` : db`and month <= ${to}`}
      group by currency, key),
    ranked as (
      select *, row_number() over (order by ${group_by === "month" ? db`key, currency` : db`earnings desc, currency, key`}) as place,
        count(*) over () as found, (select count(distinct currency) from summed) as currencies
      from summed),
    shown as (
      select *, found <= ${max_rows} or place <= ${max_rows} - currencies as is_shown from ranked)
    select key, currency, ${shownCount(db, db`play_count`)} as play_count, earnings, place from shown where is_shown
    union all
    select null, currency, ${shownCount(db, db`sum(play_count)`)}, sum(earnings), null
    from shown where not is_shown group by currency
    order by place nulls last, currency`;
}
