import { Type } from "typebox";
import { Amount, Currency } from "../ledger/amount.ts";
import { Id, Timestamp } from "../platform/schema.ts";

/** What an organization earned in a period, in one currency. */
export const Statement = Type.Object(
  {
    id: Id("stm"),
    period_start: Type.String({ format: "date", examples: ["2026-02-01"] }),
    period_end: Type.String({ format: "date", description: "Inclusive.", examples: ["2026-02-28"] }),
    currency: Currency,
    gross_amount: Amount({ examples: ["1284.53"] }),
    fee_amount: Amount({ description: "The distribution fee.", examples: ["192.68"] }),
    tax_amount: Amount({ description: "Withholding tax.", examples: ["0.00"] }),
    net_amount: Amount({ description: "Gross less fee and tax.", examples: ["1091.85"] }),
    line_item_count: Type.Integer({ minimum: 0, examples: [412] }),
    created_at: Timestamp,
  },
  { title: "Statement" },
);
