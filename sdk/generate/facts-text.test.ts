import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { connectorsText, type Facts, factsText, lists, valuesAt } from "./facts-text.ts";
import type { Schema } from "./schema-text.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const document: Facts = JSON.parse(read("../../openapi.json"));

test("the facts of the SDK are those of openapi.json", () => {
  const isCurrent =
    factsText(document) === read("../src/facts.ts") && connectorsText(document) === read("../src/connectors.ts");
  expect(isCurrent, "sdk/src/facts.ts or connectors.ts is not current: run `npm run openapi`").toBe(true);
});

test("every status, role, scope, tier and kind of connector of the API has its list", () => {
  const known = lists.map(([, , place]) => new Set(valuesAt(document, place)));
  const unknown = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    enumsOf(schema, name).filter(({ place, values }) => {
      const isFact = /\.(\w*status|role|scopes|tier|event_type|connector\.kind)$/.test(place);
      return isFact && !known.some((list) => values.every((value) => list.has(value)));
    }),
  );
  expect(unknown, "Give each a row in the lists of sdk/generate/facts-text.ts").toEqual([]);
});

/** Every enum in a schema, by its place. An answer may allow some values of a list only. */
function enumsOf(schema: Schema, place: string): { place: string; values: string[] }[] {
  const values = schema.enum ?? schema.items?.enum;
  const own = values ? [{ place, values: values.filter((value) => typeof value === "string") }] : [];
  const inner = Object.entries(schema.properties ?? {});
  return [...own, ...inner.flatMap(([field, within]) => enumsOf(within, `${place}.${field}`))];
}
