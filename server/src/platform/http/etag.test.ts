import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { isKnown, tagOf } from "./etag.ts";

const tag = tagOf("text");
const strong = tag.slice(2);

test("a tag is weak, and the same for the same text alone", () => {
  expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
  expect(tagOf("text")).toBe(tag);
  expect(tagOf("other")).not.toBe(tag);
});

test.each<[asked: string | undefined, isKnown: boolean]>([
  [undefined, false],
  ["", false],
  ["*", true],
  [" * ", true],
  [tag, true],
  [strong, true],
  [`"other", ${tag}`, true],
  [`W/"a",${strong},"b"`, true],
  ['"other"', false],
  [strong.slice(1, -1), false],
  [`"*"`, false],
  [`${strong.slice(0, -1)}x"`, false],
])("If-None-Match: %s", (asked, wanted) => {
  expect(isKnown({ "if-none-match": asked }, tag)).toBe(wanted);
});

describe("what changes rarely", () => {
  let world: World;
  const addStore = (name: string) =>
    must(world.operator, "POST /v1/operator/stores", {
      store_id: `store_${name}`,
      name,
      territories: ["DE"],
      connector: { kind: "manual" },
    });
  beforeAll(async () => {
    world = await createWorld();
    for (const name of ["auralis", "borealis"]) await addStore(name);
  });
  afterAll(() => world.close());

  const about = ({ headers }: { headers: Headers }) => [headers.get("etag"), headers.get("cache-control")];

  test.each([
    "/v1/stores",
    "/v1/stores?limit=1",
    "/v1/stores/territories",
    "/v1/preflight-rules",
    "/v1/changelog",
    "/v1/changelog?limit=1",
  ])("%s has a tag, and is not sent again while it is the same", async (path) => {
    const whole = await world.label.call(`GET ${path}`);
    const { etag } = Object.fromEntries(whole.headers);
    expect([whole.status, ...about(whole)]).toEqual([200, expect.stringMatching(/^W\/"/), "private, no-cache"]);
    for (const asked of [etag ?? "", `"other", ${etag}`, (etag ?? "").slice(2), "*"])
      for (const method of ["GET", "HEAD"]) {
        const again = await world.label.call(`${method} ${path}`, { headers: { "if-none-match": asked } });
        expect([again.status, again.text, ...about(again)]).toEqual([304, "", etag, "private, no-cache"]);
        expect(again.headers.get("ratelimit-remaining")).not.toBeNull();
      }
    const head = await world.label.call(`HEAD ${path}`);
    expect([head.status, head.text, ...about(head)]).toEqual([200, "", etag, "private, no-cache"]);
    const other = await world.label.call(`GET ${path}`, { headers: { "if-none-match": '"other"' } });
    expect([other.status, other.body.data]).toEqual([200, whole.body.data]);
  });

  test("a change is another tag", async () => {
    const asked = { "if-none-match": (await world.label.call("GET /v1/stores")).headers.get("etag") ?? "" };
    await addStore("corvus");
    const changed = await world.label.call("GET /v1/stores", { headers: asked });
    expect([changed.status, changed.body.data.length]).toEqual([200, 3]);
  });

  test("errors are never kept, and neither is anything else", async () => {
    const headers = { "if-none-match": "*" };
    const refused = await world.stranger.call("GET /v1/stores", { headers });
    expect([refused.status, ...about(refused)]).toEqual([401, null, "no-store"]);
    const bad = await world.label.call("GET /v1/stores?limit=0", { headers });
    expect([bad.status, ...about(bad)]).toEqual([400, null, "no-store"]);
    const live = await world.label.call("GET /v1/releases", { headers });
    expect([live.status, ...about(live)]).toEqual([200, null, "no-store"]);
  });
});
