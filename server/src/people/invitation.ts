// Invitations: the link that accepts one, and its mail. Where mails are really sent, the mailed link is another one than the link
// that the inviter is shown: only who reads the mail of an address can have the mailed one, so accepting it verifies the address.

import { generateKey, hashKey, KEY_BYTES, type KeyForm } from "../credentials/api-key.ts";
import { prefixOf } from "../credentials/oauth-client.ts";
import type { MailContent } from "../mail/mail.ts";

export const INVITATION_LIFETIME_S = 7 * 86_400;

/** A link that is kept as a hash, and what it proves. */
export type InvitationLink = { token: string; hash: Buffer; verifies: boolean };

/** One link or two: `mailed` goes into the mail, `shown` to the inviter. */
export type InvitationLinks = { mailed: InvitationLink; shown: InvitationLink | undefined };

export function makeLinks(
  form: KeyForm,
  bytes: (count: number) => Buffer,
  { is_mailed, is_shown }: { is_mailed: boolean; is_shown: boolean },
): InvitationLinks {
  const make = (verifies: boolean): InvitationLink => {
    const token = generateKey(prefixOf("iv", form.prefix), bytes(KEY_BYTES));
    return { token, hash: hashKey(token, form.pepper), verifies };
  };
  const mailed = make(is_mailed);
  if (!is_shown) return { mailed, shown: undefined };
  return { mailed, shown: is_mailed ? make(false) : mailed };
}

/** The token stands after `#`: no server, log or Referer gets it. */
export function invitationUrl(public_url: string, token: string): string {
  return `${public_url}/dashboard/accept#token=${token}`;
}

/** No text of a partner stands in it but the organization's name: an invitation must not carry mail of the inviter's own. */
export function invitationMail(url: string, { organization_name, role }: Invitation): MailContent {
  const place = organization_name ?? "the staff of this service";
  return {
    subject: `Invitation to ${place}`,
    paragraphs: [
      `You are invited to join ${place} with the role ${role}.`,
      "The link works once, for seven days. If you do not expect it, ignore this mail: nothing happens.",
    ],
    action: { label: "Accept the invitation", url },
  };
}

/** `organization_name` null: to the operator's staff. */
type Invitation = { organization_name: string | null; role: string };
