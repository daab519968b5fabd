import { expect, test } from "vitest";
import { ClaimBackoff } from "./claim-backoff.ts";

/** `left` says what a look and a claim find, one after another. */
function open(left: boolean[]) {
  const done: string[] = [];
  const backoff: ClaimBackoff = new ClaimBackoff({
    claim: async (lane) => {
      done.push(`claim ${lane}`);
      const isFound = left.shift();
      if (isFound) backoff.got(lane);
      return isFound;
    },
    look: async (lane) => {
      done.push(`look ${lane}`);
      return left.shift() ?? false;
    },
  });
  return { backoff, done };
}

test("a worker that got work claims at once the next time", async () => {
  const { backoff, done } = open([true, true]);
  await backoff.announced("a", false);
  await backoff.announced("a", false);
  expect(done).toEqual(["claim a", "claim a"]);
});

test("one that came too late looks first and claims only what is left, in this lane alone", async () => {
  const { backoff, done } = open([false, false, true, true, true, true]);
  await backoff.announced("a", false);
  await backoff.announced("a", false);
  expect(done).toEqual(["claim a", "look a"]);
  await backoff.announced("b", false);
  await backoff.announced("a", false);
  expect(done.slice(2)).toEqual(["claim b", "look a", "claim a"]);
  await backoff.announced("a", false);
  expect(done.slice(5)).toEqual(["claim a"]);
});

test("work of a process that has a worker is left to that worker first", async () => {
  const { backoff, done } = open([false, true, true]);
  await backoff.announced("a", true);
  await backoff.announced("a", true);
  expect(done).toEqual(["look a", "look a", "claim a"]);
});

test("work that others keep for themselves does not make a worker late for work of a process without one", async () => {
  const { backoff, done } = open([false, false, true]);
  await backoff.announced("a", true);
  const pausing = backoff.announced("a", true);
  await backoff.announced("a", false);
  expect(done).toEqual(["look a", "claim a"]);
  await pausing;
  expect(done.slice(2)).toEqual(["look a", "claim a"]);
});

test("one that got work by any claim is not late any more", async () => {
  const { backoff, done } = open([false, true]);
  await backoff.announced("a", false);
  backoff.got("a");
  await backoff.announced("a", false);
  expect(done).toEqual(["claim a", "claim a"]);
});

test("an announcement during the pause needs no look of its own, and one after it does", async () => {
  const { backoff, done } = open([false, true, true, true]);
  await backoff.announced("a", false);
  const first = backoff.announced("a", false);
  await Promise.all([backoff.announced("a", false), backoff.announced("a", false)]);
  expect(done).toEqual(["claim a"]);
  await first;
  await backoff.announced("a", false);
  expect(done).toEqual(["claim a", "look a", "claim a", "claim a"]);
});

test("a worker without a free slot has not come too late", async () => {
  const { backoff, done } = open([]);
  await backoff.announced("a", false);
  await backoff.announced("a", false);
  expect(done).toEqual(["claim a", "claim a"]);
});
