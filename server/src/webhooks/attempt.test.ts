import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideRetry, failureOf, isSuccess, nextDelayMs } from "./attempt.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const answered = (status: number, retry_after: string | null = null) => ({ status, error: null, retry_after });
const silent = { status: null, error: "Did not answer within 30 s.", retry_after: null };
const round = (tries: number) => ({ tries, retry_s: [30, 300, 1_800, 7_200, 28_800], chance: 0.5, now });

describe("an answer", () => {
  test.each([200, 201, 202, 204, 299])("%i is success", (status) => {
    expect(isSuccess(answered(status))).toBe(true);
    expect(failureOf(answered(status))).toBeNull();
    expect(decideRetry(answered(status), round(1))).toEqual({ status: "delivered", delay_ms: null });
  });

  test.each([100, 199, 300, 301, 302, 307, 400, 404, 408, 429, 500, 503])("%i is failure", (status) => {
    expect(isSuccess(answered(status))).toBe(false);
    expect(decideRetry(answered(status), round(1)).status).toBe("pending");
    expect(failureOf(answered(status))).toContain(`Answered ${status}`);
  });

  test("that did not come whole is failure, whatever it began with", () => {
    expect(isSuccess({ ...silent, status: 200 })).toBe(false);
    expect(failureOf({ ...silent, status: 200 })).toBe(silent.error);
  });

  test("of 410 ends the round at once", () => {
    expect(decideRetry(answered(410), round(1))).toEqual({ status: "undelivered", delay_ms: null });
  });
});

describe("retries", () => {
  test("are five, by the steps, and then the event is undelivered", () => {
    const delays = [1, 2, 3, 4, 5].map((tries) => decideRetry(silent, round(tries)).delay_ms);
    expect(delays).toEqual([30_000, 300_000, 1_800_000, 7_200_000, 28_800_000]);
    expect(decideRetry(silent, round(6))).toEqual({ status: "undelivered", delay_ms: null });
  });

  test("are jittered by a fifth, both ways", () => {
    const delay = (chance: number) => nextDelayMs({ step_ms: 30_000, asked_ms: 0, chance });
    expect([delay(0), delay(0.5), delay(1)]).toEqual([24_000, 30_000, 36_000]);
  });

  test.each([
    ["less than the step", "10", 30_000],
    ["more than the step", "45", 45_000],
    ["more than twice the step", "86400", 60_000],
    ["a date", "Sun, 01 Mar 2026 12:00:50 GMT", 50_000],
    ["a date that is past", "Sun, 01 Mar 2026 11:00:00 GMT", 30_000],
    ["nothing that can be read", "soon", 30_000],
    ["a negative number", "-5", 30_000],
  ])("honour a Retry-After of %s", (_what, text, expected) => {
    expect(decideRetry(answered(503, text), round(1)).delay_ms).toBe(expected);
  });

  test("never come sooner than the shortest step, nor later than twice the step", () => {
    const given = fc.record({
      step_ms: fc.integer({ min: 1_000, max: 28_800_000 }),
      asked_ms: fc.nat(),
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(given, ({ step_ms, asked_ms, chance }) => {
        const delay = nextDelayMs({ step_ms, asked_ms, chance });
        return delay >= Math.round(step_ms * 0.8) && delay <= Math.round(Math.max(step_ms * 1.2, step_ms * 2));
      }),
    );
  });
});
