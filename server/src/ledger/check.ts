// The proof that the books are right: what is kept as balances is what the ledger and its causes add up to.

import { type Static, Type } from "typebox";
import type { Context } from "../platform/context.ts";
import { Id, OneOf } from "../platform/schema.ts";
import { Amount, Currency } from "./amount.ts";
import { countBalances, listDifferences, listOrganizationsToCheck } from "./check-queries.ts";

// One difference is a fault already; this many are enough to see a pattern.
const MAX_DIFFERENCES = 100;
const AT_ONCE = 100;

const LedgerDifference = Type.Object(
  {
    organization_id: Id("org"),
    currency: Currency,
    field: OneOf(["available", "pending", "all accounts"]),
    compared_with: OneOf(["entries", "transactions", "causes", "zero"], {
      description:
        "What the balance differs from. `entries`: the ledger. `transactions`: what the partner sees. `causes`: statements, " +
        "adjustments and payouts. `zero`: the sum of all entries, which must be 0.",
    }),
    balance: Amount({ description: "The stored balance.", examples: ["12.50"] }),
    found: Amount({ description: "What it should be.", examples: ["12.49"] }),
  },
  { title: "LedgerDifference" },
);
export type LedgerDifference = Static<typeof LedgerDifference>;

export const LedgerCheck = Type.Object(
  {
    is_right: Type.Boolean(),
    balances: Type.Integer({ minimum: 0, description: "How many were checked.", examples: [412] }),
    differences: Type.Array(LedgerDifference, { description: `The first ${MAX_DIFFERENCES}.` }),
  },
  { title: "LedgerCheck" },
);
type LedgerCheck = Static<typeof LedgerCheck>;

/** A few organizations at a time: a ledger of years takes longer than one statement may. */
export async function checkLedger(ctx: Context): Promise<LedgerCheck> {
  const differences: LedgerDifference[] = [];
  for (let after = "", found = AT_ONCE; found === AT_ONCE && differences.length < MAX_DIFFERENCES; ) {
    const ids = await listOrganizationsToCheck(ctx.db, after, AT_ONCE);
    differences.push(...(await listDifferences(ctx.db, ids, MAX_DIFFERENCES - differences.length)));
    after = ids.at(-1) ?? "";
    found = ids.length;
  }
  return { is_right: differences.length === 0, balances: await countBalances(ctx.db), differences };
}
