import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createSegue } from "./client.ts";
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

test("the options of a method without input are its first argument, also where its verb usually has an input", async () => {
  const refused = (given: RequestInit | undefined) => given?.signal?.reason ?? "no signal";
  const fetch = (async (_url: string, given?: RequestInit) =>
    Promise.reject(refused(given))) as typeof globalThis.fetch;
  const segue = createSegue({ apiKey: "sk_test_1", url: "http://127.0.0.1:1", retries: 0, fetch });
  const signal = AbortSignal.abort("stopped");
  await expect(segue.preflightRules.list({ signal })).rejects.toBe("stopped");
  await expect(segue.eventTypes.list({ signal })).rejects.toBe("stopped");
});
