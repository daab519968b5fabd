import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../../test/catalog.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { createLog } from "../../logging.ts";
import { loggedPath, openRequestLog } from "./request-log.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function logOf(caller: { call: World["label"]["call"] }, query = "") {
  await world.flushRequestLog();
  const { status, body } = await caller.call(`GET /v1/request-log${query}`);
  expect(status).toBe(200);
  return body.data as Record<string, unknown>[];
}

describe("works", () => {
  test("a partner finds its calls, the newest first, with the request id and the error of each", async () => {
    const member = await world.organization();
    const found = await member.call("GET /v1/releases?q=secret-search&limit=5");
    const refused = await member.call("POST /v1/releases", { body: { title: "Untold" } });
    const missing = await member.call("GET /v1/releases/rel_none");
    const nowhere = await member.call("GET /v1/nowhere");
    const key_id = (await must(member, "GET /v1/api-keys")).body.data[0].id;
    const rows = await logOf(member);
    const request_id = ({ headers }: typeof found) => headers.get("x-request-id");
    const shared = {
      credential: key_id,
      source: "api",
      created_at: expect.any(String),
      duration_ms: expect.any(Number),
    };
    expect(rows.slice(1)).toEqual([
      {
        ...shared,
        request_id: request_id(nowhere),
        method: "GET",
        path: "/v1/nowhere",
        status: 404,
        error_code: "not_found",
      },
      {
        ...shared,
        request_id: request_id(missing),
        method: "GET",
        path: "/v1/releases/rel_none",
        status: 404,
        error_code: "not_found",
      },
      {
        ...shared,
        request_id: request_id(refused),
        method: "POST",
        path: "/v1/releases",
        status: 422,
        error_code: "missing_required_field",
      },
      { ...shared, request_id: request_id(found), method: "GET", path: "/v1/releases", status: 200, error_code: null },
    ]);
    expect(rows[0]).toMatchObject({ path: "/v1/api-keys", status: 200 });

    const paths = async (query: string) => (await logOf(member, query)).map(({ path }) => path);
    expect(await paths("?status=404")).toEqual(["/v1/nowhere", "/v1/releases/rel_none"]);
    expect(await paths("?status=4xx&limit=3")).toHaveLength(3);
    expect(await paths("?status=5xx")).toEqual([]);
    expect(await paths("?method=POST")).toEqual(["/v1/releases"]);
    expect(await paths("?path=/rel_none")).toEqual(["/v1/releases/rel_none"]);
    expect(await paths(`?request_id=${request_id(refused)}`)).toEqual(["/v1/releases"]);
    const first = await member.call("GET /v1/request-log?limit=2");
    const second = await member.call(`GET /v1/request-log?limit=2&cursor=${first.body.next_cursor}`);
    const ids = [...first.body.data, ...second.body.data].map((row: { request_id: string }) => row.request_id);
    expect(new Set(ids).size).toBe(4);
    expect([...ids].sort().reverse()).toEqual(ids);
  });

  test("a wrong status is answered with what it may be, in words", async () => {
    const { body } = await world.label.call("GET /v1/request-log?status=6xx");
    expect(body.error.message).toBe(
      "The query parameter `status` must be a status from 100 to 599, such as 404, or 4xx or 5xx.",
    );
  });

  test("calls of the dashboard are there too, under their key and with their source", async () => {
    const member = await world.organization();
    const signed_in = await world.stranger.call("POST /dashboard/session", { body: { key: member.key } });
    const cookie = signed_in.headers.get("set-cookie")?.split(";")[0] ?? "";
    const headers = { cookie, "x-segue-dashboard": "1", "sec-fetch-site": "same-origin" };
    await world.stranger.call("GET /v1/stores", { headers });
    const key_id = (await must(member, "GET /v1/api-keys")).body.data[0].id;
    const call = { credential: key_id, source: "dashboard", status: 200 };
    expect((await logOf(member, "?path=/v1/stores"))[0]).toMatchObject(call);
    expect(await logOf(member, "?path=/v1/stores&source=api")).toEqual([]);
    expect(await logOf(member, "?path=/v1/stores&source=dashboard")).toHaveLength(1);
  });

  test("requests of the last seven days are shown, and older ones removed with their day", async () => {
    const member = await world.organization();
    await member.call("GET /v1/stores");
    await world.flushRequestLog();
    world.clock.advance(7 * 86_400_000 - 60_000);
    await world.runJobs();
    expect(await logOf(member, "?path=/v1/stores")).toHaveLength(1);
    world.clock.advance(120_000);
    expect(await logOf(member, "?path=/v1/stores")).toHaveLength(0);
    world.clock.advance(86_400_000);
    await world.runJobs();
    const left = await world.ctx.db`select path from request_log where organization_id = ${member.id}`;
    expect(left.map(({ path }) => path)).not.toContain("/v1/stores");
  });
});

describe("keeps apart", () => {
  test("one organization's calls are not another's; the operator's and strangers' are in none", async () => {
    const member = await world.organization();
    await member.call("GET /v1/stores");
    await world.operator.call("GET /v1/operator/stores");
    await world.stranger.call("GET /v1/stores");
    await world.stranger.call("GET /v1/changelog");
    await world.as("sk_live_wrong").call("GET /v1/stores");
    await world.flushRequestLog();
    expect((await logOf(world.rival)).map(({ path }) => path)).not.toContain("/v1/stores");
    const owners = await world.ctx.db`select distinct organization_id from request_log`;
    const unknown = owners.filter(({ organization_id }) => !String(organization_id).startsWith("org_"));
    expect(unknown).toEqual([]);
    const answer = await world.operator.call("GET /v1/request-log");
    expect(answer.body.error.code).toBe("insufficient_scope");
  });

  test("no secret is kept: no query, no key in a path, no token of a link", async () => {
    const member = await world.organization();
    await member.call(`GET /v1/releases/${member.key}?key=${member.key}`);
    await member.call(`GET /v1/downloads/${"a1_-".repeat(40)}/more`);
    await member.call(`GET /v1/stores?store=${member.key}`);
    await world.flushRequestLog();
    const kept = JSON.stringify(await world.ctx.db`select * from request_log where organization_id = ${member.id}`);
    expect(kept).not.toContain(member.key);
    expect(kept).not.toContain("a1_-a1_-");
    expect(kept).toContain("/v1/downloads/…/more");
  });

  test.each([
    ["/v1/releases?x=1", "/v1/releases"],
    ["/v1/releases/rel_01k8z3v9qxe7p9a4m2c6t5w8rn/submit", "/v1/releases/rel_01k8z3v9qxe7p9a4m2c6t5w8rn/submit"],
    [`/v1/uploads/${"x".repeat(80)}/resumable`, "/v1/uploads/…/resumable"],
    ["/v1/a\\tb", "/v1/a\\\\tb"],
  ])("%s is written as %s", (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });
});

test("while the database is slow no request waits: so many lines wait, and the rest is counted", async () => {
  const { ctx } = world;
  const log = openRequestLog(ctx, createLog({ level: "silent" }), { flush_at: 20, waiting: 200 });
  const key = { actor: "key_1", tier: "starter", scopes: [], expires_at: null, labels: null };
  const principal = { kind: "organization", organization_id: "org_slow", ...key } as const;
  const limits = { per_minute: 1, burst: 1 };
  const note = (count: number) => {
    for (let index = 0; index < count; index++) {
      const request = { request_id: `req_${index}`, method: "GET", url: "/v1/x", status: 200, elapsed_ms: 1 };
      log.note({ ...request, error_code: undefined }, { ...principal, limits });
    }
  };
  await ctx.begin(async (db) => {
    await db`lock table request_log in access exclusive mode`;
    note(20);
    note(205);
    expect(log.dropped()).toBe(5);
  });
  await log.close();
  const [found] = await ctx.db`select count(*)::int as rows from request_log where organization_id = 'org_slow'`;
  expect(found?.rows).toBe(220);
});
