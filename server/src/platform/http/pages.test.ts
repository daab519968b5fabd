import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe("health", () => {
  test("/healthz answers while the process is up", async () => {
    const answer = await world.stranger.call("GET /healthz");
    expect([answer.status, answer.body]).toEqual([200, { status: "ok" }]);
  });

  test("/readyz answers once the database is reachable and migrated", async () => {
    const answer = await world.stranger.call("GET /readyz");
    expect([answer.status, answer.body]).toEqual([
      200,
      { status: "ready", database: "reachable", rate_limits: "memory" },
    ]);
  });

  test("/metrics counts requests by route and status for Prometheus", async () => {
    await world.label.call("GET /v1/releases/rel_unknown");
    const answer = await world.operator.call("GET /metrics");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(answer.text).toMatch(
      /^segue_http_requests_total\{method="GET",route="\/v1\/releases\/:release_id",status="404"/m,
    );
    expect(answer.text).toContain("segue_http_request_duration_seconds_bucket");
    expect(answer.text).not.toContain("rel_unknown");
  });

  test("/metrics is 401 without a credential and, like all of the operator's, 404 for a partner", async () => {
    const nobody = await world.stranger.call("GET /metrics");
    expect([nobody.status, nobody.body.error.code]).toEqual([401, "authentication_required"]);
    const partner = await world.label.call("GET /metrics");
    expect([partner.status, partner.body.error.code]).toEqual([404, "not_found"]);
    expect(partner.body.error.message).toBe(
      "This path is the operator's, and this key is an organization's; use the operator key here.",
    );
  });
});

describe("pages", () => {
  const paths = ["/", "/docs", "/docs/", "/healthz", "/readyz"];

  test("/ leads a browser to the reference", async () => {
    const answer = await fetch(world.url, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/docs"]);
  });

  test.each(["/docs", "/docs/"])("%s is a page that loads nothing from elsewhere", async (path) => {
    const answer = await world.stranger.call(`GET ${path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
  });

  test.each(paths)("HEAD %s answers as GET does, without a body", async (path) => {
    const [head, get] = [await world.stranger.call(`HEAD ${path}`), await world.stranger.call(`GET ${path}`)];
    expect([head.status, head.text]).toEqual([get.status, ""]);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
  });

  test.each(paths)("GET %s is counted in no rate budget and stays out of the description", async (path) => {
    const remaining = async () =>
      (await world.stranger.call("GET /v1/openapi.json")).headers.get("ratelimit-remaining");
    const before = Number(await remaining());
    const answer = await world.stranger.call(`GET ${path}`);
    expect(answer.headers.get("ratelimit-limit")).toBeNull();
    expect(Number(await remaining())).toBe(before - 1);
    const { paths } = (await world.stranger.call("GET /v1/openapi.json")).body;
    expect(Object.keys(paths)).not.toContain(path);
  });

  test("GET /metrics is counted in no rate budget", async () => {
    const remaining = async () =>
      (await world.operator.call("GET /v1/operator/organizations")).headers.get("ratelimit-remaining");
    const before = Number(await remaining());
    expect((await world.operator.call("GET /metrics")).status).toBe(200);
    expect(Number(await remaining())).toBe(before - 1);
  });
});

test("health checks and metrics are kept by nobody on the way: a kept one says that all is well when it is not", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics"])
    for (const caller of [world.operator, world.stranger]) {
      const answer = await caller.call(`GET ${path}`);
      expect([path, answer.headers.get("cache-control")]).toEqual([path, "no-store"]);
    }
});
