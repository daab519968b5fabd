import { housekeeping, type JobDefinition, type NoPayload } from "../platform/jobs/queue.ts";

export const sweepPeople: JobDefinition<NoPayload> = {
  name: "sweep_people",
  lane: housekeeping,
  retry_s: [60, 600],
};

/** `person_id` null: an address that no person has. Such a job does nothing, but it exists. */
export const mailPasswordReset: JobDefinition<{ person_id: string | null }> = {
  name: "mail_password_reset",
  lane: housekeeping,
  retry_s: [5, 30, 120],
};
