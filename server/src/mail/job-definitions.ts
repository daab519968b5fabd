import { housekeeping, type JobDefinition, type Lane, type NoPayload, UNLIMITED } from "../platform/jobs/queue.ts";

/** As many as there are connections to the mail server. */
const lane: Lane = { name: "mail", concurrency: 8, per_key: UNLIMITED, per_group: UNLIMITED };

export const sendMail: JobDefinition<{ mail_id: string }> = {
  name: "send_mail",
  lane,
  retry_s: [60, 300, 1_800, 7_200, 28_800],
};

export const sweepMails: JobDefinition<NoPayload> = { name: "sweep_mails", lane: housekeeping, retry_s: [60, 600] };
