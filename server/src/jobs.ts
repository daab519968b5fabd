import { previewAssets, sweepAssets } from "./assets/job-definitions.ts";
import { assetJobs } from "./assets/jobs.ts";
import { sweepAccessTokens, sweepDashboardSessions } from "./credentials/job-definitions.ts";
import { credentialJobs } from "./credentials/jobs.ts";
import { queueAcknowledgementReadings, sweepMessages } from "./deliveries/job-definitions.ts";
import { deliveryJobs } from "./deliveries/jobs.ts";
import { sweepEvents } from "./events/job-definitions.ts";
import { eventJobs } from "./events/jobs.ts";
import { sweepReceived } from "./exchange/job-definitions.ts";
import { exchangeJobs } from "./exchange/jobs.ts";
import { sweepMails } from "./mail/job-definitions.ts";
import { mailJobs } from "./mail/jobs.ts";
import type { SendingParts } from "./mail/sending.ts";
import { watchMigrations } from "./migrations/job-definitions.ts";
import { migrationJobs } from "./migrations/jobs.ts";
import { gatherNotices, watchFailures } from "./notices/job-definitions.ts";
import { noticeJobs } from "./notices/jobs.ts";
import { sweepPeople } from "./people/job-definitions.ts";
import { peopleJobs } from "./people/jobs.ts";
import type { ResetMailParts } from "./people/reset-actions.ts";
import { idempotencyJobs, sweepIdempotencyKeys } from "./platform/http/idempotency-sweep.ts";
import { requestLogJobs, sweepRequestLog } from "./platform/http/observing/request-log-routes.ts";
import type { JobHandler, Schedule } from "./platform/jobs/handler.ts";
import type { Log } from "./platform/logging.ts";
import { sweepReports } from "./royalties/job-definitions.ts";
import { royaltyJobs } from "./royalties/jobs.ts";
import type { ConnectorParts } from "./stores/actions.ts";
import { submissionJobs } from "./submissions/jobs.ts";
import { webhookJobs } from "./webhooks/jobs.ts";
import type { AttemptParts } from "./webhooks/send.ts";

/** All background work, one list. */
export function jobHandlers(
  parts: AttemptParts & ConnectorParts & ResetMailParts & { log: Log; mail: SendingParts },
): JobHandler[] {
  return [
    ...idempotencyJobs,
    ...requestLogJobs,
    ...eventJobs,
    ...credentialJobs,
    ...mailJobs(parts.mail),
    ...peopleJobs(parts),
    ...assetJobs,
    ...submissionJobs,
    ...deliveryJobs(parts),
    ...webhookJobs(parts),
    ...royaltyJobs,
    ...exchangeJobs,
    ...migrationJobs,
    ...noticeJobs(parts.mail),
  ];
}

/** Jobs that run on a schedule. */
export const schedules: readonly Schedule[] = [
  { definition: sweepIdempotencyKeys, every_s: 3600 },
  { definition: sweepRequestLog, every_s: 3600 },
  { definition: sweepAccessTokens, every_s: 3600 },
  { definition: sweepDashboardSessions, every_s: 3600 },
  { definition: sweepMails, every_s: 600 },
  { definition: sweepPeople, every_s: 3600 },
  { definition: sweepAssets, every_s: 3600 },
  { definition: watchMigrations, every_s: 300 },
  { definition: previewAssets, every_s: 3600 },
  { definition: sweepEvents, every_s: 3600 },
  { definition: gatherNotices, every_s: 10 },
  { definition: watchFailures, every_s: 300 },
  { definition: sweepReports, every_s: 60 },
  { definition: queueAcknowledgementReadings, every_s: 10 },
  { definition: sweepMessages, every_s: 86_400 },
  { definition: sweepReceived, every_s: 86_400 },
];
