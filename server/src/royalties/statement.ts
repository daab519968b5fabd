import { type Static, Type } from "typebox";
import { Amount, Currency } from "../ledger/amount.ts";
import { Id, Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { shownAmount } from "../standards/currency.ts";
import { decimal, formatDecimal } from "../standards/decimal.ts";

export const PeriodStart = Type.String({ format: "date", examples: ["2026-02-01"] });
export const PeriodEnd = Type.String({ format: "date", description: "Inclusive.", examples: ["2026-02-28"] });

export const ShownRate = (examples: string[]) => Type.String({ pattern: "^-?\\d+(\\.\\d+)?$", examples });

/** A larger one is shown as the largest, and the earnings beside it stay exact. */
export const PlayCount = (options: object) =>
  Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...options });

const StatementRate = Type.Object(
  {
    from: Currency,
    rate: { ...ShownRate(["0.9214"]), description: "As it was used: one of `from` in the currency of the statement." },
    source: OneOf(["report", "period"], {
      description: "`report`: the sales report had a rate of its own. `period`: the rate of the month that was closed.",
    }),
  },
  { title: "StatementRate" },
);
export type StatementRate = Static<typeof StatementRate>;

const FeeRate = Type.Object(
  { rate: ShownRate(["0.15"]), gross_amount: Amount({ examples: ["1284.53"] }) },
  { title: "StatementFeeRate" },
);

/** More are on its line items alone. */
export const MAX_STATEMENT_RATES = 1_000;

/** The earnings of an organization in a period, in one currency. */
export const Statement = Type.Object(
  {
    id: Id("stm"),
    period_start: PeriodStart,
    period_end: PeriodEnd,
    currency: Currency,
    gross_amount: Amount({ examples: ["1284.53"] }),
    fee_amount: Amount({ description: "The distribution fee.", examples: ["192.68"] }),
    tax_amount: Amount({ description: "Withholding tax.", examples: ["0.00"] }),
    net_amount: Amount({ description: "Gross less fee and tax.", examples: ["1091.85"] }),
    fee_rate: { ...ShownRate(["0.15"]), description: "The general rate, as it was used." },
    fee_rates: Type.Array(FeeRate, {
      description:
        "All rates of fees that were used, and the earnings that each was used on. More than one if your fee differs by store or territory.",
    }),
    withholding_rate: { ...ShownRate(["0"]), description: "As it was used." },
    withholding_territories: Nullable(
      Type.Array(Type.String({ examples: ["US"] }), {
        description: "As they were used: usage in these territories alone was taxed. Null: in all of them.",
      }),
    ),
    line_item_count: Type.Integer({ minimum: 0, examples: [412] }),
    exchange_rates: Type.Array(StatementRate, {
      maxItems: MAX_STATEMENT_RATES,
      description:
        "The rates by which amounts in other currencies were converted. Empty where nothing was converted. Later changes of rates " +
        "do not change a statement.",
    }),
    created_at: Timestamp,
  },
  { title: "Statement" },
);
export type Statement = Static<typeof Statement>;

export const OperatorStatement = Type.Object(
  { ...Statement.properties, organization_id: Id("org") },
  { title: "OperatorStatement" },
);

/** A statement as it is kept. */
export type StatementRow = Omit<Statement, "period_start" | "period_end" | "fee_rates"> & {
  period: string;
  organization_id: string;
  /** Null: the general rate alone. */
  fee_rates: Statement["fee_rates"] | null;
};

export const LineItem = Type.Object(
  {
    id: Id("lin"),
    isrc: Type.String({ examples: ["QZ-ABC-26-00001"] }),
    track_id: Id("trk"),
    release_id: Id("rel"),
    store_id: Type.String({ examples: ["store_auralis"] }),
    territory: Type.String({ description: "`ZZ` if the territory is not known.", examples: ["DE"] }),
    play_count: PlayCount({ description: "Negative for returns and corrections.", examples: [18_204] }),
    unit_rate: {
      ...ShownRate(["0.0035"]),
      description: "The price that the store paid for one play, in `reported_currency` if the item was converted.",
    },
    earnings: Amount({
      description:
        "Play count × unit rate, exactly; or the amount that the store reported. Converted if `exchange_rate` is not null.",
      examples: ["63.714"],
    }),
    currency: Currency,
    usage_period: Type.String({ description: "The month in which it was played.", examples: ["2026-02"] }),
    report_ids: Type.Array(Id("rep"), {
      description: "The sales reports that it came from. The operator can look up their rows.",
    }),
    rate_is: OneOf(["exact", "quotient"], {
      description:
        "`exact`: the store reported the unit rate. `quotient`: it reported an amount, and the unit rate is this amount divided by the " +
        "play count, cut at 12 decimals, or 0 if the count is 0.",
    }),
    reported_currency: Nullable({
      ...Currency,
      description: "The currency that the store reported. Null if nothing was converted.",
    }),
    reported_earnings: Nullable(
      Amount({ description: "In `reported_currency`. Null if nothing was converted.", examples: ["69.1491"] }),
    ),
    exchange_rate: Nullable({
      ...ShownRate(["0.9214"]),
      description: "Earnings are the reported earnings × this rate, exactly. Null if nothing was converted.",
    }),
  },
  { title: "LineItem" },
);
export type LineItem = Static<typeof LineItem>;

/** As it is kept: `reports` has one bit for each report that its store's items were gathered from; null stands for all of them. */
export type LineItemRow = Omit<LineItem, "report_ids" | "rate_is"> & {
  reports: string | null;
  /** The store that sent the report, where the row names another. */
  sender: string | null;
  is_quotient: boolean | null;
};

export const groupings = ["month", "store", "territory", "track", "release"] as const;
export type Grouping = (typeof groupings)[number];

export const Earning = Type.Object(
  {
    key: Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "The month, store, territory, track or release; null for the sum of the rest.",
      examples: ["store_auralis"],
    }),
    currency: Currency,
    play_count: PlayCount({ examples: [204_112] }),
    earnings: Amount({ description: "Gross.", examples: ["714.392"] }),
  },
  { title: "Earning" },
);
export const Earnings = Type.Object({ data: Type.Array(Earning) }, { title: "EarningList" });
export type Earning = Static<typeof Earning>;

export const periodStatuses = ["closing", "closed"] as const;

export const periodTransitions = {
  finish: { from: ["closing"], to: "closed", event: "none" },
} as const satisfies Transitions<(typeof periodStatuses)[number], "none">;

/** The first and the last day of a month. */
export function daysOf(month: string): { period_start: string; period_end: string } {
  const [year = 0, of_year = 1] = month.split("-").map(Number);
  const last = new Date(Date.UTC(2000, of_year, 0));
  last.setUTCFullYear(year, of_year, 0);
  return { period_start: `${month}-01`, period_end: `${month}-${String(last.getUTCDate()).padStart(2, "0")}` };
}

export function rateText(rate: string): string {
  return formatDecimal(decimal(rate));
}

type Amounts = Record<"gross_amount" | "fee_amount" | "tax_amount" | "net_amount", string>;

/** The four amounts as they are written for people. */
export function amountTexts(row: Amounts & { currency: string }): Amounts {
  const { gross_amount, fee_amount, tax_amount, net_amount, currency } = row;
  return {
    gross_amount: shownAmount(gross_amount, currency),
    fee_amount: shownAmount(fee_amount, currency),
    tax_amount: shownAmount(tax_amount, currency),
    net_amount: shownAmount(net_amount, currency),
  };
}

export function shownStatement(row: StatementRow): Statement {
  const { id, currency, withholding_territories, line_item_count, created_at } = row;
  return {
    id,
    ...daysOf(row.period),
    currency,
    ...amountTexts(row),
    fee_rate: rateText(row.fee_rate),
    fee_rates: (row.fee_rates ?? [{ rate: row.fee_rate, gross_amount: row.gross_amount }]).map((used) => ({
      rate: rateText(used.rate),
      gross_amount: shownAmount(used.gross_amount, currency),
    })),
    withholding_rate: rateText(row.withholding_rate),
    withholding_territories,
    line_item_count,
    exchange_rates: row.exchange_rates,
    created_at,
  };
}

export function shownOperatorStatement(row: StatementRow): Statement & { organization_id: string } {
  return { ...shownStatement(row), organization_id: row.organization_id };
}

/** `sources`: by the store that sent them, the reports that its items were gathered from. */
export function shownLineItem(row: LineItemRow, sources: ReadonlyMap<string, readonly string[]>): LineItem {
  const { id, isrc, track_id, release_id, store_id, territory, play_count, currency, usage_period, reports } = row;
  const gathered = sources.get(row.sender ?? store_id) ?? [];
  const report_ids = gathered.filter((_id, place) => reports === null || reports[place] === "1");
  const unit_rate = rateText(row.unit_rate);
  const earnings = shownAmount(row.earnings, currency);
  const played = { store_id, territory, play_count, unit_rate, earnings, currency, usage_period };
  return { id, isrc, track_id, release_id, ...played, report_ids, ...conversionOf(row) };
}

type Conversion = Pick<LineItem, "rate_is" | "reported_currency" | "reported_earnings" | "exchange_rate">;

function conversionOf({ is_quotient, reported_currency, reported_earnings, exchange_rate }: LineItemRow): Conversion {
  const isConverted = reported_currency !== null && reported_earnings !== null && exchange_rate !== null;
  return {
    rate_is: is_quotient ? "quotient" : "exact",
    reported_currency,
    reported_earnings: isConverted ? shownAmount(reported_earnings, reported_currency) : null,
    exchange_rate: isConverted ? rateText(exchange_rate) : null,
  };
}
