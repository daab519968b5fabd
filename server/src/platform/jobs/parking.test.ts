// Partners see that work was given up, and see it done when the operator retries it.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../../test/catalog.ts";
import { sine, wav } from "../../../test/media.ts";
import { type Receiver, startReceiver } from "../../../test/receiver.ts";
import { storedKeys } from "../../../test/stored-keys.ts";
import { upload } from "../../../test/upload.ts";
import { HOUR_MS, happen, register } from "../../../test/webhooks.ts";
import { createWorld, type World } from "../../../test/world.ts";
import type { ConnectorKinds } from "../../connectors/kinds.ts";
import { transaction } from "../context.ts";
import { handler } from "./handler.ts";
import { enqueue, type JobDefinition, type NoPayload, UNLIMITED } from "./queue.ts";

const song = wav({ sound: sine({ seconds: 0.5 }) });
const store = { isBroken: true };
const call = async () => {
  if (store.isBroken) throw new TypeError("A mistake of ours.");
  return {};
};
const connectors: ConnectorKinds = {
  fragile: {
    summary: "a fake",
    retry_s: [60],
    settings: {},
    connect: () => ({ send: call, poll: call, takedown: call }),
  },
};

const doomed: JobDefinition<NoPayload> = {
  name: "doomed",
  lane: { name: "doomed", concurrency: 1, per_key: UNLIMITED, per_group: UNLIMITED },
  retry_s: [],
};
const doomedHandler = handler(doomed, {
  handle: async () => {
    throw new Error("as asked");
  },
  parked: async () => {
    throw new TypeError("A second mistake of ours.");
  },
});

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", connectors, jobs: [doomedHandler] });
  receiver = await startReceiver();
  await must(world.operator, "POST /v1/operator/stores", {
    store_id: "store_fragile",
    name: "Fragile",
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "fragile" },
  });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

/** Lets every retry run until the job is parked, which takes less than a day. */
async function untilParked(name: string): Promise<{ id: string }> {
  for (let tries = 0; tries < 12; tries++) {
    await world.runJobs();
    const { data } = (await must(world.operator, "GET /v1/operator/jobs?status=parked")).body;
    const job = data.find((one: { name: string }) => one.name === name);
    if (job) return job;
    world.clock.advance(2 * HOUR_MS);
  }
  throw new Error(`${name} was never parked.`);
}
const retry = ({ id }: { id: string }) => must(world.operator, `POST /v1/operator/jobs/${id}/retry`);

async function eventsOf(event_type: string, id: string): Promise<{ status: string; previous_status: string }[]> {
  const rows = await world.ctx.db<{ body: string }[]>`
    select body from events where event_type = ${event_type} and body like ${`%${id}%`} order by id`;
  return rows.map(({ body }) => JSON.parse(body).data);
}

describe("an asset that nobody could look into", () => {
  const assetOf = async (id: string) => (await must(world.label, `GET /v1/assets/${id}`)).body;

  /** Its bytes are out of reach until the answer is called. */
  async function loseBytes(id: string): Promise<() => Promise<void>> {
    const [row] = await world.ctx.db<{ blob_key: string }[]>`select blob_key from assets where id = ${id}`;
    const key = row?.blob_key ?? "";
    await world.ctx.blobs.delete(key);
    return () =>
      world.ctx.blobs.put(
        key,
        (async function* () {
          yield song;
        })(),
      );
  }

  test("failed, is reported by an event, and is ready after all when the operator has mended the cause", async () => {
    const id = await upload(world.label, song);
    const mend = await loseBytes(id);
    const job = await untilParked("process_asset");
    expect(await assetOf(id)).toMatchObject({ status: "failed", failure: { code: "not_processed" } });
    expect(await eventsOf("asset.failed", id)).toMatchObject([{ status: "failed", previous_status: "processing" }]);
    await mend();
    await retry(job);
    expect(await assetOf(id)).toMatchObject({ status: "processing", failure: null });
    await world.runJobs();
    expect(await assetOf(id)).toMatchObject({ status: "ready", failure: null, audio: { duration_ms: 500 } });
    expect(await eventsOf("asset.ready", id)).toHaveLength(1);
  });

  test("and was deleted since stays away, and its bytes with it", async () => {
    const id = await upload(world.label, song);
    const mend = await loseBytes(id);
    const job = await untilParked("process_asset");
    await mend();
    const before = await storedKeys(world.files);
    await must(world.label, `DELETE /v1/assets/${id}`);
    await retry(job);
    await world.runJobs();
    expect((await world.label.call(`GET /v1/assets/${id}`)).status).toBe(404);
    expect(await storedKeys(world.files)).toHaveLength(before.length - 1);
  });

  test("since it took ten workers down failed as well", async () => {
    const id = await upload(world.label, song);
    await world.ctx.db`update jobs set deaths = 10 where key = ${id}`;
    await world.runJobs();
    expect(await assetOf(id)).toMatchObject({ status: "failed", failure: { code: "not_processed" } });
    await retry(await untilParked("process_asset"));
    await world.runJobs();
    expect((await assetOf(id)).status).toBe("ready");
  });
});

test("an event that could not be sent, for a fault of ours, is undelivered, and is sent when its job is retried", async () => {
  await register(world.label, receiver.url);
  const { db } = world.ctx;
  const event_id = await happen(world, world.label);
  const dispatchOf = async () => (await must(world.label, `GET /v1/events/${event_id}`)).body.dispatches[0];
  await db`alter table webhooks rename column secret to mislaid`;
  const job = await untilParked("send_event");
  await db`alter table webhooks rename column mislaid to secret`;
  expect(await dispatchOf()).toMatchObject({ status: "undelivered", attempts: 0, next_attempt_at: null });
  await retry(job);
  expect((await dispatchOf()).status).toBe("pending");
  await world.runJobs();
  expect(await dispatchOf()).toMatchObject({ status: "delivered", attempts: 1 });
  expect(receiver.events().map(({ event }) => event.id)).toEqual([event_id]);
});

describe("work at a store that fails, for a fault of ours,", () => {
  async function deliver(): Promise<{
    id: string;
    look(): Promise<{ status: string; stalled_reason: string | null }>;
  }> {
    const release_id = await makeRelease(world);
    await must(world.label, `POST /v1/releases/${release_id}/submit`);
    const chosen = { store_ids: ["store_fragile"], territory_codes: ["WORLDWIDE"] };
    const { id } = (await must(world.label, "POST /v1/deliveries", { release_id, ...chosen })).body;
    return { id, look: async () => (await must(world.label, `GET /v1/deliveries/${id}`)).body.stores[0] };
  }

  test("is stalled with its reason, and goes on when its job is retried", async () => {
    store.isBroken = true;
    const { id, look } = await deliver();
    const job = await untilParked("work_on_store");
    const stalled_reason = expect.stringContaining(job.id);
    expect(await look()).toMatchObject({ status: "stalled", stalled_reason });
    const [event] = (await eventsOf("delivery.store.updated", id)).slice(-1);
    expect(event).toMatchObject({ previous_status: "sending", store: { status: "stalled", stalled_reason } });
    store.isBroken = false;
    await retry(job);
    await world.runJobs();
    expect(await look()).toMatchObject({ status: "ingesting", stalled_reason: null });
  });

  test("once the store has the release, keeps its status and says why nothing moves", async () => {
    store.isBroken = false;
    const { id, look } = await deliver();
    await world.runJobs();
    await must(world.operator, `POST /v1/operator/deliveries/${id}/stores/store_fragile/report`, {
      status: "delivered",
    });
    store.isBroken = true;
    await must(world.label, `POST /v1/deliveries/${id}/takedown`, {});
    const job = await untilParked("work_on_store");
    const stalled_reason = expect.stringContaining(job.id);
    expect(await look()).toMatchObject({ status: "takedown_requested", stalled_reason });
    // Its status has not changed since the last event.
    const [event] = (await eventsOf("delivery.store.updated", id)).slice(-1);
    expect(event).toMatchObject({ store: { status: "takedown_requested", stalled_reason: null } });
    store.isBroken = false;
    await retry(job);
    await world.runJobs();
    expect(await look()).toMatchObject({ status: "takedown_requested", stalled_reason: null });
  });
});

test("a job whose own step for being parked fails is parked without it, and the log says so", async () => {
  await transaction(world.ctx, (ctx) => enqueue(ctx, doomed, {}));
  await untilParked("doomed");
  expect(world.log_lines.filter((line) => line.includes("A second mistake of ours."))).toHaveLength(1);
});
