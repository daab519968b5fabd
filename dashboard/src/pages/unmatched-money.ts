// Money of sales reports that belongs to no track yet, over the newest reports.

import type { ReportTotal } from "@segue/sdk";
import { segue } from "../api.ts";
import { showMoney } from "../format.ts";

const REPORTS = 100;

export async function readUnmatched(): Promise<{ count: number; isMore: boolean; detail: string }> {
  const { data, has_more } = await segue.operator.salesReports.list({ limit: REPORTS });
  const open = data.filter(({ unmatched, reversed_by }) => unmatched > 0 && reversed_by === null);
  const count = open.reduce((sum, { unmatched }) => sum + unmatched, 0);
  const totals = sumByCurrency(open.flatMap(({ unmatched_totals }) => unmatched_totals));
  const money = totals.map(({ currency, amount }) => showMoney(amount, currency)).join(", ");
  return { count, isMore: has_more, detail: `rows worth ${money} belong to no track yet` };
}

const DIGITS = 18;

/** Exact: the digits are added as whole numbers. */
function sumByCurrency(totals: readonly ReportTotal[]): ReportTotal[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of totals) sums.set(currency, (sums.get(currency) ?? 0n) + wholeOf(amount));
  return [...sums].map(([currency, sum]) => ({ currency, amount: decimalOf(sum) }));
}

function wholeOf(amount: string): bigint {
  const [whole = "0", rest = ""] = amount.split(".");
  return BigInt(whole + rest.padEnd(DIGITS, "0").slice(0, DIGITS));
}

function decimalOf(sum: bigint): string {
  const digits = String(sum < 0n ? -sum : sum).padStart(DIGITS + 1, "0");
  return `${sum < 0n ? "-" : ""}${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`;
}
