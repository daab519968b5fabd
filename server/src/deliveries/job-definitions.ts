import type { JobDefinition, Lane } from "../platform/jobs/queue.ts";

/** What is to be done at one store for one attempt. */
export type StoreWork = {
  organization_id: string;
  delivery_id: string;
  release_id: string;
  store_id: string;
  attempt: number;
  /** Of the transport, when this was queued: of two that were queued for the same try, the second is not done. */
  failures: number;
  step: "send" | "poll" | "takedown" | "poll_takedown";
};

// Work on one release at one store is serial. An organization holds half of the hands at most, fewer the more are held:
// neither its many sends nor a store that hangs on them keep another organization waiting.
const lane: Lane = { name: "deliveries", concurrency: 48, per_key: 1, per_group: 24, leaves_room: true };

/** Failures of a store are no failures of the job: these retries are for our own. */
export const workOnStore: JobDefinition<StoreWork> = {
  name: "work_on_store",
  lane,
  retry_s: [1, 5, 30, 120, 600, 3_600, 3_600, 3_600],
};
