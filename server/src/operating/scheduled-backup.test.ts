import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type S3, startS3 } from "../../test/s3.ts";
import { openNamedFiles } from "../platform/storage/named-files.ts";
import { keepBackups } from "./scheduled-backup.ts";

const names = [1, 2, 3].map((day) => `segue-2026-01-0${day}T03-00-00Z.tar`);

const place = { kind: "folder", path: "" } as { kind: "folder"; path: string };
let s3: S3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(() => {
  place.path = join(mkdtempSync(join(tmpdir(), "segue-scheduled-")), "backups");
  return () => rmSync(join(place.path, ".."), { recursive: true, force: true });
});

/** As a whole backup is made. */
const make = async (path: string, accept: () => Promise<void>) => {
  writeFileSync(path, "a backup");
  await accept();
};

describe("in a folder, a backup", () => {
  test("gets its name when it is verified, and then the oldest beyond the number to keep go", async () => {
    await keepBackups({ place, keep: 3 }, make);
    for (const name of names) writeFileSync(join(place.path, name), "older");
    writeFileSync(join(place.path, "notes.txt"), "of the operator");
    await keepBackups({ place, keep: 2 }, async (path, accept) => {
      writeFileSync(path, "a backup");
      expect(readdirSync(place.path).filter((name) => names.includes(name))).toEqual(names);
      await accept();
    });
    const left = readdirSync(place.path).sort();
    expect(left.filter((name) => name.endsWith(".tar")).length).toBe(2);
    expect(left).toContain("notes.txt");
    expect(left.filter((name) => names.slice(0, 2).includes(name))).toEqual([]);
  });

  test("that is cut half-way leaves nothing, and every older one stays", async () => {
    await keepBackups({ place, keep: 5 }, make);
    const before = readdirSync(place.path);
    const cut = async (path: string) => {
      writeFileSync(`${path}.part`, "half");
      throw new Error("The line went dead.");
    };
    await expect(keepBackups({ place, keep: 1 }, cut)).rejects.toThrow("The line went dead.");
    expect(readdirSync(place.path)).toEqual(before);
  });

  test("that is not accepted is removed, and so is the draft of a process that was killed", async () => {
    await keepBackups({ place, keep: 5 }, make);
    const before = readdirSync(place.path);
    const draft = join(place.path, `${names[0]}.draft.part`);
    writeFileSync(draft, "half");
    const damaged = async (path: string) => {
      expect(existsSync(draft)).toBe(false);
      writeFileSync(path, "damaged");
      throw new Error("its checksum is wrong");
    };
    await expect(keepBackups({ place, keep: 1 }, damaged)).rejects.toThrow("checksum");
    expect(readdirSync(place.path)).toEqual(before);
  });
});

test("in a bucket it is the same: whole or not at all, and the oldest go last", async () => {
  const bucket = { ...s3.storage, prefix: "backups" };
  const files = await openNamedFiles(bucket);
  writeFileSync(`${place.path}.older`, "older");
  for (const name of names) await files.keep(name, `${place.path}.older`);
  let scratch = "";
  const failed = keepBackups({ place: bucket, keep: 1 }, async (path) => {
    scratch = path;
    writeFileSync(path, "damaged");
    throw new Error("its checksum is wrong");
  });
  await expect(failed).rejects.toThrow("checksum");
  expect([await files.list(), existsSync(scratch)]).toEqual([names, false]);
  const bytes = Buffer.alloc(11 * 1024 ** 2, "segue");
  await keepBackups({ place: bucket, keep: 2 }, async (path, accept) => {
    scratch = path;
    writeFileSync(path, bytes);
    await accept();
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
  const left = await files.list();
  expect(left).toEqual([names[2], expect.stringMatching(/^segue-[\dT-]+Z\.tar$/)]);
  expect(existsSync(scratch)).toBe(false);
});
