import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { discardScratch, withScratch } from "./scratch.ts";

const HOUR_MS = 3_600_000;
const place = mkdtempSync(join(tmpdir(), "segue-test-"));
vi.stubEnv("TMPDIR", place);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true, force: true });
});

test("a folder is there for as long as its work, also where that fails", async () => {
  const path = await withScratch(async (folder) => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await writeFile(join(folder, "file"), "x");
    return folder;
  });
  await expect(stat(path)).rejects.toThrow("ENOENT");
  await expect(withScratch(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await readdir(place)).toEqual([]);
});

test("what a killed process left goes once it is old, and nothing else does", async () => {
  const [old, young] = [await mkdtemp(join(place, "segue-scratch-")), await mkdtemp(join(place, "segue-scratch-"))];
  const others = await mkdtemp(join(place, "others-"));
  await writeFile(join(old, "half"), "x");
  const yesterday = new Date(Date.now() - 24 * HOUR_MS);
  for (const path of [old, others]) await utimes(path, yesterday, yesterday);
  await discardScratch();
  expect((await readdir(place)).map((name) => join(place, name)).sort()).toEqual([young, others].sort());
});
