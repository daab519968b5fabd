import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createThread } from "./thread.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-thread-"));
const program = join(folder, "thread.mjs");
writeFileSync(
  program,
  `import { parentPort, threadId } from "node:worker_threads";
  parentPort.on("message", (task) => {
    if (task === "throw") throw new Error("no such task");
    if (task === "exit") process.exit(3);
    if (task === "fill") for (const all = []; ; ) all.push(new Array(100_000).fill(all.length));
    if (task !== "hang") parentPort.postMessage(threadId);
  });`,
);
const failure = (cause: unknown) => new Error(`failed: ${String(cause)}`);
const options = { program, answer_within_ms: 60_000, failure };
afterAll(() => rmSync(folder, { recursive: true }));

test("a thread is kept from task to task, and ends when it is closed", async () => {
  const thread = createThread<string, number>(options);
  const first = await thread.ask("id");
  expect(await thread.ask("id")).toBe(first);
  await thread.close();
  expect(await thread.ask("id")).not.toBe(first);
  expect(thread.asked()).toBe(3);
  await thread.close();
});

test.each([
  ["throw", "failed: Error: no such task"],
  ["exit", "failed: the thread ended with 3"],
])("a task that ends the thread (%s) fails, and the next one starts another", async (task, message) => {
  const thread = createThread<string, number>(options);
  const first = await thread.ask("id");
  await expect(thread.ask(task)).rejects.toThrow(message);
  expect(await thread.ask("id")).not.toBe(first);
  await thread.close();
});

test("a task that takes more memory than the thread may have fails", async () => {
  const thread = createThread<string, number>({ ...options, resourceLimits: { maxOldGenerationSizeMb: 32 } });
  await expect(thread.ask("fill")).rejects.toThrow("memory limit");
  expect(await thread.ask("id")).toBeGreaterThan(0);
  await thread.close();
});

test("a task without an answer fails in time, and ends the thread", async () => {
  const thread = createThread<string, number>({ ...options, answer_within_ms: 100 });
  await expect(thread.ask("hang")).rejects.toThrow("failed: it took more than 0.1 s");
  await thread.close();
});

test("a thread that has nothing to do ends after a while", async () => {
  const thread = createThread<string, number>({ ...options, idle_ms: 1 });
  const first = await thread.ask("id");
  await expect.poll(() => thread.ask("id"), { timeout: 60_000, interval: 50 }).not.toBe(first);
  await thread.close();
});
