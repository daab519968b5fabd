import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createSegue,
  type Segue,
  SegueArgumentError,
  SegueConnectionError,
  SegueError,
  type SegueOptions,
} from "./client.ts";

type Answer = (request: IncomingMessage, reply: ServerResponse) => void;
type Seen = { method?: string; url?: string; key?: string; type?: string; credential?: string; body: string };

let answers: Answer[] = [];
const seen: Seen[] = [];
const server = createServer((request, reply) => void answerNext(request, reply));
async function answerNext(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const answer = answers.shift() ?? send(200, {});
  if (answer === cut) return void request.socket.destroy();
  let body = "";
  for await (const bytes of request) body += bytes;
  seen.push(
    Object.fromEntries(
      Object.entries({
        method,
        url,
        key: headers["idempotency-key"],
        type: headers["content-type"],
        credential: headers.authorization,
        body,
      }).filter(([, value]) => value !== undefined),
    ) as Seen,
  );
  answer(request, reply);
}
const send =
  (status: number, body: object | string | undefined, headers: Record<string, string> = {}): Answer =>
  (_, reply) => {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    reply.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
  };
const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
  send(
    status,
    { error: { code, message: "Not so.", request_id: "req_1", details: [{ field: "title", issue: "bad" }] } },
    headers,
  );
const cut: Answer = () => undefined;
const silence: Answer = () => undefined;

let url = "";
let segue: Segue;
const clientWith = (options: SegueOptions = {}) => createSegue({ apiKey: "sk_test_1", url, ...options });
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  segue = clientWith();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answers = [];
  seen.length = 0;
});

const release = {
  title: "First Light",
  artists: [{ name: "Vera Lux", role: "main" as const }],
  release_date: "2030-03-01",
};

describe("what is sent", () => {
  test("path, body, query and credential", async () => {
    await segue.releases.create(release);
    await segue.releases.get("rel 1/../2");
    await segue.releases.list({ status: "draft", q: "a&b", cursor: undefined });
    await segue.operator.apiKeys.delete("org_1", "key_1");
    expect(seen).toEqual([
      {
        method: "POST",
        url: "/v1/releases",
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: "application/json",
        credential: "Bearer sk_test_1",
        body: JSON.stringify(release),
      },
      { method: "GET", url: "/v1/releases/rel%201%2F..%2F2", credential: "Bearer sk_test_1", body: "" },
      { method: "GET", url: "/v1/releases?status=draft&q=a%26b", credential: "Bearer sk_test_1", body: "" },
      {
        method: "DELETE",
        url: "/v1/operator/organizations/org_1/api-keys/key_1",
        credential: "Bearer sk_test_1",
        body: "",
      },
    ]);
  });

  test("an idempotency key for every write, the caller's own if there is one", async () => {
    await segue.releases.submit("rel_1", {}, { idempotencyKey: "b1e5f9c4-7d3a-4c1e-9f2b-6a8d0c4e2f10" });
    await segue.releases.update("rel_1", { title: "Other" });
    await segue.releases.update("rel_1", { title: "Other" });
    expect(seen[0]?.key).toBe("b1e5f9c4-7d3a-4c1e-9f2b-6a8d0c4e2f10");
    expect(new Set(seen.map(({ key }) => key)).size).toBe(3);
  });

  test("an id that is no segment of a path is refused before anything is sent", async () => {
    for (const id of ["", ".", "..", undefined as unknown as string])
      await expect(segue.releases.get(id)).rejects.toThrow(SegueArgumentError);
    expect(() => clientWith({ apiKey: "sk_test_1\n" })).toThrow(SegueArgumentError);
    expect(() => clientWith({ url: "api.example.com" })).toThrow(SegueArgumentError);
    expect(seen).toEqual([]);
  });

  test("an upload by hand: its own headers, and no key", async () => {
    const headers = { "tus-resumable": "1.0.0", "upload-offset": "0" };
    answers = [send(204, undefined, { "upload-offset": "4" })];
    const contentType = "application/offset+octet-stream";
    const reply = await segue.uploads.append("token", "data", { headers, contentType });
    expect(reply.headers.get("upload-offset")).toBe("4");
    expect(seen[0]).toMatchObject({
      method: "PATCH",
      url: "/v1/uploads/token/resumable",
      type: contentType,
      body: "data",
    });
    expect(seen[0]?.key).toBeUndefined();
  });

  test("a base address may end with /v1", async () => {
    await clientWith({ url: `${url}/v1/` }).balance.get();
    expect(seen[0]?.url).toBe("/v1/balance");
  });
});

describe("a lost answer", () => {
  test("is asked for again with the same key", async () => {
    answers = [cut, send(503, "busy"), refuse(409, "idempotency_in_progress"), send(201, { id: "rel_1" })];
    expect(await segue.releases.create(release)).toEqual({ id: "rel_1" });
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  });

  test("of a DELETE is not asked for again: it may have worked", async () => {
    answers = [cut, send(204, undefined)];
    await expect(segue.releases.delete("rel_1")).rejects.toMatchObject({
      name: "SegueConnectionError",
      reason: "unreachable",
    });
    answers = [refuse(503, "service_unavailable"), send(204, undefined)];
    await expect(segue.releases.delete("rel_1")).rejects.toMatchObject({ code: "service_unavailable" });
    answers = [refuse(429, "rate_limit_exceeded"), send(204, undefined)];
    expect(await segue.releases.delete("rel_1")).toBeUndefined();
  });

  test("is given up after the last retry, with what went wrong", async () => {
    answers = [refuse(503, "service_unavailable"), cut];
    const failure = clientWith({ retries: 1 }).releases.list();
    await expect(failure).rejects.toThrow(SegueConnectionError);
    await expect(failure).rejects.toThrow(/127\.0\.0\.1:\d+ cannot be reached: /);
  });

  test("of a stream is not asked for again, unless it can be opened again", async () => {
    const open = () => new Blob(["isrc\n"]).stream() as ReadableStream<Uint8Array>;
    answers = [refuse(503, "service_unavailable")];
    const query = { store_id: "store_a", period: "2026-01" };
    await expect(segue.operator.salesReports.create(open(), query)).rejects.toMatchObject({ status: 503 });
    answers = [refuse(503, "service_unavailable"), send(201, { id: "rep_1" })];
    expect(await segue.operator.salesReports.create(open, query)).toEqual({ id: "rep_1" });
    expect(seen.map(({ body }) => body)).toEqual(["isrc\n", "isrc\n", "isrc\n"]);
    expect(seen[0]).toMatchObject({
      url: "/v1/operator/sales-reports?store_id=store_a&period=2026-01",
      type: "text/csv",
    });
  });
});

describe("Retry-After", () => {
  test("is obeyed", async () => {
    answers = [refuse(429, "rate_limit_exceeded", { "retry-after": "1" })];
    const began = performance.now();
    await segue.balance.get();
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  test("is the caller's to decide if it is longer than a minute", async () => {
    answers = [refuse(429, "rate_limit_exceeded", { "retry-after": "61" })];
    await expect(segue.balance.get()).rejects.toMatchObject({ code: "rate_limit_exceeded", retry_after_s: 61 });
  });
});

describe("a refusal", () => {
  test("has code, message, details and request id", async () => {
    answers = [refuse(422, "validation_failed")];
    const error = await segue.releases.create(release).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(SegueError);
    const details = [{ field: "title", issue: "bad" }];
    expect(error).toMatchObject({
      code: "validation_failed",
      status: 422,
      message: "Not so.",
      request_id: "req_1",
      details,
    });
  });

  test("of something else than the service says so, and a redirect is not followed with the key", async () => {
    answers = [send(404, "<html>"), send(200, "<html>"), send(301, undefined, { location: "http://127.0.0.1:9/" })];
    for (const status of [404, 200, 301])
      await expect(segue.balance.get()).rejects.toMatchObject({ reason: "not_segue", status });
    expect(seen).toHaveLength(3);
  });
});

describe("time", () => {
  test("a call that takes too long is a failure", async () => {
    answers = [silence];
    const call = clientWith({ retries: 0 }).balance.get({ timeoutMs: 20 });
    await expect(call).rejects.toMatchObject({ reason: "timeout" });
  });

  test("the caller's signal ends a call and a pause at once, with its reason", async () => {
    const before = new AbortController();
    before.abort(new Error("enough"));
    await expect(segue.balance.get({ signal: before.signal })).rejects.toThrow("enough");
    expect(seen).toEqual([]);
    for (const answer of [silence, refuse(429, "rate_limit_exceeded", { "retry-after": "30" })]) {
      const controller = new AbortController();
      answers = [
        (request, reply) => {
          answer(request, reply);
          setTimeout(() => controller.abort(new Error("enough")), 20);
        },
      ];
      await expect(segue.balance.get({ signal: controller.signal })).rejects.toThrow("enough");
    }
  });
});

describe("a list", () => {
  const pages = [
    send(200, { data: [{ id: "1" }, { id: "2" }], next_cursor: "c1", has_more: true }),
    send(200, { data: [{ id: "3" }], next_cursor: null, has_more: false }),
  ];

  test("awaited is one page", async () => {
    answers = [...pages];
    expect((await segue.releases.list({ limit: 2 })).next_cursor).toBe("c1");
    expect(seen).toHaveLength(1);
  });

  test("iterated is every item of every page", async () => {
    answers = [...pages];
    const ids: string[] = [];
    for await (const { id } of segue.releases.list({ status: "draft", limit: 2 })) ids.push(id);
    expect(ids).toEqual(["1", "2", "3"]);
    expect(seen.map((request) => request.url)).toEqual([
      "/v1/releases?status=draft&limit=2",
      "/v1/releases?status=draft&limit=2&cursor=c1",
    ]);
  });

  test("asks for no further page than its reader wants", async () => {
    answers = [...pages];
    for await (const { id } of segue.releases.list()) if (id === "2") break;
    expect(seen).toHaveLength(1);
  });
});

describe("OAuth", () => {
  const token = (access_token: string, expires_in = 3_600) =>
    send(200, { access_token, token_type: "Bearer", expires_in, scope: "catalog:read" });
  const oauth = { client_id: "cli_1", client_secret: "cs_1" };

  test("gets one token for many calls, and another when it is refused", async () => {
    answers = [token("at_1")];
    const client = clientWith({ apiKey: undefined, oauth });
    await Promise.all([client.balance.get(), client.balance.get()]);
    answers = [refuse(401, "invalid_credentials"), token("at_2"), send(200, { data: [] })];
    await client.balance.get();
    expect(seen[0]?.body).toBe("grant_type=client_credentials&client_id=cli_1&client_secret=cs_1");
    expect(seen.map(({ credential }) => credential)).toEqual([
      undefined,
      "Bearer at_1",
      "Bearer at_1",
      "Bearer at_1",
      undefined,
      "Bearer at_2",
    ]);
  });

  test("a refused client is an error, and the next call tries again", async () => {
    answers = [refuse(401, "invalid_credentials"), token("at_1"), send(200, { data: [] })];
    const client = clientWith({ apiKey: undefined, oauth });
    await expect(client.balance.get()).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(await client.balance.get()).toEqual({ data: [] });
  });
});
