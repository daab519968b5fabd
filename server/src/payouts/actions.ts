// A payout takes its amount from what is available the moment it is requested, in one transaction: the conditional update
// of the balance decides, so that requests at the same time never take more than is there. Each later move changes the
// status by compare-and-set and posts the movement of money that belongs to it, with the event, in one transaction.
//
// Locks are taken in this order: the organization, payouts, balances. Payouts of payees always lock the organization, as all that moves
// payees' money does. Requests also lock it against a change of payment details: the change then sees the payout, or the payout the change.

import { emit, emitAll, notify } from "../events/actions.ts";
import { OPERATOR } from "../events/notice.ts";
import { post, postIfCovered } from "../ledger/actions.ts";
import { findPayeeBalance, lockBalance } from "../ledger/queries.ts";
import { lockOrganization } from "../organizations/queries.ts";
import type { PaidPayee } from "../payees/money.ts";
import { lockPaidPayee } from "../payees/money-actions.ts";
import { type Context, type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { hasScope } from "../platform/http/guards/access.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import { transition } from "../platform/state-machine.ts";
import { utcDate } from "../standards/calendar-date.ts";
import { formatDecimal } from "../standards/decimal.ts";
import { causesToHold, holdFor } from "./hold.ts";
import { movementBy, requestedMovement } from "./money.ts";
import {
  type AnyPayout,
  eventPayout,
  movedPayout,
  type NewPayout,
  type Payout,
  type PayoutMove,
  partnersPayout,
  payoutAmount,
  payoutTransitions,
  shownPayout,
} from "./payout.ts";
import {
  findAnyPayout,
  findPaymentDetails,
  findPayout,
  findPayoutTerms,
  insertPayout,
  lockAgainstNewDetails,
  lockPendingPayouts,
  movePayoutRow,
  movePayoutRows,
  type PaidParty,
} from "./queries.ts";

type Caller = { organization_id: string; scopes: readonly string[] };

/** A payout as a caller of its organization reads it. */
export function payoutSeenBy({ scopes }: Pick<Caller, "scopes">): (row: AnyPayout) => Payout {
  const shown = hasScope(scopes, "payees:read") ? partnersPayout : eventPayout;
  return (row) => shown(shownPayout(row));
}

export async function createPayout(ctx: Transaction, caller: Caller, given: NewPayout): Promise<AnyPayout> {
  const { organization_id } = caller;
  const { currency, amount: asked } = given;
  const payee = given.payee_id === undefined ? null : await lockPayeeToPay(ctx, caller, given.payee_id);
  const party = { organization_id, payee_id: payee?.id ?? null };
  // A change of the details then sees the payout and holds it, or this sees the change.
  await lockAgainstNewDetails(ctx.db, organization_id);
  const details = await findPaymentDetails(ctx.db, party);
  const today = utcDate(ctx.clock.now());
  const { minimum, lacks_tax_form } = await findPayoutTerms(ctx.db, { ...party, currency, today });
  // Locked, so that "all that is available" is still true when it is taken.
  const balance = payee
    ? await findPayeeBalance(ctx.db, { payee_id: payee.id, currency })
    : await lockBalance(ctx.db, { organization_id, currency });
  const amount = payoutAmount(currency, { available: balance?.available ?? "0", asked, minimum });
  const row = newRow(ctx, { ...party, payee_name: payee?.name ?? null, currency, amount: formatDecimal(amount) });
  if (!(await postIfCovered(ctx, requestedMovement(row))))
    throw new ApiError("invalid_state", "The balance has less than this amount available.");
  await withCommit(ctx, insertPayout(ctx.db, { ...row, details: details?.sealed ?? null }));
  const facts = { organization_id, amount: `${row.amount} ${currency}` };
  await notify(ctx, [{ kind: "payout_request", organization_id: OPERATOR, subject_id: row.id, facts }]);
  const causes = causesToHold({ changed_at: details?.changed_at, lacks_tax_form }, ctx.clock.now());
  return causes.length > 0 ? moveFrom(ctx, row, holdFor(causes)) : row;
}

async function lockPayeeToPay(ctx: Transaction, caller: Caller, id: string): Promise<PaidPayee> {
  const { organization_id, scopes } = caller;
  if (!hasScope(scopes, "payees:read"))
    throw new ApiError("insufficient_scope", "A payout of a payee needs the scope `payees:read`, too.");
  const payee = await lockPaidPayee(ctx, { organization_id, id });
  if (payee.paid_by !== "operator") {
    const message = "You pay this payee by yourself: record a payment at `/v1/payees/{payee_id}/payments`.";
    throw new ApiError("invalid_state", message);
  }
  return payee;
}

type Requested = PaidParty & Pick<AnyPayout, "payee_name" | "currency" | "amount">;

function newRow(ctx: Transaction, requested: Requested): AnyPayout {
  const now = timestamp(ctx);
  return shownPayout({
    id: newId("pay"),
    ...requested,
    status: "pending",
    hold: null,
    failure_reason: null,
    reference: null,
    created_at: now,
    updated_at: now,
    paid_at: null,
  });
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
  if (before.payee_id !== null) await lockOrganization(ctx.db, before.organization_id);
  if (!(await movePayoutRow(ctx.db, before.status, after)))
    throw new ApiError("invalid_state", "Another request changed this payout at the same time; read it again.");
  const movement = movementBy(before, move);
  if (movement) await post(ctx, movement);
  const data = { ...eventPayout(after), previous_status: before.status };
  await emit(ctx, { organization_id: after.organization_id, event_type: event, data });
  return after;
}

/** For a change of payment details, in its transaction: payouts that still wait would be sent to the new ones, or were meant for them. */
export async function holdPendingPayouts(ctx: Transaction, of: PaidParty): Promise<void> {
  await lockOrganization(ctx.db, of.organization_id);
  const rows = await lockPendingPayouts(ctx.db, of);
  await moveAlike(ctx, rows, holdFor(["changed_details"]));
}

/** They are locked, and the move is allowed for each of them. It has no failure of its own for one of them. */
export async function moveAlike(
  ctx: Transaction,
  rows: readonly AnyPayout[],
  move: Exclude<PayoutMove, { trigger: "fail" }>,
): Promise<AnyPayout[]> {
  const moved = rows.map((row) => movedPayout(shownPayout(row), move, timestamp(ctx)));
  const [first] = moved;
  if (!first) return [];
  await withCommit(
    ctx,
    movePayoutRows(
      ctx.db,
      moved.map(({ id }) => id),
      first,
    ),
  );
  const event_type = payoutTransitions[move.trigger].event;
  const events = moved.map((after, index) => {
    const data = { ...eventPayout(after), previous_status: rows[index]?.status };
    return { organization_id: after.organization_id, event_type, data };
  });
  await emitAll(ctx, events);
  return moved;
}
