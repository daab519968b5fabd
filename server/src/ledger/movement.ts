// The ledger is double-entry: every movement of money is one transaction whose entries sum to zero. An entry adds to one
// account of one organization in one currency, or takes from it. Nothing in the ledger is ever changed; what was wrong is
// put right by another movement. The database holds both rules by triggers, and keeps `balances` with each movement.

import type { Decimal } from "../standards/decimal.ts";

/** Partners see `available` and, as pending, `in_transit`. The others say where money came from or went to. */
type Account = "available" | "in_transit" | "stores" | "fees" | "taxes" | "bank" | "adjustments" | "exchange";

type MovementType = "statement" | "payout" | "payout_paid" | "payout_returned" | "adjustment" | "conversion";

export type Movement = {
  organization_id: string;
  currency: string;
  type: MovementType;
  /** The statement, payout, adjustment or conversion. It causes no more than one movement of each type in a currency. */
  source_id: string;
  /** Shown to the partner. */
  description: string;
  /** They sum to zero. */
  entries: Readonly<Partial<Record<Account, Decimal>>>;
};
