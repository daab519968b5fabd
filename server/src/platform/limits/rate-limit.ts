// How many requests a key (an organization, an operator, an address) may make.
//
// The problem. Two limits hold at once. A budget per minute keeps one client from taking the whole service. A burst
// limit per second keeps a client from spending its budget at once. The answer must be exact, because its headers tell
// the client when to come back. It must also be cheap, because every request asks, most of all the refused ones.
//
// The procedure. The minute is a fixed window of 60 s that starts with the first counted request. The second slides: the
// times of the admitted requests are kept in a ring, oldest first, and a request is admitted when the one that came
// `burst` places before it is at least 1,000 ms old. That is one look at one place in the ring, and it stays exact when
// the limits change between two requests, because the ring forgets nothing younger than a second. The ring starts small,
// grows by doubling, reuses the place of its oldest time once that has passed, and is let go after a second of silence.
// A request is admitted when both limits allow it, else it is counted in neither.
//
// Memory. Counters live in two generations. A counter that is used moves into the young one; when the young generation
// is a window old it becomes the old one, and the former old one is dropped whole. Nothing in it was used for 60 s, so no
// answer changes. The same happens early when the young one holds half of MAX_KEYS: the least recently used keys go
// first, the latest MAX_KEYS / 2 always stay, and a key that went starts afresh. No timer, and no request pays for a sweep.
//
// When the clock goes wrong. After a small step back, time stands still until the clock has caught up, so no request is
// admitted twice. After a larger step back no client should have to wait: the clock counts as newly set, and time
// continues from where it was. A step forward cannot be told from time that passed.

import type { MaybePromise } from "../maybe-promise.ts";

export type Limits = { per_minute: number; burst: number };

/** `remaining` is what is left of the minute after this request; `retry_after_s` is 0 when it was admitted. */
export type Decision = {
  admitted: boolean;
  limit: number;
  remaining: number;
  reset_s: number;
  retry_after_s: number;
};

/** `take` counts the request if it is admitted, `peek` never does. A promise when the counters are shared. */
export type RateLimiter = {
  take(key: string, limits: Limits): MaybePromise<Decision>;
  peek(key: string, limits: Limits): MaybePromise<Decision>;
};

/** Kept apart, so that a flood of addresses cannot push out an organization's counter. */
export type Limiters = { principals: RateLimiter; addresses: RateLimiter; guesses: RateLimiter };

/** The state of the counters: requests in this minute, the time left of it, and the time until one more is admitted. */
export type Tally = { counted: number; left_ms: number; wait_ms: number };

export function decide(limits: Limits, { counted, left_ms, wait_ms }: Tally): Decision {
  return {
    admitted: wait_ms === 0,
    limit: limits.per_minute,
    remaining: Math.max(0, limits.per_minute - counted),
    reset_s: Math.ceil(left_ms / 1000),
    retry_after_s: Math.ceil(wait_ms / 1000),
  };
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
// About 20 MB of counters when every key made three requests within the minute.
const MAX_KEYS = 100_000;
const SMALL_RING = 4;
const TOLERATED_STEP_BACK_MS = 1_000;

export function memoryRateLimiter(now_ms: () => number) {
  const steadyNow = steadyClock(now_ms);
  const counters = generations();
  return {
    take(key: string, limits: Limits): Decision {
      const now = steadyNow();
      const counter = counters.find(key, now);
      const wait_ms = waitFor(counter, limits, now);
      if (wait_ms > 0) return decideBy(counter, limits, { now, wait_ms });
      const counted = counter ?? counters.add(key, now);
      countRequest(counted, now);
      return decideBy(counted, limits, { now, wait_ms });
    },
    peek(key: string, limits: Limits): Decision {
      const now = steadyNow();
      const counter = counters.find(key, now);
      return decideBy(counter, limits, { now, wait_ms: waitFor(counter, limits, now) });
    },
  } satisfies RateLimiter;
}

/** `times` is a ring whose length is a power of two; `kept` of its places are in use, from `oldest` on. */
type Counter = { window_ends_ms: number; counted: number; times: number[]; oldest: number; kept: number };

function waitFor(counter: Counter | undefined, limits: Limits, now: number): number {
  return Math.max(waitForMinute(counter, limits, now), waitForSecond(counter, limits, now), 0);
}

function waitForMinute(counter: Counter | undefined, limits: Limits, now: number): number {
  return countedIn(counter, now) < limits.per_minute ? 0 : windowLeft(counter, now);
}

function waitForSecond(counter: Counter | undefined, limits: Limits, now: number): number {
  const kept = counter?.kept ?? 0;
  if (kept < limits.burst) return 0;
  // A burst limit of 0 has no earlier request to wait for: refuse as if there had been one just now.
  return (timeAt(counter, kept - limits.burst) ?? now) + SECOND_MS - now;
}

function decideBy(counter: Counter | undefined, limits: Limits, { now, wait_ms }: { now: number; wait_ms: number }) {
  return decide(limits, { counted: countedIn(counter, now), left_ms: windowLeft(counter, now), wait_ms });
}

function countedIn(counter: Counter | undefined, now: number): number {
  return counter !== undefined && now < counter.window_ends_ms ? counter.counted : 0;
}

function windowLeft(counter: Counter | undefined, now: number): number {
  return counter !== undefined && now < counter.window_ends_ms ? counter.window_ends_ms - now : MINUTE_MS;
}

function countRequest(counter: Counter, now: number): void {
  if (now >= counter.window_ends_ms) {
    counter.window_ends_ms = now + MINUTE_MS;
    counter.counted = 0;
  }
  counter.counted += 1;
  keepTime(counter, now);
}

function timeAt(counter: Counter | undefined, place: number): number | undefined {
  return counter?.times[(counter.oldest + place) & (counter.times.length - 1)];
}

function keepTime(counter: Counter, now: number): void {
  const passed = now - SECOND_MS;
  if (isUpTo(timeAt(counter, counter.kept - 1), passed)) emptyRing(counter);
  else if (isUpTo(timeAt(counter, 0), passed)) dropOldest(counter);
  else if (counter.kept === counter.times.length) growRing(counter);
  counter.times[(counter.oldest + counter.kept) & (counter.times.length - 1)] = now;
  counter.kept += 1;
}

function isUpTo(time: number | undefined, passed: number): boolean {
  return time !== undefined && time <= passed;
}

function emptyRing(counter: Counter): void {
  if (counter.times.length > SMALL_RING) counter.times = newPlaces(SMALL_RING);
  counter.oldest = 0;
  counter.kept = 0;
}

function dropOldest(counter: Counter): void {
  counter.oldest = (counter.oldest + 1) & (counter.times.length - 1);
  counter.kept -= 1;
}

function growRing(counter: Counter): void {
  const inOrder = [...counter.times.slice(counter.oldest), ...counter.times.slice(0, counter.oldest)];
  counter.times = [...inOrder, ...newPlaces(inOrder.length)];
  counter.oldest = 0;
}

// Filled with a time long passed, which keeps the array one of plain doubles.
function newPlaces(count: number): number[] {
  return new Array<number>(count).fill(Number.NEGATIVE_INFINITY);
}

function generations() {
  let young = new Map<string, Counter>();
  let old = new Map<string, Counter>();
  let turns_ms = Number.NEGATIVE_INFINITY;

  function turn(now: number): void {
    old = young;
    young = new Map();
    turns_ms = now + MINUTE_MS;
  }
  function put(key: string, counter: Counter, now: number): Counter {
    if (young.size >= MAX_KEYS / 2) turn(now);
    young.set(key, counter);
    return counter;
  }
  return {
    find(key: string, now: number): Counter | undefined {
      if (now >= turns_ms) turn(now);
      const counter = young.get(key);
      if (counter !== undefined) return counter;
      const older = old.get(key);
      if (older === undefined) return undefined;
      old.delete(key);
      return put(key, older, now);
    },
    add(key: string, now: number): Counter {
      return put(key, newCounter(), now);
    },
  };
}

function newCounter(): Counter {
  return { window_ends_ms: Number.NEGATIVE_INFINITY, counted: 0, times: newPlaces(SMALL_RING), oldest: 0, kept: 0 };
}

function steadyClock(now_ms: () => number): () => number {
  let latest = Number.NEGATIVE_INFINITY;
  let shift_ms = 0;
  return () => {
    const now = now_ms() + shift_ms;
    if (now < latest - TOLERATED_STEP_BACK_MS) shift_ms += latest - now;
    latest = Math.max(latest, now);
    return latest;
  };
}
