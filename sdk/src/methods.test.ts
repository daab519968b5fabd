import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { methods } from "./methods.ts";

const { paths } = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));
const operations = Object.entries<object>(paths).flatMap(([path, item]) =>
  Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`),
);

test("every operation of the API has a method, and every method an operation", () => {
  const named = new Set<string>(Object.values(methods));
  const nameless = operations.filter((operation) => !named.has(operation));
  expect(nameless, 'Name these in sdk/src/methods.ts, as `"noun.verb": "METHOD /path"`').toEqual([]);
  const gone = [...named].filter((operation) => !operations.includes(operation));
  expect(gone, "openapi.json has no such operations: take them out of sdk/src/methods.ts").toEqual([]);
});

test("an operation has one method", () => {
  expect(new Set(Object.values(methods)).size).toBe(Object.keys(methods).length);
});
