import { Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import { getEvent, listAttempts, listEvents } from "./actions.ts";
import { Attempt } from "./dispatch.ts";
import { Event, eventStatuses, eventTypeNames } from "./event.ts";

const tag = "Events";

export const eventRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/events",
    operation: "listEvents",
    tag,
    summary: "List events, newest first",
    description:
      "Events of the last 30 days. With `after`, the events that came later than that one, oldest first; none is skipped.",
    access: { scope: "webhooks:read" },
    query: Type.Object({
      event_type: OneOf(eventTypeNames),
      status: OneOf(eventStatuses),
      after: Type.String({
        maxLength: 100,
        rule: (text: string): Issue[] =>
          text.startsWith("evt_") ? [] : [problem("", "must be the id of an event, evt_…", "invalid_request")],
        description: "The id of an event.",
        examples: ["evt_01k8z3v9qxe7p9a4m2c6t5w8rn"],
      }),
    }),
    success: { status: 200, schema: Event, list: true },
    handle: (ctx, { principal, query: { event_type, status, after }, page }) =>
      listEvents(ctx, principal.organization_id, {
        ...page,
        ...(event_type && { event_type }),
        ...(status && { status }),
        ...(after !== undefined && { later_than: after }),
      }),
  }),
  route({
    method: "GET",
    path: "/v1/events/{event_id}",
    operation: "getEvent",
    tag,
    summary: "Read an event and where it was sent",
    access: { scope: "webhooks:read" },
    success: { status: 200, schema: Event },
    handle: (ctx, { principal, params }) =>
      getEvent(ctx, { organization_id: principal.organization_id, id: params.event_id }),
  }),
  route({
    method: "GET",
    path: "/v1/events/{event_id}/attempts",
    operation: "listAttempts",
    tag,
    summary: "List the attempts to deliver an event, newest first",
    access: { scope: "webhooks:read" },
    success: { status: 200, schema: Attempt, list: true },
    handle: (ctx, { principal, params, page }) => listAttempts(ctx, principal.organization_id, { ...page, ...params }),
  }),
];
