import type { JobDefinition, Lane } from "../platform/queue.ts";

/** A try to bring an event to an endpoint. Of a round that is over nothing is sent any more. */
export type Sending = { event_id: string; webhook_id: string; round: number };

// Failures of an endpoint are no failures of the job: these retries are for our own.
const retry_s = [1, 5, 30, 120, 600, 3_600];

// An endpoint holds so many hands and no more, and an organization's endpoints so many together: whoever hangs delays
// nobody else. A try takes up to half a minute, so there are many hands; most of them only wait.
const lane: Lane = { name: "webhooks", concurrency: 1_000, per_key: 6, per_group: 300 };

// Endpoints that do not answer leave the lane of the others as soon as that is known.
const failing: Lane = { name: "webhooks_failing", concurrency: 250, per_key: 2, per_group: 50 };

export const sendEvent: JobDefinition<Sending> = { name: "send_event", lane, retry_s };
export const sendEventAgain: JobDefinition<Sending> = { name: "send_event_again", lane: failing, retry_s };
