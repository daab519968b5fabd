import { housekeeping, type JobDefinition } from "../platform/jobs/queue.ts";

/** Goes on with a close whose process died. */
export const closePeriodJob: JobDefinition<{ period: string }> = {
  name: "close_period",
  lane: housekeeping,
  retry_s: [5, 30, 120, 600, 3_600],
};
