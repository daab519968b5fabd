import { type Static, Type } from "typebox";
import { Id, Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";

export const dispatchStatuses = ["pending", "delivered", "undelivered"] as const;
export type DispatchStatus = (typeof dispatchStatuses)[number];

/** Between the tries of a round a dispatch stays pending. Its moves emit no events of their own. */
export const dispatchTransitions = {
  // A success always counts, even if its round was already given up.
  deliver: { from: ["pending", "undelivered"], to: "delivered", event: "none" },
  give_up: { from: ["pending"], to: "undelivered", event: "none" },
  // A new round begins.
  redeliver: { from: ["undelivered"], to: "pending", event: "none" },
  // The operator retries the parked job: the same round goes on.
  resume: { from: ["undelivered"], to: "pending", event: "none" },
} as const satisfies Transitions<DispatchStatus, never>;

/** An event on its way to one endpoint. */
export const Dispatch = Type.Object(
  {
    webhook_id: Id("whk"),
    status: OneOf(dispatchStatuses),
    attempts: Type.Integer({ minimum: 0, description: "How many attempts were made, in all rounds.", examples: [1] }),
    next_attempt_at: Nullable(Timestamp),
  },
  { title: "Dispatch" },
);
export type Dispatch = Static<typeof Dispatch>;

/** One try to bring an event to an endpoint. */
export const Attempt = Type.Object(
  {
    id: Id("att"),
    event_id: Id("evt"),
    webhook_id: Id("whk"),
    round: Type.Integer({ minimum: 1, description: "1 for the first round; each redelivery starts the next." }),
    status_code: Nullable(
      Type.Integer({
        description: "The HTTP status that the endpoint answered; null if no answer came.",
        examples: [200],
      }),
    ),
    duration_ms: Type.Integer({ minimum: 0, examples: [84] }),
    response_body: Type.String({
      description: "The first 2 kB of the answer; control characters are written as `\\xNN`.",
      examples: ["ok"],
    }),
    error: Nullable(Type.String({ description: "Why there is no complete answer, in words." })),
    created_at: Timestamp,
  },
  { title: "Attempt" },
);
export type Attempt = Static<typeof Attempt>;

/** The result of a try, or of finding that none can be made; `attempt` null: none was made. */
export type DispatchResult = {
  event_id: string;
  webhook_id: string;
  round: number;
  status: DispatchStatus;
  next_attempt_at: string | null;
  attempt: Omit<Attempt, "event_id" | "webhook_id" | "round"> | null;
};
