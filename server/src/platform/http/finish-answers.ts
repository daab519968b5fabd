// A server that closes finishes the answers that it has begun, and waits for nothing else.
//
// The problem. Node closes idle connections, and waits for the others until their clients end them, which may keep them
// open for a next request. And Node does not see a request that has arrived but was not read yet: it resets that
// connection. Under load there are many, because connections are accepted one at a time.
//
// The procedure. From now on every answer ends its connection. Requests that have arrived are accepted and read, until
// nothing more comes for a moment. Then nothing new is accepted, and running requests are answered. After a few seconds
// the rest is cut: an answer whose client does not read it, a body that does not come, a stream. All this takes less
// time than a stop may take, so that the database can still stop cleanly.

import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { onClosed } from "./on-closed.ts";

const MOMENT_MS = 50;
/** Clients that keep sending are refused after this. */
const ARRIVALS_WITHIN_MS = 2_000;
const ANSWERS_WITHIN_MS = 3_000;

/** Returns a function that closes the server cleanly. `close` is the server's own. */
export function followAnswers(server: Server): (close: () => Promise<void>) => Promise<void> {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  let isSealed = false;
  let arrivals = 0;
  let onAnswered = () => undefined as unknown;
  const answered = new Promise<void>((resolve) => {
    onAnswered = resolve;
  });
  server.on("request", (_request, response) => {
    arrivals++;
    open.add(response);
    onClosed(response, () => {
      open.delete(response);
      if (isSealed && open.size === 0) onAnswered();
    });
    if (isClosing) endConnection(response);
  });

  async function untilQuiet(): Promise<void> {
    const deadline = performance.now() + ARRIVALS_WITHIN_MS;
    let seen: number;
    do {
      seen = arrivals;
      await sleep(MOMENT_MS);
    } while (arrivals > seen && performance.now() < deadline);
  }

  return async (close) => {
    isClosing = true;
    const late = sleep(ANSWERS_WITHIN_MS, undefined, { ref: false });
    open.forEach(endConnection);
    await untilQuiet();
    const closed = close();
    isSealed = true;
    if (open.size > 0) await Promise.race([answered, late]);
    server.closeAllConnections();
    await closed;
  };
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}
