// DSR's profile FinancialReportingToRecordCompaniesSRB: what a store pays, one row for each recording or album and summary record. The
// summary records (SY10) say where and in which currency; the rows (SR08) what was used and what one use is worth.

import { isCurrency } from "../../standards/currency.ts";
import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  parseDecimal,
  roundHalfEven,
  ZERO,
} from "../../standards/decimal.ts";
import type { DsrProfile, DsrRecord, DsrSink } from "./dsr-record.ts";
import { readSummary, type Summary, Warnings } from "./dsr-summary.ts";

const RATE_DIGITS = 12;

type FinancialSummary = Summary & { currency: string; allocated: Decimal | undefined; sum: Decimal; line: number };

export function financialProfile({ month, writer, add: addRow }: DsrSink): DsrProfile {
  const { issues } = writer;
  const summaries = new Map<string, FinancialSummary>();
  const contradicting = new Warnings("contradict their own AllocatedRevenue");
  const cut = new Warnings("have a unit price that was cut at 12 decimals and gives another AllocatedRevenue");

  function acceptSummary(record: DsrRecord): void {
    const summary = readSummary(record, summaries, { issues });
    const currency = record.cell("currencyofaccounting") ?? "";
    if (!isCurrency(currency)) issues.add(record.line, "CurrencyOfAccounting", "must be a currency of ISO 4217");
    if (!summary) return;
    const allocated = parseDecimal(record.cell("allocatedrevenuecoa") ?? "");
    summaries.set(summary.id, { ...summary, currency, allocated, sum: ZERO, line: record.line });
  }

  function acceptRow({ line, cell }: DsrRecord): undefined {
    const summary = summaries.get(cell("summaryrecordid") ?? "");
    if (!summary) return issues.add(line, "SummaryRecordId", "names no summary record before it");
    const usage_text = cell("netusage") ?? "";
    const unit_rate = unitRate(line, cell, usage_text);
    if (unit_rate === undefined) return;
    const { territory, currency } = summary;
    const [isrc = "", upc = ""] = [cell("isrc"), cell("icpn")];
    addRow(line, { isrc, upc, territory, play_count: usage_text, unit_rate, currency, usage_period: month });
    const [usage, rate] = [parseDecimal(usage_text), parseDecimal(unit_rate)];
    if (usage && rate) summary.sum = add(summary.sum, multiply(usage, rate));
  }

  /** Undefined: the problem was recorded as an issue. */
  function unitRate(line: number, cell: DsrRecord["cell"], usage_text: string): string | undefined {
    const price = cell("calculatedunitpricecoa") ?? "";
    const revenue_text = cell("allocatedrevenuecoa") ?? "";
    const revenue = parseDecimal(revenue_text);
    const usage = parseDecimal(usage_text);
    if (revenue_text !== "" && !revenue) {
      issues.add(line, "AllocatedRevenue", `must be a decimal number, not "${revenue_text.slice(0, 40)}"`);
      return undefined;
    }
    if (revenue && revenue.units !== 0n && (!usage || usage.units === 0n)) {
      issues.add(line, "NetUsage", "is missing or 0, but the row has revenue");
      return undefined;
    }
    if (price !== "") {
      const value = parseDecimal(price);
      const isRight =
        !revenue || !value || !usage || compare(roundHalfEven(multiply(usage, value), revenue.scale), revenue) === 0;
      if (!isRight) contradicting.add(line);
      return price;
    }
    if (!revenue) {
      const issue = "is missing, and so is AllocatedRevenue, in the currency of accounting";
      issues.add(line, "CalculatedUnitPrice", issue, "missing_required_field");
      return undefined;
    }
    if (!usage || usage.units === 0n) return "0";
    const rate = divide(revenue, usage, RATE_DIGITS);
    if (compare(multiply(rate, usage), revenue) !== 0) cut.add(line);
    return formatDecimal(rate);
  }

  return {
    accept(record) {
      if (record.name === "SY10") acceptSummary(record);
      else if (record.name === "SR08") acceptRow(record);
      else if (/^(SY|SR|SU)/.test(record.name))
        issues.add(record.line, "", `is a ${record.name} record, which this profile does not have`);
    },
    end: () => ({ warnings: [...contradicting.toList(), ...cut.toList(), ...summaryWarnings(summaries)] }),
  };
}

const MAX_LISTED = 10;

function summaryWarnings(summaries: ReadonlyMap<string, FinancialSummary>): string[] {
  const wrong = [...summaries.values()].filter(
    ({ allocated, sum }) => allocated && compare(roundHalfEven(sum, allocated.scale), allocated) !== 0,
  );
  const listed = wrong.slice(0, MAX_LISTED).map(({ id, line, currency, allocated, sum }) => {
    const said = formatDecimal(allocated ?? decimal("0"));
    return `Summary record ${id} (line ${line}) says AllocatedRevenue ${said} ${currency}, but its rows sum to ${formatDecimal(sum)}.`;
  });
  const rest = wrong.length - listed.length;
  return rest > 0 ? [...listed, `${rest} more summary records disagree with their rows.`] : listed;
}
