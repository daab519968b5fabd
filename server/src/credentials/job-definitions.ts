import { housekeeping, type JobDefinition, type NoPayload } from "../platform/jobs/queue.ts";

export const sweepAccessTokens: JobDefinition<NoPayload> = {
  name: "sweep_access_tokens",
  lane: housekeeping,
  retry_s: [60, 600],
};
