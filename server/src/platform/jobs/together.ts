// Combines single calls into batches: while one batch is on its way, the next one gathers. A lone entry goes at once,
// and under load many entries share one round trip or commit.

/**
 * `work` returns one result for each entry, in their order. If a batch fails, each of its entries is tried alone.
 * `at_a_time` batches may be on their way before others gather.
 */
export function together<Entry, Result>(
  limit: number,
  work: (entries: readonly Entry[]) => Promise<readonly Result[]>,
  at_a_time = 1,
): (entry: Entry) => Promise<Result> {
  const waiting: Waiting<Entry, Result>[] = [];
  let busy = 0;

  async function goOn(): Promise<void> {
    if (busy === at_a_time) return;
    busy++;
    for (let batch = waiting.splice(0, limit); batch.length > 0; batch = waiting.splice(0, limit)) {
      if (waiting.length > 0) void goOn();
      await runBatch(batch);
    }
    busy--;
  }
  async function runBatch(batch: readonly Waiting<Entry, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ entry }) => entry));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const [first] = batch;
      if (batch.length === 1) first?.reject(error);
      else for (const one of batch) await runBatch([one]);
    }
  }
  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      // Other calls in this turn of the event loop join the batch.
      if (busy < at_a_time && waiting.length === 1) queueMicrotask(() => void goOn());
    });
}

type Waiting<Entry, Result> = {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};
