import { type JobDefinition, type Lane, type NoPayload, UNLIMITED } from "../platform/jobs/queue.ts";

/** A lane of their own: long sweeps of the housekeeping must not delay mail. */
const lane: Lane = { name: "notices", concurrency: 2, per_key: UNLIMITED, per_group: UNLIMITED };

export const gatherNotices: JobDefinition<NoPayload> = { name: "gather_notices", lane, retry_s: [10, 60, 600] };

export const watchFailures: JobDefinition<NoPayload> = { name: "watch_failures", lane, retry_s: [60, 600] };
