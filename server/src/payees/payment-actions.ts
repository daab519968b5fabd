// Changes of payment details. A thief who has a key would send money elsewhere by one, so each change is mailed to the payee and to all
// owners, and in its transaction the payouts that still wait are put on hold.

import { type MailParts, queueMails } from "../mail/actions.ts";
import type { NewMail } from "../mail/mail.ts";
import { lockOrganization } from "../organizations/queries.ts";
import { listActiveOwners } from "../people/member-queries.ts";
import { countTry, tryLimits } from "../people/tries.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import type { Owned } from "../platform/owned.ts";
import type { Seal } from "../platform/seal.ts";
import { keptDetails, last4Of, type PaymentDetails, type ShownPayment, sealDetails, shownPayment } from "./payment.ts";
import { deletePaymentRow, findPaymentRow, upsertPaymentRow } from "./payment-queries.ts";
import { lockPayee } from "./queries.ts";

/** Whose details: a payee's, or with null the organization's own. */
type PaidParty = { organization_id: string; payee_id: string | null };

export type PaymentParts = {
  vault: Seal;
  mail: MailParts;
  /** For the limit of mails to payees. */
  pepper: Buffer;
  /** Puts the pending payouts of this party on hold. Payouts know payees, so payees are handed this by the list of routes. */
  hold: (ctx: Transaction, of: PaidParty) => Promise<void>;
};

const ownerOf = ({ organization_id, payee_id }: PaidParty) => ({
  organization_id,
  owner_id: payee_id ?? organization_id,
});

/** The organization's own details; null if it has none. */
export async function getOwnPayment(
  ctx: Context,
  { vault }: Pick<PaymentParts, "vault">,
  organization_id: string,
): Promise<ShownPayment | null> {
  const row = await findPaymentRow(ctx.db, { organization_id, owner_id: organization_id });
  return row ? shownPayment(vault, row) : null;
}

/** They replace the old ones whole. */
export async function setPayment(
  ctx: Transaction,
  parts: PaymentParts,
  { given, ...party }: PaidParty & { given: PaymentDetails },
): Promise<ShownPayment> {
  const names = await lockParty(ctx, party);
  const owner = ownerOf(party);
  const details = keptDetails(given);
  const sealed = sealDetails(parts.vault, owner.owner_id, details);
  const row = { ...owner, method: details.method, last4: last4Of(details), sealed, changed_at: timestamp(ctx) };
  await upsertPaymentRow(ctx.db, row);
  await afterChange(ctx, parts, { ...party, ...names, change: "set" });
  return shownPayment(parts.vault, row);
}

/** 404 if there are none. */
export async function removePayment(ctx: Transaction, parts: PaymentParts, party: PaidParty): Promise<void> {
  const names = await lockParty(ctx, party);
  if (!(await deletePaymentRow(ctx.db, ownerOf(party))))
    throw new ApiError("not_found", "There are no payment details.");
  await afterChange(ctx, parts, { ...party, ...names, change: "removed" });
}

/** The same as a part of a change of the payee: it is fine if there are none. `email`: the address before the change. */
export async function clearPayment(
  ctx: Transaction,
  parts: PaymentParts,
  { organization_id, id }: Owned,
  { name, email }: { name: string; email: string | null },
): Promise<void> {
  const party = { organization_id, payee_id: id };
  if (!(await deletePaymentRow(ctx.db, ownerOf(party)))) return;
  await afterChange(ctx, parts, { ...party, payee: { name, email }, change: "removed" });
}

type Named = { payee: { name: string; email: string | null } | null };

/** A payout that is requested locks the organization too: it sees the change, or the change sees the payout and holds it. */
async function lockParty(ctx: Transaction, { organization_id, payee_id }: PaidParty): Promise<Named> {
  await lockOrganization(ctx.db, organization_id);
  if (payee_id === null) return { payee: null };
  const payee = await lockPayee(ctx.db, { organization_id, id: payee_id });
  if (!payee) throw notFound("payee");
  return { payee };
}

type Change = PaidParty & Named & { change: "set" | "removed" };

async function afterChange(ctx: Transaction, parts: PaymentParts, change: Change): Promise<void> {
  const { organization_id, payee_id, payee } = change;
  const { mail } = parts;
  await parts.hold(ctx, { organization_id, payee_id });
  const owners = await listActiveOwners(ctx.db, organization_id);
  const to_payee = owners.some(({ email }) => email === payee?.email) ? null : (payee?.email ?? null);
  const may_tell = to_payee === null || (await mayMailPayee(ctx, parts, organization_id));
  const { action, ...plain } = changeMail({ ...change, may_tell }, `${mail.links.public_url}/dashboard/audit-log`);
  const head = { kind: "security", about_organization: organization_id } as const;
  const mails: NewMail[] = owners.map(({ id, email }) => {
    return { ...head, to: email, person_id: id, content: { ...plain, action } };
  });
  // The pages are for members alone.
  if (to_payee !== null && may_tell) mails.push({ ...head, to: to_payee, person_id: null, content: plain });
  await queueMails(ctx, mail, mails);
}

/**
 * An organization chooses the addresses of its payees, so it must not be able to send mail to strangers without a limit. The change itself
 * is not refused: owners hear of it, and payouts are on hold. The organization is locked: two at once cannot both be the last.
 */
async function mayMailPayee(
  ctx: Transaction,
  { pepper }: Pick<PaymentParts, "pepper">,
  organization_id: string,
): Promise<boolean> {
  const { exceeded, takeBack } = await countTry(ctx, "payee_mail", { pepper, about: organization_id });
  if (exceeded !== undefined) await takeBack();
  return exceeded === undefined;
}

/** It says nothing about the details: mail is read by others than its recipient. */
function changeMail({ payee, change, may_tell }: Change & { may_tell: boolean }, url: string) {
  const whose = payee ? `the payee ${payee.name}` : "your organization";
  const { max } = tryLimits.payee_mail[0];
  const paragraphs = [
    `The payment details of ${whose} were ${change}.`,
    "Payouts that were requested and not yet processed are on hold until the operator has looked at them.",
    ...(may_tell ? [] : [`The payee gets no mail about it: an organization has ${max} such mails a day.`]),
    "If you do not expect this change, tell the operator of the service at once.",
  ];
  const subject = payee ? "Payment details of a payee were changed" : "Payment details were changed";
  return { subject, paragraphs, action: { label: "See the audit log", url } };
}
