import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { SecureVersion } from "node:tls";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hostileAddresses } from "../../../test/hostile-addresses.ts";
import { answerWith, type Manners, type RawServer, startRawServer } from "../../../test/raw-server.ts";
import { createOutbound, type Outbound, type OutboundOptions, parseAllowedBlocks } from "./outbound.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  vi.unstubAllEnvs();
});

const ownMachine = parseAllowedBlocks("127.0.0.0/8,::1/128");

function open(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({ allow: ownMachine, ...options });
  cleanups.push(outbound.close);
  return outbound;
}

async function serve(manners: Manners, host?: string, port?: number): Promise<RawServer> {
  const server = await startRawServer(manners, host, port);
  cleanups.push(server.close);
  return server;
}

const call = (url: string, more: { owner?: string; body?: string; within_ms?: number } = {}) => ({
  url,
  headers: { "content-type": "application/json" },
  body: "{}",
  owner: "org_1",
  within_ms: 60_000,
  ...more,
});

/** So many are answered at once, when they have all come. */
function inCrowds(how_many: number): NonNullable<Manners["answer"]> {
  const waiting: Parameters<typeof answerOk>[0][] = [];
  const answerOk = answerWith("ok");
  return (socket) => {
    if (waiting.push(socket) === how_many) waiting.splice(0).forEach(answerOk);
  };
}

const nothing = { status: null, retry_after: null, reply: "", duration_ms: expect.any(Number) };

describe("a call", () => {
  test("sends a POST and tells what came back", async () => {
    const server = await serve({ answer: answerWith("späť", "Retry-After: 120\r\n", "503 Busy") });
    const url = `${server.url}hooks/1?a=b#c`;
    expect(await open().post(call(url, { body: '{"ü":1}' }))).toEqual({
      status: 503,
      retry_after: "120",
      reply: "späť",
      error: null,
      is_refused: false,
      duration_ms: expect.any(Number),
    });
    const [request = ""] = server.requests;
    expect(request).toMatch(/^POST \/hooks\/1\?a=b HTTP\/1\.1\r\n/);
    expect(request).toContain(`host: 127.0.0.1:${server.port}\r\n`);
    expect(request).toContain("content-type: application/json\r\n");
    expect(request).toMatch(/content-length: 8\r\n\r\n\{"ü":1\}$/);
  });

  test("follows no redirect", async () => {
    const canary = await serve({});
    const server = await serve({ answer: answerWith("", `Location: ${canary.url}\r\n`, "307 Elsewhere") });
    expect(await open().post(call(server.url))).toMatchObject({ status: 307, error: null });
    expect(canary.connections).toBe(0);
  });

  test("tries the next address of a name where one cannot be connected to", async () => {
    const server = await serve({ answer: answerWith("ok") });
    const resolve = async () => ["127.0.0.3", "::1", "127.0.0.1"];
    const outcome = await open({ resolve }).post(call(`http://hooks.example:${server.port}/`));
    expect(outcome).toMatchObject({ status: 200, error: null });
    expect(server.requests[0]).toContain(`host: hooks.example:${server.port}`);
  });

  test("reaches localhost without asking a name server", async () => {
    const server = await serve({ answer: answerWith("ok") }, "::1");
    const resolve = () => Promise.reject(new Error("asked"));
    expect(await open({ resolve }).post(call(`http://app.localhost:${server.port}/`))).toMatchObject({ status: 200 });
  });

  test.each([
    ["a name without an address", async () => [], "The host name has no address."],
    ["a name server that fails", () => Promise.reject(new Error("SERVFAIL")), "The host name could not be resolved."],
    ["a name server that hangs", () => new Promise<string[]>(() => {}), "Did not answer within 0.2 s."],
  ])("to %s is an outcome with an error", async (_, resolve, error) => {
    const outcome = await open({ resolve }).post(call("http://hooks.example/", { within_ms: 200 }));
    expect(outcome).toEqual({ ...nothing, error, is_refused: false });
  });

  test("to a port where nobody listens says that the connection was refused", async () => {
    const { url, close } = await startRawServer({});
    await close();
    const outcome = await open().post(call(url));
    expect(outcome).toEqual({ ...nothing, error: "The connection was refused.", is_refused: false });
  });

  test("that cannot be written is an outcome, not an exception", async () => {
    const server = await serve({ answer: answerWith("ok") });
    const outbound = open();
    const outcome = await outbound.post({ ...call(server.url), headers: { "x-a": "b\r\nx-c: d" } });
    expect(outcome).toMatchObject({ status: null, error: "The request could not be sent." });
    expect(await outbound.post(call(server.url))).toMatchObject({ status: 200 });
  });
});

describe("TLS", () => {
  const certificate = readFileSync(new URL("../../../test/tls/localhost.crt", import.meta.url), "utf8");

  async function serveTls(maxVersion: SecureVersion = "TLSv1.3"): Promise<{ port: number; server: Server }> {
    const key = readFileSync(new URL("../../../test/tls/localhost.key", import.meta.url));
    const server = createServer({ cert: certificate, key, maxVersion }, (request, response) => {
      request.resume().on("end", () => response.end("ok"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanups.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return { port: (server.address() as AddressInfo).port, server };
  }

  test.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])("(%s) is verified for the host of the URL", async (version) => {
    const { port, server } = await serveTls(version);
    const outbound = open({ ca: certificate, resolve: async () => ["127.0.0.1"] });
    expect(await outbound.post(call(`https://localhost:${port}/`))).toMatchObject({ status: 200, reply: "ok" });
    const error = "The certificate is not valid: it is for another name.";
    // The last one twice: what its first connection left behind must not help the second.
    for (const host of ["127.0.0.1", "hooks.example", "hooks.example"])
      expect(await outbound.post(call(`https://${host}:${port}/`))).toEqual({ ...nothing, error, is_refused: false });
    const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(() => connections()).toBe(1);
  });

  test("is verified whatever the environment says", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const outcome = await open().post(call(`https://localhost:${(await serveTls()).port}/`));
    expect(outcome).toMatchObject({ status: null, error: "The certificate is not valid: it is self-signed." });
  });

  test("is not given up for a server without it", async () => {
    const server = await serve({ greet: (socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\n") });
    const outcome = await open().post(call(`https://127.0.0.1:${server.port}/`));
    expect(outcome).toMatchObject({
      status: null,
      error: "The server does not support TLS, or no secure version of it.",
    });
    expect(server.requests).toEqual([]);
  });
});

describe("connections", () => {
  test("are kept between calls, and never shared between owners", async () => {
    const server = await serve({ answer: answerWith("ok") });
    const outbound = open();
    for (const owner of ["org_1", "org_1", "org_2", "org_1", "org_2"])
      expect(await outbound.post(call(server.url, { owner }))).toMatchObject({ status: 200 });
    expect([server.connections, server.requests.length]).toEqual([2, 5]);
  });

  test("are kept by owner and origin, whatever the path; one call at a time is on each", async () => {
    const server = await serve({ answer: inCrowds(10) });
    const outbound = open();
    for (const _ of ["first", "again"])
      await Promise.all(Array.from({ length: 10 }, (_, n) => outbound.post(call(`${server.url}${n}`))));
    expect([server.connections, server.requests.length]).toEqual([10, 20]);
  });

  test("are not kept where the server closes them", async () => {
    const server = await serve({
      answer: (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"),
    });
    const outbound = open();
    for (const _ of ["first", "again"]) expect(await outbound.post(call(server.url))).toMatchObject({ status: 200 });
    expect(server.connections).toBe(2);
  });

  test("that the server leaves just when they are used again are not used a third time: a call is one request", async () => {
    const server = await serve({
      answer: (socket) => (server.requests.length === 2 ? socket.destroy() : answerWith("ok")(socket)),
    });
    const outbound = open();
    const outcomes = [];
    for (const _ of ["first", "left", "new"]) outcomes.push((await outbound.post(call(server.url))).error);
    expect(outcomes).toEqual([null, "The connection was reset before an answer came.", null]);
    expect([server.connections, server.requests.length]).toEqual([2, 3]);
  });

  test("end when they are idle for as long as the server says, less its way", async () => {
    const server = await serve({ answer: answerWith("ok", "Keep-Alive: timeout=3\r\n") });
    await open().post(call(server.url));
    expect(server.open()).toBe(1);
    await expect.poll(() => server.open()).toBe(0);
  });

  test("are not kept in any number", async () => {
    const server = await serve({ answer: inCrowds(200) });
    const outbound = open();
    await Promise.all(Array.from({ length: 200 }, () => outbound.post(call(server.url))));
    await expect.poll(() => server.open()).toBe(128);
  });

  test("all end with the outbound, and so do calls that are running", async () => {
    const server = await serve({ answer: (socket, request) => request.includes("/ok") && answerWith("ok")(socket) });
    const outbound = open();
    await outbound.post(call(`${server.url}ok`, { owner: "org_2" }));
    const running = outbound.post(call(server.url));
    await expect.poll(() => server.requests).toHaveLength(2);
    await outbound.close();
    const stopping = { ...nothing, error: "The service is stopping.", is_refused: false };
    expect(await running).toEqual(stopping);
    expect(await outbound.post(call(server.url))).toEqual(stopping);
    await expect.poll(() => server.open()).toBe(0);
  });
});

describe("an address that is not allowed", () => {
  async function startCanaries() {
    const first = await serve({ answer: answerWith("secret") });
    return [first, await serve({}, "127.0.0.2", first.port), await serve({}, "::1", first.port)];
  }

  test("is never connected to, in whatever way it is written or resolved", async () => {
    const canaries = await startCanaries();
    for (const { url, resolves_to = [[]] } of hostileAddresses(canaries[0]?.port ?? 0)) {
      const answers = [...resolves_to];
      const resolve = async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      const outbound = open({ allow: [], resolve });
      const refusal = await outbound.refusal(url);
      if (resolves_to.length === 1) expect([url, refusal]).toEqual([url, expect.any(String)]);
      const outcome = await outbound.post(call(url));
      expect([url, outcome]).toEqual([url, { ...nothing, error: expect.any(String), is_refused: true }]);
      if (refusal !== undefined) expect(outcome.error).toBe(refusal);
    }
    expect(canaries.map((canary) => canary.connections)).toEqual([0, 0, 0]);
  });

  test("is refused in the same words whether or not something listens there", async () => {
    const [canary] = await startCanaries();
    const outbound = open({ allow: [] });
    const [listening, silent] = [`https://127.0.0.1:${canary?.port}/`, "https://127.0.0.1:9/"];
    expect(await outbound.refusal(listening)).toBe(await outbound.refusal(silent));
    expect((await outbound.post(call(listening))).error).toBe((await outbound.post(call(silent))).error);
  });

  test("is refused in a call though its name was harmless when it was asked before", async () => {
    const canaries = await startCanaries();
    let addresses = ["93.184.215.14"];
    const outbound = open({ allow: [], resolve: async () => addresses });
    const url = `https://hooks.example:${canaries[0]?.port}/`;
    expect(await outbound.refusal(url)).toBeUndefined();
    addresses = ["127.0.0.1"];
    expect(await outbound.post(call(url))).toMatchObject({ is_refused: true, status: null, reply: "" });
    expect(canaries.map((canary) => canary.connections)).toEqual([0, 0, 0]);
  });

  test("is not distinguished from a name that cannot be resolved yet", async () => {
    expect(await open({ resolve: async () => [] }).refusal("https://nowhere.example/")).toBeUndefined();
    expect(await open({ resolve: () => Promise.reject(new Error()) }).refusal("https://x.example/")).toBeUndefined();
  });
});
