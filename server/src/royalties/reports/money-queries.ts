import { type Db, json, type TransactionDb } from "../../platform/database/db.ts";
import type { ReportRow } from "./queries.ts";

export async function updateReportRow(
  db: TransactionDb,
  { number, rates, received }: Pick<ReportRow, "number" | "rates" | "received">,
): Promise<void> {
  await db`
    update sales_reports set rates = ${json(db, rates)}, received = ${received && json(db, received)}, updated_at = now()
    where number = ${number}`;
}

/** Also by a close that has just begun. */
export async function hasStatedWorks(db: Db, number: string): Promise<boolean> {
  return (await db`select 1 from sales_works where report = ${number} and closed_in is not null limit 1`).length > 0;
}

/** The stores of a reversal whose report has some, from its rows: those that were not matched are not among them. */
export async function sumReversedStores(db: TransactionDb, number: string): Promise<void> {
  await db`
    update sales_reports r set stores = (
      select coalesce(jsonb_agg(jsonb_build_object('store_id', store_id, 'rows', rows, 'totals', totals) order by store_id), '[]')
      from (
        select store_id, sum(rows) as rows,
          jsonb_agg(jsonb_build_object('currency', currency, 'amount', trim_scale(amount)::text) order by currency) as totals
        from (
          select coalesce(s.store_id, r.store_id) as store_id, s.currency, count(*) as rows,
            sum(coalesce(s.amount, s.play_count * s.unit_rate)) as amount
          from sales_rows s where s.report = r.number group by 1, 2) as in_currency
        group by store_id) as by_store)
    where number = ${number} and exists (select 1 from sales_reports reversed where reversed.id = r.reverses and reversed.stores <> '[]')`;
}
