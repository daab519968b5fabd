// A server that closes answers what it has begun, and waits for nothing else.
//
// The problem. Node closes the connections on which no request runs, and waits for the others until their clients end
// them: for as long as those keep them for a next request. And a request that has arrived, but was not read yet, is
// none in Node's eyes: its connection is reset. Under load many have, because connections are accepted one at a time.
//
// The procedure. From now on every answer ends its connection. What has arrived is accepted and read, until for a moment
// nothing more comes. Then nothing new is accepted, and what runs is answered. What is left after a few seconds is cut: an
// answer whose client does not read it, a body that does not come, a stream. Less than a stop may take in all, so that
// the database is still stopped in peace.

import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { onClosed } from "./on-closed.ts";

const MOMENT_MS = 50;
/** Clients that go on sending are turned away after this. */
const ARRIVALS_WITHIN_MS = 2_000;
const ANSWERS_WITHIN_MS = 3_000;

/** Returns how to close the server in peace: `close` is its own way to do so. */
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
