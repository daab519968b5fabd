// SEGUE_SECRET is lost for good: the way back, as docs/operations.md describes it.

import { createHmac, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../test/catalog.ts";
import { type Receiver, startReceiver } from "../test/receiver.ts";
import { happen, register } from "../test/webhooks.ts";
import { cloneDatabase, createWorld, type Member, type World } from "../test/world.ts";

const operations = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
const operator_key = `operator-${randomBytes(16).toString("hex")}`;
const path = mkdtempSync(join(tmpdir(), "segue-lost-"));
const shared = { operator_key, storage: { kind: "folder", path } as const };

let receiver: Receiver;
let world: World;
/** As it is after the loss, with a new key. */
let label: Member;
let old: { key: string; cursor: string; upload: string; webhook_id: string; event_id: string };

beforeAll(async () => {
  receiver = await startReceiver();
  const database = await cloneDatabase();
  const before = await createWorld({ ...shared, database });
  const { label: owner } = before;
  const { id: webhook_id } = await register(owner, receiver.url, "asset.ready");
  // So that there is an old one of it as well.
  await must(owner, `POST /v1/webhooks/${webhook_id}/rotate-secret`);
  await register(owner, receiver.url, "asset.failed");
  const audio = { type: "audio", filename: "a.wav", content_type: "audio/wav", size_bytes: 1_000 };
  old = {
    key: owner.key ?? "",
    cursor: (await owner.call("GET /v1/webhooks?limit=1")).body.next_cursor,
    upload: new URL((await must(owner, "POST /v1/assets", audio)).body.upload.url).pathname,
    webhook_id,
    event_id: await happen(before, owner, "asset.ready"),
  };
  const [, statement = ""] = /\(`(delete from settings where [^`]+)`\)/.exec(operations) ?? [];
  await before.ctx.db.unsafe(statement);
  await before.close();
  world = await createWorld({ ...shared, database });
  label = { id: owner.id, ...world.as(await world.keyFor(owner.id)) };
});
afterAll(async () => {
  await world.close();
  await receiver.close();
  rmSync(path, { recursive: true, force: true });
});

const statusOf = async (webhook_id: string) => (await label.call(`GET /v1/webhooks/${webhook_id}`)).body.status;

test("keys, cursors and upload links of the lost secret are refused, each as any that is wrong", async () => {
  expect((await world.as(old.key).call("GET /v1/organization")).status).toBe(401);
  const page = await label.call(`GET /v1/webhooks?limit=1&cursor=${old.cursor}`);
  expect([page.status, page.body.error.code]).toEqual([400, "invalid_cursor"]);
  const upload = await fetch(world.url + old.upload, { method: "PUT", body: "bytes" });
  expect(upload.status).toBe(404);
});

test("what waits for an endpoint is undelivered at once, with the reason, and the endpoint is unverified", async () => {
  await world.runJobs();
  const event = (await label.call(`GET /v1/events/${old.event_id}`)).body;
  expect(event.dispatches).toEqual([
    { webhook_id: old.webhook_id, status: "undelivered", attempts: 1, next_attempt_at: null },
  ]);
  const [attempt] = (await label.call(`GET /v1/events/${old.event_id}/attempts`)).body.data;
  expect([attempt.status_code, attempt.error]).toEqual([null, expect.stringContaining("rotate-secret")]);
  expect(await statusOf(old.webhook_id)).toBe("unverified");
  expect(receiver.events()).toEqual([]);
});

test("a ping, and a change of the URL, say what to do; with a new secret all goes on, and nothing is lost", async () => {
  const ping = `POST /v1/webhooks/${old.webhook_id}/ping`;
  const change = { body: { url: `${receiver.url}/elsewhere` } };
  for (const refused of [await label.call(ping), await label.call(`PATCH /v1/webhooks/${old.webhook_id}`, change)])
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: "invalid_state", message: expect.stringContaining("rotate-secret") },
    ]);
  const { secret } = (await must(label, `POST /v1/webhooks/${old.webhook_id}/rotate-secret`)).body;
  expect((await must(label, ping)).body.status).toBe("verified");
  await must(label, `POST /v1/webhooks/${old.webhook_id}/redeliver`, {});
  await world.runJobs();
  const [sent] = receiver.events();
  expect([sent?.headers["x-svc-event-id"], sent?.headers["x-svc-signature-previous"]]).toEqual([
    old.event_id,
    undefined,
  ]);
  const signature = createHmac("sha256", secret)
    .update(sent?.body ?? "")
    .digest("hex");
  expect(sent?.headers["x-svc-signature"]).toBe(`sha256=${signature}`);
});

test("an endpoint that was pinged before anything was sent is unverified from then on", async () => {
  const { data } = (await label.call("GET /v1/webhooks")).body;
  const { id } = data.find(({ event_type }: { event_type: string[] }) => event_type.includes("asset.failed"));
  expect((await label.call(`POST /v1/webhooks/${id}/ping`)).status).toBe(409);
  expect(await statusOf(id)).toBe("unverified");
});

test("an old secret that cannot be read is left out", async () => {
  const { id } = await register(label, receiver.url, "asset.ready");
  await world.ctx.db`
    update webhooks set previous_secret = 'lost', previous_until = now() + interval '1 day' where id = ${id}`;
  expect((await must(label, `POST /v1/webhooks/${id}/ping`)).body.status).toBe("verified");
  expect(receiver.received.at(-1)?.headers["x-svc-signature-previous"]).toBeUndefined();
});
