// Verifies that a request is an event of the service, sent just now.
//
// Any client can post to a receiver's address, and an eavesdropper can post a request again. So a request carries two
// signatures. `X-SVC-Signature` is the HMAC-SHA256 of the body, in hex, keyed with the secret as it is shown.
// `webhook-signature` (Standard Webhooks) also covers the id and the time of sending, keyed with the bytes that the
// secret encodes: an unsigned time would be worthless, because a replay could change it. Both signatures must match
// under the same secret, and the time must be near ours.
//
// For a day after a rotation the service signs with both secrets. The signatures of the old one are in
// `X-SVC-Signature-Previous` and second in `webhook-signature`. A receiver that has either secret can verify.
//
// Signatures are compared as text, not decoded: several spellings of base64 decode to the same bytes, and a changed
// signature must be refused. Errors carry a reason and a sentence for the developer; the sender needs no more than a
// 400.

import type { WebhookEvents } from "./schema.ts";

/** Every event. Its `event_type` tells what `data` holds: `if (event.event_type === "delivery.completed")`. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];

/** Headers from Node, a framework or `fetch`; names in any case. */
type WebhookHeaders =
  | { get(name: string): string | null }
  | ReadonlyMap<string, string | readonly string[] | undefined>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookVerificationReason =
  | "body_not_raw"
  | "secret_malformed"
  | "header_missing"
  | "header_malformed"
  | "signature_mismatch"
  | "too_old"
  | "too_new"
  | "not_an_event";

export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";

  constructor(
    readonly reason: WebhookVerificationReason,
    message: string,
  ) {
    super(message);
  }
}

export type VerifyWebhookOptions = {
  /** The body exactly as it arrived, before it is parsed. */
  body: string | Uint8Array;
  headers: WebhookHeaders;
  /** The secret as it was shown, with `whsec_`. Give several during a rotation. */
  secret: string | readonly string[];
  /** How many seconds the time of sending may differ from ours. */
  tolerance_s?: number;
  now?: Date;
};

/** Returns the event if the service sent it. Otherwise throws a `WebhookVerificationError`. */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookEvent> {
  const { headers, secret, tolerance_s = 300, now = new Date() } = options;
  const body = bytesOf(options.body);
  const secrets = readSecrets(secret);
  const signatures = [readHeader(headers, "X-SVC-Signature"), findHeader(headers, "X-SVC-Signature-Previous")];
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const timedSignatures = readHeader(headers, "webhook-signature").split(" ");
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError(
      "header_malformed",
      "The header webhook-timestamp is not a time in whole seconds since 1970.",
    );

  let hasRightBody = false;
  let isRight = false;
  // Tries every secret, even after a match, so that the time taken reveals nothing.
  for (const secret of secrets) {
    const signature = await bodySignature(secret, body);
    const timed = await timedSignature(secret, { id, timestamp, body });
    const matches = signatures.some((given) => isEqual(given ?? "", signature));
    const matchesTimed = timedSignatures.some((given) => isEqual(given, timed));
    hasRightBody ||= matches;
    isRight ||= matches && matchesTimed;
  }
  if (!isRight) throw mismatch(hasRightBody);
  checkTime(now.getTime() / 1_000 - Number(timestamp), tolerance_s);
  return readEvent(body);
}

export type SignWebhookOptions = {
  id: string;
  event_type: string;
  body: string | Uint8Array;
  secret: string;
  /** The old secret, which was replaced less than a day ago. */
  previous_secret?: string;
  at?: Date;
};

/** The headers that the service sends with an event: for tests of a receiver. */
export async function signWebhook(options: SignWebhookOptions): Promise<Record<string, string>> {
  const { id, event_type, at = new Date() } = options;
  const body = bytesOf(options.body);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const current = readSecret(options.secret);
  const previous = options.previous_secret === undefined ? undefined : readSecret(options.previous_secret);
  const timed = [await timedSignature(current, { id, timestamp, body })];
  if (previous) timed.push(await timedSignature(previous, { id, timestamp, body }));
  return {
    "Content-Type": "application/json",
    "X-SVC-Event-Id": id,
    "X-SVC-Event-Type": event_type,
    "X-SVC-Signature": await bodySignature(current, body),
    ...(previous && { "X-SVC-Signature-Previous": await bodySignature(previous, body) }),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": timed.join(" "),
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The secret as it is shown, and the bytes that it encodes: each is the key of one signature. */
type Secret = { text: Bytes; key: Bytes };

/** A copy, so that the caller cannot change the body during verification. */
function bytesOf(body: unknown): Bytes {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (typeof body === "string" && body !== "[object Object]") return new TextEncoder().encode(body);
  throw new WebhookVerificationError(
    "body_not_raw",
    "The body is not the raw body: hand over the string or bytes as they came, before anything parses them as JSON.",
  );
}

const secretForm = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function readSecrets(secret: VerifyWebhookOptions["secret"]): Secret[] {
  const secrets = [secret].flat();
  return (secrets.length > 0 ? secrets : [undefined]).map(readSecret);
}

function readSecret(secret: unknown): Secret {
  if (typeof secret !== "string" || !secretForm.test(secret))
    throw new WebhookVerificationError(
      "secret_malformed",
      "This is not a webhook secret: it must be whsec_ followed by base64, complete and without spaces or line breaks around it.",
    );
  const key = Uint8Array.from(atob(secret.slice("whsec_".length)), (letter) => letter.charCodeAt(0));
  return { text: new TextEncoder().encode(secret), key };
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = findHeader(headers, name);
  if (value) return value;
  throw new WebhookVerificationError(
    "header_missing",
    `The header ${name} is missing: either the service did not send this request, or a proxy removed the header.`,
  );
}

/** Far longer than any header that the service sends. */
const MAX_HEADER_LENGTH = 4_096;

/** Accepts headers of any framework. A value that is not a header is refused with a clear error. */
function findHeader(headers: WebhookHeaders, name: string): string | undefined {
  const [value, ...others] = valuesOf(headers, name);
  if (others.length > 0)
    throw new WebhookVerificationError("header_malformed", `The header ${name} is there more than once.`);
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.length > MAX_HEADER_LENGTH)
    throw new WebhookVerificationError(
      "header_malformed",
      `The header ${name} is not text, or is longer than ${MAX_HEADER_LENGTH} characters.`,
    );
  return value;
}

function valuesOf(headers: unknown, name: string): unknown[] {
  try {
    if (typeof headers !== "object" || headers === null) throw new TypeError("There are no headers.");
    const values = hasGet(headers)
      ? headers.get(name)
      : entriesOf(headers)
          .filter(isNamed(name))
          .map(([, value]) => value);
    return [values].flat(2).filter((value) => value !== undefined && value !== null);
  } catch {
    throw new WebhookVerificationError(
      "header_malformed",
      "The headers cannot be read: hand over those of the request, as Node, `fetch` or a framework has them.",
    );
  }
}

function isNamed(name: string) {
  return ([key]: [unknown, unknown]) => typeof key === "string" && key.toLowerCase() === name.toLowerCase();
}

function entriesOf(headers: object): [unknown, unknown][] {
  return headers instanceof Map ? [...headers] : Object.entries(headers);
}

/** A Map has `get` too, but it finds a name only in one case. */
function hasGet(headers: object): headers is { get(name: string): unknown } {
  return "get" in headers && typeof headers.get === "function" && !(headers instanceof Map);
}

async function bodySignature({ text }: Secret, body: Bytes): Promise<string> {
  const digest = await hmac(text, body);
  return `sha256=${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

async function timedSignature(
  { key }: Secret,
  { id, timestamp, body }: { id: string; timestamp: string; body: Bytes },
): Promise<string> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return `v1,${btoa(Array.from(await hmac(key, content), (byte) => String.fromCharCode(byte)).join(""))}`;
}

async function hmac(key: Bytes, content: Bytes): Promise<Bytes> {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, hash, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, content));
}

/** Takes a time that depends only on the length, so that a signature cannot be guessed letter by letter. */
function isEqual(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index++)
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  return difference === 0;
}

function mismatch(hasRightBody: boolean): WebhookVerificationError {
  const sentence = hasRightBody
    ? "The body is signed, but webhook-id, webhook-timestamp and webhook-signature do not belong to it: something changed them."
    : "No signature matches. Is the secret this endpoint's own, the latest after a rotation? Is the body as it came, or was it parsed and written again?";
  return new WebhookVerificationError("signature_mismatch", sentence);
}

/** The comparison is written so that NaN is refused. */
function checkTime(age_s: number, tolerance_s: number): void {
  if (Math.abs(age_s) <= tolerance_s) return;
  const [reason, where] = age_s < 0 ? (["too_new", "ahead of"] as const) : (["too_old", "behind"] as const);
  const sentence = `It was signed at a time ${Math.abs(age_s)} s ${where} ours, more than ${tolerance_s} s.`;
  throw new WebhookVerificationError(reason, `${sentence} Either it is a replay, or a clock is wrong.`);
}

function readEvent(body: Bytes): WebhookEvent {
  try {
    const event: Partial<WebhookEvent> | null = JSON.parse(new TextDecoder().decode(body));
    if (typeof event?.id === "string" && typeof event.event_type === "string" && event.data instanceof Object)
      return event as WebhookEvent;
  } catch {
    // Reported below, like any other body that is not an event.
  }
  throw new WebhookVerificationError("not_an_event", "The signature is right, but the body is not an event.");
}
