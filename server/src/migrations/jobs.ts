import { handler, type JobHandler } from "../platform/jobs/handler.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import { tellSafeStores } from "./actions.ts";
import { watchMigrations } from "./job-definitions.ts";

export const migrationJobs: JobHandler[] = [
  handler(watchMigrations, {
    // A migration that was looked at is due later, so this ends.
    handle: async (ctx) => {
      if ((await tellSafeStores(ctx)) > 0) await enqueue(ctx, watchMigrations, {});
    },
    parked: "The next run does the work instead.",
  }),
];
