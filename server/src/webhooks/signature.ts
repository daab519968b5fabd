import { createHmac } from "node:crypto";

export type SignedEvent = { id: string; event_type: string; body: string };

/** `previous`: for a day after a rotation, so that no receiver has to change at the same moment as we do. */
export type SigningSecrets = { current: string; previous?: string };

const PREFIX = "whsec_";

/** Our own header signs the body alone; those of Standard Webhooks sign its id and the time too, against replays. */
export function signatureHeaders(given: {
  event: SignedEvent;
  secrets: SigningSecrets;
  at: Date;
}): Record<string, string> {
  const { event, secrets, at } = given;
  const { current, previous } = secrets;
  const timestamp = Math.floor(at.getTime() / 1000);
  const signed = `${event.id}.${timestamp}.${event.body}`;
  const all = previous === undefined ? [current] : [current, previous];
  return {
    "content-type": "application/json",
    "user-agent": "Segue-Webhooks/1",
    "x-svc-event-id": event.id,
    "x-svc-event-type": event.event_type,
    "x-svc-signature": ownSignature(current, event.body),
    ...(previous !== undefined && { "x-svc-signature-previous": ownSignature(previous, event.body) }),
    "webhook-id": event.id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": all.map((secret) => standardSignature(secret, signed)).join(" "),
  };
}

function ownSignature(secret: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

function standardSignature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

/** `bytes`: 32 random ones. */
export function writeSecret(bytes: Buffer): string {
  return PREFIX + bytes.toString("base64");
}
