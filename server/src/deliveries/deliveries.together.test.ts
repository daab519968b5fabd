// The stores of one delivery go together, and none of them depends on another: each test does something to one of four stores, at
// one moment, and looks at what becomes of the others.

import { readFile } from "node:fs/promises";
import { Type } from "typebox";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../test/catalog.ts";
import { createWorld, type World } from "../../test/world.ts";
import type { Connector, Receipt, SendOptions } from "../connectors/connector.ts";
import type { ConnectorKinds } from "../connectors/kinds.ts";
import { TransportFailure } from "../messages/message.ts";
import type { WriteInputs } from "../messages/written-message.ts";
import type { StoreWork } from "./job-definitions.ts";

/** A call that the test answers when it likes. */
type Call = { store_id: string; document: string; answer: (receipt: Receipt) => void; fail: () => void };
let calls: Call[] = [];
const called = (store_id: string, document: string) =>
  new Promise<Receipt>((answer, reject) => {
    calls.push({ store_id, document, answer, fail: () => reject(new TransportFailure("The line is dead.")) });
  });
const held: Connector = {
  send: ({ store_id }, { document }: SendOptions) => called(store_id, document),
  poll: ({ store_id }) => called(store_id, "poll"),
  takedown: ({ store_id }, { document }) => called(store_id, document),
};

const kind = { summary: "a fake", retry_s: [60] as [number], connect: () => held };
const connectors: ConnectorKinds = {
  held: { ...kind, settings: {} },
  written: {
    ...kind,
    settings: { refuses: Type.Boolean() },
    // biome-ignore lint/correctness/useYield: a short document is written in one step
    *write({ message_id }, { settings }: WriteInputs<{ refuses: boolean }>) {
      const problems = settings.refuses ? [{ path: "Release", issue: "must be there" }] : [];
      return { document: `<m>${message_id}</m>`, problems };
    },
  },
};

const [one, two, three, four] = ["store_one", "store_two", "store_three", "store_four"] as const;
const delivered: Receipt = { answer: { status: "delivered" } };

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", connectors });
  for (const store_id of [one, two, three, four]) await addStore(store_id, { kind: "held" });
});
afterAll(() => world.close());
beforeEach(() => {
  calls = [];
});

const addStore = (store_id: string, connector: object) =>
  must(world.operator, "POST /v1/operator/stores", {
    store_id,
    name: store_id,
    territories: ["WORLD"],
    requirements: "none",
    connector,
  });

async function deliver(store_ids: readonly string[] = [one, two, three, four]): Promise<string> {
  const release_id = await makeRelease(world);
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const request = { release_id, store_ids, territory_codes: ["WORLDWIDE"] };
  return (await must(world.label, "POST /v1/deliveries", request)).body.id;
}
const report = (id: string, store_id: string, status: string) =>
  must(world.label, `POST /v1/sandbox/deliveries/${id}/simulate`, { store_id, status });

/** Once so many calls are under way. */
async function callsAt(how_many: number): Promise<Call[]> {
  await expect.poll(() => calls.length, { interval: 5 }).toBe(how_many);
  return calls.splice(0);
}
const byStore = (all: readonly Call[], store_id: string) =>
  all.find((call) => call.store_id === store_id) ?? expect.fail(`${store_id} was not called.`);

type Shown = { store_id: string; status: string; rejection_code: string; history: { status: string }[] };
async function storesOf(id: string): Promise<Record<string, string>> {
  const { stores } = (await must(world.label, `GET /v1/deliveries/${id}`)).body as { stores: Shown[] };
  return Object.fromEntries(stores.map(({ store_id, status }) => [store_id, status]));
}

/** The events of a delivery, in order, each with its transaction. */
async function eventsOf(id: string) {
  const rows = await world.ctx.db<{ event_type: string; data: Record<string, unknown>; transaction: string }[]>`
    select event_type, body::jsonb -> 'data' as data, transaction_id::text as transaction from events
    where body::jsonb -> 'data' ->> 'delivery_id' = ${id} or body::jsonb -> 'data' ->> 'id' = ${id}
    order by transaction_id, id`;
  return rows.map(({ event_type, data, transaction }) => {
    const store = data.store as Shown | undefined;
    return { what: store ? `${store.store_id} ${store.status}` : event_type, transaction };
  });
}
const eventNames = async (id: string) => (await eventsOf(id)).map(({ what }) => what);

describe("the stores of one delivery that are due together", () => {
  test("are started in one transaction, and ended in one when they answer together", async () => {
    const id = await deliver();
    const working = world.runJobs();
    for (const call of await callsAt(4)) call.answer(delivered);
    await working;
    const events = await eventsOf(id);
    expect(
      events
        .slice(0, 4)
        .map(({ what }) => what)
        .sort(),
    ).toEqual([one, two, three, four].map((store_id) => `${store_id} delivered`).sort());
    expect(events.slice(4).map(({ what }) => what)).toEqual(["delivery.completed"]);
    expect(new Set(events.map(({ transaction }) => transaction)).size).toBe(1);
    const messages = await world.ctx.db`
      select sent_at is not null as is_sent, answered_at is not null as is_answered, taken_at is not null as is_taken
      from store_messages where delivery_id = ${id}`;
    expect(messages).toEqual(Array(4).fill({ is_sent: true, is_answered: true, is_taken: true }));
    const jobs = await world.ctx.db`select 1 from jobs where payload ->> 'delivery_id' = ${id}`;
    expect(jobs).toHaveLength(0);
  });

  test("are so also where some of them get a document, which takes longer to write", async () => {
    await addStore("store_reader", { kind: "written", refuses: false });
    const id = await deliver([one, two, "store_reader"]);
    const working = world.runJobs();
    const all = await callsAt(3);
    const taken_up = await world.ctx.db`select distinct xmin::text from delivery_stores where delivery_id = ${id}`;
    expect(taken_up).toHaveLength(1);
    for (const call of all) call.answer(delivered);
    await working;
    expect(new Set((await eventsOf(id)).map(({ transaction }) => transaction)).size).toBe(1);
  });

  test("get messages whose content is kept once, and the operator reads each as it was sent", async () => {
    const id = await deliver();
    const working = world.runJobs();
    const sent = await callsAt(4);
    for (const call of sent) call.answer(delivered);
    await working;
    const [kept] = await world.ctx.db`
      select count(distinct content_id)::int as contents, max(length(message::text)) as longest
      from store_messages where delivery_id = ${id}`;
    expect(kept?.contents).toBe(1);
    expect(kept?.longest).toBeLessThan(300);
    for (const { store_id, document } of sent) {
      const path = `/v1/operator/stores/${store_id}/messages/${id}-${store_id}-1`;
      expect((await must(world.operator, `GET ${path}`)).text).toBe(document);
    }
  });

  test("each have their own outcome: one is to be asked, one fails, one has only a part", async () => {
    const id = await deliver();
    const working = world.runJobs();
    const all = await callsAt(4);
    byStore(all, one).answer(delivered);
    byStore(all, two).answer({ ask_after_ms: 1_000 });
    byStore(all, three).fail();
    byStore(all, four).answer({ has_more: true });
    const [again] = await callsAt(1);
    expect([again?.store_id, again?.document]).toEqual([four, byStore(all, four).document]);
    again?.answer({ answer: { status: "rejected", rejection_code: "no" } });
    await working;
    expect(await storesOf(id)).toEqual({
      [one]: "delivered",
      [two]: "ingesting",
      [three]: "sending",
      [four]: "rejected",
    });
    world.clock.advance(60_000);
    const later = world.runJobs();
    for (const call of await callsAt(2)) call.answer(delivered);
    await later;
    expect(await storesOf(id)).toEqual({
      [one]: "delivered",
      [two]: "delivered",
      [three]: "delivered",
      [four]: "rejected",
    });
  });

  test("do not wait for one that hangs: the others are delivered, with their events, meanwhile", async () => {
    const id = await deliver();
    const working = world.runJobs();
    const all = await callsAt(4);
    for (const store_id of [one, three, four]) byStore(all, store_id).answer(delivered);
    await expect
      .poll(() => storesOf(id))
      .toEqual({ [one]: "delivered", [two]: "sending", [three]: "delivered", [four]: "delivered" });
    expect((await eventNames(id)).sort()).toEqual([one, three, four].map((store_id) => `${store_id} delivered`).sort());
    byStore(all, two).answer(delivered);
    await working;
    expect((await eventNames(id)).slice(3)).toEqual([`${two} delivered`, "delivery.completed"]);
  });
});

describe("of the stores of one delivery, one", () => {
  test("that was cancelled before its turn gets nothing; the others do", async () => {
    const id = await deliver();
    await must(world.label, `POST /v1/deliveries/${id}/cancel`, { store_ids: [two] });
    const working = world.runJobs();
    for (const call of await callsAt(3)) call.answer(delivered);
    await working;
    expect(await storesOf(id)).toEqual({
      [one]: "delivered",
      [two]: "cancelled",
      [three]: "delivered",
      [four]: "delivered",
    });
  });

  test("that is paused waits until it is resumed; the others do not", async () => {
    const id = await deliver();
    await must(world.operator, `PATCH /v1/operator/stores/${three}`, { status: "paused" });
    const working = world.runJobs();
    for (const call of await callsAt(3)) call.answer(delivered);
    await working;
    expect(await storesOf(id)).toEqual({
      [one]: "delivered",
      [two]: "delivered",
      [three]: "queued",
      [four]: "delivered",
    });
    await must(world.operator, `PATCH /v1/operator/stores/${three}`, { status: "active" });
    const resumed = world.runJobs();
    for (const call of await callsAt(1)) call.answer(delivered);
    await resumed;
    expect((await storesOf(id))[three]).toBe("delivered");
  });

  test("that the operator answered during the call has one event; the others take their own answers", async () => {
    const id = await deliver();
    const working = world.runJobs();
    const all = await callsAt(4);
    await report(id, two, "delivered");
    for (const call of all) call.answer(delivered);
    await working;
    expect(new Set(Object.values(await storesOf(id)))).toEqual(new Set(["delivered"]));
    const events = await eventNames(id);
    expect(events[0]).toBe(`${two} delivered`);
    expect([events.length, new Set(events).size, events.at(-1)]).toEqual([5, 5, "delivery.completed"]);
  });

  test("whose job another worker has now takes no effect here; the others do", async () => {
    const id = await deliver();
    const working = world.runJobs();
    const all = await callsAt(4);
    await world.ctx.db`
      update jobs set worker_id = 'another' where payload ->> 'delivery_id' = ${id} and payload ->> 'store_id' = ${four}`;
    for (const call of all) call.answer(delivered);
    await working;
    expect(await storesOf(id)).toEqual({
      [one]: "delivered",
      [two]: "delivered",
      [three]: "delivered",
      [four]: "sending",
    });
    expect(await eventNames(id)).toHaveLength(3);
    await world.ctx.db`delete from jobs where worker_id = 'another'`;
  });

  test("whose message would not be valid gets nothing; the others get theirs, also at a takedown", async () => {
    const written = ["store_right", "store_wrong", "store_fine"];
    for (const store_id of written) await addStore(store_id, { kind: "written", refuses: store_id === "store_wrong" });
    const id = await deliver(written);
    const working = world.runJobs();
    for (const call of await callsAt(2)) call.answer(delivered);
    await working;
    expect(await storesOf(id)).toEqual({
      store_right: "delivered",
      store_wrong: "action_required",
      store_fine: "delivered",
    });
    await must(world.operator, "PATCH /v1/operator/stores/store_fine", {
      connector: { kind: "written", refuses: true },
    });
    await must(world.label, `POST /v1/deliveries/${id}/takedown`, { store_ids: ["store_right", "store_fine"] });
    const removing = world.runJobs();
    for (const call of await callsAt(1)) call.answer({ answer: { status: "taken_down" } });
    await removing;
    expect(await storesOf(id)).toMatchObject({ store_right: "taken_down", store_fine: "takedown_requested" });
    await world.ctx.db`delete from jobs where payload ->> 'delivery_id' = ${id}`;
  });
});

test("a worker that dies between the calls and their answers: the next sends the same, and each store has one event", async () => {
  const id = await deliver();
  const dying = world.runJobs();
  const before = await callsAt(4);
  await world.ctx.db`update workers set lease_until = now() - interval '1 minute'`;
  const working = world.runJobs();
  const again = await callsAt(4);
  for (const call of again) {
    expect(call.document).toBe(byStore(before, call.store_id).document);
    call.answer(delivered);
  }
  await working;
  // It was only paused, and wakes up.
  for (const call of before) call.answer({ answer: { status: "rejected" } });
  await dying;
  expect(await storesOf(id)).toEqual({
    [one]: "delivered",
    [two]: "delivered",
    [three]: "delivered",
    [four]: "delivered",
  });
  const events = await eventNames(id);
  expect([events.length, new Set(events).size, events.at(-1)]).toEqual([5, 5, "delivery.completed"]);
});

describe("work that a node of the version before has queued", () => {
  const oldKey = (id: string) => world.ctx.db`
    update jobs set key = concat(payload ->> 'store_id', ' ', payload ->> 'release_id'), part = '' where payload ->> 'delivery_id' = ${id}`;

  test("gets the new key, and goes together", async () => {
    const id = await deliver();
    await oldKey(id);
    for (const name of ["0040_stores_side_by_side.sql", "0062_parts_of_keys.sql"]) {
      const text = await readFile(new URL(`../../migrations/${name}`, import.meta.url), "utf8");
      await world.ctx.db.unsafe(/-- repeat\n([^;]*)/.exec(text)?.[1] ?? "");
    }
    const places = await world.ctx.db<{ key: string; part: string; payload: StoreWork }[]>`
      select key, part, payload from jobs where payload ->> 'delivery_id' = ${id}`;
    expect(places).toHaveLength(4);
    for (const { key, part, payload } of places) expect([key, part]).toEqual([payload.release_id, payload.store_id]);
    const working = world.runJobs();
    for (const call of await callsAt(4)) call.answer(delivered);
    await working;
  });

  test("beside our own for the same store: one message, one effect", async () => {
    const id = await deliver([one, two]);
    await world.ctx.db`
      insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
      select id || 'x', name, lane, group_key, concat(payload ->> 'store_id', ' ', payload ->> 'release_id'), payload, status, run_at, created_at
      from jobs where payload ->> 'delivery_id' = ${id} and payload ->> 'store_id' = ${one}`;
    const working = world.runJobs();
    const all = await callsAt(3);
    expect(new Set(all.map(({ document }) => document)).size).toBe(2);
    for (const call of all) call.answer(delivered);
    await working;
    expect((await eventNames(id)).sort()).toEqual(
      ["delivery.completed", `${one} delivered`, `${two} delivered`].sort(),
    );
  });
});
