// Money of sales reports that belongs to no track yet, over the newest reports.

import { segue } from "../api.ts";
import { showMoney } from "../format.ts";
import { sumByCurrency } from "../money.ts";

const REPORTS = 100;

export async function readUnmatched(): Promise<{ count: number; isMore: boolean; detail: string }> {
  const { data, has_more } = await segue.operator.salesReports.list({ limit: REPORTS });
  const open = data.filter(({ unmatched, reversed_by }) => unmatched > 0 && reversed_by === null);
  const count = open.reduce((sum, { unmatched }) => sum + unmatched, 0);
  const totals = sumByCurrency(open.flatMap(({ unmatched_totals }) => unmatched_totals));
  const money = totals.map(({ currency, amount }) => showMoney(amount, currency)).join(", ");
  return { count, isMore: has_more, detail: `rows worth ${money} belong to no track yet` };
}
