import { type Static, Type } from "typebox";
import { Id, OneOf, Text, Timestamp } from "../platform/schema.ts";
import { shownAmount } from "../standards/currency.ts";
import { Amount, amountIssues, Currency, GivenAmount, GivenCurrency } from "./amount.ts";

const balance = {
  currency: Currency,
  available: Amount({
    description:
      "The amount that can be paid out. Negative if corrections took more than was available; it is carried forward.",
    examples: ["1091.85"],
  }),
  pending: Amount({ description: "In payouts that are under way.", examples: ["250.00"] }),
};

export const Balance = Type.Object(balance, { title: "Balance" });

export const Balances = Type.Object({ data: Type.Array(Balance) }, { title: "Balances" });
export type Balances = Static<typeof Balances>;

/** For the operator. */
export const AnyBalance = Type.Object(
  {
    organization_id: Id("org"),
    organization_name: Type.String({ examples: ["Nightjar Records"] }),
    ...balance,
  },
  { title: "AnyBalance" },
);
export type AnyBalance = Static<typeof AnyBalance>;

const shownTypes = ["statement", "payout", "payout_returned", "split", "adjustment", "conversion"] as const;

/** A movement as partners see it: what it did to `available`. */
export const BalanceTransaction = Type.Object(
  {
    id: Id("txn"),
    type: OneOf(shownTypes, {
      description:
        "`payout` takes its amount when it is requested; `payout_returned` brings it back when the payout becomes " +
        "`failed` or `cancelled`. `split` gives a part to a payee, or takes it back. `conversion` moves a balance into another currency: one transaction in each of the two.",
    }),
    amount: Amount({ description: "Signed. All amounts of a currency sum to `available`.", examples: ["1091.85"] }),
    currency: Currency,
    source_id: Type.String({
      description:
        "The statement, payout, adjustment or conversion; of a `split` the payee statement or the adjustment.",
      examples: ["stm_01k8z3v9qxe7p9a4m2c6t5w8rn"],
    }),
    description: Type.String({ examples: ["Royalties of 2026-02"] }),
    created_at: Timestamp,
  },
  { title: "BalanceTransaction" },
);
export type BalanceTransaction = Static<typeof BalanceTransaction>;

export const NewAdjustment = Type.Object(
  {
    currency: GivenCurrency,
    amount: GivenAmount({
      description: "Signed, in whole minor units. A negative amount is taken from the balance.",
      is_signed: true,
      examples: ["-12.50"],
    }),
    reason: Text({
      maxLength: 500,
      description: "Shown to the partner.",
      examples: ["Studio costs of March, as agreed."],
    }),
  },
  { title: "NewAdjustment", additionalProperties: false, rule: amountIssues },
);
export type NewAdjustment = Static<typeof NewAdjustment>;

export const Adjustment = Type.Object(
  {
    id: Id("adj"),
    organization_id: Id("org"),
    currency: Currency,
    amount: Amount({ examples: ["-12.50"] }),
    reason: Type.String({ examples: ["Studio costs of March, as agreed."] }),
    created_at: Timestamp,
  },
  { title: "Adjustment" },
);
export type Adjustment = Static<typeof Adjustment>;

/** Amounts as the currency has them; the columns keep as many digits as they were given. */
export function withShownAmounts<Row extends { currency: string }>(row: Row, names: readonly (keyof Row)[]): Row {
  const shown = names.map((name) => [name, shownAmount(String(row[name]), row.currency)]);
  return { ...row, ...Object.fromEntries(shown) };
}
