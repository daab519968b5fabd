import { type Static, Type } from "typebox";
import type { Issue } from "../platform/errors.ts";
import { Id, Nullable, Text, Timestamp } from "../platform/schema.ts";
import { shownAmount } from "../standards/currency.ts";
import { Amount, amountIssues, Currency, GivenAmount, GivenCurrency, GivenRate, pairIssues } from "./amount.ts";

const reason = {
  description: "Shown to the partner.",
  examples: ["Your balance in USD, in the currency of your statements."],
};

const payeeId = { description: "A payee of the organization, whose balance is moved. Null: the organization's own." };

export const NewConversion = Type.Object(
  {
    payee_id: Type.Optional(
      Id("pye", {
        maxLength: 100,
        description: "A payee whom the operator pays: its balance is moved. Without it: the organization's own.",
      }),
    ),
    from: Type.String({ ...GivenCurrency, examples: ["USD"] }),
    to: GivenCurrency,
    rate: GivenRate,
    amount: Type.Optional(
      GivenAmount({
        description:
          "In whole minor units of `from`, with the sign of the available balance and not beyond it. Default: all of it, cut to minor units.",
        is_signed: true,
        examples: ["84.31"],
      }),
    ),
    reason: Text({ maxLength: 500, ...reason }),
  },
  { title: "NewConversion", additionalProperties: false, rule: conversionIssues },
);
export type NewConversion = Static<typeof NewConversion>;

function conversionIssues({ from, to, amount }: { from?: unknown; to?: unknown; amount?: unknown }): Issue[] {
  return [...pairIssues({ from, to }), ...amountIssues({ currency: from, amount })];
}

const Side = (example: [currency: string, amount: string]) =>
  Type.Object(
    { currency: Type.String({ ...Currency, examples: [example[0]] }), amount: Amount({ examples: [example[1]] }) },
    { description: "Negative where a negative balance was converted." },
  );

export const Conversion = Type.Object(
  {
    id: Id("cnv"),
    organization_id: Id("org"),
    payee_id: Nullable(Id("pye", payeeId)),
    from: Side(["USD", "84.31"]),
    to: Side(["EUR", "77.68"]),
    rate: Type.String({ description: "One of `from` in `to`.", examples: ["0.9214"] }),
    reason: Type.String(reason),
    created_at: Timestamp,
  },
  { title: "Conversion" },
);
export type Conversion = Static<typeof Conversion>;

/** As it is kept. */
export type ConversionRow = Omit<Conversion, "from" | "to"> &
  Record<"from_currency" | "from_amount" | "to_currency" | "to_amount", string>;

export function shownConversion(row: ConversionRow): Conversion {
  const { id, organization_id, payee_id, from_currency, to_currency, rate, reason, created_at } = row;
  const from = { currency: from_currency, amount: shownAmount(row.from_amount, from_currency) };
  const to = { currency: to_currency, amount: shownAmount(row.to_amount, to_currency) };
  return { id, organization_id, payee_id, from, to, rate, reason, created_at };
}
