import { handler, type JobHandler } from "../platform/jobs/handler.ts";
import { gatherDue, type NoticeParts, watchTime } from "./actions.ts";
import { gatherNotices, watchFailures } from "./job-definitions.ts";

export function noticeJobs(parts: NoticeParts): JobHandler[] {
  return [
    handler(gatherNotices, {
      prepare: (ctx) => gatherDue(ctx, parts),
      handle: async () => undefined,
      parked: "The next run does the work instead.",
    }),
    handler(watchFailures, {
      handle: (ctx) => watchTime(ctx),
      is_long: true,
      parked: "The next run does the work instead.",
    }),
  ];
}
