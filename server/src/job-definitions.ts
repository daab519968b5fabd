import { type JobDefinition, type Lane, type NoPayload, UNLIMITED } from "./platform/jobs/queue.ts";

/** A backup may take hours, and other work of the service must not wait for it. */
const lane: Lane = { name: "backups", concurrency: 1, per_key: UNLIMITED, per_group: UNLIMITED };

export const makeBackup: JobDefinition<NoPayload> = { name: "make_backup", lane, retry_s: [600, 3_600] };
