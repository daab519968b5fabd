import { assetJobs, sweepAssets } from "./assets/jobs.ts";
import { sweepAccessTokens, sweepAccessTokensHandler } from "./organizations/jobs.ts";
import { sweepHandler, sweepIdempotencyKeys } from "./platform/idempotency-sweep.ts";
import type { JobHandler, Schedule } from "./platform/job-handler.ts";

/** All background work, one list. */
export const jobHandlers: readonly JobHandler[] = [sweepHandler, sweepAccessTokensHandler, ...assetJobs];

/** What comes by itself. */
export const schedules: readonly Schedule[] = [
  { definition: sweepIdempotencyKeys, every_s: 3600 },
  { definition: sweepAccessTokens, every_s: 3600 },
  { definition: sweepAssets, every_s: 3600 },
];
