// A mail as the bytes that are sent: its headers, its text and its HTML.

import { createTransport } from "nodemailer";
import type { Seal } from "../platform/seal.ts";
import { isNotificationKind, type MailContent, type MailKind, type NotificationKind } from "./mail.ts";
import type { MailSettings } from "./mail-settings.ts";
import { renderMail } from "./rendering.ts";

export type ComposingParts = { vault: Seal; links: { readonly public_url: string }; from: MailSettings["from"] };

export type MailToCompose = {
  id: string;
  kind: MailKind;
  to: string;
  person_id: string | null;
  created_at: string;
  content: MailContent;
};

const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

type ReadingParts = Pick<ComposingParts, "vault" | "links">;

/** As its recipient reads it. */
export function readMail(parts: ReadingParts, mail: Pick<MailToCompose, "kind" | "person_id" | "content">) {
  const { public_url } = parts.links;
  const unsubscribe_url = unsubscribeUrl(parts, mail);
  const rendered = renderMail(mail.content, { unsubscribe_url, public_url });
  const links = [mail.content.action?.url, unsubscribe_url].filter((link) => link !== undefined);
  return { ...rendered, unsubscribe_url, links };
}

export async function composeMail(parts: ComposingParts, mail: MailToCompose) {
  const { id, to, created_at } = mail;
  const { subject, text, html, unsubscribe_url } = readMail(parts, mail);
  const { message } = await composer.sendMail({
    from: parts.from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    date: new Date(created_at),
    // The same for all tries: a mail that is sent again after a crash is the same mail.
    messageId: `<${id}@${new URL(parts.links.public_url).hostname}>`,
    headers: {
      // So that no program answers it.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribe_url && { "List-Unsubscribe": { prepared: true, value: `<${unsubscribe_url}>` } }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { raw: message as Buffer, subject, text, html };
}

/** After `#`, so that no server on the way reads the token. */
function unsubscribeUrl(
  { vault, links }: ReadingParts,
  { kind, person_id }: Pick<MailToCompose, "kind" | "person_id">,
): string | undefined {
  if (person_id === null || !isNotificationKind(kind)) return undefined;
  return `${links.public_url}/dashboard/unsubscribe#token=${vault.seal([person_id, kind], PURPOSE)}`;
}

const PURPOSE = "turn off a kind of mail";
const MAX_TOKEN_LENGTH = 512;

export type Unsubscribing = { person_id: string; kind: NotificationKind };

/** Undefined: it was not made by us. */
export function openUnsubscribe(vault: Seal, token: string): Unsubscribing | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const opened = vault.open(token, PURPOSE) as [string, string] | undefined;
  const [person_id, kind] = opened ?? [];
  return person_id !== undefined && kind !== undefined && isNotificationKind(kind) ? { person_id, kind } : undefined;
}
