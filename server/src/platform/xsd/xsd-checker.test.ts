import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createXsdChecker, type XsdChecker } from "./xsd-checker.ts";

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="list"><xs:complexType><xs:sequence>
    <xs:element name="number" type="xs:int" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

let folder: string;
let checker: XsdChecker;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "segue-xsd-"));
  await writeFile(join(folder, "list.xsd"), SCHEMA);
  checker = createXsdChecker(folder);
});
afterEach(async () => {
  await checker.close();
  await rm(folder, { recursive: true, force: true });
});

const listOf = (numbers: readonly string[]) =>
  `<list>${numbers.map((number) => `<number>${number}</number>`).join("")}</list>`;
const check = (document: string, partner?: string, signal?: AbortSignal) =>
  checker.check("list.xsd", { key: document, document: () => document, ...(partner && { partner }), signal });

test("a document is right, or its problems are reported by their paths", async () => {
  expect(await check(listOf(["1", "2"]))).toEqual([]);
  expect(await check(listOf(["1", "two"]))).toEqual([
    { path: "/list/number[2]", issue: expect.stringContaining("'two' is not a valid value") },
  ]);
});

test("a document that is wrong in every element gets its first twenty problems", async () => {
  const problems = await check(listOf(Array.from({ length: 30_000 }, () => "wrong")));
  expect(problems).toHaveLength(20);
  expect(problems?.at(-1)?.path).toBe("/list/number[20]");
});

test("a document that is no XML has that problem, and the thread goes on", async () => {
  expect(await check("<list>")).toEqual([{ path: "line 1", issue: expect.stringContaining("Premature end") }]);
  expect(await check(listOf(["1"]))).toEqual([]);
  expect(await checker.check("missing.xsd", { key: "1", document: () => "<list/>" })).toBeUndefined();
});

test("a schema that cannot be read says so", async () => {
  await writeFile(join(folder, "broken.xsd"), "<xs:schema");
  const broken = checker.check("broken.xsd", { key: "1", document: () => "<list/>" });
  await expect(broken).rejects.toThrow("broken.xsd cannot be used");
  expect(await check(listOf(["1"]))).toEqual([]);
});

test("a document that the thread never ends with fails alone, as unavailable; those behind it are compared", async () => {
  // To read a pipe into which no process writes takes for ever.
  const pipe = join(folder, "pipe.xsd");
  execFileSync("mkfifo", [pipe]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const held = checker.check("pipe.xsd", { key: "1", document: () => "<list/>" }).catch((error: unknown) => error);
    const behind = check(listOf(["1"]));
    await vi.waitUntil(() => checker.compared() === 1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await held).toMatchObject({ code: "service_unavailable" });
    expect(await behind).toEqual([]);
  } finally {
    vi.useRealTimers();
    closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
  }
});

test("a partner's many documents wait behind each other, and not before the service's own or another partner's", async () => {
  const done: string[] = [];
  const ask = (name: string, document: string, partner?: string) =>
    check(document, partner).then(() => done.push(name));
  const many = Array.from({ length: 20 }, (_, number) => ask("many", listOf([String(number)]), "org_many"));
  await Promise.all([...many, ask("own", listOf(["100"])), ask("other", listOf(["101"]), "org_other")]);
  expect(done.indexOf("own")).toBeLessThan(3);
  expect(done.indexOf("other")).toBeLessThan(4);
});

test("a document whose request has ended is not compared, and another request for the same one is not ended by it", async () => {
  const request = new AbortController();
  const first = check(listOf(["1"]), "org_one");
  const left = check(listOf(["2"]), "org_one", request.signal).catch((error: unknown) => error);
  const same = check(listOf(["2"]), "org_one");
  const gone = check(listOf(["3"]), "org_one", request.signal).catch((error: unknown) => error);
  request.abort();
  expect(await first).toEqual([]);
  expect([await left, await gone]).toMatchObject([{ code: "invalid_request" }, { code: "invalid_request" }]);
  expect(await same).toEqual([]);
  expect(checker.compared()).toBe(2);
});

test("the service's own document does not wait in a partner's line for the same one", async () => {
  const done: string[] = [];
  const ask = (name: string, number: number, partner?: string) =>
    check(listOf([String(number)]), partner).then(() => done.push(name));
  const many = Array.from({ length: 20 }, (_, number) => ask("many", number, "org_many"));
  await Promise.all([...many, ask("own", 19)]);
  expect(done.indexOf("own")).toBeLessThan(3);
});
