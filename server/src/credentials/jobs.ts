import { removeAll } from "../platform/database/batches.ts";
import { handler } from "../platform/jobs/handler.ts";
import { housekeeping, type JobDefinition, type NoPayload } from "../platform/jobs/queue.ts";
import { deleteExpiredTokens } from "./queries.ts";

export const sweepAccessTokens: JobDefinition<NoPayload> = {
  name: "sweep_access_tokens",
  lane: housekeeping,
  retry_s: [60, 600],
};

// Small enough that no request waits for a row of it.
const AT_ONCE = 1_000;

export const sweepAccessTokensHandler = handler(sweepAccessTokens, {
  prepare: async ({ db, clock }) => {
    const now = clock.now().toISOString();
    await removeAll(AT_ONCE, (limit) => deleteExpiredTokens(db, now, limit));
  },
  handle: async () => undefined,
  parked: "The next hour's sweep does it all.",
});
