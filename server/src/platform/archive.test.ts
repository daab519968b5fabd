import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ArchiveDamaged, createArchive, openArchive } from "./archive.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-archive-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, "whole.tar");

async function makeArchive(): Promise<void> {
  const archive = await createArchive(path);
  await archive.addText("first.json", '{"a":1}');
  await archive.addPieces(
    "rows",
    Array.from({ length: 9 }, (_, index) => Buffer.alloc(1_000_000, String(index))),
  );
  await archive.add("empty", 0, []);
  const again: Buffer[] = [];
  for await (const chunk of archive.readPieces("rows")) again.push(chunk);
  expect(Buffer.concat(again).length).toBe(9_000_000);
  expect(existsSync(path)).toBe(false);
  expect(await archive.finish()).toBe(statSync(path).size);
}

async function verify(file: string): Promise<number> {
  const archive = await openArchive(file);
  try {
    let read = 0;
    await archive.verify((bytes) => {
      read += bytes;
    });
    return read;
  } finally {
    await archive.close();
  }
}

test("an archive is a tar that only its owner can read, and comes back as it was", async () => {
  await makeArchive();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(existsSync(`${path}.part`)).toBe(false);
  const listed = execFileSync("tar", ["--list", "--file", path], { encoding: "utf8" });
  expect(listed.trim().split("\n")).toEqual(["first.json", "rows/000001", "rows/000002", "empty", "checksum"]);
  expect(await verify(path)).toBeGreaterThan(9_000_000);
  const archive = await openArchive(path);
  const found: string[] = [];
  for await (const member of archive.members("rows/")) found.push(...new Set(await member.text()));
  expect(new Set(found)).toEqual(new Set("012345678"));
  await archive.close();
});

test("one that was cut, or has one other bit, is refused wherever it is", async () => {
  const whole = readFileSync(path);
  const damaged = join(folder, "damaged.tar");
  for (const at of [0, 130, 600, 5_000_000, whole.length - 1_600, whole.length - 1_200, whole.length - 1]) {
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] ?? 0) ^ 1;
    writeFileSync(damaged, copy);
    await expect(verify(damaged), `a bit at ${at}`).rejects.toThrow(ArchiveDamaged);
  }
  for (const length of [0, 100, 512, 5_000_000, whole.length - 2_000, whole.length - 1]) {
    writeFileSync(damaged, whole);
    truncateSync(damaged, length);
    await expect(verify(damaged), `${length} bytes`).rejects.toThrow(ArchiveDamaged);
  }
});

test("one that is given up leaves nothing", async () => {
  const given = join(folder, "given-up.tar");
  const archive = await createArchive(given);
  await archive.addText("a", "b");
  await archive.discard();
  expect([given, `${given}.part`].some((file) => existsSync(file))).toBe(false);
});
