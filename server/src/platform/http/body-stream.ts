// Bodies that are read while they come, and requests that are answered before their body has ended.
//
// Node has one limit of time for the whole of any request, which no upload of gigabytes could keep. So that limit is off,
// and each kind of body has its own: of one that is read whole, see whole-body.ts; one that is streamed must not fall
// silent and must bring a least number of bytes in every minute; one that nobody wants any more is read on only for as
// long as the client may take to notice. What is counted is time spent on waiting for the client, not for the storage.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { ApiError } from "../errors.ts";
import { withinTime } from "../within-time.ts";
import { onClosed } from "./on-closed.ts";
import type { OpenBody } from "./open-bodies.ts";
import { LEAST_BYTES_PER_S } from "./whole-body.ts";

/** How long a client may be silent in the middle of a stream, in either direction. */
export const STREAM_IDLE_MS = 60_000;
const STREAM_WINDOW_MS = 60_000;
const LINGER_MS = 2_000;

/** `enter` throws where there is no room for one more stream. */
type Reading = { idle_ms?: number | undefined; enter: () => OpenBody };

/** A client that asked whether to go on is told so with the first read: what is refused before, it need not send. */
export async function* readStream(
  request: IncomingMessage,
  response: ServerResponse,
  { idle_ms = STREAM_IDLE_MS, enter }: Reading,
): AsyncGenerator<Buffer> {
  onClosed(response, enter().close);
  answerExpectation(request, response);
  // Not `for await`: leaving that would destroy the socket, and with it the answer.
  const chunks = request[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let window = { waited_ms: 0, bytes: 0 };
  for (;;) {
    const asked_ms = performance.now();
    const { done, value } = await withinTime(idle_ms, nextChunk(chunks), stalled);
    if (done) return;
    window.waited_ms += performance.now() - asked_ms;
    window.bytes += value.length;
    if (window.waited_ms >= STREAM_WINDOW_MS) {
      if (window.bytes < (window.waited_ms / 1_000) * LEAST_BYTES_PER_S) throw tooSlow();
      window = { waited_ms: 0, bytes: 0 };
    }
    yield value;
  }
}

async function nextChunk(chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
  try {
    return await chunks.next();
  } catch {
    throw new ApiError("invalid_request", "The body ended before it was complete.");
  }
}

function stalled(): ApiError {
  return new ApiError("invalid_request", "No part of the body arrived for too long.");
}

function tooSlow(): ApiError {
  return new ApiError("invalid_request", `The body arrived too slowly: less than ${LEAST_BYTES_PER_S} bytes a second.`);
}

/** Node would answer the first by itself, with an empty body, and tell the second to go on before anybody was asked. */
export function takeExpectations(server: Server): void {
  server.on("checkExpectation", (request, response) => {
    delete request.headers.expect;
    server.emit("request", request, response);
  });
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  // A client may close its own side once it has asked, as `nc` does: Node would leave it without an answer.
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** `Expect: 100-continue`, once the guards have let the request in. */
export function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  if (/^100-continue$/i.test(request.headers.expect ?? "")) response.writeContinue();
}

/** After an answer: closing at once over what is still on its way would reset the connection and lose the answer. */
export function dropRest(request: IncomingMessage): void {
  if (request.complete || request.socket.destroyed) return;
  request.removeAllListeners("readable").resume();
  const timer = setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS);
  timer.unref();
  request.once("close", () => clearTimeout(timer));
}
