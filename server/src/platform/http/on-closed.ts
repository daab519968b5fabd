// The end of an answer, also of one whose client has left already.
//
// A response emits `close` once. If the client left while its request was still being checked, that happened before we
// listen. And of several requests sent at once on one connection, only the first has a socket: when the connection
// breaks, the responses behind it emit nothing.

import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Signal } from "../signal.ts";

const behind = new WeakMap<Socket, Set<() => void>>();

/** Calls `release` when nothing more of the answer will be sent, at once if that is already so. It may be called twice. */
export function onClosed(response: ServerResponse, release: () => void): void {
  const { socket } = response.req;
  if (isClosed(response)) {
    release();
    return;
  }
  response.once("close", release);
  if (response.socket) return;
  const waiting = waitingBehind(socket);
  waiting.add(release);
  response.once("close", () => waiting.delete(release));
}

/** The signal of one request. It is polled, so a request needs no listener. */
export class RequestSignal implements Signal {
  #isAnswered = false;

  constructor(readonly response: ServerResponse) {}

  get aborted(): boolean {
    return this.#isAnswered || isClosed(this.response);
  }

  /** The answer is given, though the work is not done. */
  end(): void {
    this.#isAnswered = true;
  }
}

function isClosed(response: ServerResponse): boolean {
  return response.closed || response.destroyed || response.req.socket.destroyed;
}

/** One listener for all responses of a socket, because there may be many. */
function waitingBehind(socket: Socket): Set<() => void> {
  const known = behind.get(socket);
  if (known) return known;
  const waiting = new Set<() => void>();
  behind.set(socket, waiting);
  socket.once("close", () => waiting.forEach((release) => void release()));
  return waiting;
}
