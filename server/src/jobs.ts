import { assetJobs, sweepAssets } from "./assets/jobs.ts";
import { sweepAccessTokens, sweepAccessTokensHandler } from "./credentials/jobs.ts";
import { deliveryJobs } from "./deliveries/jobs.ts";
import { sweepEvents, sweepEventsHandler } from "./events/jobs.ts";
import { sweepHandler, sweepIdempotencyKeys } from "./platform/http/idempotency-sweep.ts";
import type { JobHandler, Schedule } from "./platform/jobs/handler.ts";
import { releaseJobs } from "./releases/jobs.ts";
import type { ConnectorParts } from "./stores/actions.ts";
import { webhookJobs } from "./webhooks/jobs.ts";
import type { AttemptParts } from "./webhooks/send.ts";

/** All background work, one list. */
export function jobHandlers(parts: AttemptParts & ConnectorParts): JobHandler[] {
  const sweeps = [sweepHandler, sweepAccessTokensHandler, sweepEventsHandler];
  return [...sweeps, ...assetJobs, ...releaseJobs, ...deliveryJobs(parts), ...webhookJobs(parts)];
}

/** What comes by itself. */
export const schedules: readonly Schedule[] = [
  { definition: sweepIdempotencyKeys, every_s: 3600 },
  { definition: sweepAccessTokens, every_s: 3600 },
  { definition: sweepAssets, every_s: 3600 },
  { definition: sweepEvents, every_s: 3600 },
];
