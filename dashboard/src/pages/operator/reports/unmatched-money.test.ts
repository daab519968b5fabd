// The money that the operator still has to give to somebody: the sum is of all reports, or it says of which.

import { expect, test } from "vitest";
import { MOST_REPORTS, sumUnmatched } from "./unmatched-money.ts";

async function* reports(count: number) {
  for (let n = 1; n <= count; n++)
    yield {
      unmatched: 2,
      unmatched_totals: [{ currency: "EUR", amount: "0.1" }],
      // Every tenth was taken back.
      reversed_by: n % 10 === 0 ? "rep_1" : null,
    };
}

test("is summed over more reports than one page has, without those that were taken back", async () => {
  const { count, isMore, detail } = await sumUnmatched(reports(MOST_REPORTS));
  expect([count, isMore]).toEqual([900, false]);
  expect(detail).toMatch(/45\.00/);
  expect(detail).not.toContain("newest");
});

test("beyond so many reports it says which are in it", async () => {
  const { count, isMore, detail } = await sumUnmatched(reports(MOST_REPORTS + 1));
  expect([count, isMore]).toEqual([900, true]);
  expect(detail).toContain("in the newest 500 reports");
});
