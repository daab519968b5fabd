// The movements of a payout: of the organization's balance, or of a payee's.

import type { Movement } from "../ledger/movement.ts";
import { decimal, negate } from "../standards/decimal.ts";
import type { AnyPayout, PayoutMove } from "./payout.ts";

export function requestedMovement(row: AnyPayout): Movement {
  const amount = decimal(row.amount);
  const { available, in_transit } = accountsOf(row);
  const entries = { [available]: negate(amount), [in_transit]: amount };
  return { ...movementOf(row), type: "payout", description: "Payout requested", entries };
}

/**
 * Holding, releasing and processing move no money. Money of a paid payout comes back from the bank, that of any other
 * out of transit.
 */
export function movementBy(before: AnyPayout, move: PayoutMove): Movement | undefined {
  const amount = decimal(before.amount);
  const { available, in_transit } = accountsOf(before);
  if (move.trigger === "pay") {
    const entries = { [in_transit]: negate(amount), bank: amount };
    return { ...movementOf(before), type: "payout_paid", description: "Payout paid", entries };
  }
  if (move.trigger !== "fail" && move.trigger !== "cancel") return undefined;
  const from = before.status === "paid" ? "bank" : in_transit;
  const entries = { [from]: negate(amount), [available]: amount };
  const description = move.trigger === "fail" ? `Payout failed: ${move.reason}` : "Payout cancelled";
  return { ...movementOf(before), type: "payout_returned", description, entries };
}

function accountsOf({ payee_id }: AnyPayout) {
  return payee_id === null
    ? ({ available: "available", in_transit: "in_transit" } as const)
    : ({ available: "payees", in_transit: "payees_in_transit" } as const);
}

function movementOf({ organization_id, payee_id, currency, id }: AnyPayout) {
  return { organization_id, ...(payee_id !== null && { payee_id }), currency, source_id: id };
}
