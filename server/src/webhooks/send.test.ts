import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeRelease } from "../../test/catalog.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { exhaust, HOUR_MS, happen, register } from "../../test/webhooks.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { emit } from "../events/actions.ts";
import { transaction } from "../platform/context.ts";

let world: World;
let label: Member;
let receiver: Receiver;
let webhook: { id: string; secret: string };
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  label = await world.organization();
  receiver = await startReceiver();
  webhook = await register(label, receiver.url);
  return () => receiver.close();
});

const eventOf = async (id: string) => (await label.call(`GET /v1/events/${id}`)).body;
const attemptsOf = async (id: string) => (await label.call(`GET /v1/events/${id}/attempts`)).body.data;

describe("an event", () => {
  test("is sent to the endpoint with its envelope, signed over the raw body with the webhook's secret", async () => {
    const id = await happen(world, label, "release.status.changed", { title: "Señor \u{1F3B5}" });
    await world.runJobs();
    const [sent] = receiver.events();
    expect(sent?.event).toEqual({
      id,
      event_type: "release.status.changed",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { title: "Señor \u{1F3B5}" },
    });
    const digest = createHmac("sha256", webhook.secret)
      .update(sent?.body ?? "")
      .digest("hex");
    expect(sent?.headers).toMatchObject({
      "x-svc-signature": `sha256=${digest}`,
      "x-svc-event-id": id,
      "x-svc-event-type": "release.status.changed",
      "webhook-id": id,
      "content-type": "application/json",
    });
  });

  test("is delivered by any 2xx", async () => {
    receiver.answer(204);
    const id = await happen(world, label);
    await world.runJobs();
    expect(await eventOf(id)).toMatchObject({
      status: "delivered",
      dispatches: [{ status: "delivered", attempts: 1 }],
    });
  });

  test("goes to those that want its type, to each once", async () => {
    const other = await startReceiver();
    await register(label, other.url, ["asset.ready", "asset.failed"]);
    await happen(world, label, "asset.ready");
    await happen(world, label, "release.status.changed");
    await happen(world, label, "delivery.completed");
    await world.runJobs();
    expect(receiver.events().map(({ event }) => event.event_type)).toEqual(["release.status.changed"]);
    expect(other.events().map(({ event }) => event.event_type)).toEqual(["asset.ready"]);
    await other.close();
  });

  test("and the change that caused it commit together", async () => {
    const release_id = await makeRelease(world, label);
    const submitted = await label.call(`POST /v1/releases/${release_id}/submit`);
    expect(submitted.status).toBeLessThan(300);
    const { body } = await label.call("GET /v1/events?event_type=release.status.changed");
    expect(body.data).toMatchObject([{ status: "pending", data: { id: release_id, previous_status: "draft" } }]);
    const refused = await label.call(`POST /v1/releases/${release_id}/submit`);
    expect(refused.status).toBe(409);
    expect((await label.call("GET /v1/events?event_type=release.status.changed")).body.data).toHaveLength(1);
  });
});

describe("retries", () => {
  test("a non-2xx is tried again after each step, five times; then the event is undelivered and no more attempts are made", async () => {
    receiver.answer(500);
    const id = await happen(world, label);
    const steps_s = [30, 300, 1_800, 7_200, 28_800];
    for (const [index, step_s] of steps_s.entries()) {
      await world.runJobs();
      expect(receiver.events()).toHaveLength(index + 1);
      const { status, dispatches } = await eventOf(id);
      expect(status).toBe("pending");
      const wait_s = (Date.parse(dispatches[0].next_attempt_at) - world.clock.now().getTime()) / 1_000;
      expect(wait_s).toBeGreaterThan(step_s * 0.8 - 2);
      expect(wait_s).toBeLessThan(step_s * 1.2);
      world.clock.advance(step_s * 1_200);
    }
    await world.runJobs();
    expect(await eventOf(id)).toMatchObject({
      status: "undelivered",
      dispatches: [{ status: "undelivered", attempts: 6, next_attempt_at: null }],
    });
    world.clock.advance(48 * HOUR_MS);
    await world.runJobs();
    expect(receiver.events()).toHaveLength(6);
    expect(new Set(receiver.events().map(({ body }) => body)).size).toBe(1);
  });

  test("every attempt is kept: status, duration, the first 2 kB of the reply, the error in words", async () => {
    const long = "é".repeat(3_000);
    receiver.answer([
      (response) => response.writeHead(500).end(`\u001b[31m${long}`),
      (response) => response.destroy(),
      200,
    ]);
    const id = await happen(world, label);
    await exhaust(world);
    const [last, second, first] = await attemptsOf(id);
    expect(first).toMatchObject({ status_code: 500, error: "Answered 500, which is not 2xx.", round: 1 });
    expect(first.response_body).toMatch(/^\\x1b\[31mé+$/);
    expect(Buffer.byteLength(first.response_body)).toBeLessThanOrEqual(2_100);
    expect(second).toMatchObject({ status_code: null, error: expect.stringMatching(/\.$/), response_body: "" });
    expect(last).toMatchObject({ status_code: 200, error: null, response_body: "ok", webhook_id: webhook.id });
    expect(await attemptsOf(id)).toHaveLength(3);
  });

  test("a 3xx is a failure and is not followed", async () => {
    const elsewhere = await startReceiver();
    receiver.answer((response) => response.writeHead(307, { location: elsewhere.url }).end());
    const id = await happen(world, label);
    await world.runJobs();
    expect(elsewhere.received).toEqual([]);
    expect(await attemptsOf(id)).toMatchObject([
      { status_code: 307, error: "Answered 307: redirects are not followed." },
    ]);
    await elsewhere.close();
  });

  test("Retry-After is honoured up to twice the step", async () => {
    receiver.answer((response) => response.writeHead(503, { "retry-after": "45" }).end());
    const id = await happen(world, label);
    await world.runJobs();
    const { dispatches } = await eventOf(id);
    const [{ created_at }] = await attemptsOf(id);
    const wait_s = (Date.parse(dispatches[0].next_attempt_at) - Date.parse(created_at)) / 1_000;
    expect(wait_s).toBeGreaterThanOrEqual(45);
    expect(wait_s).toBeLessThan(47);
  });

  test("an endpoint that fails shows since when, until something arrives", async () => {
    receiver.answer([500, 200]);
    await happen(world, label);
    await world.runJobs();
    const shown = async () => (await label.call(`GET /v1/webhooks/${webhook.id}`)).body;
    expect((await shown()).failing_since).toMatch(/Z$/);
    world.clock.advance(HOUR_MS);
    await world.runJobs();
    expect(await shown()).toMatchObject({ failing_since: null, status: "verified" });
  });
});

test("a ping is waited for 10 seconds, an event 30", async () => {
  // A hundred times as fast: the outbound gets a shorter deadline.
  const { outbound } = world.ctx;
  const { post } = outbound;
  outbound.post = (request) => post({ ...request, within_ms: request.within_ms / 100 });
  receiver.answer(() => undefined);
  const id = await happen(world, label);
  const sending = world.runJobs();
  const { body: silent } = await label.call("POST /v1/webhooks", {
    body: { url: receiver.url, event_type: "asset.ready" },
  });
  expect(silent).toMatchObject({ status: "unverified", ping: { error: "Did not answer within 0.1 s." } });
  await sending;
  outbound.post = post;
  const [attempt] = await attemptsOf(id);
  expect(attempt).toMatchObject({ status_code: null, error: "Did not answer within 0.3 s." });
});

describe("an endpoint that takes no events", () => {
  test("unverified: undelivered at once, without an attempt, until verification succeeds", async () => {
    const late = await startReceiver(500);
    const { id } = await register(label, late.url, "asset.ready");
    const event_id = await happen(world, label, "asset.ready");
    const undelivered = { status: "undelivered", dispatches: [{ webhook_id: id, status: "undelivered", attempts: 0 }] };
    expect(await eventOf(event_id)).toMatchObject(undelivered);
    await world.runJobs();
    late.answer(200);
    await label.call(`POST /v1/webhooks/${id}/ping`);
    await world.runJobs();
    expect(late.events()).toEqual([]);
    await happen(world, label, "asset.ready");
    await world.runJobs();
    expect(late.events()).toHaveLength(1);
    await late.close();
  });

  test("410 from the receiver disables it, and a successful ping verifies it again", async () => {
    receiver.answer(410);
    const id = await happen(world, label);
    await world.runJobs();
    expect(await eventOf(id)).toMatchObject({ status: "undelivered", dispatches: [{ attempts: 1 }] });
    expect((await label.call(`GET /v1/webhooks/${webhook.id}`)).body.status).toBe("disabled");
    const next = await happen(world, label);
    expect(await eventOf(next)).toMatchObject({ status: "undelivered", dispatches: [{ attempts: 0 }] });
    receiver.answer(200);
    expect((await label.call(`POST /v1/webhooks/${webhook.id}/ping`)).body.status).toBe("verified");
    await happen(world, label);
    await world.runJobs();
    expect(receiver.events()).toHaveLength(2);
  });

  test("what still waits for one that was disabled is undelivered, without another attempt", async () => {
    receiver.answer([500, 410]);
    const waiting = await happen(world, label);
    await world.runJobs();
    await happen(world, label);
    await world.runJobs();
    world.clock.advance(HOUR_MS);
    await world.runJobs();
    expect(await eventOf(waiting)).toMatchObject({ status: "undelivered", dispatches: [{ attempts: 1 }] });
    expect(receiver.events()).toHaveLength(2);
  });

  test.each([
    [200, "verified"],
    [500, "unverified"],
  ])("deleted while an event is being written is forgotten there too (%i)", async (answer, status) => {
    receiver.answer(answer);
    const late = await register(label, receiver.url, "asset.ready");
    expect(late.status).toBe(status);
    const event_id = await transaction(world.ctx, async (ctx) => {
      const id = await emit(ctx, { organization_id: label.id, event_type: "asset.ready", data: {} });
      await ctx.db`select 1`;
      await label.call(`DELETE /v1/webhooks/${late.id}`);
      await world.runJobs();
      return id;
    });
    world.clock.advance(HOUR_MS);
    await world.runJobs();
    expect(await eventOf(event_id)).toMatchObject({ status: "none", dispatches: [] });
  });
});

describe("an event's status", () => {
  test("is undelivered if any dispatch is, else pending if any is, else delivered", async () => {
    const other = await startReceiver(200);
    await register(label, other.url);
    other.answer(500);
    const id = await happen(world, label);
    expect((await eventOf(id)).status).toBe("pending");
    await world.runJobs();
    expect(await eventOf(id)).toMatchObject({ status: "pending" });
    await exhaust(world);
    expect((await eventOf(id)).status).toBe("undelivered");
    other.answer(200);
    await label.call(`POST /v1/events/${id}/redeliver`);
    await world.runJobs();
    expect((await eventOf(id)).status).toBe("delivered");
    await other.close();
  });

  test("without an endpoint that wants it, is delivered", async () => {
    const id = await happen(world, label, "asset.failed");
    expect(await eventOf(id)).toMatchObject({ status: "none", dispatches: [] });
  });
});
