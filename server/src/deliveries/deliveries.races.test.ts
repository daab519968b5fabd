// Two things at the same moment: each race has the outcomes that are named here, and no other.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertAsset, makeRelease, must } from "../../test/catalog.ts";
import { atScale } from "../../test/faults/scale.ts";
import { createWorld, type World } from "../../test/world.ts";
import type { Connector, Receipt } from "../connectors/connector.ts";
import type { ConnectorKinds } from "../connectors/kinds.ts";
import { TransportFailure } from "../messages/message.ts";
import { wholeStatement } from "../platform/database/joint.ts";
import { findDelivery } from "./queries.ts";
import { findMessage, insertMessages } from "./sent/message-queries.ts";

const TIMES = atScale({ short: 6, full: 15 });

/** A call to the store that the test answers, when it likes. */
type Call = { what: string; answer: (receipt: Receipt) => void; fail: () => void };
const calls: Call[] = [];
const called = (what: string) =>
  new Promise<Receipt>((answer, reject) => {
    calls.push({ what, answer, fail: () => reject(new TransportFailure("The store is unreachable.")) });
  });
const slow: Connector = {
  send: ({ attempt }) => called(`send ${attempt}`),
  poll: ({ attempt }) => called(`poll ${attempt}`),
  takedown: ({ attempt }) => called(`takedown ${attempt}`),
};
let sent: string[] = [];
const noting: Connector = {
  send: async ({ message_id }) => {
    sent.push(message_id);
    return {};
  },
  poll: async () => ({}),
  takedown: async () => ({}),
};
const never = () => new Promise<never>(() => undefined);

const kind = { summary: "a fake", retry_s: [60] as [number], settings: {} };
const connectors: ConnectorKinds = {
  slow: { ...kind, connect: () => slow },
  noting: { ...kind, connect: () => noting },
  hanging: { ...kind, connect: () => ({ send: never, poll: never, takedown: never }), call_within_ms: 40 },
};

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", connectors });
  for (const kind of Object.keys(connectors))
    await must(world.operator, "POST /v1/operator/stores", {
      store_id: `store_${kind}`,
      name: kind,
      territories: ["WORLD"],
      requirements: "none",
      connector: { kind },
    });
});
afterAll(() => world.close());
beforeEach(() => {
  calls.length = 0;
  sent = [];
});

async function deliver(store_id: string): Promise<string> {
  const release_id = await makeRelease(world);
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const request = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
  return (await must(world.label, "POST /v1/deliveries", request)).body.id;
}
const act = async (id: string, action: string) =>
  (await world.label.call(`POST /v1/deliveries/${id}/${action}`, { body: {} })).status;
const report = async (id: string, store_id: string, status: string) =>
  (await world.label.call(`POST /v1/sandbox/deliveries/${id}/simulate`, { body: { store_id, status } })).status;

type Step = { status: string; is_ignored?: boolean };
async function look(id: string) {
  const { stores } = (await must(world.label, `GET /v1/deliveries/${id}`)).body;
  const { status, attempts, history, stalled_reason } = stores[0];
  const steps = history.map((step: Step) => (step.is_ignored ? `${step.status}, ignored` : step.status));
  return { status, attempts, steps, stalled_reason };
}

/** The store's next call, which must be this one. */
async function next(what: string): Promise<Call> {
  await expect.poll(() => calls.length, { interval: 5 }).toBe(1);
  const call = calls.shift() as Call;
  expect(call.what).toBe(what);
  return call;
}

describe("an answer to an earlier attempt", () => {
  test("that a send brings back is kept as ignored, and the new attempt goes its way", async () => {
    const id = await deliver("store_slow");
    const working = world.runJobs();
    const first = await next("send 1");
    expect(await report(id, "store_slow", "rejected")).toBe(200);
    expect(await act(id, "resubmit")).toBe(200);
    first.answer({ answer: { status: "delivered" } });
    const second = await next("send 2");
    expect(await look(id)).toMatchObject({
      status: "sending",
      attempts: 2,
      steps: ["queued", "sending", "rejected", "queued", "delivered, ignored", "sending"],
    });
    second.answer({ answer: { status: "action_required" } });
    await working;
    expect(await look(id)).toMatchObject({ status: "action_required", attempts: 2 });
  });

  test("that it was asked for is kept as ignored, and asks for nothing", async () => {
    const id = await deliver("store_slow");
    let working = world.runJobs();
    (await next("send 1")).answer({ ask_after_ms: 1_000 });
    await working;
    world.clock.advance(2_000);
    working = world.runJobs();
    const poll = await next("poll 1");
    expect(await report(id, "store_slow", "action_required")).toBe(200);
    expect(await act(id, "resubmit")).toBe(200);
    poll.answer({ answer: { status: "rejected", rejection_code: "late" } });
    (await next("send 2")).answer({});
    await working;
    world.clock.advance(3_600_000);
    await world.runJobs();
    expect(calls).toEqual([]);
    expect(await look(id)).toMatchObject({
      status: "ingesting",
      attempts: 2,
      steps: [
        "queued",
        "sending",
        "ingesting",
        "action_required",
        "queued",
        "rejected, ignored",
        "sending",
        "ingesting",
      ],
    });
  });

  test("that only says when to ask is forgotten", async () => {
    const id = await deliver("store_slow");
    const working = world.runJobs();
    const first = await next("send 1");
    await report(id, "store_slow", "rejected");
    await act(id, "resubmit");
    first.answer({ ask_after_ms: 1_000 });
    (await next("send 2")).answer({});
    await working;
    world.clock.advance(3_600_000);
    await world.runJobs();
    expect([calls, (await look(id)).status]).toEqual([[], "ingesting"]);
  });
});

test("an answer and a resubmission at once: answered before it, or of the new attempt", async () => {
  for (let time = 0; time < TIMES; time++) {
    const id = await deliver("store_noting");
    await world.runJobs();
    expect(await report(id, "store_noting", "rejected")).toBe(200);
    const [resubmitted, answered] = await Promise.all([act(id, "resubmit"), report(id, "store_noting", "delivered")]);
    await world.runJobs();
    expect(answered).toBe(200);
    expect(await look(id)).toMatchObject({ status: "delivered", attempts: resubmitted === 200 ? 2 : 1 });
    expect([200, 409]).toContain(resubmitted);
    expect(sent.filter((message) => message.startsWith(id))).toEqual([`${id}-store_noting-1`]);
  }
});

test("a takedown while the store looks at it is 409, and beside its answer one or the other", async () => {
  for (let time = 0; time < TIMES; time++) {
    const id = await deliver("store_noting");
    await world.runJobs();
    expect([await act(id, "takedown"), (await look(id)).status]).toEqual([409, "ingesting"]);
    const [asked, answered] = await Promise.all([act(id, "takedown"), report(id, "store_noting", "delivered")]);
    expect(answered).toBe(200);
    expect([asked, (await look(id)).status]).toEqual(asked === 202 ? [202, "takedown_requested"] : [409, "delivered"]);
  }
});

test("a cancellation and the send at once: cancelled and nothing sent, or refused and sent once", async () => {
  for (let time = 0; time < TIMES; time++) {
    const id = await deliver("store_noting");
    const [cancelled] = await Promise.all([act(id, "cancel"), world.runJobs()]);
    await world.runJobs();
    const messages = sent.filter((message) => message.startsWith(id));
    expect([cancelled, (await look(id)).status, messages.length]).toEqual(
      cancelled === 200 ? [200, "cancelled", 0] : [409, "ingesting", 1],
    );
  }
});

test("a cancellation while it is being sent is 409", async () => {
  const id = await deliver("store_slow");
  const working = world.runJobs();
  const send = await next("send 1");
  expect(await act(id, "cancel")).toBe(409);
  send.answer({});
  await working;
  expect((await look(id)).status).toBe("ingesting");
});

test("a cancellation while a store that stalls is tried again is 409; between two tries it is cancelled", async () => {
  const id = await deliver("store_slow");
  for (let tries = 1; tries <= 3; tries++) {
    const working = world.runJobs();
    (await next("send 1")).fail();
    await working;
    world.clock.advance(120_000);
  }
  expect((await look(id)).status).toBe("stalled");
  const working = world.runJobs();
  const send = await next("send 1");
  expect([await act(id, "cancel"), (await look(id)).status]).toEqual([409, "stalled"]);
  send.fail();
  await working;
  expect([await act(id, "cancel"), (await look(id)).status]).toEqual([200, "cancelled"]);
});

test("a store that stalled and is reached goes on, and is reported once", async () => {
  const id = await deliver("store_slow");
  for (let tries = 1; tries <= 5; tries++) {
    const working = world.runJobs();
    (await next("send 1")).fail();
    await working;
    world.clock.advance(120_000);
  }
  const working = world.runJobs();
  (await next("send 1")).answer({});
  await working;
  const { status, steps, stalled_reason } = await look(id);
  expect([status, steps, stalled_reason]).toEqual(["ingesting", ["queued", "sending", "stalled", "ingesting"], null]);
  const events = await world.ctx.db`
    select 1 from events where event_type = 'delivery.store.updated' and body like ${`%${id}%`}`;
  expect(events).toHaveLength(1);
});

test("the cancellation of an update and its send at once: what the store has, or the update is sent", async () => {
  for (let time = 0; time < TIMES; time++) {
    const id = await deliver("store_noting");
    await world.runJobs();
    await report(id, "store_noting", "delivered");
    expect(await act(id, "update")).toBe(202);
    const [cancelled] = await Promise.all([act(id, "cancel"), world.runJobs()]);
    await world.runJobs();
    const messages = sent.filter((message) => message.startsWith(id));
    expect([cancelled, (await look(id)).status, messages.length]).toEqual(
      cancelled === 200 ? [200, "delivered", 1] : [409, "ingesting", 2],
    );
  }
});

test("a store that hangs is given up in time, tried again, and stalls", async () => {
  const id = await deliver("store_hanging");
  for (let tries = 0; tries < 3; tries++) {
    await world.runJobs();
    world.clock.advance(120_000);
  }
  expect(await look(id)).toMatchObject({
    status: "stalled",
    attempts: 1,
    stalled_reason: "The store did not answer within 0.04 s.",
  });
});

test("a file is deleted while a message that names it is written: it stays, or the message is not written", async () => {
  const { db } = world.ctx;
  const id = await deliver("store_noting");
  await world.runJobs();
  await report(id, "store_noting", "delivered");
  const [delivery, first] = await Promise.all([
    findDelivery(db, { organization_id: world.label.id, id }),
    findMessage(db, `${id}-store_noting-1`),
  ]);
  if (!delivery || !first) throw new Error("Nothing was sent.");
  const { release_id } = delivery;
  const { artwork_asset_id } = (await must(world.label, `GET /v1/releases/${release_id}`)).body;
  const other = await insertAsset(world, world.label, { type: "artwork" });
  await must(world.label, `PATCH /v1/releases/${release_id}`, { artwork_asset_id: other });
  const again = (attempt: number) =>
    ({ message: { ...first.message, message_id: `${id}-store_noting-${attempt}`, attempt }, document: null }) as never;
  const remove = async () => (await world.label.call(`DELETE /v1/assets/${artwork_asset_id}`)).status;
  const { removing } = await world.ctx.begin(async (db) => {
    await db`update delivery_stores set status = 'sending', attempts = 2 where delivery_id = ${id}`;
    await wholeStatement(db, insertMessages(db, delivery, [again(2)]));
    const removing = remove();
    const isWaiting = async () => {
      const waiting = await world.ctx.db`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    };
    await expect.poll(isWaiting).toBe(true);
    return { removing };
  });
  expect(await removing).toBe(409);
  await report(id, "store_noting", "delivered");
  expect(await remove()).toBe(204);
  const late = world.ctx.begin((db) => wholeStatement(db, insertMessages(db, delivery, [again(3)])));
  await expect(late).rejects.toThrow("sent_assets");
});
