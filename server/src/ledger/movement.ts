// The ledger is double-entry: every movement of money is one transaction whose entries sum to zero. An entry adds to one
// account of one organization in one currency, or takes from it. Nothing in the ledger is ever changed; what was wrong is
// put right by another movement. The database holds both rules by triggers. `balances`, and `payee_balances` of the payees to
// whom organizations give on a part, are kept with each movement.

import type { Decimal } from "../standards/decimal.ts";

/**
 * Partners see `available` and, as pending, `in_transit`. A payee has the same on `payees` and `payees_in_transit`, or on `owed` if the
 * organization pays it by itself; `owing` is the other side of `owed`. The others say where money came from or went to.
 */
type Account =
  | ("available" | "in_transit" | "stores" | "fees" | "taxes" | "bank" | "adjustments" | "exchange")
  | ("payees" | "payees_in_transit" | "owed" | "owing");

type MovementType =
  | ("statement" | "payout" | "payout_paid" | "payout_returned" | "payment")
  | ("adjustment" | "conversion");

export type Movement = {
  organization_id: string;
  /** Its payee, for entries on the accounts of a payee. Lock the organization first, as closes do. */
  payee_id?: string;
  currency: string;
  type: MovementType;
  /** The statement, payout, payment, adjustment or conversion. It causes no more than one movement of each type in a currency. */
  source_id: string;
  /** Shown to the partner, and to the payee. */
  description: string;
  /** They sum to zero. */
  entries: Readonly<Partial<Record<Account, Decimal>>>;
};
