import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asTyped, findCommandName } from "./command-name.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "segue-name-")));
const at = (path: string) => join(folder, path);

beforeAll(() => {
  for (const path of [
    "checkout/bin",
    "checkout/docs",
    "checkout/node_modules/.bin",
    "global/bin",
    "other/bin",
    "my music",
  ])
    mkdirSync(at(path), { recursive: true });
  for (const path of ["checkout/bin/segue", "other/bin/segue", "my music/it's"]) writeFileSync(at(path), "");
  symlinkSync(at("checkout/bin/segue"), at("checkout/node_modules/.bin/segue"));
  symlinkSync(at("checkout/bin/segue"), at("global/bin/segue"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("in a checkout it is npx segue, from every folder below it", () => {
  const program = at("checkout/node_modules/.bin/segue");
  // npx puts its folder on the path of the process.
  const path = `${at("checkout/node_modules/.bin")}:/usr/bin`;
  for (const cwd of ["checkout", "checkout/docs"])
    expect(findCommandName({ program, path, cwd: at(cwd) })).toBe("npx segue");
});

test("where the program is the first segue on the path, it is segue", () => {
  const program = at("global/bin/segue");
  for (const cwd of ["checkout", "other"])
    expect(findCommandName({ program, path: `/usr/bin:${at("global/bin")}`, cwd: at(cwd) })).toBe("segue");
  const behind = { program, path: `${at("other/bin")}:${at("global/bin")}`, cwd: at("checkout") };
  expect(findCommandName(behind)).toBe("npx segue");
});

test("elsewhere it is the path of the program, quoted for a shell", () => {
  const cwd = at("other");
  const program = at("checkout/bin/segue");
  expect(findCommandName({ program, path: undefined, cwd })).toBe(program);
  expect(findCommandName({ program: at("my music/it's"), path: "", cwd })).toBe(`'${folder}/my music/it'\\''s'`);
});

test("only commands in backticks are written anew", () => {
  expect(asTyped("segue: run `segue login` or `segue serve`", "npx segue")).toBe(
    "segue: run `npx segue login` or `npx segue serve`",
  );
});
