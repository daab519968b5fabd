import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Decision, type Limits, memoryRateLimiter } from "./rate-limit.ts";

const starter = { per_minute: 120, burst: 20 };

function limiterWithClock(start_ms = 1_700_000_000_000) {
  const clock = { now_ms: start_ms };
  return { clock, limiter: memoryRateLimiter(() => clock.now_ms) };
}

/** The rules read literally, over everything that was ever admitted. */
function oracle(admitted_ms: number[], limits: Limits, at_ms: number) {
  let window_start_ms = Number.NEGATIVE_INFINITY;
  let counted = 0;
  for (const time of admitted_ms) {
    if (time >= window_start_ms + 60_000) {
      window_start_ms = time;
      counted = 0;
    }
    counted += 1;
  }
  const is_open = at_ms < window_start_ms + 60_000;
  const in_minute = is_open ? counted : 0;
  const in_second = admitted_ms.filter((time) => time > at_ms - 1000).length;
  return {
    admitted: in_minute < limits.per_minute && in_second < limits.burst,
    remaining: Math.max(0, limits.per_minute - in_minute),
    reset_s: is_open ? Math.ceil((window_start_ms + 60_000 - at_ms) / 1000) : 60,
  };
}

type Question = { history: number[]; limits: Limits; at_ms: number };

function checkAgainstOracle(decision: Decision, { history, limits, at_ms }: Question) {
  const { admitted } = oracle(history, limits, at_ms);
  const after = oracle(admitted ? [...history, at_ms] : history, limits, at_ms);
  const { retry_after_s, ...rest } = decision;
  expect(rest).toEqual({ admitted, limit: limits.per_minute, remaining: after.remaining, reset_s: after.reset_s });
  if (admitted) return expect(retry_after_s).toBe(0);
  expect(retry_after_s).toBeGreaterThanOrEqual(1);
  expect(oracle(history, limits, at_ms + retry_after_s * 1000).admitted).toBe(true);
  if (retry_after_s > 1) expect(oracle(history, limits, at_ms + (retry_after_s - 1) * 1000).admitted).toBe(false);
}

const forward = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 300 }) },
  { weight: 2, arbitrary: fc.constantFrom(999, 1000, 1001, 59_000, 59_999, 60_000, 60_001) },
  { weight: 1, arbitrary: fc.integer({ min: 1000, max: 200_000 }) },
);
const smallStepBack = fc.integer({ min: -400, max: -1 });
const fewLimits = fc.record({ per_minute: fc.integer({ min: 1, max: 12 }), burst: fc.integer({ min: 1, max: 6 }) });
const anyLimits = fc.oneof(fewLimits, fc.constantFrom({ per_minute: 90, burst: 40 }, { per_minute: 30, burst: 20 }));

type Step = { step_ms: number; key: string; limits: Limits; times: number };

function steps(step_ms: fc.Arbitrary<number>, limits: fc.Arbitrary<Limits>) {
  const key = fc.constantFrom("a", "b", "c");
  const times = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 25 }));
  return fc.array(fc.record({ step_ms, key, limits, times }), { maxLength: 60 });
}

/** Plays the steps, checks every answer, and returns what was admitted by key. `timeOf` tells what time the rules see. */
function play(sequence: Step[], timeOf: (raw_ms: number) => number): Map<string, number[]> {
  const { clock, limiter } = limiterWithClock();
  const histories = new Map<string, number[]>();
  for (const { step_ms, key, limits, times } of sequence) {
    clock.now_ms += step_ms;
    const at_ms = timeOf(clock.now_ms);
    const history = histories.get(key) ?? [];
    histories.set(key, history);
    for (let i = 0; i < times; i += 1) {
      const now = oracle(history, limits, at_ms);
      const { admitted, remaining, reset_s } = limiter.peek(key, limits);
      expect({ admitted, remaining, reset_s }).toEqual(now);
      const decision = limiter.take(key, limits);
      checkAgainstOracle(decision, { history, limits, at_ms });
      if (decision.admitted) history.push(at_ms);
    }
  }
  return histories;
}

function mostIn(times: number[], span_ms: number): number {
  return Math.max(0, ...times.map((start) => times.filter((time) => time >= start && time < start + span_ms).length));
}

describe("any sequence of requests", () => {
  test("is answered as the rules say, also when the limits change in between", () => {
    fc.assert(
      fc.property(steps(forward, anyLimits), (sequence) => void play(sequence, (raw_ms) => raw_ms)),
      {
        numRuns: 500,
      },
    );
  });

  test("is answered so when only the second matters and the burst goes up and down under steady traffic", () => {
    const changing = fc.constantFrom(1, 3, 5, 9, 20, 40).map((burst) => ({ per_minute: 100_000, burst }));
    const dense = steps(fc.integer({ min: 0, max: 500 }), changing);
    fc.assert(fc.property(dense, (sequence) => void play(sequence, (raw_ms) => raw_ms)));
  });

  test("never has more than the burst admitted in 1,000 ms", () => {
    const fixed = fewLimits.chain((limits) => fc.tuple(fc.constant(limits), steps(forward, fc.constant(limits))));
    fc.assert(
      fc.property(fixed, ([limits, sequence]) => {
        for (const times of play(sequence, (raw_ms) => raw_ms).values()) {
          expect(mostIn(times, 1000)).toBeLessThanOrEqual(limits.burst);
        }
      }),
    );
  });

  test("sees time stand still while a clock that stepped back a little catches up", () => {
    // Rising far between the small steps back keeps their sum below the second from which a clock counts as set anew.
    const jitter = fc.tuple(smallStepBack, fc.integer({ min: 400, max: 900 }), forward);
    const shaken = fc.array(fc.tuple(jitter, anyLimits, fc.constantFrom("a", "b")), { maxLength: 30 });
    fc.assert(
      fc.property(shaken, (shakes) => {
        const sequence = shakes.flatMap(([moves, limits, key]) =>
          moves.map((step_ms) => ({ step_ms, key, limits, times: 3 })),
        );
        let latest = Number.NEGATIVE_INFINITY;
        play(sequence, (raw_ms) => {
          latest = Math.max(latest, raw_ms);
          return latest;
        });
      }),
    );
  });

  test("sees time go on from where it was when the clock is set back far", () => {
    const setBack = fc.oneof({ weight: 5, arbitrary: forward }, fc.integer({ min: -1e10, max: -1001 }));
    fc.assert(
      fc.property(steps(setBack, anyLimits), (sequence) => {
        let previous: number | undefined;
        let elapsed_ms = 0;
        play(sequence, (raw_ms) => {
          elapsed_ms += Math.max(0, raw_ms - (previous ?? raw_ms));
          previous = raw_ms;
          return elapsed_ms;
        });
      }),
    );
  });
});

describe("the second", () => {
  test("admits the burst, and the next request exactly 1,000 ms after the first", () => {
    const { clock, limiter } = limiterWithClock();
    for (let i = 0; i < 20; i += 1) expect(limiter.take("org_a", starter).admitted).toBe(true);
    clock.now_ms += 999;
    expect(limiter.take("org_a", starter)).toMatchObject({ admitted: false, retry_after_s: 1, remaining: 100 });
    clock.now_ms += 1;
    expect(limiter.take("org_a", starter)).toMatchObject({ admitted: true, retry_after_s: 0, remaining: 99 });
  });

  test("remembers what a smaller burst did not ask for, if the operator sets the larger one again", () => {
    const { limiter } = limiterWithClock();
    const large = { per_minute: 600, burst: 60 };
    for (let i = 0; i < 50; i += 1) limiter.take("org_a", large);
    expect(limiter.take("org_a", starter).admitted).toBe(false);
    const again = Array.from({ length: 20 }, () => limiter.take("org_a", large).admitted);
    expect(again.filter(Boolean)).toHaveLength(10);
  });
});

describe("the minute", () => {
  test("starts with the first counted request and ends 60 s later, whatever was refused in between", () => {
    const { clock, limiter } = limiterWithClock();
    const limits = { per_minute: 2, burst: 2 };
    const untouched = { admitted: true, limit: 2, remaining: 2, reset_s: 60, retry_after_s: 0 };
    expect(limiter.peek("org_a", limits)).toEqual(untouched);
    limiter.take("org_a", limits);
    clock.now_ms += 30_000;
    expect(limiter.take("org_a", limits)).toMatchObject({ admitted: true, remaining: 0, reset_s: 30 });
    clock.now_ms += 29_500;
    expect(limiter.take("org_a", limits)).toMatchObject({ admitted: false, reset_s: 1, retry_after_s: 1 });
    clock.now_ms += 500;
    expect(limiter.take("org_a", limits)).toMatchObject({ admitted: true, remaining: 1, reset_s: 60 });
  });

  test("admits nothing under limits of nothing", () => {
    const { limiter } = limiterWithClock();
    expect(limiter.take("org_a", { per_minute: 0, burst: 5 })).toMatchObject({ admitted: false, retry_after_s: 60 });
    expect(limiter.take("org_a", { per_minute: 5, burst: 0 })).toMatchObject({ admitted: false, retry_after_s: 1 });
  });
});

test("A clock set back by a day locks nobody out", () => {
  const { clock, limiter } = limiterWithClock();
  for (let i = 0; i < 20; i += 1) limiter.take("org_a", starter);
  clock.now_ms -= 86_400_000;
  expect(limiter.take("org_a", starter)).toMatchObject({ admitted: false, retry_after_s: 1 });
  clock.now_ms += 1000;
  expect(limiter.take("org_a", starter)).toMatchObject({ admitted: true, remaining: 99, reset_s: 59 });
});

test("Under a flood of keys the least recently used are forgotten first, the latest 50,000 never", () => {
  const { limiter } = limiterWithClock();
  limiter.take("idle", starter);
  limiter.take("busy", starter);
  for (let i = 0; i < 150_000; i += 1) {
    limiter.take(`address ${i}`, starter);
    if (i % 40_000 === 0) limiter.take("busy", starter);
  }
  expect(limiter.peek("busy", starter).remaining).toBe(115);
  expect(limiter.peek("address 149999", starter).remaining).toBe(119);
  expect(limiter.peek("address 100001", starter).remaining).toBe(119);
  expect(limiter.peek("idle", starter).remaining).toBe(120);
});

describe("memory", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;

  function heapAfter(work: () => void): number {
    work();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  }

  test("of a key under steady traffic is what one second of it needs", () => {
    const { clock, limiter } = limiterWithClock();
    const before = heapAfter(() => limiter.take("org_a", starter));
    const after = heapAfter(() => {
      for (let i = 0; i < 1_000_000; i += 1) {
        clock.now_ms += 500;
        limiter.take("org_a", starter);
      }
    });
    expect(after - before).toBeLessThan(2_000_000);
    expect(limiter.take("org_a", starter).admitted).toBe(true);
  });

  test("of idle keys is free again after two minutes, without a timer", () => {
    const { clock, limiter } = limiterWithClock();
    const empty = heapAfter(() => limiter.take("org_a", starter));
    const full = heapAfter(() => {
      for (let i = 0; i < 40_000; i += 1) limiter.take(`address ${i}`, starter);
    });
    const swept = heapAfter(() => {
      for (let i = 0; i < 2; i += 1) {
        clock.now_ms += 60_000;
        limiter.take("org_a", starter);
      }
    });
    expect(full - empty).toBeGreaterThan(4_000_000);
    expect(swept - empty).toBeLessThan(1_000_000);
  });
});
