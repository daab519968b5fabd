// A server of many endpoints, one a path, that counts how many requests each of them and all of them have in hand at a time.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The requests that one endpoint has seen. `most_at_once`: requests that were open at the same time. */
type Crowd = { events: number; open: number; most_at_once: number; last_ms: number };

export type CrowdedReceiver = {
  urlOf(path: string): string;
  at(path: string): Crowd;
  /** The sum over all its endpoints. */
  all: Crowd;
  /** For pings and for paths that are not named: 200 at once. */
  answer(paths: readonly string[], behaviour: (response: ServerResponse) => void): void;
  close(): Promise<void>;
};

export async function startCrowdedReceiver(): Promise<CrowdedReceiver> {
  const crowds = new Map<string, Crowd>();
  const behaviours = new Map<string, (response: ServerResponse) => void>();
  const all = nobody();
  const at = (path: string) => {
    const crowd = crowds.get(path) ?? nobody();
    crowds.set(path, crowd);
    return crowd;
  };
  const server = createServer((request, response) => {
    if (request.headers["x-svc-event-type"] === "ping") return void response.end();
    const path = request.url ?? "";
    const both = [at(path), all];
    for (const crowd of both) enter(crowd);
    response.once("close", () => {
      for (const crowd of both) crowd.open--;
    });
    request.resume().once("end", () => (behaviours.get(path) ?? ((response) => response.end()))(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (path) => `http://127.0.0.1:${port}${path}`,
    at,
    all,
    answer(paths, behaviour) {
      for (const path of paths) behaviours.set(path, behaviour);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function nobody(): Crowd {
  return { events: 0, open: 0, most_at_once: 0, last_ms: 0 };
}

function enter(crowd: Crowd): void {
  crowd.events++;
  crowd.open++;
  crowd.most_at_once = Math.max(crowd.most_at_once, crowd.open);
  crowd.last_ms = performance.now();
}
