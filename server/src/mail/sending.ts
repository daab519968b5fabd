// Sending a mail.
//
// The problem. A mail must leave even if processes are killed on the way and the mail server is away for hours; no transaction
// may be open while a stranger is called; and a link that has expired must not be sent.
//
// The procedure. The cause has written the mail, sealed, and its job. The job looks the mail up, composes it and hands it to
// the transport. Then one transaction completes the job and marks the mail as sent, and its text is dropped.
//
// When it fails. A try that fails is counted with its reason, and the queue tries again after growing pauses. After the last
// one the mail is `failed` and its job is parked. An answer that refuses this mail for good ends it at once. If the process
// dies between the server's answer and the transaction, the mail is sent again under the same Message-ID.

import { type Context, type Transaction, timestamp, transaction } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { dropParkedJob } from "../platform/jobs/parking.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import { transition } from "../platform/state-machine.ts";
import { sealedAs } from "./actions.ts";
import { type ComposingParts, composeMail } from "./composing.ts";
import { sendMail } from "./job-definitions.ts";
import { kindOfMail, type Mail, type MailContent, mailTransitions } from "./mail.ts";
import { countFailedTry, findAnyMail, findDueMail, markFailed, markSent, moveMail } from "./queries.ts";
import { MailNotSent, type MailTransport } from "./transport.ts";

export type SendingParts = ComposingParts & { transport: MailTransport };

/** `error` null: it was sent. Undefined: there is nothing left to do. */
export type SendOutcome = { mail_id: string; error: string | null } | undefined;

export function createMailSender(parts: SendingParts) {
  return async (ctx: Context, mail_id: string): Promise<SendOutcome> => {
    const due = await findDueMail(ctx.db, mail_id);
    if (due?.status !== "queued") return undefined;
    const { content: sealed, ...mail } = due;
    if (due.expires_at !== null && due.expires_at <= timestamp(ctx))
      return { mail_id, error: "It waited longer than its link is valid." };
    if (due.is_disabled && kindOfMail(due.kind).is_gathered) return { mail_id, error: "The person is disabled." };
    const content =
      sealed === null ? undefined : (parts.vault.open(sealed, sealedAs(mail_id)) as MailContent | undefined);
    if (!content) return { mail_id, error: "Its text cannot be read: it was sealed with another SEGUE_SECRET." };
    const { raw } = await composeMail(parts, { ...mail, content });
    try {
      await parts.transport.send({ id: mail_id, from: parts.from.address, to: mail.to, raw });
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      if (error.is_final) return { mail_id, error: error.message };
      await transaction(ctx, (ctx) => countFailedTry(ctx.db, mail_id, error.message));
      throw error;
    }
    return { mail_id, error: null };
  };
}

/** In the transaction that completes their jobs. In the sandbox the text stays, for `GET /v1/sandbox/mails`. */
export async function recordMails(ctx: Transaction, all: readonly SendOutcome[]): Promise<void> {
  const ended = all.filter((one) => one !== undefined);
  const sent = ended.filter(({ error }) => error === null).map(({ mail_id }) => mail_id);
  if (sent.length > 0) await markSent(ctx.db, sent, { now: timestamp(ctx), keeps_text: !ctx.is_live });
  for (const { mail_id, error } of ended) if (error !== null) await markFailed(ctx.db, mail_id, { error, tries: 1 });
}

/** Its job is parked, and the failed tries were counted. */
export async function giveUpMail(ctx: Transaction, mail_id: string, reason: string): Promise<void> {
  await markFailed(ctx.db, mail_id, { error: reason, tries: 0 });
}

/** The operator has its job done again. */
export async function resumeMail(ctx: Transaction, mail_id: string): Promise<void> {
  await moveMail(ctx.db, mail_id, mailTransitions.retry);
}

/** Gives a failed mail all its tries again: its parked job, or a new one. */
export async function retryAnyMail(ctx: Transaction, id: string): Promise<Mail> {
  const mail = await findAnyMail(ctx.db, id);
  if (!mail) throw notFound("mail");
  const move = transition(mailTransitions, "retry", mail.status);
  const retried = await moveMail(ctx.db, id, move);
  if (!retried) throw new ApiError("invalid_state", "Another request is sending this mail already; read it again.");
  await dropParkedJob(ctx.db, sendMail, id);
  await enqueue(ctx, sendMail, { mail_id: id }, { key: id });
  return retried;
}
