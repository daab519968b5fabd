import { removeAll } from "../platform/database/batches.ts";
import { handler } from "../platform/jobs/handler.ts";
import { housekeeping, type JobDefinition, type NoPayload } from "../platform/jobs/queue.ts";
import { removeSalesRows } from "./report-actions.ts";
import { deleteAbandoned, deleteRows } from "./report-queries.ts";

export const sweepReports: JobDefinition<NoPayload> = {
  name: "sweep_sales_reports",
  lane: housekeeping,
  retry_s: [60, 600],
};

const ROWS_AT_ONCE = 10_000;

export const reportJobs = [
  handler(sweepReports, {
    prepare: ({ db }) => deleteAbandoned(db),
    handle: async () => undefined,
    parked: "The next sweep does it all.",
  }),
  handler(removeSalesRows, {
    prepare: ({ db }, { payload }) => removeAll(ROWS_AT_ONCE, (limit) => deleteRows(db, payload.number, limit)),
    handle: async () => undefined,
    parked: "Nothing names these rows any more.",
  }),
];
