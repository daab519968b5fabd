import { expect, test } from "vitest";
import { atOnce } from "../yielding.ts";
import { jsonBatches } from "./json-batches.ts";

test("rows go in batches of about a megabyte, all of them and in their order", () => {
  const rows = Array.from({ length: 30 }, (_, id) => ({ id, text: "x".repeat(id === 7 ? 3_000_000 : 200_000) }));
  const batches = atOnce(jsonBatches(rows));
  expect(batches.flatMap((batch) => JSON.parse(batch))).toEqual(rows);
  expect(batches.map(({ length }) => length).filter((length) => length > 1_050_000)).toHaveLength(1);
  expect(batches.length).toBeLessThan(10);
  expect(atOnce(jsonBatches([]))).toEqual([]);
});
