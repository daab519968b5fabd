// How long one turn of the event loop takes at most while something runs: that is how long every other request waits.
//
// On a crowded machine a turn takes long because the process is not given the processor, which is no fault of ours. So a turn
// counts by the processor time that the process used in it, and by the clock where that is less: other threads of the
// process (the collector of garbage, the compiler) use the processor as well.

export type Watched<Result> = { result: Result; longest_ms: number };

export async function watchLoop<Result>(work: () => Promise<Result>): Promise<Watched<Result>> {
  let longest_ms = 0;
  let [used, began] = [process.cpuUsage(), performance.now()];
  const look = () => {
    const { user, system } = process.cpuUsage(used);
    longest_ms = Math.max(longest_ms, Math.min((user + system) / 1_000, performance.now() - began));
    [used, began] = [process.cpuUsage(), performance.now()];
  };
  const timer = setInterval(look, 1);
  try {
    const result = await work();
    look();
    return { result, longest_ms };
  } finally {
    clearInterval(timer);
  }
}
