// Money of sales reports that belongs to no track yet. Over all reports, as long as there are not more than a page may ask for;
// beyond that it says over which.

import type { SalesReport } from "@segue/sdk";
import { showMoney, showNumber } from "../../../values/format.ts";
import { sumByCurrency } from "../../../values/money.ts";

/** Ten stores bring as many in four years. */
export const MOST_REPORTS = 500;

/** `reports` come newest first. */
export async function sumUnmatched(
  reports: AsyncIterable<Pick<SalesReport, "unmatched" | "unmatched_totals" | "reversed_by">>,
): Promise<{ count: number; isMore: boolean; detail: string }> {
  let read = 0;
  let count = 0;
  let totals: SalesReport["totals"] = [];
  let isMore = false;
  for await (const { unmatched, unmatched_totals, reversed_by } of reports) {
    if (read === MOST_REPORTS) {
      isMore = true;
      break;
    }
    read += 1;
    if (unmatched === 0 || reversed_by !== null) continue;
    count += unmatched;
    totals = sumByCurrency([...totals, ...unmatched_totals]);
  }
  const money = totals.map(({ currency, amount }) => showMoney(amount, currency)).join(", ");
  const covered = isMore ? `, in the newest ${showNumber(MOST_REPORTS)} reports` : "";
  return { count, isMore, detail: `rows worth ${money} belong to no track yet${covered}` };
}
