import type { Transaction } from "../platform/context.ts";
import { enqueueAll } from "../platform/jobs/queue.ts";
import { messageId, type StoreStatus } from "./delivery.ts";
import { callStore, placeOfCall, placeOfWork, type StoreWork, workOnStore } from "./job-definitions.ts";
import type { StoreRow } from "./queries.ts";

// The statuses in which each step has something to do.
const statusesOf: Readonly<Record<StoreWork["step"], readonly StoreStatus[]>> = {
  send: ["queued", "sending", "stalled"],
  poll: ["ingesting"],
  takedown: ["takedown_requested"],
  poll_takedown: ["takedown_requested"],
};

export function isDue(row: StoreRow, { attempt, failures, step }: StoreWork): boolean {
  return row.attempts === attempt && row.failures === failures && statusesOf[step].includes(row.status);
}

export const isPoll = ({ step }: StoreWork) => step === "poll" || step === "poll_takedown";
export const isTakedown = ({ step }: StoreWork) => step === "takedown" || step === "poll_takedown";

/** The message that the step sends or asks about. */
export function messageIdOf(work: StoreWork): string {
  return messageId(work, isTakedown(work) ? "takedown" : "new");
}

/**
 * Two jobs for one store may be in hand while nodes of two versions run, which give them different keys. They must see each
 * other's effect, so a batch of both fails, and each is done alone.
 */
export function assertOnePerStore(works: readonly StoreWork[]): void {
  const store_ids = new Set(works.map(({ store_id }) => store_id));
  if (store_ids.size < works.length) throw new Error("Two jobs for one store are done one after the other.");
}

export async function enqueueWork(ctx: Transaction, works: readonly StoreWork[]): Promise<void> {
  await enqueueLater(
    ctx,
    works.map((work) => ({ work, after_ms: 0 })),
  );
}

/** Work at stores that are reached over a connection: each begins when its store has one free. */
export async function enqueueCalls(ctx: Transaction, works: readonly StoreWork[]): Promise<void> {
  await enqueueAll(
    ctx,
    callStore,
    works.map((work) => ({ payload: work, ...placeOfCall(work) })),
  );
}

export type LaterWork = { work: StoreWork; after_ms: number };

export async function enqueueLater(ctx: Transaction, later: readonly LaterWork[]): Promise<void> {
  const now_ms = ctx.clock.now().getTime();
  await enqueueAll(
    ctx,
    workOnStore,
    later.map(({ work, after_ms }) => ({
      payload: work,
      run_at: new Date(now_ms + after_ms),
      ...placeOfWork(work),
    })),
  );
}
