import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
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

/** The bytes of a tar with the right sums, and our checksum at its end, whatever is in the headers. */
function craft(...members: { change: (header: Buffer) => void }[]): Buffer {
  const headerOf = (change: (header: Buffer) => void) => {
    const block = Buffer.alloc(512);
    block.write("a", 0);
    block.write("0000600\x000000000\x000000000\x0000000000000\x0000000000000\0", 100, "latin1");
    block.write("0", 156);
    block.write("ustar\x0000", 257, "latin1");
    change(block);
    block.fill(" ", 148, 156);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    return block;
  };
  const before = Buffer.concat(members.map(({ change }) => headerOf(change)));
  const digest = Buffer.alloc(512);
  digest.write(`${createHash("sha256").update(before).digest("hex")}\n`);
  const last = headerOf((block) => {
    block.write("checksum", 0);
    block.write("00000000101", 124);
  });
  return Buffer.concat([before, last, digest, Buffer.alloc(1_024)]);
}

describe("one that a stranger made, with a checksum that is right, is refused if it has", () => {
  const plain = { change: () => undefined };
  const file = join(folder, "crafted.tar");

  test("nothing of this: it is whole", async () => {
    writeFileSync(file, craft(plain));
    expect(await verify(file)).toBe(512);
  });

  const cases: [what: string, ...members: { change: (header: Buffer) => void }[]][] = [
    ["a symbolic link", { change: (block) => block.write("2", 156) && block.write("/etc/passwd", 157) }],
    ["a hard link", { change: (block) => block.write("1", 156) && block.write("a", 157) }],
    ["a folder", { change: (block) => block.write("5", 156) }],
    ["a longer name after it", { change: (block) => block.write("L", 156) }],
    ["a name in two parts", { change: (block) => block.write("/etc", 345) }],
    ["a name that goes on after a NUL", { change: (block) => block.write("a\0/../../b", 0) }],
    ["a name without an end", { change: (block) => block.write("a".repeat(100), 0) }],
    ["a name that is no text", { change: (block) => block.write("\xff\xfe", 0, "latin1") }],
    ["a size below zero", { change: (block) => block.write("-0000001000", 124) }],
    ["a size that is no number", { change: (block) => block.write("zzzzzzzzzzz", 124) }],
    ["a size in another form", { change: (block) => block.write("  0000\0", 124) }],
    ["a size beyond its end", { change: (block) => block.write("77777777777", 124) }],
    ["one name twice", plain, plain],
  ];
  test.each(cases)("%s", async (_what, ...members) => {
    writeFileSync(file, craft(...members));
    await expect(verify(file)).rejects.toThrow(ArchiveDamaged);
  });
});

test("a text that fills the memory is not read", async () => {
  const large = join(folder, "large.tar");
  const archive = await createArchive(large);
  await archive.add("facts.json", 17 * 1024 ** 2, [Buffer.alloc(17 * 1024 ** 2)]);
  await archive.finish();
  const read = await openArchive(large);
  for await (const { name, text } of read.members("facts.json"))
    await expect(text(), name).rejects.toThrow(ArchiveDamaged);
  await read.close();
});

test("one that is given up leaves nothing", async () => {
  const given = join(folder, "given-up.tar");
  const archive = await createArchive(given);
  await archive.addText("a", "b");
  await archive.discard();
  expect([given, `${given}.part`].some((file) => existsSync(file))).toBe(false);
});
