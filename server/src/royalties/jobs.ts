import { removeAll } from "../platform/database/batches.ts";
import { handler, type JobHandler } from "../platform/jobs/handler.ts";
import { goOnClosing } from "./close.ts";
import { closePeriodJob, removeSalesRows, sweepReports } from "./job-definitions.ts";
import { deleteAbandoned, deleteRows } from "./report-queries.ts";

const ROWS_AT_ONCE = 10_000;

export const royaltyJobs: JobHandler[] = [
  handler(closePeriodJob, {
    prepare: (ctx, { payload }) => goOnClosing(ctx, payload.period),
    handle: async () => undefined,
    parked: "The period stays `closing`, and closing it again goes on where it stands.",
  }),
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
