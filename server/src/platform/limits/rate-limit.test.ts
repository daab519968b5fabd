import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atScale } from "../../../test/faults/scale.ts";
import { anyLimits, describeRateLimiter, forward, play, starter, steps } from "../../../test/rate-limit-oracle.ts";
import { memoryRateLimiter } from "./rate-limit.ts";

function limiterWithClock(start_ms = 1_700_000_000_000) {
  const clock = { now_ms: start_ms };
  return { clock, limiter: memoryRateLimiter(() => clock.now_ms) };
}

describeRateLimiter(limiterWithClock, atScale({ short: 80, full: 1_000 }));

const smallStepBack = fc.integer({ min: -400, max: -1 });

describe("any sequence of requests on a clock that goes wrong", () => {
  test("sees time stand still while a clock that stepped back a little catches up", () => {
    // Rising far between the small steps back keeps their sum below the second from which a clock counts as set anew.
    const jitter = fc.tuple(smallStepBack, fc.integer({ min: 400, max: 900 }), forward);
    const shaken = fc.array(fc.tuple(jitter, anyLimits, fc.constantFrom("a", "b")), { maxLength: 30 });
    return fc.assert(
      fc.asyncProperty(shaken, async (shakes) => {
        const sequence = shakes.flatMap(([moves, limits, key]) =>
          moves.map((step_ms) => ({ step_ms, key, limits, times: 3 })),
        );
        let latest = Number.NEGATIVE_INFINITY;
        await play(limiterWithClock(), sequence, (raw_ms) => {
          latest = Math.max(latest, raw_ms);
          return latest;
        });
      }),
    );
  });

  test("sees time go on from where it was when the clock is set back far", () => {
    const setBack = fc.oneof({ weight: 5, arbitrary: forward }, fc.integer({ min: -1e10, max: -1001 }));
    return fc.assert(
      fc.asyncProperty(steps(setBack, anyLimits), async (sequence) => {
        let previous: number | undefined;
        let elapsed_ms = 0;
        await play(limiterWithClock(), sequence, (raw_ms) => {
          elapsed_ms += Math.max(0, raw_ms - (previous ?? raw_ms));
          previous = raw_ms;
          return elapsed_ms;
        });
      }),
    );
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
      for (let i = 0; i < 300_000; i += 1) {
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
