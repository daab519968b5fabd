import { housekeeping, type JobDefinition, type NoPayload } from "../platform/jobs/queue.ts";

export const sweepDashboardSessions: JobDefinition<NoPayload> = {
  name: "sweep_dashboard_sessions",
  lane: housekeeping,
  retry_s: [60, 600],
};

export const sweepAccessTokens: JobDefinition<NoPayload> = {
  name: "sweep_access_tokens",
  lane: housekeeping,
  retry_s: [60, 600],
};
