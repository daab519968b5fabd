// A receiver of webhooks: it keeps the requests and answers as the test sets it.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent.
export type Received = { path: string; headers: IncomingHttpHeaders; body: string; event: any };

/** A status, or whatever is done with the response: nothing is a receiver that hangs. */
export type Behaviour = number | ((response: ServerResponse, received: Received) => void);

export type Receiver = {
  url: string;
  received: Received[];
  /** Without its pings. */
  events(): Received[];
  /** From now on. A list: one after the other, and then the last. */
  answer(behaviour: Behaviour | Behaviour[]): void;
  close(): Promise<void>;
};

/** `port`: that of one that was closed, to be there again. */
export async function startReceiver(first: Behaviour | Behaviour[] = 200, port = 0): Promise<Receiver> {
  let behaviours = [first].flat();
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const one = { path: request.url ?? "", headers: request.headers, body, event: JSON.parse(body) as unknown };
      received.push(one);
      const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
      if (typeof behaviour === "function") behaviour(response, one);
      else response.writeHead(behaviour ?? 200).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    events: () => received.filter(({ event }) => (event as { event_type: string }).event_type !== "ping"),
    answer(behaviour) {
      behaviours = [behaviour].flat();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
