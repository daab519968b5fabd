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

/** After rows were copied by a statement. Until then a search would read all of them. */
export const indexSalesRows: JobDefinition<NoPayload> = {
  name: "index_sales_rows",
  lane: housekeeping,
  retry_s: [60, 600],
};

export const sweepReports: JobDefinition<NoPayload> = {
  name: "sweep_sales_reports",
  lane: housekeeping,
  retry_s: [60, 600],
};
