import { type Static, Type } from "typebox";
import { Nullable, OneOf } from "../platform/schema.ts";
import { Attempt } from "./dispatch.ts";
import { eventTypeNames } from "./event.ts";

/** An attempt as an endpoint's own list shows it: with the type of its event, and what came of it. */
export const WebhookAttempt = Type.Object(
  {
    ...Attempt.properties,
    event_type: OneOf(eventTypeNames, { examples: ["delivery.completed"] }),
    status: OneOf(["delivered", "failed"], {
      description: "`delivered`: the endpoint answered 2xx in time; a ping, 200.",
    }),
  },
  { title: "WebhookAttempt" },
);
export type WebhookAttempt = Static<typeof WebhookAttempt>;

export const HOURS = 24;
/** Bounds the entries of the index that are read for one answer, 24 times twice this number. */
export const COUNTED_AN_HOUR = 10_000;
export const MEASURED = 1_000;

const count = (what: string) =>
  Type.Integer({
    minimum: 0,
    description: `Attempts of this hour that ${what}. At most ${COUNTED_AN_HOUR} attempts of an hour are counted.`,
  });
const duration = (part: string) =>
  Nullable(
    Type.Integer({
      minimum: 0,
      description: `${part} of the answers among the latest ${MEASURED} attempts of these hours took no longer. Null if no answer came.`,
      examples: [84],
    }),
  );

/** How an endpoint has answered in the last day. */
export const WebhookHealth = Type.Object(
  {
    hours: Type.Array(
      Type.Object({
        hour: Type.String({
          format: "date-time",
          description: "When it began.",
          examples: ["2026-03-01T09:00:00.000Z"],
        }),
        delivered: count("succeeded"),
        failed: count("failed"),
      }),
      { description: "The last 24 hours, the oldest first. The last one is not over yet." },
    ),
    p50_ms: duration("Half"),
    p95_ms: duration("95 %"),
  },
  { title: "WebhookHealth" },
);
export type WebhookHealth = Static<typeof WebhookHealth>;
