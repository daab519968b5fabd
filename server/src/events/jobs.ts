import { handler } from "../platform/job-handler.ts";
import { housekeeping, type JobDefinition, type NoPayload } from "../platform/queue.ts";
import { RETENTION_DAYS } from "./event.ts";
import { deleteOldEvents } from "./queries.ts";

export const sweepEvents: JobDefinition<NoPayload> = { name: "sweep_events", lane: housekeeping, retry_s: [60, 600] };

// With them go their dispatches and attempts: small enough that nobody waits for a row of it.
const AT_ONCE = 500;

export const sweepEventsHandler = handler(sweepEvents, {
  prepare: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000).toISOString();
    while ((await deleteOldEvents(db, before, AT_ONCE)) > 0);
  },
  handle: async () => undefined,
  parked: "The next hour's sweep does it all.",
});
