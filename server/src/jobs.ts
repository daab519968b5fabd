import { sweepHandler, sweepIdempotencyKeys } from "./platform/idempotency-sweep.ts";
import type { JobHandler, Schedule } from "./platform/worker.ts";

/** All background work, one list. */
export const jobHandlers: readonly JobHandler[] = [sweepHandler];

/** What comes by itself. */
export const schedules: readonly Schedule[] = [{ definition: sweepIdempotencyKeys, every_s: 3600 }];
