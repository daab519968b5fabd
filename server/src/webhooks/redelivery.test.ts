import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { exhaust, HOUR_MS, happen, register } from "../../test/webhooks.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { claimJobs } from "../platform/jobs/claim.ts";
import { handBack, housekeeping, registerWorker } from "../platform/jobs/queue.ts";
import { redeliverRange } from "./job-definitions.ts";

let world: World;
let label: Member;
let receiver: Receiver;
let webhook: { id: string };
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
const redeliver = (id: string, body?: object) =>
  label.call(`POST /v1/events/${id}/redeliver`, body === undefined ? {} : { body });
const redeliverAll = (body: object = {}) => label.call(`POST /v1/webhooks/${webhook.id}/redeliver`, { body });

/** Undelivered, with the six attempts of its round. */
async function missed(): Promise<string> {
  receiver.answer(500);
  const id = await happen(world, label);
  await exhaust(world);
  return id;
}

describe("redelivery of one event", () => {
  test("is a new round of up to 6 attempts, with the same id and bytes", async () => {
    const id = await missed();
    expect(await redeliver(id)).toMatchObject({ status: 202, body: { count: 1 } });
    expect((await eventOf(id)).status).toBe("pending");
    await exhaust(world);
    expect(await eventOf(id)).toMatchObject({ status: "undelivered", dispatches: [{ attempts: 12 }] });
    expect(receiver.events()).toHaveLength(12);
    expect(new Set(receiver.events().map(({ body }) => body)).size).toBe(1);
    const { body } = await label.call(`GET /v1/events/${id}/attempts?limit=100`);
    const rounds = body.data.map(({ round }: { round: number }) => round);
    expect(rounds).toEqual([...Array(6).fill(2), ...Array(6).fill(1)]);
  });

  test("of what is still pending begins at once; the earlier round sends nothing more", async () => {
    receiver.answer([500, 200]);
    const id = await happen(world, label);
    await world.runJobs();
    expect((await redeliver(id)).body).toEqual({ count: 1 });
    await world.runJobs();
    expect(await eventOf(id)).toMatchObject({ status: "delivered", dispatches: [{ attempts: 2 }] });
    world.clock.advance(HOUR_MS);
    await world.runJobs();
    expect(receiver.events()).toHaveLength(2);
  });

  test("at the moment at which the earlier round tries again is one try, not two", async () => {
    receiver.answer(500);
    const id = await happen(world, label);
    await world.runJobs();
    world.clock.advance(HOUR_MS);
    await redeliver(id);
    await world.runJobs();
    expect(receiver.events()).toHaveLength(2);
    await exhaust(world);
    expect(await eventOf(id)).toMatchObject({ status: "undelivered", dispatches: [{ attempts: 7 }] });
  });

  test("again and again adds no work to what stands in line already", async () => {
    const id = await missed();
    for (let times = 0; times < 5; times++) expect((await redeliver(id)).body).toEqual({ count: 1 });
    const jobs = await world.ctx.db`select 1 from jobs where key = ${webhook.id}`;
    expect(jobs).toHaveLength(1);
    await exhaust(world);
    expect(await eventOf(id)).toMatchObject({ status: "undelivered", dispatches: [{ attempts: 12 }] });
  });

  test("leaves out what is delivered", async () => {
    const id = await happen(world, label);
    await world.runJobs();
    expect((await redeliver(id)).body).toEqual({ count: 0 });
    await world.runJobs();
    expect(receiver.events()).toHaveLength(1);
  });

  test("leaves out what is delivered while it is asked for", async () => {
    const id = await missed();
    const isWaiting = async () =>
      (
        await world.ctx
          .db`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length > 0;
    const asked = await world.ctx.begin(async (db) => {
      await db`update dispatches set status = 'delivered', next_attempt_at = null where event_id = ${id}`;
      const asking = redeliver(id);
      await expect.poll(isWaiting).toBe(true);
      return { asking };
    });
    expect((await asked.asking).body).toEqual({ count: 0 });
    expect((await eventOf(id)).status).toBe("delivered");
  });

  test("goes to the named endpoint alone", async () => {
    const other = await startReceiver();
    const { id: other_id } = await register(label, other.url);
    other.answer(500);
    const id = await missed();
    expect((await redeliver(id, { webhook_id: other_id })).body).toEqual({ count: 1 });
    other.answer(200);
    await world.runJobs();
    expect(other.events()).toHaveLength(7);
    expect(receiver.events()).toHaveLength(6);
    expect((await eventOf(id)).status).toBe("undelivered");
    await other.close();
  });

  test("of a round that is over, an attempt that is still on its way counts where it succeeds", async () => {
    let answer: (() => void) | undefined;
    receiver.answer([
      (response) => {
        answer = () => response.end("late");
      },
      500,
    ]);
    const id = await happen(world, label);
    const running = world.runJobs();
    await expect.poll(() => answer).toBeDefined();
    await redeliver(id);
    await world.runJobs();
    expect(receiver.events()).toHaveLength(2);
    expect((await eventOf(id)).dispatches[0]).toMatchObject({ status: "pending", attempts: 1 });
    answer?.();
    await running;
    expect(await eventOf(id)).toMatchObject({ status: "delivered", dispatches: [{ attempts: 2 }] });
    world.clock.advance(HOUR_MS);
    await world.runJobs();
    expect(receiver.events()).toHaveLength(2);
  });

  test("refuses a ping, an endpoint that is not verified, and one that is not there", async () => {
    const { body } = await label.call("GET /v1/events?event_type=ping");
    expect(await redeliver(body.data[0].id)).toMatchObject({ status: 409, body: { error: { code: "invalid_state" } } });
    const id = await missed();
    expect(await redeliver(id, { webhook_id: "whk_0" })).toMatchObject({
      status: 422,
      body: { error: { code: "validation_failed", details: [{ field: "webhook_id" }] } },
    });
    const unverified = await register(label, receiver.url);
    expect(unverified.status).toBe("unverified");
    expect((await redeliver(id, { webhook_id: unverified.id })).status).toBe(409);
    expect((await label.call(`POST /v1/webhooks/${unverified.id}/redeliver`)).status).toBe(409);
    expect((await world.rival.call(`POST /v1/events/${id}/redeliver`)).status).toBe(404);
    expect((await redeliver("evt_0")).status).toBe(404);
  });
});

describe("redelivery of all that an endpoint has missed", () => {
  test("sends every event that is not delivered again", async () => {
    const ids = [await missed(), await missed()];
    receiver.answer(200);
    expect(await redeliverAll()).toMatchObject({ status: 202, body: { count: 2 } });
    await world.runJobs();
    for (const id of ids) expect((await eventOf(id)).status).toBe("delivered");
    expect((await redeliverAll()).body).toEqual({ count: 0 });
  });

  test("goes by the time of the event, both ends included", async () => {
    const first = await missed();
    const second = await missed();
    const third = await missed();
    const { created_at } = await eventOf(second);
    receiver.answer(200);
    expect((await redeliverAll({ since: created_at, until: created_at })).body).toEqual({ count: 1 });
    await world.runJobs();
    expect((await eventOf(second)).status).toBe("delivered");
    expect((await redeliverAll({ until: created_at })).body).toEqual({ count: 1 });
    await world.runJobs();
    expect([(await eventOf(first)).status, (await eventOf(third)).status]).toEqual(["delivered", "undelivered"]);
  });

  test("leaves out what happens after it was asked for", async () => {
    await missed();
    const until = new Date(world.clock.now().getTime() + 24 * HOUR_MS).toISOString();
    expect((await redeliverAll({ until })).body).toEqual({ count: 1 });
    world.clock.advance(HOUR_MS);
    receiver.answer(500);
    const later = await happen(world, label);
    await world.runJobs();
    expect((await eventOf(later)).dispatches).toMatchObject([{ status: "pending", attempts: 1 }]);
    const { body } = await label.call(`GET /v1/events/${later}/attempts`);
    expect(body.data).toMatchObject([{ round: 1 }]);
  });

  test("does not wait for a change of the endpoint, and no change waits for it", async () => {
    await missed();
    const answer = await world.ctx.begin(async (db) => {
      await db`select 1 from webhooks where id = ${webhook.id} for update`;
      return redeliverAll();
    });
    expect(answer).toMatchObject({ status: 202, body: { count: 1 } });
  });

  test("is work of the endpoint's, one after the other, and holds up nothing of the service's own", async () => {
    await missed();
    for (let times = 0; times < 3; times++) await redeliverAll();
    const { begin, db } = world.ctx;
    const worker_id = await registerWorker(db);
    const { jobs: claimed } = await claimJobs(begin, {
      lane: redeliverRange.lane,
      worker_id,
      wanted: 10,
      after: undefined,
    });
    expect(claimed.map(({ name, key }) => [name, key])).toEqual([["redeliver_range", webhook.id]]);
    expect(redeliverRange.lane.name).not.toBe(housekeeping.name);
    await handBack(begin, worker_id);
  });

  test("comes to its end where there are more than are taken at once", async () => {
    receiver.answer(500);
    const { db } = world.ctx;
    const now = world.clock.now().toISOString();
    await db`
      insert into events (id, organization_id, event_type, body, created_at)
      select 'evt_many_' || ${webhook.id} || n, ${label.id}, 'asset.ready', '{}', ${now} from generate_series(1, 600) as n`;
    await db`
      insert into dispatches (event_id, webhook_id, organization_id, status, created_at)
      select id, ${webhook.id}, ${label.id}, 'undelivered', ${now} from events where organization_id = ${label.id} and event_type = 'asset.ready'`;
    receiver.answer(200);
    expect((await redeliverAll()).body).toEqual({ count: 600 });
    await world.runJobs();
    expect(receiver.events()).toHaveLength(600);
    expect((await redeliverAll()).body).toEqual({ count: 0 });
  });

  test.each([
    { since: "yesterday" },
    { until: "2026-02-30T00:00:00Z" },
    { since: "2026-03-02T00:00:00Z", until: "2026-03-01T00:00:00Z" },
  ])("refuses %j", async (range) => {
    const [field] = Object.keys(range);
    expect(await redeliverAll(range)).toMatchObject({ status: 422, body: { error: { details: [{ field }] } } });
  });
});
