// The rules that hold in every package: no circles, no dead files, short files and functions, names, places of tests.

import { dirname } from "node:path/posix";
import { readSource, type Source } from "./source.ts";
import type { PackageTables, Rule, Violation } from "./tables.ts";

/** `files`: path to text. */
export function inspectPackage(files: Record<string, string>, tables: PackageTables): Violation[] {
  return checkPackage(
    Object.entries(files).map(([path, text]) => readSource(path, text)),
    tables,
  );
}

export function checkPackage(sources: readonly Source[], tables: PackageTables): Violation[] {
  const product = sources.filter((source) => !source.isTest);
  const known = new Set(sources.map(({ path }) => path));
  return [
    ...product.flatMap((source) => [
      ...checkSize(source, tables),
      ...source.spreadCalls.map(({ line, text }) => violation("spread_call", source, line, text)),
    ]),
    ...sources.flatMap((source) => [
      ...checkNames(source, tables),
      ...checkTestPlace(source, tables, known),
      ...checkSpread(source),
      ...source.vagueWords.map(({ line, text }) => violation("vague_word", source, line, text)),
    ]),
    ...checkCircles(product),
    ...checkReach(product, tables),
  ];
}

function checkSpread(source: Source): Violation[] {
  return source.spreadLiterals.map(({ line, text }) => violation("spread_literal", source, line, text));
}

function checkSize(source: Source, tables: PackageTables): Violation[] {
  const { file_lines, function_lines, parameters: most } = tables.limits;
  return [
    ...(source.lines > file_lines
      ? [violation("file_lines", source, file_lines + 1, `has ${source.lines} lines`)]
      : []),
    ...source.functions
      .filter(({ lines }) => lines > function_lines)
      .map(({ line, lines }) => violation("function_lines", source, line, `has a function of ${lines} lines`)),
    ...source.functions
      .filter(({ parameters }) => parameters > most)
      .map(({ line, parameters }) =>
        violation("parameters", source, line, `has a function of ${parameters} parameters`),
      ),
  ];
}

function checkNames(source: Source, tables: PackageTables): Violation[] {
  const parts = source.path.split("/").map((part) => part.replace(/(\.test)?\.tsx?$/, ""));
  return [
    ...parts
      .filter((part) => tables.forbiddenNames.includes(part))
      .map((part) => violation("file_name", source, 1, `is called "${part}"`)),
    ...source.defaultExports.map(({ line, text }) => violation("default_export", source, line, text)),
  ];
}

/** `x.test.ts` and `x.aspect.test.ts` stand beside `x.ts`, or x is the name of the folder they stand in. */
function checkTestPlace(source: Source, tables: PackageTables, known: Set<string>): Violation[] {
  if (!source.isTest || tables.houseTests.includes(source.path)) return [];
  const folder = dirname(source.path);
  const beside = `${folder}/${source.room}.ts`;
  if (known.has(beside) || known.has(`${beside}x`) || folder.split("/").at(-1) === source.room) return [];
  return [violation("test_place", source, 1, `has no ${source.room}.ts beside it`)];
}

/** A circle is told at the first of its files, in the order of their paths. Imports of types count. */
function checkCircles(product: readonly Source[]): Violation[] {
  const byPath = new Map(product.map((source) => [source.path, source]));
  const reachedFrom = (start: Source): Set<string> => {
    const reached = new Set<string>();
    const waiting = [start];
    for (let source = waiting.pop(); source !== undefined; source = waiting.pop())
      for (const { target } of source.imports) {
        const next = target === undefined || reached.has(target) ? undefined : byPath.get(target);
        if (!next) continue;
        reached.add(next.path);
        waiting.push(next);
      }
    return reached;
  };
  const reach = new Map(product.map((source) => [source.path, reachedFrom(source)]));
  return product.flatMap((source) => {
    const circle = [...(reach.get(source.path) ?? [])].filter((path) => reach.get(path)?.has(source.path)).toSorted();
    if (circle[0] !== source.path) return [];
    return [violation("circle", source, 1, `is in a circle with ${circle.slice(1).join(", ") || "itself"}`)];
  });
}

function checkReach(product: readonly Source[], tables: PackageTables): Violation[] {
  const byPath = new Map(product.map((source) => [source.path, source]));
  const reached = reachedFrom(tables.entries, byPath, true);
  const missing = tables.entries.filter((entry) => !byPath.has(entry));
  return [
    ...missing.map(
      (file): Violation => ({ rule: "dead_file", file, line: 1, found: "is an entry point that is missing" }),
    ),
    ...product
      .filter(({ path }) => !reached.has(path))
      .map((source) => violation("dead_file", source, 1, "is reached from no entry point")),
  ];
}

export function reachedFrom(entries: string[], byPath: Map<string, Source>, withTypes: boolean): Set<string> {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { target, typeOnly } of byPath.get(path)?.imports ?? [])
      if (target !== undefined && (withTypes || !typeOnly)) waiting.push(target);
  }
  return reached;
}

export function violation(rule: Rule, source: Source, line: number, found: string): Violation {
  return { rule, file: source.path, line, found };
}
