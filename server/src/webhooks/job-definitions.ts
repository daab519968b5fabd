import type { OpenDispatches } from "../events/dispatch-queries.ts";
import { type JobDefinition, type Lane, UNLIMITED } from "../platform/jobs/queue.ts";

const retry_s = [1, 5, 30, 120, 600];

// Work that partners request, one job at a time for each endpoint. However much they request, it does not delay the service's own work.
const upkeep: Lane = { name: "webhooks_upkeep", concurrency: 2, per_key: 1, per_group: UNLIMITED };

/** All that an endpoint has missed in a range of time, some at a time. */
export const redeliverRange: JobDefinition<OpenDispatches> = {
  name: "redeliver_range",
  lane: upkeep,
  retry_s,
};

/** An endpoint was deleted: drop the events that it has not received. */
export const forgetWebhook: JobDefinition<{ webhook_id: string }> = {
  name: "forget_webhook",
  lane: upkeep,
  retry_s,
};
