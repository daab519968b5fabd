import { type Static, Type } from "typebox";
import { type EventType, eventTypeNames, eventTypes } from "../events/event.ts";
import { ApiError, type Issue, problem } from "../platform/errors.ts";
import { Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";

export const webhookStatuses = ["verified", "unverified", "disabled"] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** Only a ping makes an endpoint `verified`. The partner sees the status of an endpoint and gets no event about it. */
export const webhookTransitions = {
  verify: { from: ["unverified", "disabled"], to: "verified", event: "none" },
  // The URL changes and the ping to the new one fails.
  move_away: { from: ["verified", "disabled"], to: "unverified", event: "none" },
  // The service cannot open its secret any more, so it could not sign what it sends.
  lose_secret: { from: ["verified"], to: "unverified", event: "none" },
  // The endpoint answers 410.
  disable: { from: ["verified"], to: "disabled", event: "none" },
} as const satisfies Transitions<WebhookStatus, never>;

/** For each organization. Every endpoint adds a row for every event that it subscribes to. */
export const MAX_WEBHOOKS = 100;
export const ROTATION_HOURS = 24;

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  rule: (text: string): Issue[] =>
    URL.canParse(text) ? [] : [problem("", "must be an absolute URL such as https://example.com/hooks")],
  examples: ["https://example.com/hooks"],
});

const typeIssue = (value: unknown, field: string): Issue[] =>
  eventTypeNames.includes(value as EventType) ? [] : [problem(field, `must be one of ${eventTypeNames.join(", ")}`)];

/** One or many. */
const WantedTypes = Type.Unsafe<EventType | EventType[]>({
  type: ["string", "array"],
  items: { type: "string" },
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  rule: (wanted: unknown): Issue[] =>
    Array.isArray(wanted)
      ? wanted.flatMap((value, index) => (typeof value === "string" ? typeIssue(value, `[${index}]`) : []))
      : typeIssue(wanted, ""),
  description: "A type of events, or several; `GET /v1/event-types` lists them.",
  examples: [["delivery.completed", "release.status.changed"]],
});

const Description = Text({ maxLength: 500, examples: ["Our catalogue system"] });

/** The result of the ping that this request sent. */
const Ping = Type.Object({
  event_id: Id("evt"),
  status_code: Nullable(Type.Integer({ description: "Exactly 200 verifies the endpoint.", examples: [200] })),
  duration_ms: Type.Integer({ minimum: 0, examples: [84] }),
  error: Nullable(Type.String({ description: "Why there is no complete answer, in words." })),
});
export type Ping = Static<typeof Ping>;

export const Webhook = Type.Object(
  {
    id: Id("whk"),
    url: Url,
    event_type: Type.Array(OneOf(eventTypeNames, { examples: ["delivery.completed"] })),
    description: Nullable(Description),
    status: OneOf(webhookStatuses, {
      description:
        "Only `verified` endpoints get events. An answer of 410 makes an endpoint `disabled`; a successful ping makes it `verified`.",
    }),
    failing_since: Nullable(
      Type.String({
        format: "date-time",
        description: "Since when every attempt has failed; null if the last one succeeded.",
      }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Webhook" },
);
export type Webhook = Static<typeof Webhook>;

export const PingedWebhook = Type.Object(
  { ...Webhook.properties, ping: Type.Optional(Ping) },
  { title: "PingedWebhook" },
);
export type PingedWebhook = Static<typeof PingedWebhook>;

const Secret = Nullable(
  Type.String({
    description:
      "Signs what is sent to the endpoint. It is shown only here, so store it. Null if the request brought its own.",
    examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfYmmtT1pI="],
  }),
);

export const WebhookWithSecret = Type.Object(
  { ...PingedWebhook.properties, secret: Secret },
  { title: "WebhookWithSecret" },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

/** Exact base64, because languages differ in how they decode anything else. Both ends of the size are those of Standard Webhooks. */
const OwnSecret = Type.String({
  pattern:
    "^whsec_([A-Za-z0-9+/]{4}){8,20}([A-Za-z0-9+/]{4}([A-Za-z0-9+/][AQgw]==)?|[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$",
  form: "whsec_ and the padded base64 of 24 to 64 random bytes; `openssl rand -base64 32` prints such base64",
  description:
    "Your own secret: `whsec_` and the base64 of 24 to 64 random bytes. The service never shows it. Without it the service makes one.",
  writeOnly: true,
  examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfYmmtT1pI="],
});

const settings = { url: Url, event_type: WantedTypes, description: Type.Optional(Nullable(Description)) };

export const NewWebhook = Type.Object(
  { ...settings, secret: Type.Optional(OwnSecret) },
  { title: "NewWebhook", additionalProperties: false },
);
export type NewWebhook = Static<typeof NewWebhook>;

/** A rotation alone changes the secret: it lets the old one sign beside the new one for a day. */
export const WebhookChanges = Type.Partial(Type.Object(settings), {
  title: "WebhookChanges",
  additionalProperties: false,
});
export type WebhookChanges = Static<typeof WebhookChanges>;

export const SecretRotation = Type.Object(
  { secret: Type.Optional(OwnSecret) },
  { title: "SecretRotation", additionalProperties: false },
);
export type SecretRotation = Static<typeof SecretRotation>;

/** As a list in the catalogue's order; 403 for what the tier does not include. */
export function wantedTypes(wanted: EventType | EventType[], tier: string | undefined): EventType[] {
  const named = new Set([wanted].flat());
  const barred = [...named].find((type) => eventTypes[type].tier !== null && eventTypes[type].tier !== tier);
  if (barred) {
    const needed = eventTypes[barred].tier;
    const detail = { field: "event_type", issue: `${barred} needs the tier ${needed}` };
    throw new ApiError("tier_not_eligible", `${barred} needs the tier ${needed}; leave it out.`, [detail]);
  }
  return eventTypeNames.filter((type) => named.has(type));
}
