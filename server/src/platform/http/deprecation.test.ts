import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { ApiError } from "../errors.ts";
import { type Deprecation, deprecationHeaders, isDeprecated, isSunset } from "./deprecation.ts";
import { route } from "./route.ts";

const old_way: Deprecation = {
  feature: "The old way",
  announced: "2031-01-01",
  sunset: "2031-06-01",
  instead: "use the new way",
};
const endless: Deprecation = { feature: "The endless way", announced: "2031-01-01", instead: "use the new way" };
const deprecated_fields = { old_way, endless_way: endless };
const way = { old_way: Type.Optional(Type.String()), endless_way: Type.Optional(Type.String()) };
const calls: string[] = [];

const probe = { tag: "Probe", access: "any_key", deprecated_fields, summary: "A probe" } as const;
const success = { status: 200, schema: Type.Object({}) } as const;
const routes = [
  route({
    ...probe,
    method: "PATCH",
    path: "/v1/way",
    operation: "way",
    success,
    body: Type.Object({ ...way, fails: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    handle: (_ctx, { body }) => {
      if (body.fails) throw new ApiError("invalid_state", "The probe was told to fail.");
      return {};
    },
  }),
  route({
    ...probe,
    method: "POST",
    path: "/v1/outside-way",
    operation: "outsideWay",
    success,
    body: Type.Object(way, { additionalProperties: false }),
    prepare: async () => calls.push("outside"),
    handle: () => ({}),
  }),
  route({
    ...probe,
    method: "GET",
    path: "/v1/way",
    operation: "readWay",
    success,
    query: Type.Object({ old_way: Type.String(), endless_way: Type.String() }),
    handle: () => ({}),
  }),
];

let world: World;
beforeAll(async () => {
  world = await createWorld({ routes });
});
afterAll(() => world.close());

const headersOf = ({ headers }: { headers: Headers }) => [headers.get("deprecation"), headers.get("sunset")];
const announced = "@1924992000";
const sunset = "Sun, 01 Jun 2031 00:00:00 GMT";

describe("a feature on its way out, asked with the clock", () => {
  test("before it is announced works in silence", async () => {
    world.clock.moveTo("2030-12-31T23:59:00Z");
    for (const use of [
      world.label.call("PATCH /v1/way", { body: { old_way: "a" } }),
      world.label.call("GET /v1/way?old_way=a"),
    ]) {
      const answer = await use;
      expect([answer.status, ...headersOf(answer)]).toEqual([200, null, null]);
    }
  });

  test("once announced works, and answers with Deprecation and Sunset", async () => {
    world.clock.moveTo("2031-01-01T00:00:01Z");
    const answer = await world.label.call("PATCH /v1/way", { body: { old_way: "a" } });
    expect([answer.status, ...headersOf(answer)]).toEqual([200, announced, sunset]);
    const read = await world.label.call("GET /v1/way?old_way=a");
    expect([read.status, ...headersOf(read)]).toEqual([200, announced, sunset]);
    const failed = await world.label.call("PATCH /v1/way", { body: { old_way: "a", fails: true } });
    expect([failed.status, ...headersOf(failed)]).toEqual([409, announced, sunset]);
  });

  test("without a sunset answers with Deprecation alone, for ever", async () => {
    world.clock.moveTo("2040-01-01T00:00:00Z");
    const answer = await world.label.call("PATCH /v1/way", { body: { endless_way: "a" } });
    expect([answer.status, ...headersOf(answer)]).toEqual([200, announced, null]);
  });

  test("that is not used is not mentioned", async () => {
    world.clock.moveTo("2031-03-01T00:00:00Z");
    expect(headersOf(await world.label.call("PATCH /v1/way", { body: {} }))).toEqual([null, null]);
    expect(headersOf(await world.label.call("PATCH /v1/way", { raw: "{" }))).toEqual([null, null]);
  });

  test("after its sunset is 422 feature_sunset at its field, with the way out", async () => {
    world.clock.moveTo("2031-06-01T00:00:01Z");
    for (const operation of ["PATCH /v1/way", "POST /v1/outside-way"]) {
      const answer = await world.label.call(operation, { body: { old_way: "a" } });
      expect(answer).toMatchObject({ status: 422, body: { error: { code: "feature_sunset" } } });
      expect(answer.body.error.details).toEqual([
        { field: "old_way", issue: "stopped working on 2031-06-01; use the new way" },
      ]);
      expect(headersOf(answer)).toEqual([announced, sunset]);
    }
    expect(calls).toEqual([]);
    const read = await world.label.call("GET /v1/way?old_way=a");
    expect(read.body.error.code).toBe("feature_sunset");
  });
});

test("the two dates begin at midnight UTC", () => {
  expect(isDeprecated(old_way, new Date("2030-12-31T23:59:59.999Z"))).toBe(false);
  expect(isDeprecated(old_way, new Date("2031-01-01T00:00:00.000Z"))).toBe(true);
  expect(isSunset(old_way, new Date("2031-05-31T23:59:59.999Z"))).toBe(false);
  expect(isSunset(old_way, new Date("2031-06-01T00:00:00.000Z"))).toBe(true);
  expect(isSunset(endless, new Date("2999-01-01"))).toBe(false);
  expect(deprecationHeaders(old_way)).toEqual({ deprecation: announced, sunset });
});

test("every deprecation in the source gives at least 90 days", () => {
  const source = join(import.meta.dirname, "../..");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const texts = files
    .map((name) => join(source, name))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8"));
  const pairs = texts.flatMap((text) => [...text.matchAll(/announced: "([\d-]+)",\s*sunset: "([\d-]+)"/g)]);
  expect(pairs.length).toBeGreaterThan(0);
  for (const [, announced = "", sunset = ""] of pairs)
    expect((Date.parse(sunset) - Date.parse(announced)) / 86_400_000).toBeGreaterThanOrEqual(90);
});
