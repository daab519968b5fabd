// Two receivers of webhooks in the sandbox itself: `segue demo` registers them, so that a demo needs no other server. They
// read no body and keep nothing.

import { type Route, route } from "../platform/http/route.ts";

const receiver = {
  method: "POST",
  access: "public",
  page: true,
  tag: "Sandbox",
  takes: "stream",
  gives: "answer",
  success: { status: 200 },
} as const;

const headers = { "content-type": "text/plain; charset=utf-8" };

/** Routes of the sandbox alone. */
export const receiverRoutes: Route[] = [
  route({
    ...receiver,
    path: "/sandbox/receiver",
    operation: "receiveEvent",
    summary: "A receiver that takes every event",
    handle: () => ({ status: 200, headers, payload: "Received.\n" }),
  }),
  route({
    ...receiver,
    path: "/sandbox/receiver/failing",
    operation: "refuseEvent",
    summary: "A receiver that answers a ping, so that it is verified, and refuses every event",
    // Not a 5xx: the operator's alarms count those as failures of the service.
    handle: (_ctx, input) =>
      input.headers["x-svc-event-type"] === "ping"
        ? { status: 200, headers, payload: "Received.\n" }
        : { status: 403, headers, payload: "This receiver refuses every event.\n" },
  }),
];
