import { removeAll } from "../database/batches.ts";
import type { TransactionDb } from "../database/db.ts";
import { handler } from "../jobs/handler.ts";
import { housekeeping, type JobDefinition, type NoPayload } from "../jobs/queue.ts";
import { RETENTION_HOURS } from "./idempotency-keys.ts";

export const sweepIdempotencyKeys: JobDefinition<NoPayload> = {
  name: "sweep_idempotency_keys",
  lane: housekeeping,
  retry_s: [60, 600],
};

// Small enough that no request waits for a row of it.
const AT_ONCE = 1_000;

export const idempotencyJobs = [
  handler(sweepIdempotencyKeys, {
    prepare: async ({ begin, clock }) => {
      const before = new Date(clock.now().getTime() - RETENTION_HOURS * 3_600_000).toISOString();
      await removeAll(AT_ONCE, (limit) => begin((db) => deleteKeys(db, before, limit)));
    },
    handle: async () => undefined,
    parked: "The next hour's sweep does it all.",
  }),
];

async function deleteKeys(db: TransactionDb, before: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from idempotency_keys where (organization_id, key) in (
      select organization_id, key from idempotency_keys where created_at <= ${before}
      order by created_at limit ${limit} for update skip locked)`;
  return count;
}
