import { housekeeping, type JobDefinition, type NoPayload } from "../platform/jobs/queue.ts";

export const sweepReceived: JobDefinition<NoPayload> = {
  name: "sweep_received_messages",
  lane: housekeeping,
  retry_s: [60, 600],
};
