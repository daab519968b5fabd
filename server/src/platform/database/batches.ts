import { isTimedOut } from "./failure.ts";

/**
 * Deletes in batches of this many rows until none are left, each batch by itself. A batch that takes too long is tried
 * again with half as many rows, so that a sweep succeeds on a slow database too.
 */
export async function removeAll(at_once: number, remove: (limit: number) => Promise<number>): Promise<void> {
  for (let limit = at_once, removed = limit; removed === limit; ) {
    ({ limit, removed } = await removeSome(limit, remove));
  }
}

/** Deletes one batch. Returns the limit that worked, for the next batch. */
export async function removeSome(
  at_once: number,
  remove: (limit: number) => Promise<number>,
): Promise<{ limit: number; removed: number }> {
  for (let limit = at_once; ; limit = Math.floor(limit / 2)) {
    try {
      return { limit, removed: await remove(limit) };
    } catch (error) {
      if (!isTimedOut(error) || limit <= 1) throw error;
    }
  }
}
