import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { batched } from "./batched.ts";

/** Waits until the work asked for in this turn of the event loop is under way. */
const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe("what is done together", () => {
  test("goes in one batch where it was asked for in one moment, and each gets its own answer", async () => {
    const batches: number[][] = [];
    const double = batched<number, number>(10, async (entries) => {
      batches.push([...entries]);
      return entries.map((entry) => entry * 2);
    });
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  test("gathers while a batch is on its way, up to the limit", async () => {
    const batches: number[] = [];
    const work = batched<number, number>(2, async (entries) => {
      batches.push(entries.length);
      await sleep(5);
      return [...entries];
    });
    const first = work(0);
    await turn();
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
    const work = batched<number, number>(10, hold, { at_a_time: 2 });
    const answers: Promise<number>[] = [];
    for (const entry of [0, 1, 2, 3]) {
      answers.push(work(entry));
      await turn();
    }
    expect(batches).toEqual([1, 1]);
    release();
    expect(await Promise.all(answers)).toEqual([0, 1, 2, 3]);
    expect(batches).toEqual([1, 1, 2]);
  });

  test("goes on alone where a batch fails, and fails alone", async () => {
    const work = batched<number, number>(10, async (entries) => {
      if (entries.includes(2)) throw new Error("not two");
      return [...entries];
    });
    const outcomes = await Promise.allSettled([work(1), work(2), work(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await work(4)).toBe(4);
  });

  describe("by a key", () => {
    /** Batches stay on their way until they are let go. */
    function held(at_a_time: number) {
      const batches: string[][] = [];
      const going = new Map<string, () => void>();
      const work = batched<string, string>(
        2,
        async (entries) => {
          batches.push([...entries]);
          await new Promise<void>((resolve) => going.set(entries[0] ?? "", resolve));
          if (entries.length > 1 && entries.includes("a!")) throw new Error("not with others");
          return entries;
        },
        { at_a_time, keyOf: ([key = ""]) => key },
      );
      /** By its first entry. */
      const letGo = async (first: string) => {
        going.get(first)?.();
        await turn();
      };
      return { batches, work, letGo };
    }

    test("holds entries of one key only, and keys do not wait for each other", async () => {
      const { batches, work, letGo } = held(5);
      const answers = Promise.all(["a1", "b1", "a2", "c1", "a3"].map(work));
      await turn();
      // The rest of `a` would wait for what the first batch of `a` holds.
      expect(batches).toEqual([["a1", "a2"], ["b1"], ["c1"]]);
      await letGo("a1");
      expect(batches).toEqual([["a1", "a2"], ["b1"], ["c1"], ["a3"]]);
      for (const first of ["b1", "c1", "a3"]) await letGo(first);
      expect(await answers).toEqual(["a1", "b1", "a2", "c1", "a3"]);
    });

    test("gathers while its key is at work, and keys take turns", async () => {
      const { batches, work, letGo } = held(1);
      const answers = [work("a1")];
      await turn();
      answers.push(...["a2", "b1", "a3", "a4", "b2"].map(work));
      for (const first of ["a1", "a2", "b1", "a4"]) await letGo(first);
      expect(await Promise.all(answers)).toEqual(["a1", "a2", "b1", "a3", "a4", "b2"]);
      expect(batches).toEqual([["a1"], ["a2", "a3"], ["b1", "b2"], ["a4"]]);
    });

    test("goes on with other keys while a batch hangs", async () => {
      const { batches, work, letGo } = held(2);
      void work("a1");
      await turn();
      const others = ["b1", "c1"].map(work);
      await turn();
      await letGo("b1");
      await letGo("c1");
      expect(await Promise.all(others)).toEqual(["b1", "c1"]);
      expect(batches).toEqual([["a1"], ["b1"], ["c1"]]);
      await letGo("a1");
    });

    test("tries the entries of a failed batch alone, before the next batch of the key", async () => {
      const { batches, work, letGo } = held(5);
      const answers = Promise.all(["a1", "a!", "a3"].map(work));
      await turn();
      for (const first of ["a1", "a1", "a!", "a3"]) await letGo(first);
      expect(await answers).toEqual(["a1", "a!", "a3"]);
      expect(batches).toEqual([["a1", "a!"], ["a1"], ["a!"], ["a3"]]);
    });
  });
});
