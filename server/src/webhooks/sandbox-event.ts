import { type Static, Type } from "typebox";
import { emit, getEvent } from "../events/actions.ts";
import { type Event, eventTypeNames } from "../events/event.ts";
import type { Transaction } from "../platform/context.ts";
import { problem, throwIfAny } from "../platform/errors.ts";
import type { OrganizationPrincipal } from "../platform/http/principal.ts";
import { OneOf } from "../platform/schema.ts";
import { exampleEvent, hasField } from "./catalogue.ts";
import { wantedTypes } from "./webhook.ts";

export const NewSandboxEvent = Type.Object(
  {
    event_type: OneOf(eventTypeNames, { examples: ["delivery.completed"] }),
    data: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: "object",
        additionalProperties: true,
        description: "Fields of the event's `data` that replace those of the example.",
        examples: [{ status: "rejected" }],
      }),
    ),
  },
  { title: "NewSandboxEvent", additionalProperties: false },
);
export type NewSandboxEvent = Static<typeof NewSandboxEvent>;

/** The catalogue's example as if it had happened: recorded, signed, sent and tried again like any other event. */
export async function emitExample(
  ctx: Transaction,
  { organization_id, tier }: Pick<OrganizationPrincipal, "organization_id" | "tier">,
  { event_type, data: given = {} }: NewSandboxEvent,
): Promise<Event> {
  wantedTypes(event_type, tier);
  const unknown = Object.keys(given).filter((name) => !hasField(event_type, name));
  throwIfAny(unknown.map((name) => problem(`data.${name}`, `is not a field of ${event_type}`, "unknown_field")));
  const data = { ...exampleEvent(event_type).data, ...given };
  const id = await emit(ctx, { organization_id, event_type, data, is_example: true });
  return getEvent(ctx, { organization_id, id });
}
