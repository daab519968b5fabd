import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerBrokenRequest } from "./broken-request.ts";
import type { Guards } from "./guards.ts";

const decision = { admitted: true, limit: 60, remaining: 60, reset_s: 1, retry_after_s: 0 };
const guards = { limiters: { addresses: { peek: () => decision } } } as unknown as Guards;
const late = Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

// As Node tells it: the time is over, with the beginning of a request or with nothing.
let isOverAt: "data" | "connection";
let server: Server;
let port: number;
beforeAll(async () => {
  const giveUp = (socket: Socket) => void answerBrokenRequest(guards, late, socket);
  server = createServer((socket) => {
    if (isOverAt === "connection") giveUp(socket);
    else socket.once("data", () => giveUp(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** All that comes until the connection ends. */
function answerTo(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => text && socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}

test("a request that does not arrive in time is refused", async () => {
  isOverAt = "data";
  expect(await answerTo("GET /v1/releases HTTP/1.1\r\n")).toMatch(/^HTTP\/1\.1 400 [\s\S]*did not arrive in time/);
});

test("a connection that a browser has opened ahead is closed without an answer: the next request would take it for its own", async () => {
  isOverAt = "connection";
  expect(await answerTo("")).toBe("");
});
