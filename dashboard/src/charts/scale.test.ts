import { expect, test } from "vitest";
import { isLabelled, ticksTo } from "./scale.ts";

test("an axis ends at or above the largest value, in round steps", () => {
  expect(ticksTo(830)).toEqual([0, 250, 500, 750, 1000]);
  expect(ticksTo(0.04)).toEqual([0, 0.01, 0.02, 0.03, 0.04]);
  expect(ticksTo(0)).toEqual([0]);
});

test("labels that have no room are left out, and the last one stays", () => {
  const shown = [0, 1, 2, 3, 4, 5].filter((index) => isLabelled(index, 6, 3));
  expect(shown).toEqual([1, 3, 5]);
});
