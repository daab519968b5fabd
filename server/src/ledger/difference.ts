// Two figures of the books that must be equal and are not.

import { type Static, Type } from "typebox";
import { Id, Nullable, OneOf } from "../platform/schema.ts";
import { Amount, Currency } from "./amount.ts";

export const LedgerDifference = Type.Object(
  {
    organization_id: Nullable(Id("org", { description: "Null for a report." })),
    currency: Nullable(Currency),
    source_id: Nullable(
      Type.String({
        description:
          "The report, statement, royalty, payee statement or contract; for a payee's balance the payee. Null for an organization's.",
        examples: ["stm_01k8z3v9qxe7p9a4m2c6t5w8rn"],
      }),
    ),
    field: OneOf([
      ...(["available", "pending", "all accounts", "gross", "fee", "tax", "net"] as const),
      ...(["owed and owing", "share", "recouped"] as const),
      ...(["line item count", "row count", "rows", "totals", "unmatched"] as const),
    ]),
    compared_with: OneOf(
      [
        "entries",
        "transactions",
        "causes",
        "zero",
        "royalties",
        "line items",
        "taken",
        "rows",
        "works",
        "contracts",
        "costs",
        "share less tax",
      ],
      {
        description:
          "The figure that it differs from. For a balance: `entries`: the ledger. `transactions`: what the partner sees. `causes`: " +
          "statements, adjustments, conversions and payouts. `zero`: the sum of all entries, which must be 0. For a statement: its `royalties`, and " +
          "`taken`: the rows that its close took. For a royalty: its `line items`. For a report: its `rows`, and `works`: its rows on " +
          "statements, open and unmatched. For a payee statement: its shares of `contracts`. For a contract: what its `costs` have recouped.",
      },
    ),
    balance: Amount({ description: "The stored figure.", examples: ["12.50"] }),
    found: Amount({ description: "The figure that it should be.", examples: ["12.49"] }),
  },
  { title: "LedgerDifference" },
);
export type LedgerDifference = Static<typeof LedgerDifference>;
