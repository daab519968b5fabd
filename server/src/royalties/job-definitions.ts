import { housekeeping, type JobDefinition, type NoPayload } from "../platform/jobs/queue.ts";

/** Continues a close whose process died. */
export const closePeriodJob: JobDefinition<{ period: string }> = {
  name: "close_period",
  lane: housekeeping,
  retry_s: [5, 30, 120, 600, 3_600],
};

export const removeSalesRows: JobDefinition<{ number: string }> = {
  name: "remove_sales_rows",
  lane: housekeeping,
  retry_s: [60, 600, 3_600],
};

export const sweepReports: JobDefinition<NoPayload> = {
  name: "sweep_sales_reports",
  lane: housekeeping,
  retry_s: [60, 600],
};
