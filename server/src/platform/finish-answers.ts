// A server that closes answers what it has begun, and waits for nothing else.
//
// The problem. Node closes the connections on which no request runs, and waits for the others until their clients end
// them: for as long as those keep them for a next request. And a request that has arrived, but was not read yet, is
// none in Node's eyes: its connection is reset.
//
// The procedure. From now on every answer ends its connection. What has arrived is read for a moment longer, then
// nothing new is accepted, and what runs is answered. When nothing has run for a moment, the rest is closed.

import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const MOMENT_MS = 50;

/** Returns how to close the server in peace: `close` is its own way to do so. */
export function followAnswers(server: Server): (close: () => Promise<void>) => Promise<void> {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  server.on("request", (_request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    if (isClosing) endConnection(response);
  });
  return async (close) => {
    isClosing = true;
    open.forEach(endConnection);
    await sleep(MOMENT_MS);
    const closed = close();
    do {
      await Promise.all([...open].map(untilSent));
      await sleep(MOMENT_MS);
    } while (open.size > 0);
    server.closeAllConnections();
    await closed;
  };
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}

function untilSent(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once("close", () => resolve()));
}
