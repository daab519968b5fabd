import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { HOUR_MS, happen, register } from "../../test/webhooks.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";

const body = (changes: object = {}) => ({ url: receiver.url, event_type: ["asset.ready"], ...changes });

let world: World;
let receiver: Receiver;
let label: Member;
beforeAll(async () => {
  world = await createWorld({
    outbound: { resolve: async (name) => (name === "example.com" ? ["93.184.216.34"] : []) },
  });
  label = world.label;
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});
beforeEach(() => receiver.answer(200));

describe("works: registration", () => {
  test("sends a ping before the answer, and exactly 200 verifies", async () => {
    const { status, body: made } = await label.call("POST /v1/webhooks", { body: body({ description: "Ours" }) });
    expect(status).toBe(201);
    expect(made).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      url: receiver.url,
      event_type: ["asset.ready"],
      description: "Ours",
      status: "verified",
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      failing_since: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      ping: {
        event_id: expect.stringMatching(/^evt_/),
        status_code: 200,
        duration_ms: expect.any(Number),
        error: null,
      },
    });
    const ping = receiver.received.at(-1);
    expect(ping?.event).toEqual({
      id: made.ping.event_id,
      event_type: "ping",
      created_at: expect.any(String),
      data: { webhook_id: made.id },
    });
    expect(ping?.headers["x-svc-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
  });

  test("takes one event type as text, and shows a list", async () => {
    expect(await register(label, receiver.url, "delivery.completed")).toMatchObject({
      event_type: ["delivery.completed"],
    });
  });

  test.each([201, 204, 302, 404, 500])("an answer of %i leaves it unverified, and says so", async (status) => {
    receiver.answer(status);
    const { status: code, body: made } = await label.call("POST /v1/webhooks", { body: body() });
    expect(code).toBe(201);
    expect(made).toMatchObject({ status: "unverified", ping: { status_code: status, error: expect.any(String) } });
  });

  test("an endpoint that is not there, or whose name does not resolve, is made unverified", async () => {
    const free = await freePort();
    for (const url of [`http://127.0.0.1:${free}/`, "https://nobody.invalid/hooks"]) {
      const made = await label.call("POST /v1/webhooks", { body: body({ url }) });
      expect(made).toMatchObject({ status: 201, body: { status: "unverified", ping: { status_code: null } } });
      expect(made.body.ping.error).toMatch(/\.$/);
    }
  });

  test("replayed by its Idempotency-Key sends no second ping, and shows the secret no second time", async () => {
    const idempotency_key = randomUUID();
    const first = await label.call("POST /v1/webhooks", { body: body(), idempotency_key });
    const pings = receiver.received.length;
    const again = await label.call("POST /v1/webhooks", { body: body(), idempotency_key });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual({ ...first.body, secret: null });
    expect(receiver.received).toHaveLength(pings);
  });

  test("the ping is one event with one dispatch and one attempt", async () => {
    receiver.answer(503);
    const { body: made } = await label.call("POST /v1/webhooks", { body: body() });
    const event = await label.call(`GET /v1/events/${made.ping.event_id}`);
    expect(event.body).toMatchObject({
      event_type: "ping",
      status: "undelivered",
      dispatches: [{ webhook_id: made.id, status: "undelivered", attempts: 1, next_attempt_at: null }],
    });
    const { body: attempts } = await label.call(`GET /v1/events/${made.ping.event_id}/attempts`);
    expect(attempts.data).toMatchObject([{ status_code: 503, error: "Answered 503, which is not 2xx.", round: 1 }]);
    world.clock.advance(24 * HOUR_MS);
    const before = receiver.received.length;
    await world.runJobs();
    expect(receiver.received).toHaveLength(before);
  });
});

describe("works: an endpoint", () => {
  test("is listed and read without its secret", async () => {
    const { id } = await register(label, receiver.url);
    const shown = await label.call(`GET /v1/webhooks/${id}`);
    expect(shown.body).toMatchObject({ id, status: "verified" });
    expect(shown.body).not.toHaveProperty("secret");
    const { body: list } = await label.call("GET /v1/webhooks?limit=1");
    expect(list).toMatchObject({ data: [{ id }], has_more: true });
    expect(JSON.stringify(list)).not.toContain("whsec_");
  });

  test("whose secret is kept sealed", async () => {
    const { id, secret } = await register(label, receiver.url);
    const [row] = await world.ctx.db`select secret from webhooks where id = ${id}`;
    expect(row?.secret).not.toContain(secret.slice(6));
    expect(world.log_lines.join("\n")).not.toContain(secret);
  });

  test("changes; without a new URL nothing is pinged", async () => {
    const { id } = await register(label, receiver.url);
    const before = receiver.received.length;
    const changes = { event_type: "asset.failed", description: "New" };
    const changed = await label.call(`PATCH /v1/webhooks/${id}`, { body: changes });
    expect(changed).toMatchObject({ status: 200, body: { event_type: ["asset.failed"], description: "New" } });
    await label.call(`PATCH /v1/webhooks/${id}`, { body: { url: receiver.url } });
    expect(receiver.received).toHaveLength(before);
  });

  test("a changed url makes it unverified and pings it", async () => {
    const { id } = await register(label, receiver.url);
    receiver.answer(500);
    const moved = await label.call(`PATCH /v1/webhooks/${id}`, { body: { url: `${receiver.url}/other` } });
    expect(moved.body).toMatchObject({
      status: "unverified",
      url: `${receiver.url}/other`,
      ping: { status_code: 500 },
    });
    receiver.answer(200);
    const back = await label.call(`PATCH /v1/webhooks/${id}`, { body: { url: `${receiver.url}/third` } });
    expect(back.body).toMatchObject({ status: "verified" });
    expect(receiver.received.at(-1)?.path).toBe("/hooks/third");
  });

  test("a new ping can be triggered at any time: a successful one verifies it", async () => {
    receiver.answer(500);
    const { id } = await register(label, receiver.url);
    const failed = await label.call(`POST /v1/webhooks/${id}/ping`);
    expect(failed).toMatchObject({ status: 200, body: { status: "unverified", ping: { status_code: 500 } } });
    receiver.answer(200);
    expect((await label.call(`POST /v1/webhooks/${id}/ping`)).body).toMatchObject({ status: "verified" });
    receiver.answer(500);
    // A ping that fails takes nothing away.
    expect((await label.call(`POST /v1/webhooks/${id}/ping`)).body).toMatchObject({ status: "verified" });
  });

  test("rotation: the new secret signs at once, for 24 h the old one's signature comes along", async () => {
    const { id, secret } = await register(label, receiver.url);
    const rotated = await label.call(`POST /v1/webhooks/${id}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(secret);
    await happen(world, label);
    await world.runJobs();
    expect(receiver.received.at(-1)?.headers).toHaveProperty("x-svc-signature-previous");
    world.clock.advance(24 * HOUR_MS);
    await happen(world, label);
    await world.runJobs();
    expect(receiver.received.at(-1)?.headers).not.toHaveProperty("x-svc-signature-previous");
  });

  test("deleted gets nothing more, and what it had not got is forgotten", async () => {
    const own = await world.organization();
    const gone = await startReceiver();
    const { id } = await register(own, gone.url);
    gone.answer(500);
    const event_id = await happen(world, own);
    await world.runJobs();
    expect((await own.call(`GET /v1/events/${event_id}`)).body.status).toBe("pending");
    expect((await own.call(`DELETE /v1/webhooks/${id}`)).status).toBe(204);
    await happen(world, own);
    world.clock.advance(HOUR_MS);
    await world.runJobs();
    expect(gone.events()).toHaveLength(1);
    expect((await own.call(`GET /v1/events/${event_id}`)).body).toMatchObject({ status: "none", dispatches: [] });
    for (const operation of [`GET /v1/webhooks/${id}`, `DELETE /v1/webhooks/${id}`, `POST /v1/webhooks/${id}/ping`])
      expect((await own.call(operation)).status).toBe(404);
    await gone.close();
  });
});

describe("refuses", () => {
  test("an event type that does not exist, by its place", async () => {
    const made = await label.call("POST /v1/webhooks", { body: body({ event_type: ["asset.ready", "asset.gone"] }) });
    expect(made).toMatchObject({ status: 422, body: { error: { code: "validation_failed" } } });
    expect(made.body.error.details).toMatchObject([{ field: "event_type[1]" }]);
    const one = await label.call("POST /v1/webhooks", { body: body({ event_type: "asset.gone" }) });
    expect(one.body.error.details).toMatchObject([{ field: "event_type" }]);
  });

  test.each([[[]], [["asset.ready", "asset.ready"]], [7], [[7]], [null]])("event types %j", async (event_type) => {
    const made = await label.call("POST /v1/webhooks", { body: body({ event_type }) });
    expect(made).toMatchObject({ status: 422, body: { error: { code: "validation_failed" } } });
  });

  test.each(["", "hooks", "//example.com/hooks", "https://"])("%j, which is no URL", async (url) => {
    const made = await label.call("POST /v1/webhooks", { body: body({ url }) });
    expect(made).toMatchObject({ status: 422, body: { error: { code: "validation_failed" } } });
    expect(made.body.error.details[0].field).toBe("url");
  });

  test.each([
    "http://example.com/hooks",
    "https://10.0.0.1/hooks",
    "https://169.254.169.254/latest/meta-data",
    "ftp://example.com/",
    "https://user:password@example.com/",
  ])("%s, where webhooks may not go", async (url) => {
    const { id } = await register(label, receiver.url);
    for (const answer of [
      await label.call("POST /v1/webhooks", { body: body({ url }) }),
      await label.call(`PATCH /v1/webhooks/${id}`, { body: { url } }),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { error: { code: "webhook_url_not_allowed" } } });
      expect(answer.body.error.details[0].field).toBe("url");
    }
    expect((await label.call(`GET /v1/webhooks/${id}`)).body.url).toBe(receiver.url);
  });

  test("api.changelog.published to any tier but enterprise", async () => {
    const starter = await world.organization({ tier: "starter" });
    const wanted = { event_type: ["asset.ready", "api.changelog.published"] };
    const made = await starter.call("POST /v1/webhooks", { body: body(wanted) });
    expect(made).toMatchObject({ status: 403, body: { error: { code: "tier_not_eligible" } } });
    const { id } = await register(starter, receiver.url);
    expect((await starter.call(`PATCH /v1/webhooks/${id}`, { body: wanted })).status).toBe(403);
    expect((await label.call("POST /v1/webhooks", { body: body(wanted) })).status).toBe(201);
  });

  test("the endpoint after the hundredth", async () => {
    const own = await world.organization();
    await world.ctx.db`
      insert into webhooks (id, organization_id, url, event_type, status, secret, created_at, updated_at)
      select 'whk_full_' || n, ${own.id}, 'https://example.com', '{asset.ready}', 'verified', '', now(), now() from generate_series(1, 100) as n`;
    const made = await own.call("POST /v1/webhooks", { body: body() });
    expect(made).toMatchObject({ status: 409, body: { error: { code: "invalid_state" } } });
    expect(made.body.error.message).toContain("100");
  });
});

describe("keeps apart", () => {
  test("organizations: another's endpoint is not found, whatever is asked of it", async () => {
    const { id } = await register(label, receiver.url);
    for (const operation of ["GET", "DELETE", "PATCH"].map((method) => `${method} /v1/webhooks/${id}`))
      expect((await world.rival.call(operation, operation.startsWith("PATCH") ? { body: {} } : {})).status).toBe(404);
    for (const action of ["ping", "rotate-secret", "redeliver"])
      expect((await world.rival.call(`POST /v1/webhooks/${id}/${action}`)).status).toBe(404);
    expect((await world.rival.call("GET /v1/webhooks")).body.data).toEqual([]);
    const events = receiver.events().length;
    await happen(world, world.rival);
    await world.runJobs();
    expect(receiver.events()).toHaveLength(events);
  });

  test("scopes: who may only read changes nothing, and is asked before the body is", async () => {
    const reader = world.as(await world.keyFor(label.id, { scopes: ["webhooks:read"] }));
    expect((await reader.call("GET /v1/webhooks")).status).toBe(200);
    expect(await reader.call("POST /v1/webhooks", { body: {} })).toMatchObject({
      status: 403,
      body: { error: { code: "insufficient_scope" } },
    });
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
