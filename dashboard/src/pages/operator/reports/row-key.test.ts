// Two rows of a table with one key: React would leave old rows standing when the list scrolls.

import { expect, test } from "vitest";
import { rowKey } from "./row-key.ts";

test("rows on one line of a report have different keys, also without a code", () => {
  const rows = ["GB-AHT-09-00445", "GB-AHT-09-00446", null, null].map((isrc) => ({ line: 8, isrc }));
  expect(new Set(rows.map(rowKey)).size).toBe(rows.length);
});

test("another row at the same place has another key", () => {
  const [one, other] = [
    { line: 8, isrc: null },
    { line: 9, isrc: null },
  ];
  expect(rowKey(one, 0)).not.toBe(rowKey(other, 0));
});
