import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signatureHeaders, writeSecret } from "./signature.ts";

const secret = writeSecret(Buffer.alloc(32, 1));
const old = writeSecret(Buffer.alloc(32, 2));
const event = { id: "evt_1", event_type: "asset.ready", body: '{"name":"Señor Café"}' };
const at = new Date("2026-03-01T12:00:00.999Z");

test("a secret is whsec_ and the base64 of 32 bytes", () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

test("X-SVC-Signature is sha256= and the lower-case hex of the raw body's HMAC, keyed with the whole secret as shown", () => {
  const headers = signatureHeaders({ event, secrets: { current: secret }, at });
  const expected = createHmac("sha256", secret).update(Buffer.from(event.body)).digest("hex");
  expect(headers["x-svc-signature"]).toBe(`sha256=${expected}`);
  expect(headers).not.toHaveProperty("x-svc-signature-previous");
});

test("beside it stand the event's id and type, and the headers of Standard Webhooks, keyed with the decoded bytes", () => {
  const headers = signatureHeaders({ event, secrets: { current: secret }, at });
  const expected = createHmac("sha256", Buffer.alloc(32, 1)).update(`evt_1.1772366400.${event.body}`).digest("base64");
  expect(headers).toMatchObject({
    "x-svc-event-id": "evt_1",
    "x-svc-event-type": "asset.ready",
    "webhook-id": "evt_1",
    "webhook-timestamp": "1772366400",
    "webhook-signature": `v1,${expected}`,
  });
});

test("during a rotation the old secret signs too", () => {
  const headers = signatureHeaders({ event, secrets: { current: secret, previous: old }, at });
  const alone = signatureHeaders({ event, secrets: { current: old }, at });
  expect(headers["x-svc-signature-previous"]).toBe(alone["x-svc-signature"]);
  expect(headers["webhook-signature"]?.split(" ")).toContain(alone["webhook-signature"]);
  expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
});
