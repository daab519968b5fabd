// Combines single calls into batches: while one batch is on its way, the next one gathers. A lone entry goes at once,
// and under load many entries share one round trip or commit.
//
// With a key, a batch holds entries of one key only, and a key has one batch on its way: the next batch of that key would
// wait for the same lock. Batches of other keys go at the same time. Keys take turns, in the order in which they came.

import { atPlaceOfAll, presentPlace, type TracePlace } from "../tracing/tracing.ts";

type Gathering<Entry> = {
  /** So many batches may be on their way before others gather. */
  at_a_time?: number;
  keyOf?: ((entry: Entry) => string) | undefined;
};

/** `work` returns one result for each entry, in their order. If a batch fails, each of its entries is tried alone. */
export function batched<Entry, Result>(
  limit: number,
  work: (entries: readonly Entry[]) => Promise<readonly Result[]>,
  { at_a_time = 1, keyOf }: Gathering<Entry> = {},
): (entry: Entry) => Promise<Result> {
  const waiting = new Map<string, Waiting<Entry, Result>[]>();
  const keys_at_work = new Set<string>();
  let busy = 0;
  let isAboutToGo = false;

  async function goOn(): Promise<void> {
    if (busy === at_a_time) return;
    busy++;
    for (let next = takeNext(); next; next = takeNext()) {
      const running = runBatch(next.batch);
      if (waiting.size > 0) void goOn();
      await running;
      keys_at_work.delete(next.key);
    }
    busy--;
  }
  function takeNext(): { key: string; batch: Waiting<Entry, Result>[] } | undefined {
    for (const [key, entries] of waiting) {
      if (keys_at_work.has(key)) continue;
      const batch = entries.splice(0, limit);
      waiting.delete(key);
      if (entries.length > 0) waiting.set(key, entries);
      if (keyOf) keys_at_work.add(key);
      return { key, batch };
    }
    return undefined;
  }
  async function runBatch(batch: readonly Waiting<Entry, Result>[]): Promise<void> {
    try {
      const entries = batch.map(({ entry }) => entry);
      const results = await atPlaceOfAll(batch, () => work(entries));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const [first] = batch;
      if (batch.length === 1) first?.reject(error);
      else for (const one of batch) await runBatch([one]);
    }
  }
  return (entry) =>
    new Promise((resolve, reject) => {
      const key = keyOf?.(entry) ?? "";
      const entries = waiting.get(key) ?? [];
      entries.push({ entry, resolve, reject, place: presentPlace() });
      waiting.set(key, entries);
      if (busy === at_a_time || isAboutToGo) return;
      isAboutToGo = true;
      // Other calls in this turn of the event loop join the batch.
      setImmediate(() => {
        isAboutToGo = false;
        void goOn();
      });
    });
}

type Waiting<Entry, Result> = {
  entry: Entry;
  place: TracePlace | undefined;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};
