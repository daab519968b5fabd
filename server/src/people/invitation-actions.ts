import type { KeyForm } from "../credentials/api-key.ts";
import { type MailParts, queueMail } from "../mail/actions.ts";
import { type Transaction, timestamp } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { readEmail } from "./email.ts";
import { INVITATION_LIFETIME_S, invitationMail, invitationUrl, makeLinks } from "./invitation.ts";
import { deleteInvitationLinks, type InvitedTo, insertInvitationLink } from "./invitation-queries.ts";
import { upsertPerson } from "./person-queries.ts";
import { countTry, tryLimits } from "./tries.ts";

export type InvitationParts = { form: KeyForm; mail: MailParts };

type SentInvitation = {
  role: string;
  to: InvitedTo;
  person: { id: string; email: string };
  /** Null: to the operator's staff. */
  organization: { id: string; name: string } | null;
  expires_at: string;
  /** The inviter gets a link, whether or not mails are sent. */
  is_shown: boolean;
};

/** Ends the links of before and sends a new one. Returns the address for the inviter, or null. */
export async function sendInvitation(
  ctx: Transaction,
  { form, mail }: InvitationParts,
  invitation: SentInvitation,
): Promise<string | null> {
  const { to, person, organization, role, expires_at } = invitation;
  // While mails are files, only the inviter can hand the link on.
  const is_shown = invitation.is_shown || !mail.is_mailed;
  const { mailed, shown } = makeLinks(form, ctx.chance.bytes, { is_mailed: mail.is_mailed, is_shown });
  await deleteInvitationLinks(ctx.db, to);
  for (const { hash, verifies } of new Set([mailed, ...(shown ? [shown] : [])]))
    await insertInvitationLink(ctx.db, {
      ...to,
      hash,
      verifies,
      person_id: person.id,
      created_at: timestamp(ctx),
      expires_at,
    });
  const url = invitationUrl(mail.links.public_url, mailed.token);
  const content = invitationMail(url, { organization_name: organization?.name ?? null, role });
  const head = { kind: "invitation", to: person.email, person_id: person.id, expires_at } as const;
  await queueMail(ctx, mail, { ...head, about_organization: organization?.id ?? null, content });
  return shown ? invitationUrl(mail.links.public_url, shown.token) : null;
}

export function invitationEnd(ctx: Transaction): string {
  return new Date(ctx.clock.now().getTime() + INVITATION_LIFETIME_S * 1000).toISOString();
}

/** The person with this address. An address that is new becomes a person, who is invited. */
export async function invitedPerson(
  ctx: Transaction,
  given_email: string,
): Promise<{ id: string; email: string; name: string }> {
  // The schema has refused any other text.
  const email = readEmail(given_email) ?? "";
  return upsertPerson(ctx.db, { id: newId("usr"), email, name: email, created_at: timestamp(ctx) });
}

/** Those that are sent again count, too. The organization is locked: two at once cannot both be the last. */
export async function countInvitation(ctx: Transaction, { form }: InvitationParts, about: string): Promise<void> {
  const { exceeded, retry_after_s } = await countTry(ctx, "invitation", { pepper: form.pepper, about });
  if (exceeded === undefined) return;
  const { max } = tryLimits.invitation[0];
  const message = `An organization can send ${max} invitations a day; the next is possible in ${retry_after_s} s.`;
  throw new ApiError("rate_limit_exceeded", message, [], { "retry-after": String(retry_after_s) });
}
