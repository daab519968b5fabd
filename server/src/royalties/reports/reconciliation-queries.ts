// Sums for each month, store and currency: the amounts that stores reported and paid, and those on statements.
//
// The problem. Works are millions, and a page of a hundred entries may be about all of them.
//
// The procedure. A page is cut from the reports alone, which have their totals. The amount that closes have
// taken is a report's total without what is unmatched and what is open. In a month that a close has taken from, few works are open;
// from other months nothing is taken.

import type { Db } from "../../platform/database/db.ts";
import type { Page, PageAsked } from "../../platform/http/pagination.ts";
import { type ReconciledAmount, shownReconciledAmount } from "./reconciliation.ts";

type Asked = Pick<PageAsked, "after" | "limit"> & { period?: string; store_id?: string };

export async function listReconciliation(db: Db, asked: Asked): Promise<Page<ReconciledAmount>> {
  const { after, limit, period, store_id } = asked;
  const found = await db<ReconciledAmount[]>`
    with report as materialized (
      select number, period, store_id, totals, unmatched_totals, received, reverses is null and reversed_by is null as is_counted
      from sales_reports
      where status = 'imported' ${period === undefined ? db`` : db`and period = ${period}`}
        ${store_id === undefined ? db`` : db`and store_id = ${store_id}`}
        ${after === undefined ? db`` : db`and period <= ${after[0]}`}),
    amount as (
      select number, period, store_id, is_counted, total.currency, total.amount as total, null::numeric as unmatched, null::numeric as received
      from report, jsonb_to_recordset(totals) as total (currency text, amount numeric)
      union all
      select number, period, store_id, is_counted, total.currency, null, total.amount, null
      from report, jsonb_to_recordset(unmatched_totals) as total (currency text, amount numeric)
      union all
      select number, period, store_id, is_counted, received ->> 'currency', null, null, (received ->> 'amount')::numeric
      from report where is_counted and received is not null),
    entry as materialized (
      select period, store_id, currency, count(distinct number) filter (where is_counted)::integer as reports,
        coalesce(sum(total) filter (where is_counted), 0) as reported, sum(received) as received,
        coalesce(sum(unmatched) filter (where is_counted), 0) as unmatched,
        coalesce(sum(total), 0) - coalesce(sum(unmatched), 0) as matched
      from amount
      group by period, store_id, currency
      ${after === undefined ? db`` : db`having (period < ${after[0]} or store_id || ' ' || currency > ${after[1]})`}
      order by period desc, store_id || ' ' || currency
      limit ${limit + 1})
    select e.period, e.store_id, e.currency, e.reports, e.reported::text, e.received::text, (e.received - e.reported)::text as difference,
      e.unmatched::text, (case when taken.period is null then 0 else e.matched - coalesce(open.amount, 0) end)::text as stated
    from entry e
    left join periods taken on taken.period = e.period
    left join lateral (
      select sum((w.amounts ->> e.currency)::numeric) as amount
      from report join sales_works w on w.report = report.number and w.closed_in is null and w.reason is null
      where report.period = e.period and report.store_id = e.store_id and taken.period is not null) as open on true
    order by e.period desc, e.store_id || ' ' || e.currency`;
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const position = last && ([last.period, `${last.store_id} ${last.currency}`] as const);
  return { rows: rows.map(shownReconciledAmount), last: position, has_more: found.length > limit };
}
