// A server that closes answers what it has begun, and waits for nothing else: Node alone would wait until each client
// has ended the connection that it keeps for a next request.

import type { Server, ServerResponse } from "node:http";

/** Returns what to do with the server's own close, once it has begun. */
export function followAnswers(server: Server): (closed: Promise<void>) => Promise<void> {
  const open = new Set<ServerResponse>();
  server.on("request", (_request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return async (closed) => {
    while (open.size > 0) await Promise.all([...open].map(untilSent));
    server.closeAllConnections();
    await closed;
  };
}

function untilSent(response: ServerResponse): Promise<void> {
  if (!response.headersSent) response.setHeader("connection", "close");
  return new Promise((resolve) => response.once("close", () => resolve()));
}
