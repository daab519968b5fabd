import { type EventType, eventTypeNames, eventTypes } from "../events/event.ts";
import type { WebhookDescription } from "../platform/openapi/openapi.ts";
import { envelopeOf, titleOf } from "./catalogue.ts";

/** Describes the events that we send to endpoints, one entry for each type. */
export function describeEvents(): WebhookDescription[] {
  return eventTypeNames.map((event_type) => {
    const { summary, tier } = eventTypes[event_type];
    return {
      name: event_type,
      operation: `on${titleOf(event_type)}`,
      tag: "Webhooks",
      summary,
      ...(tier && { tier }),
      headers: headersOf(event_type),
      schema: envelopeOf(event_type),
      responses: event_type === "ping" ? pingResponses : responses,
    };
  });
}

function headersOf(event_type: EventType) {
  return {
    "X-SVC-Signature": {
      description:
        "`sha256=` and the HMAC-SHA256 of the raw body in lower-case hex, keyed with the webhook's " +
        "secret as it was shown, `whsec_` included.",
      example: "sha256=eee65f53e9421ce50211670eae679f02e8d28a79023c39c200661fccd268a29a",
      required: true,
    },
    "X-SVC-Signature-Previous": {
      description: "The same signature, made with the previous secret, for 24 hours after a rotation.",
      example: "sha256=0d347301ef56e64dc3cd6089065c3146e80a9c222670bbe4f4c54977656cf2d1",
    },
    "X-SVC-Event-Id": {
      description: "The event's `id`. It is the same on every try, so that you can recognize duplicates.",
      example: "evt_01k8z3v9qxe7p9a4m2c6t5w8rn",
      required: true,
    },
    "X-SVC-Event-Type": { description: "The event's `event_type`.", example: event_type, required: true },
    "webhook-id": {
      description: "The event's `id` again, as Standard Webhooks names it.",
      example: "evt_01k8z3v9qxe7p9a4m2c6t5w8rn",
      required: true,
    },
    "webhook-timestamp": {
      description: "When this try was signed, in seconds since 1970. Refuse requests that are too old.",
      example: "1772357400",
      required: true,
    },
    "webhook-signature": {
      description:
        "`v1,` and the base64 of the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the raw body, joined by dots, " +
        "keyed with the bytes that the secret encodes in base64 after `whsec_`. For 24 hours after a rotation there are two, one for each secret, separated by a space.",
      example: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      required: true,
    },
  };
}

const responses = {
  "2XX": "Received. After any other answer, or none within 30 seconds, the service tries again, up to five times.",
  "410": "Gone: the service disables the endpoint and sends nothing more until a ping succeeds.",
};

const pingResponses = { "200": "An answer of 200 within 10 seconds verifies the endpoint. No other answer does." };
