// The rules behind architecture.test.ts: they compare what source.ts has read with the tables of a House. They know no
// slice by name: what is particular to this project stands in the tables, so that a rule is changed where it is read.

import { dirname } from "node:path/posix";
import { folderOf, isTestPath, readSource, roomOf, type Source } from "./source.ts";

export type House = {
  /** From the ground up. Members of one rank do not import each other. */
  ranks: string[][];
  /** Folders with floors: from the ground up, their inner folders and, by name, files; the other files stand on `.`. */
  floors: Record<string, string[][]>;
  /** Folders that import nothing of the house but themselves. */
  alone: string[];
  /** Where a program starts; every other file must be reached from one of these. */
  entries: string[];
  /** The only files, or folders, that may import a package. */
  owners: { package: RegExp; by: string[] }[];
  /** The file of settings, and who may import its values. */
  settings: { file: string; by: string[] };
  /** Who may read process.env, and the names that anyone may. */
  environment: { by: string[]; free: string[] };
  /** Who may ask this machine for the time. */
  clock: { by: string[] };
  /** Folders beside the slices: they have no rooms and no noun. */
  plain: string[];
  /** A package beside the server: the server's files that it may import, or import types of, and where these may not lead. */
  borrowed: { by: string; may: RegExp; types: RegExp; never: RegExp };
  /** The rooms of a slice, and the rooms (of any slice) that each must not import. */
  rooms: Record<string, string[]>;
  /** Folders that are pure as a whole, but for the rooms in them; in a slice, the file of its noun is. */
  pure: string[];
  /** What a pure file must not import as a value: a resolved path or the name of a package. */
  impure: RegExp[];
  /** Where SQL may stand, and the tags by which it is known. */
  sql: { places: RegExp; tags: string[] };
  /** Functions that write in one statement of their own, each with the reason. */
  lone_writes: Record<string, string>;
  limits: { file_lines: number; function_lines: number; parameters: number };
  forbiddenNames: string[];
  /** Tests of the whole house, which stand beside no file. */
  houseTests: string[];
};

export type Rule =
  | "order"
  | "rooms"
  | "pure"
  | "sql"
  | "borrowed"
  | "owners"
  | "settings"
  | "environment"
  | "clock"
  | "chance"
  | "tenancy"
  | "locks"
  | "writes"
  | "shown"
  | "circle"
  | "parameters"
  | "file_lines"
  | "function_lines"
  | "default_export"
  | "export_once"
  | "file_name"
  | "dead_file"
  | "test_place"
  | "spread_literal"
  | "spread_call"
  | "vague_word";

export type Violation = { rule: Rule; file: string; line: number; found: string };

/** `files`: path from the server's package ("src/…", "seeds/…", "../cli/…") to text. */
export function inspect(files: Record<string, string>, house: House): Violation[] {
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
  const product = sources.filter((source) => !source.isTest);
  const known = new Set(Object.keys(files));
  return [
    ...product.flatMap((source) => [
      ...checkOrder(source, house, known),
      ...checkRooms(source, house),
      ...checkPure(source, house),
      ...checkSql(source, house),
      ...checkOwners(source, house),
      ...checkSettings(source, house),
      ...checkClock(source, house),
      ...checkSlice(source, house),
      ...checkSize(source, house),
      ...source.spreadCalls.map(({ line, text }) => violation("spread_call", source, line, text)),
    ]),
    ...sources.flatMap((source) => [
      ...checkNames(source, house),
      ...checkTestPlace(source, house, known),
      ...checkSpread(source),
      ...source.vagueWords.map(({ line, text }) => violation("vague_word", source, line, text)),
    ]),
    ...checkBorrowed(product, house),
    ...checkExports(product),
    ...checkCircles(product),
    ...checkReach(product, house),
  ];
}

function checkOrder(source: Source, house: House, known: Set<string>): Violation[] {
  const rank = rankOf(source.folder, house);
  if (rank < 0) return [violation("order", source, 1, `the folder "${source.folder}" has no rank`)];
  return source.imports.flatMap(({ line, name, target }) => {
    if (target === undefined || !target.endsWith(".ts")) return [];
    if (!known.has(target) || isTestPath(target))
      return [violation("order", source, line, `"${name}" leads out of the product`)];
    const folder = folderOf(target);
    if (folder === source.folder) return checkFloors(source, house, { line, target });
    const allowed = !house.alone.includes(source.folder) && rankOf(folder, house) < rank;
    return allowed ? [] : [violation("order", source, line, `${source.folder} imports ${folder}`)];
  });
}

/** In every folder with floors that both files stand in. */
function checkFloors(source: Source, house: House, { line, target }: { line: number; target: string }): Violation[] {
  return Object.entries(house.floors).flatMap(([folder, floors]) => {
    const from = innerFolderOf(source.path, folder, floors);
    const to = innerFolderOf(target, folder, floors);
    if (from === undefined || to === undefined) return [];
    const floorOf = (inner: string) => floors.findIndex((floor) => floor.includes(inner));
    if (floorOf(from) < 0) return [violation("order", source, 1, `the folder "${folder}/${from}" has no floor`)];
    if (from === to || floorOf(to) < floorOf(from)) return [];
    return [violation("order", source, line, `${folder}/${from} imports ${folder}/${to}`)];
  });
}

/**
 * In `platform`, `src/platform/http/route.ts` stands in `http`; in `platform/http` it stands on its own name if that has a floor,
 * otherwise on `.`. Undefined: the file stands outside.
 */
function innerFolderOf(path: string, folder: string, floors: string[][]): string | undefined {
  if (!path.startsWith(`src/${folder}/`)) return undefined;
  const [inner = "", ...deeper] = path.slice(`src/${folder}/`.length).split("/");
  if (deeper.length > 0) return inner;
  return floors.flat().includes(inner) ? inner : ".";
}

function checkRooms(source: Source, house: House): Violation[] {
  if (house.plain.includes(source.folder)) return [];
  const never = house.rooms[source.room] ?? [];
  return source.imports
    .filter(({ target }) => target !== undefined && isRoom(target, house) && never.includes(roomOf(target)))
    .map(({ line, name }) => violation("rooms", source, line, `${source.room}.ts imports "${name}"`));
}

function checkPure(source: Source, house: House): Violation[] {
  const isNoun = !house.plain.includes(source.folder) && source.room === singular(source.folder);
  const isInPure = house.pure.some((folder) => source.path.startsWith(`src/${folder}/`)) && !isRoom(source.path, house);
  if (!isNoun && !isInPure) return [];
  const imports = source.imports.filter(({ name, target, typeOnly }) => {
    if (typeOnly) return false;
    const reachesRoom = target !== undefined && isRoom(target, house);
    return reachesRoom || house.impure.some((pattern) => pattern.test(target ?? name));
  });
  return [
    ...imports.map(({ line, name }) => violation("pure", source, line, `imports "${name}"`)),
    ...source.chance.map(({ line, text }) => violation("pure", source, line, `asks ${text}`)),
  ];
}

function checkSql(source: Source, house: House): Violation[] {
  if (house.sql.places.test(source.path)) return [];
  return source.tags
    .filter(({ text }) => house.sql.tags.includes(text))
    .map(({ line, text }) => violation("sql", source, line, `has SQL by "${text}"`));
}

/** What a package imports of the server comes with all that this imports as a value. */
function checkBorrowed(product: Source[], house: House): Violation[] {
  const { by, may, types, never } = house.borrowed;
  const byPath = new Map(product.map((source) => [source.path, source]));
  return product
    .filter(({ folder }) => folder === by)
    .flatMap((source) =>
      source.imports.flatMap(({ line, name, target, typeOnly }) => {
        if (target === undefined || !target.startsWith("src/")) return [];
        const isAllowed = may.test(target) || (typeOnly && types.test(target));
        if (!isAllowed) return [violation("borrowed", source, line, `imports "${name}"`)];
        const ends = typeOnly ? [] : [...reachedFrom([target], byPath, false)].filter((path) => never.test(path));
        return ends.map((path) => violation("borrowed", source, line, `imports "${name}", which leads to ${path}`));
      }),
    );
}

function checkOwners(source: Source, house: House): Violation[] {
  return source.imports.flatMap(({ line, name }) =>
    house.owners
      .filter((owner) => owner.package.test(name) && !owner.by.some((place) => source.path.startsWith(place)))
      .map(({ by }) => violation("owners", source, line, `imports "${name}", which belongs to ${by.join(", ")}`)),
  );
}

function checkSettings(source: Source, house: House): Violation[] {
  const { file, by } = house.settings;
  const imports = by.some((place) => source.path.startsWith(place))
    ? []
    : source.imports.filter(({ target, typeOnly }) => target === file && !typeOnly);
  const reads = house.environment.by.includes(source.path)
    ? []
    : source.environment.filter(({ text }) => !house.environment.free.includes(text));
  return [
    ...imports.map(({ line, name }) => violation("settings", source, line, `imports "${name}"`)),
    ...reads.map(({ line, text }) => violation("environment", source, line, `reads ${text}`)),
  ];
}

function checkClock(source: Source, house: House): Violation[] {
  if (house.clock.by.some((place) => source.path.startsWith(place))) return [];
  return source.chance
    .filter(({ text }) => text.includes("Date"))
    .map(({ line, text }) => violation("clock", source, line, `asks ${text}`));
}

/** What holds in slices alone: the kernel knows no organizations, and is where chance and locks are made. */
function checkSlice(source: Source, house: House): Violation[] {
  if (house.plain.includes(source.folder) && source.folder !== "seeds") return [];
  const chance = source.chance.filter(({ text }) => !text.includes("Date"));
  return [
    ...chance.map(({ line, text }) => violation("chance", source, line, `asks ${text}`)),
    ...source.looseOwners.map(({ line, text }) => violation("tenancy", source, line, text)),
    ...source.looseLocks.map(({ line, text }) => violation("locks", source, line, text)),
    ...source.looseWrites
      .filter(({ by }) => !Object.hasOwn(house.lone_writes, by))
      .map(({ line, text }) => violation("writes", source, line, text)),
    ...source.looseShows.map(({ line, text }) => violation("shown", source, line, text)),
  ];
}

function checkSpread(source: Source): Violation[] {
  return source.spreadLiterals.map(({ line, text }) => violation("spread_literal", source, line, text));
}

function checkSize(source: Source, house: House): Violation[] {
  const { file_lines, function_lines, parameters: most } = house.limits;
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

function checkNames(source: Source, house: House): Violation[] {
  const parts = source.path.split("/").map((part) => part.replace(/(\.test)?\.ts$/, ""));
  return [
    ...parts
      .filter((part) => house.forbiddenNames.includes(part))
      .map((part) => violation("file_name", source, 1, `is called "${part}"`)),
    ...source.defaultExports.map(({ line, text }) => violation("default_export", source, line, text)),
  ];
}

/** `x.test.ts` and `x.aspect.test.ts` stand beside `x.ts`, or x is the name of the folder they stand in. */
function checkTestPlace(source: Source, house: House, known: Set<string>): Violation[] {
  if (!source.isTest || house.houseTests.includes(source.path)) return [];
  const folder = dirname(source.path);
  const beside = `${folder}/${source.room}.ts`;
  if (known.has(beside) || folder.split("/").at(-1) === source.room) return [];
  return [violation("test_place", source, 1, `has no ${source.room}.ts beside it`)];
}

/** The second file with a name, in the order of their paths, is the one that is told. */
function checkExports(product: Source[]): Violation[] {
  const owners = new Map<string, string>();
  return product
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap((source) =>
      source.exports.flatMap(({ line, text }) => {
        const owner = owners.get(text);
        if (owner === undefined) owners.set(text, source.path);
        return owner === undefined ? [] : [violation("export_once", source, line, `exports "${text}" like ${owner}`)];
      }),
    );
}

/** A circle is told at the first of its files, in the order of their paths. Imports of types count. */
function checkCircles(product: Source[]): Violation[] {
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

function checkReach(product: Source[], house: House): Violation[] {
  const byPath = new Map(product.map((source) => [source.path, source]));
  const reached = reachedFrom(house.entries, byPath, true);
  const missing = house.entries.filter((entry) => !byPath.has(entry));
  return [
    ...missing.map(
      (file): Violation => ({ rule: "dead_file", file, line: 1, found: "is an entry point that is missing" }),
    ),
    ...product
      .filter(({ path }) => !reached.has(path))
      .map((source) => violation("dead_file", source, 1, "is reached from no entry point")),
  ];
}

function reachedFrom(entries: string[], byPath: Map<string, Source>, withTypes: boolean): Set<string> {
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

function violation(rule: Rule, source: Source, line: number, found: string): Violation {
  return { rule, file: source.path, line, found };
}

function rankOf(folder: string, house: House): number {
  return house.ranks.findIndex((rank) => rank.includes(folder));
}

function isRoom(path: string, house: House): boolean {
  return !house.plain.includes(folderOf(path)) && roomOf(path) in house.rooms;
}

function singular(plural: string): string {
  return plural.endsWith("ies") ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, "");
}
