// Holds the rooms of the dashboard: docs/architecture.md as a table, compared with the imports of its files.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSource, type Source } from "../../server/test/house/source.ts";

/** From the ground up: a file imports from its own room and from the rows above it. */
const rooms: readonly (readonly string[])[] = [
  ["words.ts"],
  ["theme", "values", "router.tsx"],
  ["data"],
  ["charts", "components"],
  ["forms"],
  [
    "pages/components",
    "pages/deliveries",
    "pages/developers",
    "pages/me",
    "pages/members",
    "pages/money",
    "pages/webhooks",
  ],
  ["pages/payees"],
  ["pages/contracts"],
  ["pages/migrations", "pages/overview", "pages/payee-statements", "pages/releases"],
  ["pages/operator"],
  ["pages.tsx"],
  ["frame"],
  ["main.tsx"],
];
/** A room with more files than this is hard to find one's way in. */
const MOST_FILES = 30;

const src = join(import.meta.dirname, "../src");
const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
  .map((path) => readSource(path, readFileSync(join(src, path), "utf8")));

function roomOf(path: string): string {
  return rooms.flat().find((room) => path === room || path.startsWith(`${room}/`)) ?? "none";
}

function floorOf(path: string): number {
  return rooms.findIndex((row) => row.includes(roomOf(path)));
}

const targetsOf = ({ imports }: Source) =>
  imports.flatMap(({ target }) => (target?.endsWith(".ts") || target?.endsWith(".tsx") ? [target] : []));

test("every file of the dashboard stands in a room", () => {
  expect(sources.map(({ path }) => path).filter((path) => floorOf(path) < 0)).toEqual([]);
});

test("a file imports from its own room and from those below it", () => {
  const wrong = sources.flatMap((source) =>
    targetsOf(source)
      .filter((target) => roomOf(target) !== roomOf(source.path) && floorOf(target) >= floorOf(source.path))
      .map((target) => `${source.path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("a folder holds few files", () => {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    const folder = path.split("/").slice(0, -1).join("/");
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});
