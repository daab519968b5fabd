// Answers requests that HTTP itself refuses: a broken request line, oversize headers, a body that ends too early. There
// is no request object, only a socket, so the answer is written by hand.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ApiError, errorBody } from "../../errors.ts";
import { newId } from "../../ids.ts";
import { onClosed } from "../on-closed.ts";
import { addressKey } from "./client-address.ts";
import { peekAddress } from "./count-request.ts";
import type { Guards } from "./guards.ts";

// Long enough for a client to read the answer, short enough that it cannot collect open sockets.
const LINGER_MS = 2_000;

const lastExchange = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

export function followExchanges(server: Server, guards: Guards): void {
  server.on("request", (request, response) => lastExchange.set(request.socket, { request, response }));
  // Node would not answer it at all.
  server.on("connect", (_request, socket: Socket) => void answerBrokenRequest(guards, new Error("CONNECT"), socket));
}

export async function answerBrokenRequest(
  guards: Guards,
  error: Error & { code?: string },
  socket: Socket,
): Promise<void> {
  if (error.code !== "ECONNRESET") await finishBefore(socket);
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  // A browser opens connections ahead. It would take this for the answer to a request that it sends just now; one that is closed it
  // repeats on another.
  if (isLate && socket.bytesRead === 0) return void socket.destroy();
  const request_id = newId("req");
  const decision = await peekAddress(guards, addressKey(socket.remoteAddress ?? ""));
  const message = isLate ? "The request did not arrive in time." : "The request line or the headers cannot be read.";
  const body = errorBody(new ApiError("invalid_request", message), request_id);
  const head = [
    "HTTP/1.1 400 Bad Request",
    `X-Request-Id: ${request_id}`,
    `RateLimit-Limit: ${decision.limit}`,
    `RateLimit-Remaining: ${decision.remaining}`,
    `RateLimit-Reset: ${decision.reset_s}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // Read and drop what still arrives: closing the socket now would reset the connection and lose the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** A complete request is answered before the broken one behind it is refused. */
async function finishBefore(socket: Socket): Promise<void> {
  const { request, response } = lastExchange.get(socket) ?? {};
  if (!request?.complete || !response || response.writableFinished || response.destroyed) return;
  await new Promise<void>((resolve) => onClosed(response, resolve));
}
