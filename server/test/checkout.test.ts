// The first steps of a newcomer: clone the repository, install it and run it there.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(repository, path), "utf8");
const folder = mkdtempSync(join(tmpdir(), "segue-checkout-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every file that the documentation has a backup written to, the folder that a restore sets aside, and where people keep backups. */
const named = /(?:--file|segue backup|mv data) ([\w.-]+\.[\w.-]*\w)/g;
const documented = [...read("docs/operations.md").matchAll(named)].map(([, name = ""]) => name);
const backups = new Set([...documented, "2030-03-01.segue-backup", "backups/2030-03-01"]);

describe("a backup made as documented, in the checkout, holds every secret", () => {
  test("the documentation names some", () => {
    for (const name of ["segue-backup.tar", "data.before"]) expect(documented).toContain(name);
  });

  test("git tracks none", () => {
    cpSync(join(repository, ".gitignore"), join(folder, ".gitignore"));
    execFileSync("git", ["init", "--quiet", folder]);
    for (const name of backups) {
      const path = join(folder, name, name.includes(".before") ? "secret" : "");
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "a secret");
    }
    const seen = execFileSync("git", ["-C", folder, "status", "--porcelain", "--untracked-files=all"], {
      encoding: "utf8",
    });
    expect(seen).toBe("?? .gitignore\n");
  });

  test.each([...backups])("an image has none of it: %s", (name) => {
    const patterns = read(".dockerignore").split("\n").filter(Boolean);
    expect(patterns.filter((pattern) => isMatch(pattern, name))).not.toEqual([]);
  });
});

/** As Docker reads a line: from the root, `*` within a name, `**` over any folders, and a folder with all in it. */
function isMatch(pattern: string, path: string): boolean {
  const expression = pattern
    .replaceAll(/[.+^$()|[\]{}]/g, "\\$&")
    .replaceAll("**/", "<any>")
    .replaceAll("*", "[^/]*")
    .replaceAll("<any>", "(?:.*/)?");
  return new RegExp(`^${expression}(?:/|$)`).test(path);
}

describe("npm ci says nothing about the oldest Node that the README names", () => {
  const OLDEST = [20, 19, 0];

  test("which is what package.json asks for", () => {
    expect(JSON.parse(read("package.json")).engines.node).toBe(">=20.19");
    expect(read("README.md")).toContain("Node 20.19 or newer");
  });

  test("no package wants a newer one", () => {
    const packages: Record<string, { engines?: { node?: string } }> = JSON.parse(read("package-lock.json")).packages;
    const unhappy = Object.entries(packages).filter(([, { engines }]) => !takes(engines?.node ?? "*", OLDEST));
    expect(unhappy.map(([path, { engines }]) => `${path} wants ${engines?.node}`)).toEqual([]);
  });

  test("a range is read as npm reads it", () => {
    for (const range of [
      "*",
      ">= 12",
      "^20.19.0 || >=22.12.0",
      "20 || >=22",
      ">=22.12.0 || >=20.19.0 <21.0.0",
      ">= 10.x",
    ])
      expect(takes(range, OLDEST), range).toBe(true);
    for (const range of [">=22", "^20.20.0", ">=20.19.1 <21", "^18 || ^22", ">=16 <20"])
      expect(takes(range, OLDEST), range).toBe(false);
  });
});

function takes(range: string, version: readonly number[]): boolean {
  return range.split("||").some((part) =>
    part
      .replaceAll(/([<>=^~]) +/g, "$1")
      .trim()
      .split(/\s+/)
      .every((comparator) => isWithin(comparator, version)),
  );
}

function isWithin(comparator: string, version: readonly number[]): boolean {
  const [, sign = "", text = ""] = /^([<>=^~]*)(.*)$/.exec(comparator) ?? [];
  const bound = text.split(".").map((part) => Number.parseInt(part, 10) || 0);
  const difference = version.map((part, index) => part - (bound[index] ?? 0)).find((part) => part !== 0) ?? 0;
  if (text === "*" || text === "") return true;
  if (sign === "<") return difference < 0;
  if (sign === ">") return difference > 0;
  return difference >= 0 && (sign === ">=" || version[0] === bound[0]);
}
