import { expect, test } from "vitest";
import { ClaimBackoff } from "./claim-backoff.ts";

/** `left` says what a look and a claim find, one after another. */
function open(left: boolean[]) {
  const done: string[] = [];
  const hearing: ClaimBackoff = new ClaimBackoff({
    claim: async (lane) => {
      done.push(`claim ${lane}`);
      const isFound = left.shift();
      if (isFound) hearing.got(lane);
      return isFound;
    },
    look: async (lane) => {
      done.push(`look ${lane}`);
      return left.shift() ?? false;
    },
  });
  return { hearing, done };
}

test("a worker that got work claims at once the next time", async () => {
  const { hearing, done } = open([true, true]);
  await hearing.hear("a", false);
  await hearing.hear("a", false);
  expect(done).toEqual(["claim a", "claim a"]);
});

test("one that came too late looks first and claims only what is left, in this lane alone", async () => {
  const { hearing, done } = open([false, false, true, true, true, true]);
  await hearing.hear("a", false);
  await hearing.hear("a", false);
  expect(done).toEqual(["claim a", "look a"]);
  await hearing.hear("b", false);
  await hearing.hear("a", false);
  expect(done.slice(2)).toEqual(["claim b", "look a", "claim a"]);
  await hearing.hear("a", false);
  expect(done.slice(5)).toEqual(["claim a"]);
});

test("work of a process that has a worker is left to that worker first", async () => {
  const { hearing, done } = open([false, true, true]);
  await hearing.hear("a", true);
  await hearing.hear("a", true);
  expect(done).toEqual(["look a", "look a", "claim a"]);
});

test("work that others keep for themselves does not make a worker late for work of a process without one", async () => {
  const { hearing, done } = open([false, false, true]);
  await hearing.hear("a", true);
  const pausing = hearing.hear("a", true);
  await hearing.hear("a", false);
  expect(done).toEqual(["look a", "claim a"]);
  await pausing;
  expect(done.slice(2)).toEqual(["look a", "claim a"]);
});

test("one that got work by any claim is not late any more", async () => {
  const { hearing, done } = open([false, true]);
  await hearing.hear("a", false);
  hearing.got("a");
  await hearing.hear("a", false);
  expect(done).toEqual(["claim a", "claim a"]);
});

test("what is heard during the pause needs no look of its own, and what is heard after it does", async () => {
  const { hearing, done } = open([false, true, true, true]);
  await hearing.hear("a", false);
  const first = hearing.hear("a", false);
  await Promise.all([hearing.hear("a", false), hearing.hear("a", false)]);
  expect(done).toEqual(["claim a"]);
  await first;
  await hearing.hear("a", false);
  expect(done).toEqual(["claim a", "look a", "claim a", "claim a"]);
});

test("a worker without a free slot has not come too late", async () => {
  const { hearing, done } = open([]);
  await hearing.hear("a", false);
  await hearing.hear("a", false);
  expect(done).toEqual(["claim a", "claim a"]);
});
