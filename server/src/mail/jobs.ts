import type { Context } from "../platform/context.ts";
import { removeAll } from "../platform/database/batches.ts";
import { idBound } from "../platform/ids.ts";
import { handler, type JobHandler } from "../platform/jobs/handler.ts";
import { sendMail, sweepMails } from "./job-definitions.ts";
import { READABLE_DAYS } from "./mail.ts";
import { deleteOldMails, dropOldTexts } from "./queries.ts";
import { createMailSender, giveUpMail, recordMails, resumeMail, type SendingParts } from "./sending.ts";
import type { MailTransport } from "./transport.ts";

export function mailJobs(parts: SendingParts): JobHandler[] {
  const send = createMailSender(parts);
  return [
    handler(sendMail, {
      prepare: (ctx, { payload }) => send(ctx, payload.mail_id),
      handleAll: (ctx, prepared) =>
        recordMails(
          ctx,
          prepared.map(({ outcome }) => outcome),
        ),
      parked: (ctx, { payload }, reason) => giveUpMail(ctx, payload.mail_id, reason),
      retried: (ctx, { payload }) => resumeMail(ctx, payload.mail_id),
    }),
    handler(sweepMails, {
      prepare: (ctx) => removeOldMails(ctx, parts.transport),
      handle: async () => undefined,
      parked: "The next sweep does the work instead.",
    }),
  ];
}

const KEPT_DAYS = 90;
const FILE_DAYS = 30;
const FILES = 10_000;
// Small enough that no request waits for a row of it.
const AT_ONCE = 1_000;

async function removeOldMails({ begin, clock }: Context, transport: MailTransport): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  const [kept, readable] = [daysAgo(KEPT_DAYS).toISOString(), daysAgo(READABLE_DAYS).toISOString()];
  await removeAll(AT_ONCE, (limit) => begin((db) => deleteOldMails(db, kept, limit)));
  await removeAll(AT_ONCE, (limit) => begin((db) => dropOldTexts(db, readable, limit)));
  await transport.sweep({ from_id: idBound("mal", daysAgo(FILE_DAYS)), at_most: FILES });
}
