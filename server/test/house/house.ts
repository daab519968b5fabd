// The rules behind architecture.test.ts: they compare what source.ts has read with the tables of a House. They know no
// slice by name: what is particular to this project stands in the tables, so that a rule is changed where it is read.

import {
  checkBorrowed,
  checkClock,
  checkOrder,
  checkOwners,
  checkPure,
  checkRooms,
  checkSettings,
  checkSlice,
  checkSql,
} from "./import-rules.ts";
import { checkPackage, violation } from "./package-rules.ts";
import { readSource, type Source } from "./source.ts";
import type { House, Violation } from "./tables.ts";

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
    ]),
    ...checkBorrowed(product, house),
    ...checkExports(product),
    ...checkPackage(sources, house),
  ];
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
