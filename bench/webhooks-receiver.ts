// Strangers that webhooks go to, all in one process: `/answer/7` answers at once, `/later/7` after 20 ms; `/hang/…` never, `/drip/…` a byte a second and
// `/reset/…` with a broken connection, once they are told to misbehave. Pings are always answered.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceiverTask = { task: "expect"; events: number } | { task: "misbehave" } | { task: "arrivals" };

/** Event ids, with the milliseconds since 1970 at which they first came. */
export type Arrivals = Record<string, number>;

const misbehaviours: Record<string, (response: ServerResponse) => void> = {
  hang: () => undefined,
  drip: (response) => {
    response.writeHead(200);
    const drops = setInterval(() => response.write("."), 1_000);
    response.on("close", () => clearInterval(drops));
  },
  reset: (response) => response.socket?.resetAndDestroy(),
};

const LATER_MS = 20;

const arrivals = new Map<string, number>();
let count = 0;
let expected = Number.POSITIVE_INFINITY;
let isHostile = false;

const server = createServer((request, response) => {
  const { "x-svc-event-type": type, "x-svc-event-id": id } = request.headers;
  request.resume();
  if (type === "ping") return void response.end();
  const misbehave = isHostile ? misbehaviours[request.url?.split("/")[1] ?? ""] : undefined;
  if (misbehave) return misbehave(response);
  if (request.url?.startsWith("/later/")) setTimeout(() => response.end(), LATER_MS);
  else response.end();
  if (typeof id === "string" && !arrivals.has(id)) arrivals.set(id, performance.timeOrigin + performance.now());
  if (++count === expected) process.send?.(count);
});
server.listen(0, "127.0.0.1", 4_096, () => process.send?.((server.address() as AddressInfo).port));

process.on("message", (asked: ReceiverTask) => {
  if (asked.task === "misbehave") isHostile = true;
  if (asked.task === "arrivals") process.send?.(Object.fromEntries(arrivals) satisfies Arrivals);
  if (asked.task !== "expect") return;
  arrivals.clear();
  count = 0;
  expected = asked.events;
});
process.on("disconnect", () => process.exit());
