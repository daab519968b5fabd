// The rules of the server and the commands: which file may import which, and where SQL, settings, the clock and chance may stand.

import { reachedFrom, violation } from "./package-rules.ts";
import { folderOf, isTestPath, roomOf, type Source } from "./source.ts";
import type { House, Violation } from "./tables.ts";

export function checkOrder(source: Source, house: House, known: Set<string>): Violation[] {
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

export function checkRooms(source: Source, house: House): Violation[] {
  if (house.plain.includes(source.folder)) return [];
  const never = house.rooms[source.room] ?? [];
  return source.imports
    .filter(({ target }) => target !== undefined && isRoom(target, house) && never.includes(roomOf(target)))
    .map(({ line, name }) => violation("rooms", source, line, `${source.room}.ts imports "${name}"`));
}

export function checkPure(source: Source, house: House): Violation[] {
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

export function checkSql(source: Source, house: House): Violation[] {
  if (house.sql.places.test(source.path)) return [];
  return source.tags
    .filter(({ text }) => house.sql.tags.includes(text))
    .map(({ line, text }) => violation("sql", source, line, `has SQL by "${text}"`));
}

/** A file of the server that a package imports brings all files that it imports as values. */
export function checkBorrowed(product: readonly Source[], house: House): Violation[] {
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

export function checkOwners(source: Source, house: House): Violation[] {
  return source.imports.flatMap(({ line, name }) =>
    house.owners
      .filter((owner) => owner.package.test(name) && !owner.by.some((place) => source.path.startsWith(place)))
      .map(({ by }) => violation("owners", source, line, `imports "${name}", which belongs to ${by.join(", ")}`)),
  );
}

export function checkSettings(source: Source, house: House): Violation[] {
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

export function checkClock(source: Source, house: House): Violation[] {
  if (house.clock.by.some((place) => source.path.startsWith(place))) return [];
  return source.chance
    .filter(({ text }) => text.includes("Date"))
    .map(({ line, text }) => violation("clock", source, line, `asks ${text}`));
}

/** Rules for slices alone: the kernel knows no organizations, and is where chance and locks are made. */
export function checkSlice(source: Source, house: House): Violation[] {
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

function rankOf(folder: string, house: House): number {
  return house.ranks.findIndex((rank) => rank.includes(folder));
}

function isRoom(path: string, house: House): boolean {
  return !house.plain.includes(folderOf(path)) && roomOf(path) in house.rooms;
}

function singular(plural: string): string {
  return plural.endsWith("ies") ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, "");
}
