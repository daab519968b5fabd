import { type Static, Type } from "typebox";
import { emit, getEvent } from "../events/actions.ts";
import { type Event, eventTypeNames } from "../events/event.ts";
import type { Transaction } from "../platform/context.ts";
import type { OrganizationPrincipal } from "../platform/http/principal.ts";
import { OneOf } from "../platform/schema.ts";
import { exampleEvent } from "./catalogue.ts";
import { wantedTypes } from "./webhook.ts";

export const NewSandboxEvent = Type.Object(
  { event_type: OneOf(eventTypeNames, { examples: ["delivery.completed"] }) },
  { title: "NewSandboxEvent", additionalProperties: false },
);
export type NewSandboxEvent = Static<typeof NewSandboxEvent>;

/** The catalogue's example as if it had happened: recorded, signed, sent and tried again like any other event. */
export async function emitExample(
  ctx: Transaction,
  { organization_id, tier }: Pick<OrganizationPrincipal, "organization_id" | "tier">,
  { event_type }: NewSandboxEvent,
): Promise<Event> {
  wantedTypes(event_type, tier);
  const { data } = exampleEvent(event_type);
  const id = await emit(ctx, { organization_id, event_type, data });
  return getEvent(ctx, { organization_id, id });
}
