import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

const root = mkdtempSync(join(tmpdir(), "segue-folders-"));
afterAll(() => rmSync(root, { recursive: true }));

test("a folder is made with those above it, for its owner alone, also by several at once, and found again", async () => {
  const path = join(root, "one", "two", "three");
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(path, "four"))]);
  await makeFolder(path);
  for (const made of ["one", "one/two", "one/two/three"]) expect(statSync(join(root, made)).mode & 0o777).toBe(0o700);
});

test("a link to a folder is one", async () => {
  symlinkSync(root, join(root, "link"));
  await makeFolder(join(root, "link"));
  await makeFolder(join(root, "link", "inside"));
});

test("where it cannot be made it fails at once, and does not try for ever", async () => {
  writeFileSync(join(root, "file"), "");
  await expect(makeFolder(join(root, "file"))).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(root, "file", "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
  // Linux says ENOENT of a folder in /proc, though /proc is there; other systems have none and may not make it.
  await expect(makeFolder("/proc/nope/below")).rejects.toMatchObject({ code: /^(ENOENT|EROFS|EACCES)$/ });
});
