import { handler, type JobHandler } from "../platform/jobs/handler.ts";
import { sweepReceived } from "./job-definitions.ts";
import { removeOldReceived } from "./received-sweep.ts";

export const exchangeJobs: JobHandler[] = [
  handler(sweepReceived, {
    prepare: removeOldReceived,
    handle: async () => undefined,
    parked: "The next daily sweep does the work instead.",
  }),
];
