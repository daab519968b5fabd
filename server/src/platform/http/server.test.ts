import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type RawAnswer, sendOne, sendRaw } from "../../../test/raw-http.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
afterEach(() => world.clock.advance(60_000));

const draft = { title: "Midnight in Paris", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2027-03-01" };
const rateHeaders = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

/** A request by hand that asks for its connection to be closed, so that the answer has an end. */
const raw = (line: string, ...headers: string[]) =>
  [line, "Host: segue", "Connection: close", ...headers, "", ""].join("\r\n");

function expectError(answer: RawAnswer, status: number, code: string): void {
  expect(answer, answer.text).toMatchObject({
    status,
    body: { error: { code, message: expect.stringMatching(/.+\.$/s), request_id: answer.headers["x-request-id"] } },
  });
  expect(answer.headers["x-request-id"]).toMatch(/^req_/);
  for (const name of rateHeaders) expect(answer.headers[name], name).toMatch(/^\d+$/);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
}

describe("every /v1 response has X-Request-Id, RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset", () => {
  const operations: [operation: string, status: number, body?: unknown][] = [
    ["GET /v1/releases", 200],
    ["HEAD /v1/releases", 200],
    ["POST /v1/releases", 201, draft],
    ["POST /v1/releases", 422, {}],
    ["GET /v1/releases/rel_none", 404],
    ["GET /v1/releases?limit=0", 400],
    ["GET /v1/releases?cursor=x", 400],
    ["DELETE /v1/releases", 405],
    ["OPTIONS /v1/releases", 204],
    ["GET /v1", 404],
    ["GET /v1?x=1", 404],
    ["GET /v1/nothing", 404],
    ["GET /v1/operator/organizations", 404],
    ["GET /v1/openapi.json", 200],
  ];
  test.each(operations)("%s answers %i", async (operation, status, body) => {
    const answer = await world.label.call(operation, body === undefined ? {} : { body });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    for (const name of rateHeaders) expect(answer.headers.get(name), name).toMatch(/^\d+$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    if (status >= 400) expect(answer.body.error.request_id).toBe(answer.headers.get("x-request-id"));
  });

  test("a client's own X-Request-Id is ignored", async () => {
    const answer = await world.label.call("GET /v1/organization", { headers: { "x-request-id": "req_mine" } });
    expect(answer.headers.get("x-request-id")).not.toBe("req_mine");
  });

  test("two requests have two ids", async () => {
    const [one, two] = await Promise.all([world.stranger.call("GET /v1"), world.stranger.call("GET /v1")]);
    expect(one?.headers.get("x-request-id")).not.toBe(two?.headers.get("x-request-id"));
  });
});

describe("what HTTP itself refuses is 400 invalid_request with the error object", () => {
  const refused: [what: string, sent: string][] = [
    ["a bad escape in the path", raw("GET /v1/releases/%zz HTTP/1.1")],
    ["half a surrogate pair in the path", raw("GET /v1/releases/%ED%A0%80 HTTP/1.1")],
    ["a broken request line", "GET\r\n\r\n"],
    ["no HTTP at all", "\x16\x03\x01 hello\r\n\r\n"],
    ["a method nobody knows", raw("BREW /v1/releases HTTP/1.1")],
    ["a header without a colon", raw("GET /v1/releases HTTP/1.1", "no colon")],
    ["headers that are too large", raw("GET /v1/releases HTTP/1.1", `X-Large: ${"x".repeat(20_000)}`)],
    ["headers that are far too large", raw("GET /v1/releases HTTP/1.1", `X-Large: ${"x".repeat(1_000_000)}`)],
    ["a path that is too long", raw(`GET /v1/releases/${"x".repeat(20_000)} HTTP/1.1`)],
    ["two lengths", raw("POST /v1/releases HTTP/1.1", "Content-Length: 1", "Content-Length: 2")],
    ["a length and chunks", raw("POST /v1/releases HTTP/1.1", "Content-Length: 1", "Transfer-Encoding: chunked")],
    ["a length that is no number", raw("POST /v1/releases HTTP/1.1", "Content-Length: -1")],
    ["a tunnel", raw("CONNECT segue:443 HTTP/1.1")],
  ];
  test.each(refused)("%s", async (_what, sent) => {
    expectError(await sendOne(world.url, sent), 400, "invalid_request");
    expect((await world.label.call("GET /v1/organization")).status).toBe(200);
  });

  test.each(["%zz", "%", "%ED%A0%80", "%ff"])("a bad escape in the query: %j", async (letters) => {
    const credential = `Authorization: Bearer ${world.label.key}`;
    const answer = await sendOne(world.url, raw(`GET /v1/releases?q=${letters} HTTP/1.1`, credential));
    expectError(answer, 400, "invalid_request");
    expect(answer.body.error.message).toContain("escape");
  });

  test("garbage behind a request is refused after that request's own answer", async () => {
    const authorization = `Authorization: Bearer ${world.label.key}`;
    const good = `GET /v1/releases HTTP/1.1\r\nHost: segue\r\n${authorization}\r\n\r\n`;
    const answers = await sendRaw(world.url, `${good}\x00\x01garbage\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect(answers[0]?.body.data).toBeInstanceOf(Array);
    expectError(answers[1] as RawAnswer, 400, "invalid_request");
  });
});

describe("what is odd but HTTP is answered as usual", () => {
  const credential = () => `Authorization: Bearer ${world.label.key}`;

  test("a request without Host", async () => {
    const sent = `GET /v1/organization HTTP/1.1\r\nConnection: close\r\n${credential()}\r\n\r\n`;
    expect((await sendOne(world.url, sent)).status).toBe(200);
  });

  test.each(["something", "100-continue"])("Expect: %s", async (expectation) => {
    const body = JSON.stringify(draft);
    const headers = [`Expect: ${expectation}`, "Content-Type: application/json", `Content-Length: ${body.length}`];
    const answer = await sendOne(world.url, raw("POST /v1/releases HTTP/1.1", credential(), ...headers) + body);
    expect(answer.status, answer.text).toBe(201);
    expectError(await sendOne(world.url, raw("GET /v1/x HTTP/1.1", `Expect: ${expectation}`)), 404, "not_found");
  });

  test("HTTP/1.0, and an upgrade that nobody offers", async () => {
    const old = await sendOne(world.url, `GET /v1/organization HTTP/1.0\r\n${credential()}\r\n\r\n`);
    expect(old.status).toBe(200);
    const upgrade = raw("GET /v1/organization HTTP/1.1", credential(), "Upgrade: websocket");
    expect((await sendOne(world.url, upgrade.replace("close", "close, Upgrade"))).status).toBe(200);
  });

  test("an absolute URL is the same as its path, also where there is nothing", async () => {
    const found = await sendOne(world.url, raw("GET http://segue.example/v1/organization HTTP/1.1", credential()));
    expect(found).toMatchObject({ status: 200, body: { id: world.label.id } });
    expectError(await sendOne(world.url, raw("GET http://segue.example/v1/nothing HTTP/1.1")), 404, "not_found");
    const other = await sendOne(world.url, raw("PUT http://segue.example/v1/releases HTTP/1.1"));
    expectError(other, 405, "method_not_allowed");
  });

  test("OPTIONS * and a method of other protocols", async () => {
    expect(await sendOne(world.url, raw("OPTIONS * HTTP/1.1"))).toMatchObject({
      status: 404,
      body: { error: { code: "not_found" } },
    });
    for (const method of ["PROPFIND", "TRACE", "PURGE", "PUT"]) {
      expectError(await sendOne(world.url, raw(`${method} /v1/releases HTTP/1.1`)), 405, "method_not_allowed");
    }
  });
});

describe("methods", () => {
  test("405 comes with Allow, for each path what it takes", async () => {
    const lists = await world.label.call("DELETE /v1/releases");
    expect(lists.body.error.code).toBe("method_not_allowed");
    expect(lists.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
    const one = await world.label.call("POST /v1/releases/rel_1", { body: {} });
    expect(one.headers.get("allow")).toBe("DELETE, GET, HEAD, OPTIONS, PATCH");
    const keys = await world.label.call("GET /v1/api-keys/key_1");
    expect(keys.headers.get("allow")).toBe("DELETE, OPTIONS");
  });

  test("a path that is named whole is no id of the path beside it", async () => {
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const answer = await world.label.call(`${method} /v1/tracks/bulk`, { body: method === "GET" ? undefined : {} });
      expect([answer.status, answer.body.error.code]).toEqual([405, "method_not_allowed"]);
      expect(answer.headers.get("allow")).toBe("OPTIONS, POST");
    }
    expect((await world.operator.call("PATCH /v1/operator/report-formats/try", { body: {} })).status).toBe(405);
  });

  test("OPTIONS is 204 with Allow and without a body or any CORS header", async () => {
    const answer = await world.stranger.call("OPTIONS /v1/releases", { headers: { origin: "https://example.com" } });
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("HEAD works wherever GET does: the same status and headers, no body", async () => {
    const made = await world.label.call("POST /v1/releases", { body: draft });
    const paths = ["/v1/releases", `/v1/releases/${made.body.id}`, "/v1/releases/rel_0", "/v1/organization"];
    for (const path of [...paths, "/v1/openapi.json", "/healthz", "/readyz", "/docs"]) {
      const get = await world.label.call(`GET ${path}`);
      const head = await world.label.call(`HEAD ${path}`);
      expect({ path, status: head.status, text: head.text }).toEqual({ path, status: get.status, text: "" });
      // An error's body has its own request id, of the same length.
      for (const name of ["content-type", "content-length"]) expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test("an unknown id, however long or odd, is 404 not_found", async () => {
    for (const id of [
      "rel_1",
      "x".repeat(5_000),
      "%00",
      "a%00b",
      "..%2F..",
      "__proto__",
      "constructor",
      "%F0%9F%8E%B5",
    ]) {
      const answer = await world.label.call(`GET /v1/releases/${id}`);
      expect({ id, status: answer.status, code: answer.body.error.code }).toEqual({
        id,
        status: 404,
        code: "not_found",
      });
    }
  });
});

test("pages and health checks have a request id, and no rate headers", async () => {
  for (const path of ["/healthz", "/readyz", "/docs", "/nothing"]) {
    const answer = await world.stranger.call(`GET ${path}`);
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    expect(answer.headers.get("ratelimit-limit")).toBeNull();
  }
});
