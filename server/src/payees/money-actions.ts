// All that moves a payee's money locks the organization first, as closes do, and then the balances. So two movements at once never take
// more than is there, and none waits for another in a ring.

import { postIfCovered } from "../ledger/actions.ts";
import { type NewAdjustment, withShownAmounts } from "../ledger/balance.ts";
import { insertAdjustment } from "../ledger/queries.ts";
import { lockOrganization } from "../organizations/queries.ts";
import { type Context, type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { ApiError, notFound, problem, throwIfAny } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import { utcDate } from "../standards/calendar-date.ts";
import { decimal, negate } from "../standards/decimal.ts";
import {
  adjustedEntries,
  type NewPayeePayment,
  type PaidPayee,
  type PayeeAdjustment,
  type PayeePayment,
} from "./money.ts";
import { findPaidPayee, insertPayeePayment } from "./money-queries.ts";

export async function getPaidPayee(ctx: Context, own: Owned): Promise<PaidPayee> {
  const payee = await findPaidPayee(ctx.db, own);
  if (!payee) throw notFound("payee");
  return payee;
}

/** For all that moves its money. */
export async function lockPaidPayee(ctx: Transaction, own: Owned): Promise<PaidPayee> {
  await lockOrganization(ctx.db, own.organization_id);
  return getPaidPayee(ctx, own);
}

export async function createPayeeAdjustment(
  ctx: Transaction,
  own: Owned,
  given: NewAdjustment,
): Promise<PayeeAdjustment> {
  const payee = await lockPaidPayee(ctx, own);
  const { organization_id, id: payee_id, paid_by } = payee;
  const row = { id: newId("adj"), payee_id, ...given, created_at: timestamp(ctx) };
  const amount = decimal(row.amount);
  const { currency, reason: description, id: source_id } = row;
  const entries = adjustedEntries(payee, amount);
  const movement = {
    organization_id,
    payee_id,
    currency,
    type: "adjustment",
    source_id,
    description,
    entries,
  } as const;
  if (!(await postIfCovered(ctx, movement))) throw notCovered(amount.units > 0n ? "Your" : "The payee's");
  await withCommit(ctx, insertAdjustment(ctx.db, { ...row, organization_id, paid_by }));
  return withShownAmounts(row, ["amount"]);
}

export async function createPayeePayment(ctx: Transaction, own: Owned, given: NewPayeePayment): Promise<PayeePayment> {
  if (given.paid_on > utcDate(ctx.clock.now())) throwIfAny([problem("paid_on", "must not be in the future")]);
  const { organization_id, id: payee_id, paid_by } = await lockPaidPayee(ctx, own);
  if (paid_by !== "organization")
    throw new ApiError("invalid_state", "The operator pays this payee: request a payout with its `payee_id`.");
  const { reference = null, ...rest } = given;
  const row = { id: newId("pmt"), payee_id, ...rest, reference, created_at: timestamp(ctx) };
  const amount = decimal(row.amount);
  const cause = { organization_id, payee_id, currency: row.currency, type: "payment", source_id: row.id } as const;
  const description = reference === null ? `Paid on ${row.paid_on}` : `Paid on ${row.paid_on}: ${reference}`;
  const entries = { owed: negate(amount), owing: amount };
  if (!(await postIfCovered(ctx, { ...cause, description, entries }))) throw notCovered("The payee's");
  await withCommit(ctx, insertPayeePayment(ctx.db, { ...row, organization_id }));
  return withShownAmounts(row, ["amount"]);
}

function notCovered(whose: string): ApiError {
  return new ApiError("invalid_state", `${whose} balance has less than this amount available.`, [
    { field: "amount", issue: "must not be more than is available" },
  ]);
}
