import { Type } from "typebox";
import { Event, eventTypeNames, eventTypes } from "../events/event.ts";
import { type Route, route } from "../platform/http/route.ts";
import { Id, Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import { exampleEvent } from "./catalogue.ts";
import { emitExample, NewSandboxEvent } from "./sandbox-event.ts";

const EventTypeList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          event_type: OneOf(eventTypeNames),
          description: Type.String({ description: "When it happens.", examples: [eventTypes.ping.summary] }),
          tier: Nullable(OneOf(["enterprise"], { description: "Null: for every organization.", examples: [null] })),
          example: Type.Object(
            {
              id: Id("evt"),
              event_type: OneOf(eventTypeNames),
              created_at: Timestamp,
              data: Type.Unsafe<object>({
                type: "object",
                additionalProperties: true,
                examples: [exampleEvent("ping").data],
              }),
            },
            { description: "As it is sent." },
          ),
        },
        { title: "EventType" },
      ),
    ),
  },
  { title: "EventTypeList" },
);

export const eventTypeRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/event-types",
    operation: "listEventTypes",
    tag: "Events",
    summary: "List the types of events, with an example of each",
    access: { scope: "webhooks:read" },
    success: { status: 200, schema: EventTypeList },
    handle: () => ({
      data: eventTypeNames.map((event_type) => ({
        event_type,
        description: eventTypes[event_type].summary,
        tier: eventTypes[event_type].tier,
        example: exampleEvent(event_type),
      })),
    }),
  }),
];

/** Routes of the sandbox alone. */
export const sandboxEventRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/sandbox/events",
    operation: "createSandboxEvent",
    tag: "Sandbox",
    summary: "Send an example of an event to your own endpoints",
    description:
      "It goes to the endpoints that subscribe to its type. The resources that it shows do not exist; `data` replaces fields of it.",
    access: { scope: "webhooks:write" },
    body: NewSandboxEvent,
    success: { status: 202, schema: Event },
    errors: ["tier_not_eligible"],
    handle: (ctx, { principal, body }) => emitExample(ctx, principal, body),
  }),
];
