import { type Static, Type } from "typebox";
import { Amount, amountIssues, Currency, GivenAmount, GivenCurrency } from "../ledger/amount.ts";
import { Id, OneOf, onlyFieldsOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { shownAmount } from "../standards/currency.ts";
import { add, decimal, formatDecimal, negate } from "../standards/decimal.ts";

export const MAX_COSTS = 1_000;

export const costStatuses = ["open", "recouped", "cancelled"] as const;
export type CostStatus = (typeof costStatuses)[number];

/** Closes recoup costs, and returns take back what was recouped. */
export const costTransitions = {
  recoup: { from: ["open"], to: "recouped", event: "none" },
  reopen: { from: ["recouped"], to: "open", event: "none" },
  cancel: { from: ["open"], to: "cancelled", event: "none" },
} as const satisfies Transitions<CostStatus, never>;

const kind = OneOf(["advance", "cost"], { examples: ["advance"] });
const description = Text({ maxLength: 500, examples: ["Advance for the second album"] });

export const Cost = Type.Object(
  {
    id: Id("cst"),
    contract_id: Id("con"),
    kind,
    amount: Amount({ examples: ["500.00"] }),
    currency: Currency,
    description,
    recouped_amount: Amount({ examples: ["238.00"] }),
    outstanding_amount: Amount({ description: "Zero once it is cancelled.", examples: ["262.00"] }),
    status: OneOf(costStatuses),
    created_at: Timestamp,
  },
  { title: "ContractCost" },
);
export type Cost = Static<typeof Cost>;

export const NewCost = Type.Object(
  {
    kind,
    amount: GivenAmount({
      description: "Above 0, in whole minor units.",
      is_signed: false,
      examples: ["500.00"],
    }),
    currency: GivenCurrency,
    description,
  },
  { title: "NewContractCost", additionalProperties: false, rule: amountIssues },
);
export type NewCost = Static<typeof NewCost>;

export type KeptCost = Omit<Cost, "outstanding_amount"> & { organization_id: string };

const costFields = onlyFieldsOf(Type.Omit(Cost, ["outstanding_amount"]));

export function shownCost(row: KeptCost): Cost {
  const outstanding =
    row.status === "cancelled" ? "0" : formatDecimal(add(decimal(row.amount), negate(decimal(row.recouped_amount))));
  return {
    ...costFields(row),
    amount: shownAmount(row.amount, row.currency),
    recouped_amount: shownAmount(row.recouped_amount, row.currency),
    outstanding_amount: shownAmount(outstanding, row.currency),
  };
}
