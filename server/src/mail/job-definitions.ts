import { type JobDefinition, type Lane, UNLIMITED } from "../platform/jobs/queue.ts";

const lane: Lane = { name: "mail", concurrency: 8, per_key: UNLIMITED, per_group: UNLIMITED };

export const sendMail: JobDefinition<{ mail_id: string }> = {
  name: "send_mail",
  lane,
  retry_s: [60, 300, 1_800, 7_200, 28_800],
};
