// A delivery is one release on its way to several stores, each at its own pace. Every store has a status of its own,
// moved by the table below; the delivery's status is a pure function of theirs.

import { type Static, Type } from "typebox";
import type { EventType } from "../events/event.ts";
import { Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { WORLDWIDE } from "../standards/territory.ts";
import { StoreIds, TerritoryCodes } from "../submissions/requested-delivery.ts";
import { DeliveryTerms, GivenTerms } from "./delivery-terms.ts";

export const storeStatuses = [
  "queued",
  "sending",
  "ingesting",
  "stalled",
  "delivered",
  "rejected",
  "action_required",
  "takedown_requested",
  "taken_down",
  "cancelled",
] as const;
export type StoreStatus = (typeof storeStatuses)[number];

const event = "delivery.store.updated";
const unanswered = ["queued", "sending", "ingesting", "stalled", "rejected", "action_required"] as const;

// Events are sent for what a partner may have to act on; intermediate steps are only in the history.
export const storeTransitions = {
  send: { from: ["queued"], to: "sending", event: "none" },
  // Once per attempt: while the store is tried again, its status stays the same until it is reached.
  stall: { from: ["sending"], to: "stalled", event },
  accept: { from: ["sending", "stalled"], to: "ingesting", event: "none" },
  confirm: { from: unanswered, to: "delivered", event },
  reject: { from: [...unanswered, "delivered"], to: "rejected", event },
  flag: { from: [...unanswered, "delivered"], to: "action_required", event },
  // Only for stores that have it: see `hasRelease`.
  request_takedown: { from: ["delivered", "rejected", "action_required"], to: "takedown_requested", event },
  confirm_takedown: { from: ["takedown_requested"], to: "taken_down", event },
  // A first attempt ends here; a later one goes back to what the store had before it.
  cancel: { from: ["queued", "stalled"], to: "cancelled", event },
  restore_delivered: { from: ["queued", "stalled"], to: "delivered", event },
  restore_rejected: { from: ["queued", "stalled"], to: "rejected", event },
  restore_action_required: { from: ["queued", "stalled"], to: "action_required", event },
  resubmit: { from: ["rejected", "action_required"], to: "queued", event: "none" },
  update: { from: ["delivered"], to: "queued", event: "none" },
} as const satisfies Transitions<StoreStatus, EventType>;

/** The status of a store before it is resubmitted or updated, and after that is cancelled. */
export type AnsweredStatus = "delivered" | "rejected" | "action_required";

/** The answers of a store, and the transition that each is. */
export const answers = {
  delivered: "confirm",
  rejected: "reject",
  action_required: "flag",
  taken_down: "confirm_takedown",
} as const satisfies Partial<Record<StoreStatus, keyof typeof storeTransitions>>;
export const answerStatuses = Object.keys(answers) as (keyof typeof answers)[];

export const deliveryStatuses = [
  "in_progress",
  "delivered",
  "rejected",
  "action_required",
  "taken_down",
  "cancelled",
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

// The first row with any of these stores decides.
const precedence: readonly [stores: readonly StoreStatus[], delivery: DeliveryStatus][] = [
  [["rejected"], "rejected"],
  [["action_required"], "action_required"],
  [["queued", "sending", "ingesting", "stalled"], "in_progress"],
  [["takedown_requested"], "delivered"],
  [["taken_down"], "taken_down"],
];

export function aggregateStatus(statuses: readonly StoreStatus[]): DeliveryStatus {
  const others = statuses.filter((status) => status !== "cancelled");
  if (others.length === 0) return "cancelled";
  const row = precedence.find(([stores]) => others.some((status) => stores.includes(status)));
  return row?.[1] ?? "delivered";
}

const completed: readonly DeliveryStatus[] = ["delivered", "rejected", "action_required"];

export function isCompleted(status: DeliveryStatus): boolean {
  return completed.includes(status);
}

/** It fires each time a delivery comes to an end, but not when a takedown of some more stores makes it `delivered` again. */
export function completesDelivery(from: DeliveryStatus, to: DeliveryStatus): boolean {
  return from !== to && from !== "taken_down" && isCompleted(to);
}

// An unreliable store must not grow its row without end, and the latest steps matter most.
const MAX_HISTORY = 200;

const Step = Type.Object(
  {
    status: OneOf(storeStatuses),
    at: Timestamp,
    is_ignored: Type.Optional(
      Type.Boolean({
        description: "True if the answer came too late: for an earlier attempt, or for one that already has an answer.",
      }),
    ),
  },
  { title: "DeliveryStep" },
);
export type Step = Static<typeof Step>;

/** The latest steps, and one that says that the store has the release. */
export function withStep(history: readonly Step[], step: Step): Step[] {
  const all = [...history, step];
  const latest = all.slice(-MAX_HISTORY);
  const delivered = all.find(isDelivered);
  return !delivered || latest.some(isDelivered) ? latest : [delivered, ...latest.slice(1)];
}

/** A store that accepted a release has it until a takedown, even if it rejects later attempts. */
export function hasRelease(history: readonly Step[]): boolean {
  return history.some(isDelivered);
}

function isDelivered({ status, is_ignored }: Step): boolean {
  return status === "delivered" && !is_ignored;
}

export const DeliveryStore = Type.Object(
  {
    store_id: Type.String({ examples: ["store_auralis"] }),
    status: OneOf(storeStatuses),
    territory_codes: Type.Array(Type.String(), {
      description: "The territories that this store gets.",
      examples: [["DE", "FR"]],
    }),
    terms: Nullable(DeliveryTerms),
    rejection_code: Nullable(
      Type.String({
        description: "Set if the store rejected or flagged it; `unspecified` if the store named no code.",
        examples: ["art_too_small"],
      }),
    ),
    rejection_reason: Nullable(Type.String({ examples: ["Artwork has less than 3000 × 3000 pixels."] })),
    attempts: Type.Integer({ minimum: 1, description: "The first submission, and every resubmission and update." }),
    stalled_reason: Nullable(
      Type.String({ description: "Why the store cannot be reached. The service keeps trying." }),
    ),
    stalled_since: Nullable(Timestamp),
    history: Type.Array(Step),
    updated_at: Timestamp,
  },
  { title: "DeliveryStore" },
);
export type DeliveryStore = Static<typeof DeliveryStore>;

export const Delivery = Type.Object(
  {
    id: Id("dlv"),
    release_id: Id("rel"),
    status: OneOf(deliveryStatuses),
    territory_codes: Type.Array(Type.String(), { examples: [[WORLDWIDE]] }),
    stores: Type.Array(DeliveryStore),
    created_at: Timestamp,
    updated_at: Timestamp,
    completed_at: Nullable(Timestamp),
  },
  { title: "Delivery" },
);
export type Delivery = Static<typeof Delivery>;

/** As the operator sees it. */
export const AnyDelivery = Type.Object(
  {
    ...Delivery.properties,
    organization_id: Id("org"),
    organization_name: Type.Optional(Type.String({ description: "In lists.", examples: ["Nightjar Records"] })),
    release_title: Type.Optional(Type.String({ description: "In lists.", examples: ["First Light"] })),
  },
  { title: "OrganizationDelivery" },
);

export const NewDelivery = Type.Object(
  {
    release_id: Id("rel", { maxLength: 100 }),
    store_ids: StoreIds,
    territory_codes: TerritoryCodes,
    terms: Type.Optional(GivenTerms),
  },
  { title: "NewDelivery", additionalProperties: false },
);
export type NewDelivery = Static<typeof NewDelivery>;

/** Without store_ids: every store to which it applies. */
export const ChosenStores = Type.Object(
  { store_ids: Type.Optional(StoreIds) },
  { title: "ChosenStores", additionalProperties: false },
);
export type ChosenStores = Static<typeof ChosenStores>;

/** Without territory_codes the delivery's own, as far as rights still reach. */
export const AnotherAttempt = Type.Object(
  {
    ...ChosenStores.properties,
    territory_codes: Type.Optional(
      Type.Array(Type.String(), {
        ...TerritoryCodes,
        description: "Replace the delivery's territories. Without them, those of the delivery that are still allowed.",
      }),
    ),
    terms: Type.Optional(GivenTerms),
  },
  { title: "AnotherAttempt", additionalProperties: false },
);
export type AnotherAttempt = Static<typeof AnotherAttempt>;

export const Takedown = Type.Object(
  { ...ChosenStores.properties, reason: Type.Optional(Text({ maxLength: 500, examples: ["Rights have ended."] })) },
  { title: "Takedown", additionalProperties: false },
);
export type Takedown = Static<typeof Takedown>;

const answer = {
  status: OneOf(answerStatuses),
  rejection_code: Type.Optional(Text({ maxLength: 100, examples: ["art_too_small"] })),
  rejection_reason: Type.Optional(Text({ maxLength: 2_000, examples: ["Artwork has less than 3000 × 3000 pixels."] })),
};

export const ReportedAnswer = Type.Object(answer, { title: "StoreAnswer", additionalProperties: false });

export const SimulatedAnswer = Type.Object(
  { store_id: Type.String({ maxLength: 100, examples: ["store_auralis"] }), ...answer },
  { title: "SimulatedAnswer", additionalProperties: false },
);

/**
 * One id for one message: the same for every try of it, another for the next attempt and for the takedown. A delivery takes a
 * release down from a store once.
 */
export function messageId(
  of: { delivery_id: string; store_id: string; attempt: number },
  kind: "new" | "update" | "takedown",
): string {
  const id = `${of.delivery_id}-${of.store_id}-${of.attempt}`;
  return kind === "takedown" ? `${id}-takedown` : id;
}
