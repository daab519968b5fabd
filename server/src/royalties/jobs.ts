import { handler, type JobHandler } from "../platform/jobs/handler.ts";
import { goOnClosing } from "./close.ts";
import { closePeriodJob } from "./job-definitions.ts";

export const royaltyJobs: JobHandler[] = [
  handler(closePeriodJob, {
    prepare: (ctx, { payload }) => goOnClosing(ctx, payload.period),
    handle: async () => undefined,
    parked: "The period stays `closing`, and closing it again goes on where it stands.",
  }),
];
