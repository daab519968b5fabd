import { type Static, Type } from "typebox";
import { Amount, Currency } from "../ledger/amount.ts";
import { Id, Nullable } from "../platform/schema.ts";
import { PeriodEnd, PeriodStart } from "./statement.ts";

/** The earnings of one release at one store, on one statement. */
export const Royalty = Type.Object(
  {
    id: Id("roy"),
    statement_id: Id("stm"),
    period_start: PeriodStart,
    period_end: PeriodEnd,
    release_id: Id("rel"),
    store_id: Type.String({ examples: ["store_auralis"] }),
    gross_amount: Amount({ description: "The exact sum of the line items.", examples: ["1284.53"] }),
    fee_amount: Amount({ description: "Gross × fee rate, rounded half to even.", examples: ["192.68"] }),
    taxable_amount: Nullable(
      Amount({
        description:
          "The amount that was taxed: gross − fee of the territories that are taxed. Null where a statement of an earlier version " +
          "did not keep it.",
        examples: ["1091.85"],
      }),
    ),
    tax_amount: Amount({ description: "Taxable amount × withholding rate, rounded half to even.", examples: ["0.00"] }),
    net_amount: Amount({ description: "Gross − fee − tax, exactly.", examples: ["1091.85"] }),
    currency: Currency,
  },
  { title: "Royalty" },
);
export type Royalty = Static<typeof Royalty>;

/** A royalty as it is kept: amounts as PostgreSQL writes them. */
export type RoyaltyRow = Omit<Royalty, "period_start" | "period_end"> & { period: string };
