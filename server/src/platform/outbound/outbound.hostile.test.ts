import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answerWith, type Manners, type RawServer, startRawServer } from "../../../test/raw-server.ts";
import { createOutbound, type Outbound, type OutboundOutcome, parseAllowedBlocks } from "./outbound.ts";

let outbound: Outbound;
let server: RawServer | undefined;
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);

beforeEach(() => {
  outbound = createOutbound({ allow: parseAllowedBlocks("127.0.0.0/8") });
  unhandled.splice(0);
  process.on("unhandledRejection", note).on("uncaughtExceptionMonitor", note);
});

afterEach(async () => {
  // After each test the outbound is closed, and none of its sockets is left.
  await outbound.close();
  if (server) await expect.poll(() => server?.open()).toBe(0);
  await server?.close();
  server = undefined;
  process.off("unhandledRejection", note).off("uncaughtExceptionMonitor", note);
  expect(unhandled).toEqual([]);
});

async function post(manners: Manners, within_ms = 60_000): Promise<OutboundOutcome> {
  server = await startRawServer(manners);
  return outbound.post({ url: server.url, headers: {}, body: "{}", owner: "org_1", within_ms });
}

const say = (text: string | Buffer) => (socket: Socket) => void socket.write(text);
const sayAndLeave = (text: string) => (socket: Socket) => void socket.end(text);
const head = "HTTP/1.1 200 OK\r\n";

describe("a server that takes its time", () => {
  const within_ms = 1_000;
  const drip = (socket: Socket, begin: string, text: string) => {
    socket.write(begin);
    const timer = setInterval(() => socket.write(text), 20);
    socket.on("close", () => clearInterval(timer));
  };
  const silent = { error: "Did not answer within 1 s.", status: null, reply: "" };
  const slow = { error: "Did not finish its answer within 1 s.", status: 200, reply: "half" };
  test.each<[what: string, manners: Manners, outcome: object]>([
    ["hangs", {}, silent],
    ["drips its headers", { answer: (socket) => drip(socket, `${head}X-A: `, "b") }, silent],
    ["hangs in its headers", { answer: say(`${head}X-A: `) }, silent],
    ["hangs in its body", { answer: say(`${head}Content-Length: 10\r\n\r\nhalf`) }, slow],
    ["hangs after an interim answer", { answer: say("HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n") }, silent],
  ])("and %s is left at the deadline", async (_, manners, expected) => {
    const outcome = await post(manners, within_ms);
    expect(outcome).toMatchObject({ ...expected, is_refused: false });
    expect(outcome.duration_ms).toBeGreaterThanOrEqual(within_ms - 5);
    await expect.poll(() => server?.open()).toBe(0);
    // It hangs for the next one too, so nothing is gained by connecting ahead.
    expect(server?.connections).toBe(1);
  });

  test("and drips a body past the deadline is an error, with its status kept", async () => {
    const answer = (socket: Socket) => drip(socket, `${head}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n.\r\n");
    const outcome = await post({ answer }, within_ms);
    expect(outcome).toMatchObject({ status: 200, error: "Did not finish its answer within 1 s." });
    expect(outcome.reply).toMatch(/^\.+$/);
    await expect.poll(() => server?.open()).toBe(0);
  });
});

describe("a server that answers too much", () => {
  const flood = (socket: Socket, text: string) => {
    const more = () => {
      while (!socket.destroyed && socket.write(text));
    };
    socket.on("drain", more);
    more();
  };

  test("a huge body is a whole answer, of which the beginning is shown and the rest not read", async () => {
    const answer = (socket: Socket) => {
      socket.write(`${head}Content-Length: 10000000000\r\n\r\n`);
      flood(socket, "🎵".repeat(4_096));
    };
    const outcome = await post({ answer });
    expect(outcome).toMatchObject({ status: 200, error: null, reply: "🎵".repeat(512) });
    await expect.poll(() => server?.open()).toBe(0);
  });

  test("a body of some more than what is shown leaves the connection to the next call", async () => {
    await post({ answer: answerWith("x".repeat(30_000)) });
    const outcome = await outbound.post({
      url: server?.url ?? "",
      headers: {},
      body: "",
      owner: "org_1",
      within_ms: 60_000,
    });
    expect(outcome).toMatchObject({ status: 200, error: null, reply: "x".repeat(2_048) });
    expect(server?.connections).toBe(1);
  });

  test("a compressed body is never inflated", async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const answer = say(
      Buffer.concat([Buffer.from(`${head}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`), bomb]),
    );
    const outcome = await post({ answer });
    expect(outcome).toMatchObject({ status: 200, error: null });
    expect(outcome.reply).toContain("\\x1f");
    expect(Buffer.byteLength(outcome.reply)).toBeLessThanOrEqual(2_048);
  });

  test.each([
    ["one header", `${head}X-A: ${"a".repeat(20_000)}`],
    ["many headers", `${head}${"X-A: b\r\n".repeat(5_000)}`],
    ["trailers", `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n${"X-A: b\r\n".repeat(9_000)}`],
  ])("%s without end are too large", async (_, text) => {
    const outcome = await post({ answer: say(text) });
    expect(outcome.error).toBe("The headers of the answer are too large.");
  });

  test("interim answers without end are no answer", async () => {
    const outcome = await post({ answer: (socket) => flood(socket, "HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n") });
    expect(outcome).toMatchObject({ status: null, error: "Sent too many informational (1xx) answers." });
    await expect.poll(() => server?.open()).toBe(0);
  });
});

describe("a server that breaks off or lies", () => {
  const reset = { error: "The connection was reset before an answer came.", status: null };
  const midway = { error: "The connection was closed in the middle of the answer.", status: 200 };
  const unreadable = { error: "The answer is not HTTP.", status: null };
  const untrue = { error: "The answer is not as long as it says.", status: null };
  const unasked = { error: "The server sent something that was not requested.", status: null };
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
  const upgrade = "HTTP/1.1 101 Other\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nxx";
  test.each<[what: string, manners: Manners, outcome: object]>([
    ["leaves at once", { greet: (socket) => void socket.destroy() }, reset],
    ["resets at once", { greet: (socket) => void socket.resetAndDestroy() }, reset],
    ["resets when asked", { answer: (socket) => void socket.resetAndDestroy() }, reset],
    ["closes when asked", { answer: (socket) => void socket.end() }, reset],
    ["closes within its headers", { answer: sayAndLeave(`${head}X-A: b`) }, reset],
    ["closes within its body", { answer: sayAndLeave(`${head}Content-Length: 9\r\n\r\nhalf`) }, midway],
    ["closes within a chunk", { answer: sayAndLeave(`${chunked}9\r\nhalf`) }, midway],
    ["speaks something else", { answer: say("220 mail.example ESMTP\r\n") }, unreadable],
    ["answers in binary", { answer: say(Buffer.alloc(300, 0xff)) }, unreadable],
    ["answers with TLS", { answer: say(Buffer.from("15030300020246", "hex")) }, unreadable],
    ["has a wrong status", { answer: say("HTTP/1.1 99999 OK\r\n\r\n") }, unreadable],
    ["has a wrong length", { answer: say(`${head}Content-Length: -1\r\n\r\n`) }, unreadable],
    ["has two lengths", { answer: say(`${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`) }, untrue],
    [
      "has a length and chunks",
      { answer: say(`${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nab`) },
      untrue,
    ],
    ["has a wrong chunk", { answer: say(`${chunked}zz\r\n`) }, { ...unreadable, status: 200 }],
    ["wants more of what was whole", { answer: say("HTTP/1.1 100 Continue\r\n\r\n") }, unasked],
    ["becomes something else", { answer: say(upgrade) }, unasked],
    // Before or after the question went out: both happen.
    ["greets first", { greet: say("SSH-2.0-x\r\n") }, { error: expect.stringMatching(/asked|not HTTP/), status: null }],
  ])("and %s is an outcome with an error", async (_, manners, expected) => {
    const outcome = await post(manners);
    expect(outcome).toMatchObject({ ...expected, is_refused: false });
    await expect.poll(() => server?.open()).toBe(0);
  });

  test("and says more than it announced is believed in what it announced, and not called on that connection again", async () => {
    const outcome = await post({
      answer: say(`${head}Content-Length: 2\r\n\r\nok${head}Content-Length: 6\r\n\r\nforged`),
    });
    expect(outcome).toMatchObject({ status: 200, reply: "ok", error: null });
    const next = await outbound.post({
      url: server?.url ?? "",
      headers: {},
      body: "",
      owner: "org_1",
      within_ms: 60_000,
    });
    expect(next).toMatchObject({ status: 200, reply: "ok", error: null });
    expect(server?.connections).toBe(2);
  });

  test("and closes where no length was announced has answered", async () => {
    expect(await post({ answer: sayAndLeave(`${head}\r\nok`) })).toMatchObject({
      status: 200,
      reply: "ok",
      error: null,
    });
  });
});
