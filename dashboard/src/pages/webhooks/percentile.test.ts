import { expect, test } from "vitest";
import { percentile } from "./percentile.ts";

test("a percentile is an answer that was measured", () => {
  const durations = Array.from({ length: 20 }, (_, index) => (20 - index) * 10);
  expect([percentile(durations, 0.5), percentile(durations, 0.95)]).toEqual([100, 190]);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([], 0.5)).toBeUndefined();
});
