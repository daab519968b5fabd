// A payout takes its amount from what is available the moment it is requested, in one transaction: the conditional update
// of the balance decides, so that requests at the same time never take more than is there. Each later move changes the
// status by compare-and-set and posts the movement of money that belongs to it, with the event, in one transaction.

import { emit, notify } from "../events/actions.ts";
import { OPERATOR } from "../events/notice.ts";
import { post, postIfCovered } from "../ledger/actions.ts";
import type { Movement } from "../ledger/movement.ts";
import { lockBalance } from "../ledger/queries.ts";
import { type Context, type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import { transition } from "../platform/state-machine.ts";
import { decimal, formatDecimal, negate } from "../standards/decimal.ts";
import {
  type AnyPayout,
  movedPayout,
  type NewPayout,
  type Payout,
  type PayoutMove,
  partnersPayout,
  payoutAmount,
  payoutTransitions,
  shownPayout,
} from "./payout.ts";
import { findAnyPayout, findMinimumPayout, findPayout, insertPayout, movePayoutRow } from "./queries.ts";

export async function createPayout(
  ctx: Transaction,
  organization_id: string,
  { currency, amount: asked }: NewPayout,
): Promise<Payout> {
  const minimum = await findMinimumPayout(ctx.db, { organization_id, currency });
  // Locked, so that "all that is available" is still true when it is taken.
  const { available } = (await lockBalance(ctx.db, { organization_id, currency })) ?? { available: "0" };
  const amount = payoutAmount(currency, { available, asked, minimum });
  const now = timestamp(ctx);
  const row: AnyPayout = {
    id: newId("pay"),
    organization_id,
    amount: formatDecimal(amount),
    currency,
    status: "pending",
    hold: null,
    failure_reason: null,
    reference: null,
    created_at: now,
    updated_at: now,
    paid_at: null,
  };
  const entries = { available: negate(amount), in_transit: amount };
  const taken = { ...movementOf(row), type: "payout", description: "Payout requested", entries } as const;
  if (!(await postIfCovered(ctx, taken)))
    throw new ApiError("invalid_state", "The balance has less than this amount available.");
  await withCommit(ctx, insertPayout(ctx.db, row));
  const shown = shownPayout(row);
  const facts = { organization_id, amount: `${shown.amount} ${currency}` };
  await notify(ctx, [{ kind: "payout_request", organization_id: OPERATOR, subject_id: row.id, facts }]);
  return shown;
}

export async function getPayout(ctx: Context, owned: Owned): Promise<AnyPayout> {
  return shownFound(await findPayout(ctx.db, owned));
}

function shownFound(row: AnyPayout | undefined): AnyPayout {
  if (!row) throw notFound("payout");
  return shownPayout(row);
}

export async function movePayout(ctx: Transaction, owned: Owned, move: PayoutMove): Promise<AnyPayout> {
  return moveFrom(ctx, await getPayout(ctx, owned), move);
}

/** By the operator, of any organization. */
export async function moveAnyPayout(ctx: Transaction, id: string, move: PayoutMove): Promise<AnyPayout> {
  return moveFrom(ctx, shownFound(await findAnyPayout(ctx.db, id)), move);
}

async function moveFrom(ctx: Transaction, before: AnyPayout, move: PayoutMove): Promise<AnyPayout> {
  const { event } = transition(payoutTransitions, move.trigger, before.status);
  const after = movedPayout(before, move, timestamp(ctx));
  if (!(await movePayoutRow(ctx.db, before.status, after)))
    throw new ApiError("invalid_state", "Another request changed this payout at the same time; read it again.");
  const movement = movementBy(before, move);
  if (movement) await post(ctx, movement);
  const data = { ...partnersPayout(after), previous_status: before.status };
  await emit(ctx, { organization_id: after.organization_id, event_type: event, data });
  return after;
}

/**
 * Holding, releasing and processing move no money. Money of a paid payout comes back from the bank, that of any other
 * out of transit.
 */
function movementBy(before: AnyPayout, move: PayoutMove): Movement | undefined {
  const amount = decimal(before.amount);
  if (move.trigger === "pay") {
    const entries = { in_transit: negate(amount), bank: amount };
    return { ...movementOf(before), type: "payout_paid", description: "Payout paid", entries };
  }
  if (move.trigger !== "fail" && move.trigger !== "cancel") return undefined;
  const from = before.status === "paid" ? "bank" : "in_transit";
  const entries = { [from]: negate(amount), available: amount };
  const description = move.trigger === "fail" ? `Payout failed: ${move.reason}` : "Payout cancelled";
  return { ...movementOf(before), type: "payout_returned", description, entries };
}

function movementOf({ organization_id, currency, id }: AnyPayout) {
  return { organization_id, currency, source_id: id };
}
