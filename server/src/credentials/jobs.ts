import { removeAll } from "../platform/database/batches.ts";
import { handler } from "../platform/jobs/handler.ts";
import { sweepAccessTokens, sweepDashboardSessions } from "./job-definitions.ts";
import { deleteExpiredTokens } from "./queries.ts";
import { deleteExpiredLinks, deleteExpiredSessions } from "./session-queries.ts";

// Small enough that no request waits for a row of it.
const AT_ONCE = 1_000;

export const credentialJobs = [
  handler(sweepAccessTokens, {
    prepare: async ({ begin, clock }) => {
      const now = clock.now().toISOString();
      await removeAll(AT_ONCE, (limit) => begin((db) => deleteExpiredTokens(db, now, limit)));
    },
    handle: async () => undefined,
    parked: "The next hourly sweep does the work instead.",
  }),
  handler(sweepDashboardSessions, {
    prepare: async ({ begin, clock }) => {
      const now = clock.now().toISOString();
      await removeAll(AT_ONCE, (limit) => begin((db) => deleteExpiredSessions(db, now, limit)));
      await removeAll(AT_ONCE, (limit) => begin((db) => deleteExpiredLinks(db, now, limit)));
    },
    handle: async () => undefined,
    parked: "The next hourly sweep does the work instead.",
  }),
];
