import { housekeeping, type JobDefinition } from "../platform/jobs/queue.ts";

/** A store is no longer paused: what waited for it goes on, from the delivery `after` on. */
export const resumeStore: JobDefinition<{ store_id: string; after: string }> = {
  name: "resume_store",
  lane: housekeeping,
  retry_s: [1, 5, 30, 120, 600],
};
