import { lockOrganization } from "../organizations/queries.ts";
import { readEmail } from "../people/email.ts";
import { removePayeeOfMembers } from "../people/member-queries.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { isUniqueViolation } from "../platform/database/failure.ts";
import { ApiError, notFound, throwIfAny } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import type { Seal } from "../platform/seal.ts";
import { assertMove } from "../platform/state-machine.ts";
import {
  type AnyPayee,
  fieldsBesidePayment,
  MAX_PAYEES,
  type NewPayee,
  noTax,
  type Payee,
  type PayeeChanges,
  payeeTransitions,
  shownAnyPayee,
  type Tax,
  taxIssues,
} from "./payee.ts";
import { type ShownPayment, shownPayment } from "./payment.ts";
import { deletePaymentRow } from "./payment-queries.ts";
import {
  countPayees,
  deletePayeeRow,
  findOpenContractOf,
  findPayee,
  findUseOfPayee,
  hasPayeeMoney,
  insertPayee,
  lockPayee,
  type PayeeRow,
  updatePayeeRow,
} from "./queries.ts";

type VaultParts = { vault: Seal };

export function shownPayee({ vault }: VaultParts, row: PayeeRow): Payee {
  return { ...fieldsBesidePayment(row), payment: paymentOf(vault, row) };
}

function paymentOf(vault: Seal, { id: owner_id, method, last4, sealed, changed_at }: PayeeRow): ShownPayment | null {
  if (method === null || last4 === null || sealed === null || changed_at === null) return null;
  return shownPayment(vault, { owner_id, method, last4, sealed, changed_at });
}

export async function getPayee(ctx: Context, parts: VaultParts, own: Owned): Promise<Payee> {
  const row = await findPayee(ctx.db, own);
  if (!row) throw notFound("payee");
  return shownPayee(parts, row);
}

export async function createPayee(
  ctx: Transaction,
  parts: VaultParts,
  { organization_id, given }: { organization_id: string; given: NewPayee },
): Promise<Payee> {
  // Two at once cannot both be the last for which there is room.
  await lockOrganization(ctx.db, organization_id);
  if ((await countPayees(ctx.db, organization_id)) >= MAX_PAYEES)
    throw new ApiError("invalid_state", `An organization has at most ${MAX_PAYEES} payees; delete one first.`);
  const now = timestamp(ctx);
  const row: AnyPayee = {
    id: newId("pye"),
    organization_id,
    name: given.name,
    email: keptEmail(given.email ?? null),
    external_id: given.external_id ?? null,
    paid_by: given.paid_by ?? "operator",
    minimum_payouts: given.minimum_payouts ?? {},
    tax: taxAfter(noTax, given.tax),
    status: "active",
    created_at: now,
    updated_at: now,
  };
  await refusingTakenId(insertPayee(ctx.db, row));
  return getPayee(ctx, parts, { organization_id, id: row.id });
}

/** Returns the payee as it was. Changes of its payment details are another action. */
export async function updatePayee(
  ctx: Transaction,
  own: Owned,
  { payment: _payment, ...changes }: PayeeChanges,
): Promise<PayeeRow> {
  // Contracts and closes lock the organization too, so what is asked below stays as it is.
  await lockOrganization(ctx.db, own.organization_id);
  const before = await lockPayee(ctx.db, own);
  if (!before) throw notFound("payee");
  if (Object.keys(changes).length === 0) return before;
  const { email = before.email, tax, ...settings } = changes;
  const after = {
    ...before,
    ...settings,
    email: keptEmail(email),
    tax: taxAfter(before.tax, tax),
    updated_at: timestamp(ctx),
  };
  assertMove(payeeTransitions, before.status, after.status);
  if (after.paid_by !== before.paid_by) await assertPayerFree(ctx, own);
  if (after.status === "archived" && before.status === "active") await assertArchivable(ctx, own);
  await refusingTakenId(updatePayeeRow(ctx.db, shownAnyPayee(after)));
  return before;
}

export async function deletePayee(ctx: Transaction, own: Owned): Promise<void> {
  await lockOrganization(ctx.db, own.organization_id);
  if (!(await lockPayee(ctx.db, own))) throw notFound("payee");
  const kept = await findUseOfPayee(ctx.db, own);
  if (kept) {
    const message = `The payee has a ${kept.use}, so it must be kept; archive it instead: {"status": "archived"}.`;
    throw new ApiError("invalid_state", message);
  }
  await deletePaymentRow(ctx.db, { organization_id: own.organization_id, owner_id: own.id });
  await removePayeeOfMembers(ctx.db, own);
  await deletePayeeRow(ctx.db, own);
}

function keptEmail(email: string | null): string | null {
  return email === null ? null : (readEmail(email) ?? null);
}

/** Null clears all of it. Fields that are left out stay. */
function taxAfter(before: Tax, given: Partial<Tax> | null | undefined): Tax {
  if (given === undefined) return before;
  const after = { ...(given === null ? noTax : before), ...given };
  throwIfAny(taxIssues(after, "tax."));
  return after;
}

async function assertPayerFree(ctx: Transaction, own: Owned): Promise<void> {
  if (!(await hasPayeeMoney(ctx.db, own))) return;
  const issue = "can change only while every balance of the payee is 0, payouts under way included";
  throw new ApiError("invalid_state", `The \`paid_by\` ${issue}.`, [{ field: "paid_by", issue }]);
}

async function assertArchivable(ctx: Transaction, own: Owned): Promise<void> {
  const contract = await findOpenContractOf(ctx.db, own);
  if (contract) throw notArchivable(`is in a contract that has not ended: ${contract.id}`);
  if (await hasPayeeMoney(ctx.db, own)) throw notArchivable("has a balance that is not 0, or a payout under way");
}

function notArchivable(reason: string): ApiError {
  const issue = `cannot be archived: the payee ${reason}`;
  return new ApiError("invalid_state", `The payee ${reason}, so it cannot be archived.`, [{ field: "status", issue }]);
}

async function refusingTakenId(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error, "payees_by_external_id")) throw error;
    const detail = { field: "external_id", issue: "belongs to another payee of yours" };
    throw new ApiError("invalid_state", "This `external_id` belongs to another payee of yours.", [detail]);
  }
}
