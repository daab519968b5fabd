// The rules of rate limits, read literally, and the suite that every limiter passes.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision, Limits, RateLimiter } from "../src/platform/limits/rate-limit.ts";

export const starter = { per_minute: 120, burst: 20 };

/** The promises of every limiter. `runs` is the number of random sequences of each test. */
export function describeRateLimiter(make: MakeLimiter, runs: number): void {
  describe("any sequence of requests", () => {
    test("is answered as the rules say, also when the limits change in between", () =>
      fc.assert(
        fc.asyncProperty(steps(forward, anyLimits), async (sequence) => void (await play(make(), sequence))),
        { numRuns: runs },
      ));

    test("is answered so when only the second matters and the burst goes up and down under steady traffic", () => {
      const changing = fc.constantFrom(1, 3, 5, 9, 20, 40).map((burst) => ({ per_minute: 100_000, burst }));
      const dense = steps(fc.integer({ min: 0, max: 500 }), changing);
      return fc.assert(
        fc.asyncProperty(dense, async (sequence) => void (await play(make(), sequence))),
        { numRuns: runs },
      );
    });

    test("never has more than the burst admitted in 1,000 ms", () => {
      const fixed = fewLimits.chain((limits) => fc.tuple(fc.constant(limits), steps(forward, fc.constant(limits))));
      return fc.assert(
        fc.asyncProperty(fixed, async ([limits, sequence]) => {
          for (const times of (await play(make(), sequence)).values()) {
            expect(mostIn(times, 1000)).toBeLessThanOrEqual(limits.burst);
          }
        }),
        { numRuns: runs },
      );
    });
  });
  describeSecond(make);
  describeMinute(make);
}

function describeSecond(make: MakeLimiter): void {
  describe("the second", () => {
    test("admits the burst, and the next request exactly 1,000 ms after the first", async () => {
      const { clock, limiter } = make();
      for (let i = 0; i < 20; i += 1) expect((await limiter.take("org_a", starter)).admitted).toBe(true);
      clock.now_ms += 999;
      expect(await limiter.take("org_a", starter)).toMatchObject({ admitted: false, retry_after_s: 1, remaining: 100 });
      clock.now_ms += 1;
      expect(await limiter.take("org_a", starter)).toMatchObject({ admitted: true, retry_after_s: 0, remaining: 99 });
    });

    test("remembers what a smaller burst did not ask for, if the operator sets the larger one again", async () => {
      const { limiter } = make();
      const large = { per_minute: 600, burst: 60 };
      for (let i = 0; i < 50; i += 1) await limiter.take("org_a", large);
      expect((await limiter.take("org_a", starter)).admitted).toBe(false);
      let again = 0;
      for (let i = 0; i < 20; i += 1) again += (await limiter.take("org_a", large)).admitted ? 1 : 0;
      expect(again).toBe(10);
    });
  });
}

function describeMinute(make: MakeLimiter): void {
  describe("the minute", () => {
    test("starts with the first counted request and ends 60 s later, whatever was refused in between", async () => {
      const { clock, limiter } = make();
      const limits = { per_minute: 2, burst: 2 };
      const untouched = { admitted: true, limit: 2, remaining: 2, reset_s: 60, retry_after_s: 0 };
      expect(await limiter.peek("org_a", limits)).toEqual(untouched);
      await limiter.take("org_a", limits);
      clock.now_ms += 30_000;
      expect(await limiter.take("org_a", limits)).toMatchObject({ admitted: true, remaining: 0, reset_s: 30 });
      clock.now_ms += 29_500;
      expect(await limiter.take("org_a", limits)).toMatchObject({ admitted: false, reset_s: 1, retry_after_s: 1 });
      clock.now_ms += 500;
      expect(await limiter.take("org_a", limits)).toMatchObject({ admitted: true, remaining: 1, reset_s: 60 });
    });

    test("admits nothing under limits of nothing", async () => {
      const { limiter } = make();
      expect(await limiter.take("org_a", { per_minute: 0, burst: 5 })).toMatchObject({
        admitted: false,
        retry_after_s: 60,
      });
      expect(await limiter.take("org_a", { per_minute: 5, burst: 0 })).toMatchObject({
        admitted: false,
        retry_after_s: 1,
      });
    });
  });
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

export const forward = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 300 }) },
  { weight: 2, arbitrary: fc.constantFrom(999, 1000, 1001, 59_000, 59_999, 60_000, 60_001) },
  { weight: 1, arbitrary: fc.integer({ min: 1000, max: 200_000 }) },
);
const fewLimits = fc.record({ per_minute: fc.integer({ min: 1, max: 12 }), burst: fc.integer({ min: 1, max: 6 }) });
export const anyLimits = fc.oneof(
  fewLimits,
  fc.constantFrom({ per_minute: 90, burst: 40 }, { per_minute: 30, burst: 20 }),
);

type Step = { step_ms: number; key: string; limits: Limits; times: number };

export function steps(step_ms: fc.Arbitrary<number>, limits: fc.Arbitrary<Limits>) {
  const key = fc.constantFrom("a", "b", "c");
  const times = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 25 }));
  return fc.array(fc.record({ step_ms, key, limits, times }), { maxLength: 60 });
}

export type TestedLimiter = { clock: { now_ms: number }; limiter: RateLimiter };
/** A limiter that has counted nothing yet, on a clock of its own. */
export type MakeLimiter = (start_ms?: number) => TestedLimiter;

/** Plays the steps, checks every answer, and returns what was admitted by key. `timeOf` tells what time the rules see. */
export async function play(
  { clock, limiter }: TestedLimiter,
  sequence: Step[],
  timeOf: (raw_ms: number) => number = (raw_ms) => raw_ms,
): Promise<Map<string, number[]>> {
  const histories = new Map<string, number[]>();
  for (const { step_ms, key, limits, times } of sequence) {
    clock.now_ms += step_ms;
    const at_ms = timeOf(clock.now_ms);
    const history = histories.get(key) ?? [];
    histories.set(key, history);
    // Asked all at once, as clients do; answers come in the order of the questions.
    const asked = Array.from({ length: times }, () => [limiter.peek(key, limits), limiter.take(key, limits)] as const);
    for (const [peeked, taken] of asked) {
      const { admitted, remaining, reset_s } = await peeked;
      expect({ admitted, remaining, reset_s }).toEqual(oracle(history, limits, at_ms));
      const decision = await taken;
      checkAgainstOracle(decision, { history, limits, at_ms });
      if (decision.admitted) history.push(at_ms);
    }
  }
  return histories;
}

function mostIn(times: number[], span_ms: number): number {
  return Math.max(0, ...times.map((start) => times.filter((time) => time >= start && time < start + span_ms).length));
}
