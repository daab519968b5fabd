// Secrets that partners bring: what they sign, and where they are never kept.

import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Received, type Receiver, startReceiver } from "../../test/receiver.ts";
import { happen } from "../../test/webhooks.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
let receiver: Receiver;
let label: Member;
beforeAll(async () => {
  world = await createWorld();
  label = world.label;
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const body = (changes: object = {}) => ({ url: receiver.url, event_type: ["release.status.changed"], ...changes });
const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString("base64")}`;
const isSignedBy = (secret: string, received: Received | undefined, header = "x-svc-signature") => {
  const { body = "", headers = {} } = received ?? {};
  return headers[header] === `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
};

describe("a secret of the partner", () => {
  test("signs the first ping, so that a receiver which checks signatures verifies at once", async () => {
    const secret = secretOf(32);
    const made = await label.call("POST /v1/webhooks", { body: body({ secret }) });
    expect(made).toMatchObject({ status: 201, body: { status: "verified", secret: null } });
    expect(isSignedBy(secret, receiver.received.at(-1))).toBe(true);
    await happen(world, label);
    await world.runJobs();
    expect(isSignedBy(secret, receiver.received.at(-1))).toBe(true);
  });

  test("rotates, and the old one signs beside it", async () => {
    const [first, second] = [secretOf(32), secretOf(32)];
    const { body: made } = await label.call("POST /v1/webhooks", { body: body({ secret: first }) });
    const rotated = await label.call(`POST /v1/webhooks/${made.id}/rotate-secret`, { body: { secret: second } });
    expect(rotated).toMatchObject({ status: 200, body: { id: made.id, secret: null } });
    await label.call(`POST /v1/webhooks/${made.id}/ping`);
    const ping = receiver.received.at(-1);
    expect([isSignedBy(second, ping), isSignedBy(first, ping, "x-svc-signature-previous")]).toEqual([true, true]);
    const again = await label.call(`POST /v1/webhooks/${made.id}/rotate-secret`, { body: { secret: second } });
    expect(again).toMatchObject({ status: 422, body: { error: { details: [{ field: "secret" }] } } });
  });

  test("is kept sealed: no table and no log line has it", async () => {
    const [secret, next] = [secretOf(32), secretOf(32)];
    const made = await label.call("POST /v1/webhooks", { body: body({ secret }), idempotency_key: randomUUID() });
    await label.call(`POST /v1/webhooks/${made.body.id}/rotate-secret`, {
      body: { secret: next },
      idempotency_key: randomUUID(),
    });
    // A request that is refused has it too.
    await label.call("POST /v1/webhooks", { body: body({ secret, event_type: "asset.gone" }) });
    await world.flushRequestLog();
    const { db } = world.ctx;
    const tables = await db<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`;
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables)
      for (const kept of [secret, next]) {
        const text = kept.slice(6, 40);
        const rows = await db`
          select 1 from ${db(name)} as kept
          where strpos(kept::text, ${text}) > 0 or strpos(kept::text, ${Buffer.from(text).toString("hex")}) > 0`;
        expect([name, rows.length]).toEqual([name, 0]);
      }
    const logged = world.log_lines.join("\n");
    expect([secret, next].filter((kept) => logged.includes(kept.slice(6)))).toEqual([]);
  });

  test.each([
    ["no prefix", randomBytes(32).toString("base64")],
    ["23 bytes", secretOf(23)],
    ["65 bytes", secretOf(65)],
    ["no padding", `whsec_${randomBytes(32).toString("base64").replace("=", "")}`],
    ["base64 of URLs", `whsec_${Buffer.alloc(32, 0xff).toString("base64url")}=`],
    ["bits beyond the last byte", `whsec_${"A".repeat(42)}B=`],
    ["a line break", `${secretOf(32)}\n`],
    ["no text", 7],
    ["null", null],
  ])("with %s is refused, by its field and with the fix", async (_what, secret) => {
    const { body: made } = await label.call("POST /v1/webhooks", { body: body() });
    for (const [operation, given] of [
      ["POST /v1/webhooks", body({ secret })],
      [`POST /v1/webhooks/${made.id}/rotate-secret`, { secret }],
    ] as const) {
      const refused = await label.call(operation, { body: given });
      expect(refused).toMatchObject({ status: 422, body: { error: { code: "validation_failed" } } });
      expect(refused.body.error.details).toMatchObject([{ field: "secret" }]);
      if (typeof secret !== "string") continue;
      expect(refused.body.error.details[0].issue).toContain("of 24 to 64 random bytes; `openssl rand -base64 32`");
      expect(JSON.stringify(refused.body)).not.toContain(secret.slice(6, 30));
    }
  });

  test.each([24, 25, 26, 32, 61, 62, 63, 64])("may have %i bytes", async (bytes) => {
    const secret = secretOf(bytes);
    const own = await world.organization();
    expect((await own.call("POST /v1/webhooks", { body: body({ secret }) })).body).toMatchObject({
      status: "verified",
    });
    expect(isSignedBy(secret, receiver.received.at(-1))).toBe(true);
  });
});
