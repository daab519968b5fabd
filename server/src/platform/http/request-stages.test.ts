// Rules of every operation, over HTTP: lists by pages, and the problems of a body.

import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, createWorld, type Member, type World } from "../../../test/world.ts";
import { newId } from "../ids.ts";
import { selectPage } from "./pagination.ts";
import { route } from "./route.ts";

const Thing = Type.Object({ id: Type.String(), created_at: Type.String() });
const list = (name: string) =>
  route({
    method: "GET",
    path: `/v1/${name}/{shelf}`,
    operation: `list ${name}`,
    tag: "Probe",
    summary: "A list",
    access: { scope: "catalog:read" },
    query: Type.Object({ colour: Type.String(), size: Type.Integer() }),
    success: { status: 200, schema: Thing, list: true },
    handle: ({ db }, { page }) =>
      selectPage(db, page, {
        from: db`things`,
        where: db`true`,
        rows: db`select id, created_at from things`,
      }),
  });

let reads = 0;
const watched = new Proxy(Thing, {
  ownKeys: (target) => {
    reads++;
    return Reflect.ownKeys(target);
  },
});
const unasked = route({
  method: "GET",
  path: "/v1/unasked",
  operation: "getUnasked",
  tag: "Probe",
  summary: "A route that is seldom called",
  access: "any_key",
  success: { status: 200, schema: watched },
  handle: () => ({ id: "a", created_at: "b" }),
});

let world: World;
beforeAll(async () => {
  world = await createWorld({ routes: [list("things"), list("others"), unasked] });
  await world.ctx.db`create table things (id text primary key, created_at timestamptz(3) not null)`;
  await addThings(250);
});
afterAll(() => world.close());

test("a route that is never called costs a start nothing: its first request compiles it, once", async () => {
  expect(reads).toBe(0);
  expect((await world.label.call("GET /v1/unasked")).body).toEqual({ id: "a", created_at: "b" });
  const compiled = reads;
  expect(compiled).toBeGreaterThan(0);
  expect((await world.label.call("GET /v1/unasked")).status).toBe(200);
  expect(reads).toBe(compiled);
});

/** Several in each millisecond, so that the id has to tell them apart. */
async function addThings(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId("rel"));
  const now = Date.now();
  for (const [index, id] of ids.entries()) {
    const created_at = new Date(now + Math.floor(index / 7)).toISOString();
    await world.ctx.db`insert into things (id, created_at) values (${id}, ${created_at})`;
  }
  return ids;
}

const code = ({ status, body }: Answer) => [status, body.error?.code];
const page = (query = "", member: Member = world.label) => member.call(`GET /v1/things/a${query}`);

describe("a list", () => {
  test("answers with data, next_cursor and has_more; 20 rows unless asked otherwise", async () => {
    const { status, body } = await page();
    expect([status, Object.keys(body)]).toEqual([200, ["data", "next_cursor", "has_more"]]);
    expect(body).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
    expect(body.data).toHaveLength(20);
  });

  test.each([1, 2, 99, 100])("limit %i answers with as many", async (limit) => {
    expect((await page(`?limit=${limit}`)).body.data).toHaveLength(limit);
  });

  const wrong = [
    "0",
    "101",
    "-1",
    "1.5",
    "abc",
    "",
    "1&limit=2",
    "1e1",
    "0x10",
    " 5",
    "%20",
    "99999999999999999999",
    "null",
  ];
  test.each(wrong)("limit=%s is 400 invalid_request at limit", async (limit) => {
    const answer = await page(`?limit=${limit}`);
    expect(code(answer)).toEqual([400, "invalid_request"]);
    expect(answer.body.error.details[0].field).toBe("limit");
  });

  test("is newest first by (created_at, id)", async () => {
    const rows = [...(await walk(37))];
    const sorted = [...rows].sort((a, b) => (`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? 1 : -1));
    expect(rows).toEqual(sorted);
    expect(rows.length).toBeGreaterThanOrEqual(250);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  test("walked while new rows arrive misses and repeats nothing", async () => {
    const before = (await walk(100)).map(({ id }) => id);
    const seen = (await walk(13, () => addThings(3))).map(({ id }) => id);
    expect(seen).toEqual(before);
  });

  test("ends with has_more false and next_cursor null, also on a full page and when it is empty", async () => {
    const total = (await walk(100)).length;
    let cursor = "";
    for (let left = total; left > 50; left -= 50)
      cursor = (await page(`?limit=50${cursor}`)).body.next_cursor
        ? `&cursor=${(await page(`?limit=50${cursor}`)).body.next_cursor}`
        : "";
    const last = (await page(`?limit=${total % 50 || 50}${cursor}`)).body;
    expect([last.has_more, last.next_cursor, last.data.length]).toEqual([false, null, total % 50 || 50]);
    expect((await world.rival.call("GET /v1/releases")).body).toEqual({ data: [], next_cursor: null, has_more: false });
  });

  test("refuses a query parameter it does not know with 400, and names the nearest", async () => {
    const answer = await page("?colou=red");
    expect(code(answer)).toEqual([400, "invalid_request"]);
    expect(answer.body.error.details).toEqual([{ field: "colou", issue: expect.stringContaining("`colour`") }]);
    expect(code(await world.label.call("GET /v1/releases/rel_1?limit=1"))).toEqual([400, "invalid_request"]);
    expect(code(await world.label.call("POST /v1/releases?dry_run=1", { body: {} }))).toEqual([400, "invalid_request"]);
  });

  async function walk(limit: number, between: () => Promise<unknown> = async () => undefined) {
    const rows: { id: string; created_at: string }[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await page(`?limit=${limit}${cursor}`);
      rows.push(...body.data);
      expect(body.has_more).toBe(body.next_cursor !== null);
      if (!body.has_more) return rows;
      cursor = `&cursor=${body.next_cursor}`;
      await between();
    }
  }
});

describe("a cursor is bound to organization, route and filters; a tampered or foreign one is 400 invalid_cursor", () => {
  const cursorOf = async (query: string) => (await page(query)).body.next_cursor as string;
  const invalid = [400, "invalid_cursor"];

  test("it may change the limit, and the order of the filters", async () => {
    const cursor = await cursorOf("?limit=5&colour=red&size=3");
    expect((await page(`?cursor=${cursor}&size=3&limit=50&colour=red`)).status).toBe(200);
  });

  test("but not the filters", async () => {
    const cursor = await cursorOf("?colour=red&size=3");
    for (const filters of ["", "&colour=red", "&colour=blue&size=3", "&colour=red&size=4", "&size=3"])
      expect(code(await page(`?cursor=${cursor}${filters}`))).toEqual(invalid);
  });

  test("nor the route, nor what the path names", async () => {
    const cursor = await cursorOf("");
    expect((await world.label.call(`GET /v1/things/a?cursor=${cursor}`)).status).toBe(200);
    expect(code(await world.label.call(`GET /v1/others/a?cursor=${cursor}`))).toEqual(invalid);
    expect(code(await world.label.call(`GET /v1/releases?cursor=${cursor}`))).toEqual(invalid);
    expect(code(await world.label.call(`GET /v1/things/b?cursor=${cursor}`))).toEqual(invalid);
  });

  test("nor the organization", async () => {
    expect(code(await page(`?cursor=${await cursorOf("")}`, world.rival))).toEqual(invalid);
  });

  test("nor be changed anywhere", async () => {
    const cursor = await cursorOf("");
    for (let index = 0; index < cursor.length; index += 9) {
      const changed = cursor.slice(0, index) + (cursor[index] === "A" ? "B" : "A") + cursor.slice(index + 1);
      expect(code(await page(`?cursor=${changed}`))).toEqual(invalid);
    }
    const others = [
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      "",
      "x",
      "bnVsbA",
      "%F0%9F%8E%B5",
      "A".repeat(5_000),
    ];
    for (const other of others) expect(code(await page(`?cursor=${other}`))).toEqual(invalid);
    expect(code(await page(`?cursor=${cursor}&cursor=${cursor}`))).toEqual([400, "invalid_request"]);
  });
});

describe("several problems at once", () => {
  const draft = { title: "Midnight", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2027-03-01" };
  const post = (body: unknown) => world.label.call("POST /v1/releases", { body });
  const fields = ({ body }: Answer) => body.error.details.map(({ field }: { field: string }) => field);

  test("all are listed, and the missing ones give the code", async () => {
    const answer = await post({ tilte: "a", artists: [{}], territories: ["XX", "de"], explicit: "yes" });
    expect(code(answer)).toEqual([422, "missing_required_field"]);
    expect(fields(answer).sort()).toEqual(
      [
        "title",
        "release_date",
        "artists[0].name",
        "artists[0].role",
        "tilte",
        "territories[0]",
        "territories[1]",
        "explicit",
      ].sort(),
    );
    expect(answer.body.error.message).toContain("is required");
  });

  test("the code is the first that applies: missing, unknown, territory, any other", async () => {
    const other = { explicit: "yes" };
    const territory = { territories: ["XX"] };
    const unknown = { tilte: "a" };
    expect(code(await post({ ...draft, ...other }))[1]).toBe("validation_failed");
    expect(code(await post({ ...draft, ...other, ...territory }))[1]).toBe("territory_not_supported");
    expect(code(await post({ ...draft, ...other, ...territory, ...unknown }))[1]).toBe("unknown_field");
    expect(code(await post({ title: "a", ...other, ...territory, ...unknown }))[1]).toBe("missing_required_field");
  });

  test("an unknown field comes with the nearest known name as a hint", async () => {
    const { body } = await post({ ...draft, tilte: "a", relase_date: "b", Territories: [], zzzzzzzzzzz: 1 });
    expect(body.error.details).toEqual([
      { field: "tilte", issue: "is not known here; did you mean `title`?" },
      { field: "relase_date", issue: "is not known here; did you mean `release_date`?" },
      { field: "Territories", issue: "is not known here; did you mean `territories`?" },
      { field: "zzzzzzzzzzz", issue: "is not known here" },
    ]);
    const nested = await post({ ...draft, artists: [{ name: "a", role: "main", ISNI: "x" }] });
    expect(nested.body.error.details).toEqual([
      { field: "artists[0].ISNI", issue: "is not known here; did you mean `isni`?" },
    ]);
  });

  test("at most 100 are listed, what gives the code among them, and the sentence tells how many there are", async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`name_${index}`, 1]));
    const answer = await post({ ...many, artists: [{ role: "main" }], title: "a", release_date: "2027-03-01" });
    expect(code(answer)).toEqual([422, "missing_required_field"]);
    expect(answer.body.error.details).toHaveLength(100);
    expect(answer.body.error.details[0]).toEqual({ field: "artists[0].name", issue: "is required" });
    expect(answer.body.error.message).toContain("5001 problems");
  });
});

describe("an action without a body", () => {
  const action = "POST /v1/ping";
  let own: World;
  beforeAll(async () => {
    const ping = route({
      method: "POST",
      path: "/v1/ping",
      operation: "ping",
      tag: "Probe",
      summary: "Ping",
      access: "any_key",
      success: { status: 202, schema: Type.Object({ pong: Type.Boolean() }) },
      handle: () => ({ pong: true }),
    });
    own = await createWorld({ routes: [ping] });
  });
  afterAll(() => own.close());

  test("needs none, and takes an empty one", async () => {
    expect((await own.label.call(action)).status).toBe(202);
    expect((await own.label.call(action, { body: {} })).status).toBe(202);
    expect((await own.label.call(action, { raw: "", headers: { "content-type": "text/plain" } })).status).toBe(202);
    expect(code(await own.label.call(action, { body: { a: 1 } }))).toEqual([422, "unknown_field"]);
    const plain = { raw: "hello", headers: { "content-type": "text/plain" } };
    expect(code(await own.label.call(action, plain))).toEqual([415, "unsupported_media_type"]);
  });
});

test("every change is in the audit log, with names of fields and never their values", async () => {
  const made = await world.label.call("POST /v1/releases", {
    body: { title: "Not in the log", artists: [{ name: "Vera", role: "main" }], release_date: "2027-03-01" },
  });
  const { body } = await world.operator.call(`GET /v1/operator/audit-log?organization_id=${world.label.id}`);
  expect(body.data[0]).toMatchObject({
    organization_id: world.label.id,
    operation: "createRelease",
    resource_id: made.body.id,
    request_id: made.headers.get("x-request-id"),
    fields: ["title", "artists", "release_date"],
  });
  expect(JSON.stringify(body)).not.toContain("Not in the log");
});
