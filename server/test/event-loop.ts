// How long one turn of the event loop takes at most while something runs: that is how long every other request waits.
//
// On a crowded machine a turn takes long because the process is not given the processor, which is no fault of ours. So a turn
// counts by the processor time that the process used in it, and by the clock where that is less: other threads of the
// process (the collector of garbage, the compiler) use the processor as well. Pauses of the collector do not count: it looks
// through all that the tests before have left in the process, and a turn that is too long is so without it. A slow processor
// needs more time for the same turn, so the limit grows with what a fixed piece of work takes just then.

import { PerformanceObserver } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";

/** The longest time for which any request may block the others, on a processor that does the yardstick's work in its time. */
const LONGEST_TURN_MS = 50;
const TRIES = 16;
/** A megabyte of JSON. A quick machine parses it in 7 ms; one with shared cores takes up to 20 at times. */
const yardstick = JSON.stringify(
  Array.from({ length: 20_000 }, (_, index) => ({ index, list: [index, null, "x"], name: "" })),
);
const YARDSTICK_MS = 8;

type Watched<Result> = { result: Result; longest_ms: number };
type Turn = { began: number; ended: number; used_ms: number };
type Pause = { startTime: number; duration: number };

async function watchLoop<Result>(work: () => Promise<Result>): Promise<Watched<Result>> {
  const turns: Turn[] = [];
  const pauses: Pause[] = [];
  const collector = new PerformanceObserver((list) => pauses.push(...list.getEntries()));
  collector.observe({ entryTypes: ["gc"] });
  let [used, began] = [process.cpuUsage(), performance.now()];
  const look = () => {
    const [{ user, system }, ended] = [process.cpuUsage(used), performance.now()];
    turns.push({ began, ended, used_ms: (user + system) / 1_000 });
    [used, began] = [process.cpuUsage(), performance.now()];
  };
  const timer = setInterval(look, 1);
  try {
    const result = await work();
    look();
    // Node tells of a pause two turns after it.
    await setImmediate();
    await setImmediate();
    return { result, longest_ms: turns.reduce((longest, turn) => Math.max(longest, lengthOf(turn, pauses)), 0) };
  } finally {
    clearInterval(timer);
    collector.disconnect();
  }
}

function lengthOf({ began, ended, used_ms }: Turn, pauses: readonly Pause[]): number {
  const within = pauses.filter(({ startTime }) => startTime >= began && startTime < ended);
  return Math.min(used_ms, ended - began) - within.reduce((sum, { duration }) => sum + duration, 0);
}

/** The best of some tries: what is at fault holds the loop each time, a busy machine does not. */
export async function watchTries<Result>(work: () => Promise<Result>): Promise<Watched<Result> & { limit_ms: number }> {
  for (let best: Watched<Result> | undefined, tries = 1; ; tries++) {
    const watched = await watchLoop(work);
    if (!best || watched.longest_ms < best.longest_ms) best = watched;
    const limit_ms = LONGEST_TURN_MS * slowness();
    if (best.longest_ms < limit_ms || tries === TRIES) return { ...best, limit_ms };
  }
}

/** 1 on a quick machine, 10 on one that is ten times slower. */
function slowness(): number {
  const used = process.cpuUsage();
  JSON.parse(yardstick);
  const { user, system } = process.cpuUsage(used);
  return Math.max(1, (user + system) / 1_000 / YARDSTICK_MS);
}
