import { type Static, Type } from "typebox";
import { Amount, Currency } from "../../ledger/amount.ts";
import { Nullable, onlyFieldsOf } from "../../platform/schema.ts";
import { shownAmount } from "../../standards/currency.ts";

/** The money of one store for one month, in one currency. */
export const ReconciledAmount = Type.Object(
  {
    period: Type.String({ examples: ["2026-02"] }),
    store_id: Type.String({ description: "The store that sent the reports.", examples: ["store_auralis"] }),
    currency: Currency,
    reports: Type.Integer({ minimum: 0, description: "How many there are.", examples: [2] }),
    reported: Amount({ description: "The totals of the reports.", examples: ["1284.53"] }),
    received: Nullable(
      Amount({ description: "The amount that was received for them. Null: none was noted.", examples: ["1200.00"] }),
    ),
    difference: Nullable(Amount({ description: "`received` less `reported`.", examples: ["-84.53"] })),
    unmatched: Amount({ description: "The amount that belongs to no organization yet.", examples: ["0.00"] }),
    stated: Amount({
      description: "The amount that closes have taken, before it was converted.",
      examples: ["1284.53"],
    }),
  },
  { title: "ReconciledAmount" },
);
export type ReconciledAmount = Static<typeof ReconciledAmount>;

const fields = onlyFieldsOf(ReconciledAmount);

export function shownReconciledAmount(row: ReconciledAmount): ReconciledAmount {
  const shown = (amount: string) => shownAmount(amount, row.currency);
  return {
    ...fields(row),
    reported: shown(row.reported),
    received: row.received === null ? null : shown(row.received),
    difference: row.difference === null ? null : shown(row.difference),
    unmatched: shown(row.unmatched),
    stated: shown(row.stated),
  };
}
