// Every package says who acts: no sentence of a comment, a description or a page opens with "What" or "Of", unless it is
// a question, and no name is private to this project (docs/style.md).

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findPageFaults, findWordFaults, type WordFault, type WordRule } from "./words.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folders of each package, without generated files. */
const packages = {
  server: ["server/src", "server/test", "server/seeds"],
  cli: ["cli/src", "cli/test"],
  sdk: ["sdk/src", "sdk/generate", "sdk/test"],
  dashboard: ["dashboard/src", "dashboard/test"],
  bench: ["bench"],
  docs: ["docs"],
} as const;
type Package = keyof typeof packages;

/** Faults that remain. A number may only become smaller. */
const not_yet: Partial<Record<Package, Partial<Record<WordRule, number>>>> = {
  cli: { opening: 26, private_name: 38 },
  dashboard: { opening: 68, private_name: 11 },
};

// Decisions are a record: they are not rewritten. The words' own table and tests name what they refuse.
const spared = /^docs\/decisions\/|^server\/test\/words(\.test)?\.ts$|\/(node_modules|dist)\//;

test.each(Object.keys(packages) as Package[])("%s names who acts, in words that everyone knows", (name) => {
  const faults = packages[name].flatMap(filesOf).flatMap(faultsOf);
  for (const rule of ["opening", "private_name"] as const) {
    const found = faults.filter((fault) => fault.rule === rule);
    const sentences = found.map(({ place, line, found }) => `${place}:${line} ${found}`);
    expect(found.length, `${rule}:\n${sentences.join("\n")}`).toBeLessThanOrEqual(not_yet[name]?.[rule] ?? 0);
  }
});

test.each<[string, string, WordRule[]]>([
  ["a comment", "// What is sent is kept.", ["opening"]],
  ["a second sentence", "/** Is kept. Of these, the last. */", ["opening"]],
  ["a sentence on the next line", "// It is kept.\n// What is sent stays.", ["opening"]],
  ["a comment behind code", "const a = 1; // What is left.", ["opening"]],
  ["a comment in a type", "type A = {\n  /** Of a file. */\n  a: 1;\n};", ["opening"]],
  ["a description", 'const a = { description: "What is sent." };', ["opening"]],
  ["a name", "const told = 1;", ["private_name"]],
  ["a question", "// What is it? A release.", []],
  ["the middle of a sentence", "// It keeps what is sent. Office hours of it.", []],
  ["a plain string", 'const a = "What Is This For";', []],
])("%s", (_what, text, rules) => {
  expect(findWordFaults("a.ts", text).map(({ rule }) => rule)).toEqual(rules);
});

test("sentences of a page count, its tables and its code do not", () => {
  const page = "# Page\n\nIt is.\nWhat is sent stays.\n\n| What | Of it. |\n\n```ts\n// What is\n```\n\n- Of these.\n";
  expect(findPageFaults(page).map(({ found }) => found)).toEqual(["What is sent stays.", "Of these."]);
});

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mts|mjs|md)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !spared.test(path));
}

function faultsOf(place: string): (WordFault & { place: string })[] {
  const text = readFileSync(join(root, place), "utf8");
  const faults = place.endsWith(".md") ? findPageFaults(text) : findWordFaults(place, text);
  return faults.map((fault) => ({ ...fault, place }));
}
