import { removeAll } from "../platform/database/batches.ts";
import { handler, type JobHandler } from "../platform/jobs/handler.ts";
import { goOnClosing } from "./closing/close.ts";
import { closePeriodJob, indexSalesRows, removeSalesRows, sweepReports } from "./job-definitions.ts";
import { deleteAbandoned } from "./reports/import-queries.ts";
import { deleteRows, indexNewRows } from "./reports/queries.ts";

const ROWS_AT_ONCE = 10_000;

export const royaltyJobs: JobHandler[] = [
  handler(closePeriodJob, {
    prepare: (ctx, { payload }) => goOnClosing(ctx, payload.period),
    handle: async () => undefined,
    parked: "The period stays `closing`. Close it again to continue where it stopped.",
  }),
  handler(sweepReports, {
    prepare: ({ begin }) => begin(deleteAbandoned),
    handle: async () => undefined,
    parked: "The next sweep does the work instead.",
  }),
  handler(indexSalesRows, {
    prepare: ({ db }) => indexNewRows(db),
    handle: async () => undefined,
    parked: "The next import does the work instead.",
  }),
  handler(removeSalesRows, {
    prepare: ({ begin }, { payload }) =>
      removeAll(ROWS_AT_ONCE, (limit) => begin((db) => deleteRows(db, payload.number, limit))),
    handle: async () => undefined,
    parked: "No report uses these rows any more; they only take up space.",
  }),
];
