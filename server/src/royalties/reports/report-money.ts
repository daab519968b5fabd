// The money of a report, as the operator notes it: exchange rates of its own, and the amount that the store really paid.

import { type Static, Type } from "typebox";
import { Amount, Currency, GivenAmount, GivenCurrency, GivenRate, pairIssues } from "../../ledger/amount.ts";
import { type Issue, problem } from "../../platform/errors.ts";
import { isRealDay, Nullable } from "../../platform/schema.ts";
import { isCurrency, minorDigits, parseAmount, shownAmount } from "../../standards/currency.ts";
import { add, decimal, formatDecimal, negate } from "../../standards/decimal.ts";

const MAX_RATES = 50;

const ReportRate = Type.Object(
  {
    from: Type.String({ ...GivenCurrency, examples: ["USD"] }),
    to: GivenCurrency,
    rate: GivenRate,
  },
  { title: "ReportRate", additionalProperties: false, rule: pairIssues },
);

const Received = Type.Object(
  {
    amount: Amount({ examples: ["1200.00"] }),
    currency: Currency,
    on: Type.String({ format: "date", examples: ["2026-04-02"] }),
  },
  { title: "ReceivedAmount", description: "The amount that the store really paid. Null while it is not known." },
);
type Received = Static<typeof Received>;

/** The fields of a sales report. */
export const reportMoney = {
  rates: Type.Array(ReportRate, {
    maxItems: MAX_RATES,
    description: "Its own exchange rates, which come before those of the month that is closed.",
  }),
  received: Nullable(Received),
  difference: Nullable(
    Amount({
      description: "`received` less the total of its currency. Null while nothing is received.",
      examples: ["-84.53"],
    }),
  ),
};

const GivenReceived = Type.Object(
  {
    amount: GivenAmount({ description: "In whole minor units.", is_signed: true, examples: ["1200.00"] }),
    currency: GivenCurrency,
    on: Type.String({ rule: dayIssues, description: "The day on which it came.", examples: ["2026-04-02"] }),
  },
  { title: "GivenReceivedAmount", additionalProperties: false, rule: receivedIssues },
);

export const ReportChanges = Type.Object(
  {
    received: Type.Optional(
      Nullable({ ...GivenReceived, description: "The amount that the store really paid. Null removes it." }),
    ),
    rates: Type.Optional(
      Type.Array(ReportRate, {
        maxItems: MAX_RATES,
        rule: rateIssues,
        description: "It replaces the old value whole. Only while none of the report's rows is on a statement.",
      }),
    ),
  },
  { title: "SalesReportChanges", additionalProperties: false },
);
export type ReportChanges = Static<typeof ReportChanges>;

function dayIssues(text: string): Issue[] {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && text >= "0001" && isRealDay(text);
  return isDay ? [] : [problem("", "must be a date such as 2026-04-02")];
}

function receivedIssues({ amount, currency }: { amount?: unknown; currency?: unknown }): Issue[] {
  if (typeof amount !== "string" || typeof currency !== "string" || !isCurrency(currency)) return [];
  if (!/^-?\d+(\.\d+)?$/.test(amount) || parseAmount(amount, currency)) return [];
  return [
    problem("amount", `must be in whole minor units: ${currency} has ${minorDigits(currency)} digits after the point`),
  ];
}

function rateIssues(rates: readonly unknown[]): Issue[] {
  const seen = new Set<string>();
  return rates.flatMap((given, place) => {
    const { from, to } = (given ?? {}) as Partial<Record<"from" | "to", unknown>>;
    if (typeof from !== "string" || typeof to !== "string") return [];
    const pair = `${from} to ${to}`;
    if (seen.has(pair)) return [problem(`[${place}]`, `is another rate from ${pair}`)];
    seen.add(pair);
    return [];
  });
}

type Totals = readonly { currency: string; amount: string }[];

/** The same row, with the difference, and its amounts for people. */
export function withMoney<Row extends { received: Received | null; totals: Totals }>(row: Row) {
  const { received, totals } = row;
  if (received === null) return { ...row, difference: null };
  const { amount, currency } = received;
  const total = totals.find((one) => one.currency === currency)?.amount ?? "0";
  const difference = formatDecimal(add(decimal(amount), negate(decimal(total))));
  return {
    ...row,
    received: { ...received, amount: shownAmount(amount, currency) },
    difference: shownAmount(difference, currency),
  };
}
