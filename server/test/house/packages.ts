// The packages beside the server and the commands, which the rules of package-rules.ts are compared with. Paths begin at the
// root of the repository.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspectPackage } from "./package-rules.ts";
import type { PackageTables, Rule, Violation } from "./tables.ts";

export type Package = Pick<PackageTables, "entries"> & {
  folders: string[];
  /** Files that a program writes: they may be as long as they are. */
  generated: string[];
  /** Files whose default export another program asks for. */
  default_exports?: RegExp;
  /** Faults that remain. A number may only become smaller. */
  not_yet: Partial<Record<Rule, number>>;
};

export const packages: Readonly<Record<string, Package>> = {
  sdk: {
    folders: ["sdk/src", "sdk/generate"],
    entries: ["sdk/src/client.ts", "sdk/src/webhooks.ts", "sdk/generate/write-schema.ts"],
    generated: ["sdk/src/schema.ts", "sdk/src/connectors.ts", "sdk/src/facts.ts"],
    not_yet: {},
  },
  dashboard: {
    folders: ["dashboard/src"],
    entries: ["dashboard/src/main.tsx"],
    generated: [],
    // A page is loaded when it is opened, by its default export: React's `lazy` asks for it.
    default_exports: /^dashboard\/src\/(frame|pages)\//,
    not_yet: { function_lines: 7, parameters: 1 },
  },
  bench: {
    folders: ["bench"],
    // Each floor is a process of its own.
    entries: [
      "bench/main.ts",
      "bench/capacity.ts",
      "bench/bulk-floor.ts",
      "bench/deliver-floor.ts",
      "bench/queue-peer.ts",
      "bench/queue-process.ts",
      "bench/read-floor.ts",
      "bench/upload-floor.ts",
      "bench/webhooks-floor.ts",
      "bench/write-floor.ts",
    ],
    generated: [],
    not_yet: { function_lines: 3, spread_call: 4 },
  },
  docs: {
    folders: ["docs/site"],
    // VitePress loads the theme and the text of the search, TryIt.vue the calls that it makes, and bin/build.mjs the plain pages.
    entries: [
      "docs/site/build.ts",
      "docs/site/plain-pages.ts",
      "docs/site/search-text.ts",
      "docs/site/theme/theme.ts",
      "docs/site/theme/try-it.ts",
    ],
    generated: [],
    not_yet: { spread_call: 2 },
  },
};

/** Broken rules, except for those that the table of the package admits. */
export function inspectOne(root: string, one: Package, tables: Omit<PackageTables, "entries">): Violation[] {
  const { entries, generated, default_exports } = one;
  const isAdmitted = ({ rule, file }: Violation) =>
    (rule === "file_lines" && generated.includes(file)) || (rule === "default_export" && default_exports?.test(file));
  return inspectPackage(readPackage(root, one), { ...tables, entries }).filter((found) => !isAdmitted(found));
}

/** The sources of a package, by their paths from the root. */
function readPackage(root: string, { folders }: Package): Record<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => /(?<!\.d)\.tsx?$/.test(path) && !/\/(node_modules|dist|\.vitepress)\//.test(path)),
  );
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
