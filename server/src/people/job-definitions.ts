import { housekeeping, type JobDefinition, type NoPayload } from "../platform/jobs/queue.ts";

export const sweepPeople: JobDefinition<NoPayload> = {
  name: "sweep_people",
  lane: housekeeping,
  retry_s: [60, 600],
};
