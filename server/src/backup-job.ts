// Backups by schedule. The schedule is a row of production's database, so one process of many makes each backup.

import { makeBackup } from "./job-definitions.ts";
import { type Context, transaction } from "./platform/context.ts";
import { BACKUP_FAILURES, countSetting } from "./platform/database/installation.ts";
import { handler, type JobHandler, type Schedule } from "./platform/jobs/handler.ts";
import { type Log, messageOf } from "./platform/logging.ts";

/** `make` throws unless the backup was written and verified. */
export type ScheduledBackup = { every_s: number; make(): Promise<void> };

export function backupJobs({ make }: ScheduledBackup, log: Log): JobHandler[] {
  return [
    handler(makeBackup, {
      prepare: (ctx) => make().catch((error: unknown) => countFailure(ctx, error, log)),
      handle: async () => undefined,
      parked: "The next turn of the schedule makes a backup all the same, and the metric counts the failures.",
    }),
  ];
}

export function backupSchedule({ every_s }: ScheduledBackup): Schedule {
  return { definition: makeBackup, every_s };
}

/** Counted in the database, so that every process shows the same number. */
async function countFailure(ctx: Context, error: unknown, log: Log): Promise<never> {
  log.warn({ job: makeBackup.name }, `The backup failed, and the older ones stay: ${messageOf(error)}`);
  await transaction(ctx, (ctx) => countSetting(ctx.db, BACKUP_FAILURES));
  throw error;
}
