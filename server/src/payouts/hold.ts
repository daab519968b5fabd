// The holds that the service puts on payouts by itself. A thief who can change payment details would send money elsewhere, so payouts wait
// for a person: the operator releases them, and nothing is released by time.

import type { PayoutMove } from "./payout.ts";

const HOLD_HOURS = 72;

const CONFIRM = "Confirm the payment details with your distributor.";
const causes = {
  new_details: { reason: `The payment details were set or changed in the last ${HOLD_HOURS} hours.`, action: CONFIRM },
  changed_details: { reason: "The payment details were changed after the payout was requested.", action: CONFIRM },
  tax_form: {
    reason: "The payee has no tax form that is valid today.",
    action: "Send your distributor a valid tax form of the payee, and record it with the payee.",
  },
} as const;
type Cause = keyof typeof causes;

export function holdFor(found: readonly Cause[]): Extract<PayoutMove, { trigger: "hold" }> {
  const reason = found.map((cause) => causes[cause].reason).join(" ");
  const required_actions = found.map((cause) => causes[cause].action);
  return { trigger: "hold", code: "identity_verification", reason, required_actions };
}

/** Why a new payout must wait. Empty: it need not. */
export function causesToHold(
  { changed_at, lacks_tax_form }: { changed_at: string | undefined; lacks_tax_form: boolean },
  now: Date,
): Cause[] {
  const isNew = changed_at !== undefined && now.getTime() - Date.parse(changed_at) < HOLD_HOURS * 3_600_000;
  return [...(isNew ? (["new_details"] as const) : []), ...(lacks_tax_form ? (["tax_form"] as const) : [])];
}
