import { housekeeping, type JobDefinition, type Lane, type NoPayload } from "../platform/jobs/queue.ts";

/** A round of attempts of one dispatch. Jobs of a round that is over find nothing to do. */
export type DispatchRound = { event_id: string; webhook_id: string; round: number };

// An endpoint's failure does not fail the job. These retries are for our own failures.
const retry_s = [1, 5, 30, 120, 600, 3_600];

// Each endpoint has a limit of slots, and so has each organization; the limits shrink while many slots are busy. So an
// endpoint that hangs delays no other. A try takes up to half a minute, so there are many slots; most of them only wait.
const lane: Lane = { name: "webhooks", concurrency: 1_000, per_key: 6, per_group: 300, leaves_room: true };

// Events for an endpoint that is known to fail, and all retries, use this lane, so that they do not delay the others.
const failing: Lane = { name: "webhooks_failing", concurrency: 250, per_key: 2, per_group: 50, leaves_room: true };

export const attemptDispatch: JobDefinition<DispatchRound> = { name: "send_event", lane, retry_s };
export const attemptDispatchAgain: JobDefinition<DispatchRound> = { name: "send_event_again", lane: failing, retry_s };
export const sweepEvents: JobDefinition<NoPayload> = { name: "sweep_events", lane: housekeeping, retry_s: [60, 600] };
