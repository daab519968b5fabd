import { assetJobs, sweepAssets } from "./assets/jobs.ts";
import { sweepAccessTokens, sweepAccessTokensHandler } from "./credentials/jobs.ts";
import { deliveryJobs } from "./deliveries/jobs.ts";
import { sweepEvents, sweepEventsHandler } from "./events/jobs.ts";
import { sweepHandler, sweepIdempotencyKeys } from "./platform/http/idempotency-sweep.ts";
import type { JobHandler, Schedule } from "./platform/jobs/handler.ts";
import { releaseJobs } from "./releases/jobs.ts";
import { reportJobs, sweepReports } from "./royalties/report-jobs.ts";
import type { ConnectorKinds } from "./stores/connector-kinds.ts";
import { webhookJobs } from "./webhooks/jobs.ts";
import type { SendingParts } from "./webhooks/send.ts";

/** All background work, one list. */
export function jobHandlers(parts: SendingParts & { connectors: ConnectorKinds }): JobHandler[] {
  const sweeps = [sweepHandler, sweepAccessTokensHandler, sweepEventsHandler];
  return [
    ...sweeps,
    ...assetJobs,
    ...releaseJobs,
    ...deliveryJobs(parts.connectors),
    ...reportJobs,
    ...webhookJobs(parts),
  ];
}

/** What comes by itself. */
export const schedules: readonly Schedule[] = [
  { definition: sweepIdempotencyKeys, every_s: 3600 },
  { definition: sweepAccessTokens, every_s: 3600 },
  { definition: sweepAssets, every_s: 3600 },
  { definition: sweepEvents, every_s: 3600 },
  { definition: sweepReports, every_s: 60 },
];
