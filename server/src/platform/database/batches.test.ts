import { expect, test } from "vitest";
import { removeAll } from "./batches.ts";

/** Takes too long for more than so many rows at once. */
function slowTable(rows: number, most: number) {
  const tried: number[] = [];
  const remove = async (limit: number): Promise<number> => {
    tried.push(limit);
    if (limit > most) throw Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
    const removed = Math.min(rows, limit);
    rows -= removed;
    return removed;
  };
  return { remove, tried, left: () => rows };
}

test("a batch that takes too long is halved, and the rest goes in batches of that size", async () => {
  const table = slowTable(30, 12);
  await removeAll(40, table.remove);
  expect(table.left()).toBe(0);
  expect(table.tried).toEqual([40, 20, 10, 10, 10, 10]);
});

test("where not even one row can be removed in time, that is said", async () => {
  await expect(removeAll(4, slowTable(1, 0).remove)).rejects.toThrow("statement timeout");
});

test("any other failure is nobody's reason to try again", async () => {
  const broken = () => Promise.reject(new Error("broken"));
  await expect(removeAll(4, broken)).rejects.toThrow("broken");
});
