import { isTimedOut } from "./failure.ts";

/**
 * Removes until nothing is left, so many rows at once, each batch by itself. One that takes too long is tried again with
 * half as many: however slow the database is, the next sweep does not fail where this one did.
 */
export async function removeAll(at_once: number, remove: (limit: number) => Promise<number>): Promise<void> {
  for (let limit = at_once, removed = limit; removed === limit; ) {
    ({ limit, removed } = await removeSome(limit, remove));
  }
}

/** One batch. Answers with the limit that was kept, for the next. */
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
