// Bodies that are read while they come, and requests that are answered before their body has ended.
//
// Node has one time limit for a whole request, which no upload of gigabytes could keep. So that limit is off, and each
// kind of body has its own. For a body that is read whole, see whole-body.ts. A stream must not fall silent and must
// bring a minimum of bytes in every minute. A body that is no longer wanted is read only for as long as the client may
// take to notice. Only time spent waiting for the client counts, not time for the storage.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { withDeadline } from "../../deadline.ts";
import { ApiError } from "../../errors.ts";
import { onClosed } from "../on-closed.ts";
import type { OpenBody } from "./open-bodies.ts";
import { LEAST_BYTES_PER_S } from "./whole-body.ts";

/** How long a client may be silent in the middle of a stream, in either direction. */
export const STREAM_IDLE_MS = 60_000;
const STREAM_WINDOW_MS = 60_000;
const LINGER_MS = 2_000;

/** `enter` throws if there is no room for one more stream. */
type Reading = { idle_ms?: number | undefined; enter: () => OpenBody };

/**
 * A client that sent `Expect: 100-continue` gets its answer with the first read. If it is refused before that, it need
 * not send the body.
 */
export async function* readStream(
  request: IncomingMessage,
  response: ServerResponse,
  { idle_ms = STREAM_IDLE_MS, enter }: Reading,
): AsyncGenerator<Buffer> {
  onClosed(response, enter().close);
  answerExpectation(request, response);
  // Not `for await`: leaving the loop would destroy the socket, and the answer with it.
  const chunks = request[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let window = { waited_ms: 0, bytes: 0 };
  for (;;) {
    const asked_ms = performance.now();
    const { done, value } = await withDeadline(idle_ms, nextChunk(chunks), stalled);
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

/** Node would answer the first by itself, with an empty body, and tell the second to continue before the guards have run. */
export function takeExpectations(server: Server): void {
  server.on("checkExpectation", (request, response) => {
    delete request.headers.expect;
    server.emit("request", request, response);
  });
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  // A client may close its side after the request, as `nc` does. Node would then send no answer.
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** `Expect: 100-continue`, once the guards have let the request in. */
export function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  if (/^100-continue$/i.test(request.headers.expect ?? "")) response.writeContinue();
}

/** Runs after an answer. Closing while bytes still arrive would reset the connection and lose the answer. */
export function dropRest(request: IncomingMessage): void {
  if (request.complete || request.socket.destroyed) return;
  request.removeAllListeners("readable").resume();
  const giveUp = () => request.complete || request.socket.destroy();
  // After what has arrived was read: if this process was busy for as long, the rest of the body, and even the next request of this
  // client, may wait in the socket.
  const timer = setTimeout(() => setImmediate(giveUp), LINGER_MS);
  timer.unref();
  request.once("close", () => clearTimeout(timer));
}
