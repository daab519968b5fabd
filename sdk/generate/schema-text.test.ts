import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaText, wireText } from "./schema-text.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const document = JSON.parse(read("../../openapi.json"));

test("the types of the SDK are those of openapi.json", () => {
  const isCurrent = schemaText(document) === read("../src/schema.ts") && wireText(document) === read("../src/wire.ts");
  expect(isCurrent, "sdk/src/schema.ts or wire.ts is not current: run `npm run openapi`").toBe(true);
});
