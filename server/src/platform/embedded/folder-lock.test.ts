import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DataFolderInUse, lockFolder } from "./folder-lock.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "segue-test-lock-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test("a folder is held by one until it is released", async () => {
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    new DataFolderInUse(`The data folder ${folder} is in use by another Segue process (pid ${process.pid}).`),
  );
  await lock.release();
  const again = await lockFolder(folder);
  await again.release();
  expect(await readdir(folder)).toEqual(["segue.lock.2"]);
});

test("of many that find the lock of a dead process exactly one takes it over", async () => {
  const dead = spawn(process.execPath, ["--version"]);
  await once(dead, "exit");
  for (let generation = 1; generation < 20; generation += 2) {
    await writeFile(join(folder, `segue.lock.${generation}`), JSON.stringify({ pid: dead.pid, started: "then" }));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const locks = results.filter((result) => result.status === "fulfilled");
    expect(locks).toHaveLength(1);
    expect(
      results.filter((result) => result.status === "rejected" && result.reason instanceof DataFolderInUse),
    ).toHaveLength(7);
    for (const lock of locks) await lock.value.release();
  }
});

test("a process that slept since it saw a dead lock does not take one that is held by now", async () => {
  await writeFile(join(folder, "segue.lock.1"), "");
  const lock = await lockFolder(folder);
  // A process that slept makes this lock on waking: its number is not the highest.
  await writeFile(join(folder, "segue.lock.1"), JSON.stringify({ pid: process.pid, started: "then" }));
  await expect(lockFolder(folder)).rejects.toThrow(DataFolderInUse);
  await lock.release();
});
