import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { semaphore } from "./semaphore.ts";

const LONG_MS = 60_000;

test("so many work at a time, in the order in which they came", async () => {
  const line = semaphore(3);
  const begun: number[] = [];
  let working = 0;
  let most = 0;
  const work = async (index: number) => {
    begun.push(index);
    most = Math.max(most, ++working);
    await sleep(1);
    working--;
    return index;
  };
  const all = Array.from({ length: 20 }, (_, index) => index);
  expect(await Promise.all(all.map((index) => line(LONG_MS, () => work(index))))).toEqual(all);
  expect(begun).toEqual(all);
  expect(most).toBe(3);
});

test("work that waits too long is refused and leaves the line, and work that fails makes room", async () => {
  const line = semaphore(1);
  let fail: (error: Error) => void = () => undefined;
  const broken = new Error("broken");
  const first = line(LONG_MS, () => new Promise((_, reject) => (fail = reject)));
  await expect(line(5, async () => "late")).rejects.toMatchObject({ code: "service_unavailable" });
  const last = line(LONG_MS, async () => "done");
  fail(broken);
  await expect(first).rejects.toBe(broken);
  expect(await last).toBe("done");
});

test("work that comes while as many wait as may is refused at once", async () => {
  const line = semaphore(1, { max_waiting: 2 });
  let end: () => void = () => undefined;
  const works = [line(LONG_MS, () => new Promise<void>((resolve) => (end = resolve)))];
  works.push(
    line(LONG_MS, async () => undefined),
    line(LONG_MS, async () => undefined),
  );
  await expect(line(LONG_MS, async () => undefined)).rejects.toMatchObject({ code: "service_unavailable" });
  end();
  await Promise.all(works);
  await line(LONG_MS, async () => undefined);
});
