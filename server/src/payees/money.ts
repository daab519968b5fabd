// The money of a payee: its balance, what changed it, adjustments, and payments that its organization made by itself.

import { type Static, Type } from "typebox";
import { Amount, amountIssues, Currency, GivenAmount, GivenCurrency } from "../ledger/amount.ts";
import type { Movement } from "../ledger/movement.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import { isCalendarDate } from "../standards/calendar-date.ts";
import { type Decimal, negate } from "../standards/decimal.ts";

/** The parts of a payee that decide about its money. */
export type PaidPayee = { id: string; organization_id: string; name: string; paid_by: "operator" | "organization" };

const shownTypes = ["statement", "payout", "payout_returned", "payment", "adjustment", "conversion"] as const;

/** A movement as it changed the payee's `available`. */
export const PayeeTransaction = Type.Object(
  {
    id: Id("txn"),
    type: OneOf(shownTypes, {
      description:
        "`payout` takes its amount when it is requested; `payout_returned` brings it back when the payout becomes `failed` or " +
        "`cancelled`. `payment` is what the organization paid by itself. `conversion` moves the balance into another currency.",
    }),
    amount: Amount({ description: "Signed. All amounts of a currency sum to `available`.", examples: ["119.00"] }),
    currency: Currency,
    source_id: Type.String({
      description: "The payee statement, payout, payment, adjustment or conversion.",
      examples: ["pst_01k8z3v9qxe7p9a4m2c6t5w8rn"],
    }),
    description: Type.String({ examples: ["Statement for 2026-02"] }),
    created_at: Timestamp,
  },
  { title: "PayeeTransaction" },
);
export type PayeeTransaction = Static<typeof PayeeTransaction>;

export const PayeeAdjustment = Type.Object(
  {
    id: Id("adj"),
    payee_id: Id("pye"),
    currency: Currency,
    amount: Amount({ examples: ["25.00"] }),
    reason: Type.String({ examples: ["A bonus for the tour."] }),
    created_at: Timestamp,
  },
  { title: "PayeeAdjustment" },
);
export type PayeeAdjustment = Static<typeof PayeeAdjustment>;

const paidOn = { description: "The day on which you paid, not in the future.", examples: ["2026-03-05"] };
const reference = Text({ maxLength: 200, description: "Your own reference.", examples: ["Transfer 2026-03-17"] });

export const NewPayeePayment = Type.Object(
  {
    currency: GivenCurrency,
    amount: GivenAmount({
      description: "In whole minor units, not more than is available.",
      is_signed: false,
      examples: ["100.00"],
    }),
    paid_on: Type.String({
      rule: (text: string): Issue[] => (isCalendarDate(text) ? [] : [problem("", "must be a real date, YYYY-MM-DD")]),
      ...paidOn,
    }),
    reference: Type.Optional(reference),
  },
  { title: "NewPayeePayment", additionalProperties: false, rule: amountIssues },
);
export type NewPayeePayment = Static<typeof NewPayeePayment>;

export const PayeePayment = Type.Object(
  {
    id: Id("pmt"),
    payee_id: Id("pye"),
    currency: Currency,
    amount: Amount({ examples: ["100.00"] }),
    paid_on: Type.String(paidOn),
    reference: Nullable(reference),
    created_at: Timestamp,
  },
  { title: "PayeePayment" },
);
export type PayeePayment = Static<typeof PayeePayment>;

/** If the operator pays the payee, the money comes from the organization's balance; else the organization owes more, or less. */
export function adjustedEntries({ paid_by }: PaidPayee, amount: Decimal): Movement["entries"] {
  return paid_by === "operator"
    ? { available: negate(amount), payees: amount }
    : { owing: negate(amount), owed: amount };
}
