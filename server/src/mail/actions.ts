import { type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { enqueueAll } from "../platform/jobs/queue.ts";
import type { Seal } from "../platform/seal.ts";
import { sendMail } from "./job-definitions.ts";
import type { NewMail } from "./mail.ts";
import { insertMails } from "./queries.ts";
import { headerText } from "./rendering.ts";

export type MailParts = {
  vault: Seal;
  /** Links in mails begin with the public URL, which is known once the server listens. */
  links: { readonly public_url: string };
  /** False: mails are files, so a link in one proves nothing about its address. */
  is_mailed: boolean;
};

export async function queueMail(ctx: Transaction, parts: Pick<MailParts, "vault">, mail: NewMail): Promise<void> {
  await queueMails(ctx, parts, [mail]);
}

/** Mails commit with their cause. Their text is sealed until they are sent: it may hold a link that signs in. */
export async function queueMails(
  ctx: Transaction,
  { vault }: Pick<MailParts, "vault">,
  mails: readonly NewMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ content, to, expires_at = null, ...head }) => {
    const id = newId("mal");
    const subject = headerText(content.subject);
    return { ...head, id, recipient: to, subject, expires_at, content: vault.seal(content, sealedAs(id)) };
  });
  await withCommit(ctx, insertMails(ctx.db, rows, { now: timestamp(ctx), is_live: ctx.is_live }));
  await enqueueAll(
    ctx,
    sendMail,
    rows.map(({ id }) => ({ payload: { mail_id: id }, key: id })),
  );
}

/** The purpose for which the text of a mail is sealed. */
export const sealedAs = (id: string) => `mail ${id}`;
