import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { together } from "./together.ts";

describe("what is done together", () => {
  test("goes in one batch where it was asked for in one moment, and each gets its own answer", async () => {
    const batches: number[][] = [];
    const double = together<number, number>(10, async (entries) => {
      batches.push([...entries]);
      return entries.map((entry) => entry * 2);
    });
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  test("gathers while a batch is on its way, up to the limit", async () => {
    const batches: number[] = [];
    const work = together<number, number>(2, async (entries) => {
      batches.push(entries.length);
      await sleep(5);
      return [...entries];
    });
    const first = work(0);
    await sleep(1);
    expect(await Promise.all([first, work(1), work(2), work(3)])).toEqual([0, 1, 2, 3]);
    expect(batches).toEqual([1, 2, 1]);
  });

  test("gathers only while as many batches as are allowed are on their way", async () => {
    const batches: number[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold = async (entries: readonly number[]) => {
      batches.push(entries.length);
      await released;
      return entries;
    };
    const work = together<number, number>(10, hold, 2);
    const answers: Promise<number>[] = [];
    for (const entry of [0, 1, 2, 3]) {
      answers.push(work(entry));
      await sleep(1);
    }
    expect(batches).toEqual([1, 1]);
    release();
    expect(await Promise.all(answers)).toEqual([0, 1, 2, 3]);
    expect(batches).toEqual([1, 1, 2]);
  });

  test("goes on alone where a batch fails, and fails alone", async () => {
    const work = together<number, number>(10, async (entries) => {
      if (entries.includes(2)) throw new Error("not two");
      return [...entries];
    });
    const settled = await Promise.allSettled([work(1), work(2), work(3)]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await work(4)).toBe(4);
  });
});
