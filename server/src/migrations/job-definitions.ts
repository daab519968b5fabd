import { type JobDefinition, type Lane, type NoPayload, UNLIMITED } from "../platform/jobs/queue.ts";

const lane: Lane = { name: "migrations", concurrency: 1, per_key: UNLIMITED, per_group: UNLIMITED };

/** Tells partners which stores are safe to take the former release down from. */
export const watchMigrations: JobDefinition<NoPayload> = { name: "watch_migrations", lane, retry_s: [10, 60, 600] };
