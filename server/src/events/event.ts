import { type Static, Type } from "typebox";
import { Id, OneOf, Timestamp } from "../platform/schema.ts";
import { Dispatch, dispatchStatuses } from "./dispatch.ts";

/** The types of events that partners see. A type is added here, then emitted where the change is made. */
export const eventTypes = {
  ping: { summary: "Sent when an endpoint is registered or pinged, to see whether it answers.", tier: null },
  "release.status.changed": { summary: "A release's status changed.", tier: null },
  "submission.reviewed": { summary: "A submission was approved or rejected.", tier: null },
  "asset.ready": { summary: "An asset was checked and can be used.", tier: null },
  "asset.failed": { summary: "An asset cannot be used; its failure says why.", tier: null },
  "delivery.store.updated": {
    summary: "A store stalled, answered, was asked for a takedown, or its queued work was cancelled.",
    tier: null,
  },
  "delivery.completed": { summary: "A delivery became delivered, rejected or action_required.", tier: null },
  "delivery.taken_down": { summary: "The last store of a takedown confirmed it.", tier: null },
  "migration.store.safe": {
    summary: "A store has had a release from here for long enough: the former distributor may take it down there.",
    tier: null,
  },
  "statement.available": { summary: "A royalty statement was written.", tier: null },
  "payee_statement.available": { summary: "A payee's share of a statement was written.", tier: null },
  "contract.recouped": { summary: "An advance or a cost of a contract was paid back in full.", tier: null },
  "payout.status.changed": { summary: "A payout's status changed.", tier: null },
  "api.changelog.published": { summary: "An entry of the changelog was published.", tier: "enterprise" },
} as const satisfies Record<string, { summary: string; tier: "enterprise" | null }>;

export type EventType = keyof typeof eventTypes;
export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]];

/** `data` holds the resource as its GET shows it, and `previous_status` where a status changed. */
export type NewEvent = {
  organization_id: string;
  event_type: EventType;
  data: object;
  /** Sent to try an endpoint: nothing has happened, so no person gets mail. */
  is_example?: true;
};

/** As it is sent: the same bytes for every receiver and every try. */
export type Envelope = { id: string; event_type: EventType; created_at: string; data: object };

/** As its dispatches are; `none`: no endpoint wanted it. */
export const eventStatuses = ["none", ...dispatchStatuses] as const;

export const Event = Type.Object(
  {
    id: Id("evt"),
    event_type: OneOf(eventTypeNames, { examples: ["delivery.completed"] }),
    status: OneOf(eventStatuses, {
      description:
        "`none`: no endpoint wanted it. `undelivered`: it failed for at least one endpoint. `pending`: at least one is still tried. Otherwise `delivered`.",
    }),
    created_at: Timestamp,
    data: Type.Unsafe<object>({ type: "object", additionalProperties: true, description: "By the event's type." }),
    dispatches: Type.Array(Dispatch),
  },
  { title: "Event" },
);
export type Event = Static<typeof Event>;

/** An event as it is kept. */
export type EventRow = Omit<Event, "data"> & { body: string };

export function shownEvent({ id, event_type, status, created_at, dispatches, body }: EventRow): Event {
  return { id, event_type, status, created_at, data: (JSON.parse(body) as Envelope).data, dispatches };
}

export const RETENTION_DAYS = 30;
