import type { SalesReport } from "@segue/sdk";
import { showMoney } from "../../../values/format.ts";

/** Sums of several currencies in a line. They are exact in the report's own page. */
export function showTotals(totals: SalesReport["totals"]): string {
  return totals.length === 0 ? "–" : totals.map(({ amount, currency }) => showMoney(amount, currency)).join(" + ");
}
