import { type Transaction, timestamp } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import type { Seal } from "../platform/seal.ts";
import { sendMail } from "./job-definitions.ts";
import type { NewMail } from "./mail.ts";
import { insertMail } from "./queries.ts";

/** `is_mailed` false: mails are files, so a link in one proves nothing about its address. */
export type MailParts = { vault: Seal; is_mailed: boolean };

/** The mail commits with its cause. Its text is sealed until it is sent: it may hold a link that signs in. */
export async function queueMail(ctx: Transaction, { vault }: MailParts, mail: NewMail): Promise<void> {
  const id = newId("mal");
  const { content, ...head } = mail;
  const sealed = vault.seal(content, `mail ${id}`);
  await insertMail(ctx.db, { ...head, id, subject: content.subject, sealed, created_at: timestamp(ctx) });
  await enqueue(ctx, sendMail, { mail_id: id });
}
