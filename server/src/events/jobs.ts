import type { Context } from "../platform/context.ts";
import { removeAll } from "../platform/database/batches.ts";
import { idBound } from "../platform/ids.ts";
import { handler } from "../platform/jobs/handler.ts";
import { RETENTION_DAYS } from "./event.ts";
import { sweepEvents } from "./job-definitions.ts";
import { deleteOfEvents, listOldEvents } from "./queries.ts";

export const eventJobs = [
  handler(sweepEvents, {
    prepare: removeOldEvents,
    handle: async () => undefined,
    parked: "The next hourly sweep does the work instead.",
  }),
];

const EVENTS_AT_ONCE = 500;
// Small enough that no request waits for a row of it.
const ROWS_AT_ONCE = 2_000;

/**
 * An event may have a hundred dispatches, each with any number of attempts. If the database removed them together with their
 * event, a few hundred events would take longer than a statement may. So they are deleted first, in batches.
 */
export async function removeOldEvents({ db, begin, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000);
  const old = { before: before.toISOString(), below: idBound("evt", before) };
  for (let after = "", found = EVENTS_AT_ONCE; found === EVENTS_AT_ONCE; ) {
    const ids = await listOldEvents(db, { ...old, after }, EVENTS_AT_ONCE);
    for (const table of ["attempts", "dispatches", "events"] as const)
      await removeAll(ROWS_AT_ONCE, (limit) => begin((db) => deleteOfEvents(db, table, ids, limit)));
    after = ids.at(-1) ?? "";
    found = ids.length;
  }
}
