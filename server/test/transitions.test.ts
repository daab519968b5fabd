// The tables of transitions, walked row by row: every trigger is made to happen through HTTP, and the event that its
// row names is emitted, or none is. A trigger that is added to a table and not to its stories does not compile.

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assetTransitions } from "../src/assets/asset.ts";
import { storeTransitions } from "../src/deliveries/delivery.ts";
import { type EventType, eventTypes } from "../src/events/event.ts";
import { payoutTransitions } from "../src/payouts/payout.ts";
import type { Transitions } from "../src/platform/state-machine.ts";
import { releaseTransitions } from "../src/releases/release.ts";
import { submissionTransitions } from "../src/submissions/submission.ts";
import { type Node, readDescription } from "./api-description.ts";
import { approve as approveRead, makeRelease, must } from "./catalog.ts";
import { sine, wav } from "./media.ts";
import { compareMoves, recordMoves } from "./status-tables.ts";
import { awaitBytes, putBytes, upload } from "./upload.ts";
import { createWorld, type Member, type World } from "./world.ts";

const HOUR_MS = 3_600_000;
const BY_HAND = "store_by_hand";
const song = wav({ sound: sine({ seconds: 1 }) });

let world: World;
let reviewed: Member;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await recordMoves(world.ctx.db);
  reviewed = await world.organization({ review: "manual" });
  await must(world.operator, "POST /v1/operator/stores", {
    store_id: BY_HAND,
    name: "By Hand",
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "manual" },
  });
});
afterAll(() => world.close());

/** `before` brings something to where the move begins and gives its id; `trigger` makes the move. */
type Story = { before: () => Promise<string>; trigger: (id: string) => Promise<unknown> };

const ask = async (operation: string, body?: object, by = world.label) => (await must(by, operation, body)).body;

const submitted = async (by: Member): Promise<{ release_id: string; submission_id: string }> => {
  const id = await makeRelease(world, by);
  return ask(`POST /v1/releases/${id}/submit`, undefined, by);
};
const pendingRelease = async () => (await submitted(reviewed)).release_id;
const pendingSubmission = async () => (await submitted(reviewed)).submission_id;
const submissionOf = async (release_id: string): Promise<string> =>
  (await ask(`GET /v1/submissions?release_id=${release_id}`, undefined, reviewed)).data[0].submission_id;
const approve = (id: string) => approveRead(world, id);
const refuse = (id: string) =>
  must(world.operator, `POST /v1/operator/submissions/${id}/reject`, {
    reason: "The artwork shows a price.",
    issues: [{ field: "artwork_asset_id", issue: "shows a price" }],
  });
const withdraw = (id: string) => ask(`POST /v1/submissions/${id}/withdraw`, undefined, reviewed);

const queued = async (store_id = BY_HAND): Promise<string> => {
  const { release_id } = await submitted(world.label);
  const { id } = await ask("POST /v1/deliveries", {
    release_id,
    store_ids: [store_id],
    territory_codes: ["WORLDWIDE"],
  });
  return id;
};
const ingesting = async () => {
  const id = await queued();
  await world.runJobs();
  return id;
};
const answered = (status: string) => async () => {
  const id = await ingesting();
  await answer(status)(id);
  return id;
};
const again = (status: string, action: "resubmit" | "update") => async () => {
  const id = await answered(status)();
  await act(action)(id);
  return id;
};
const takedownRequested = async () => {
  const id = await answered("delivered")();
  await act("takedown")(id);
  return id;
};
const answer = (status: string) => (id: string) =>
  ask(`POST /v1/sandbox/deliveries/${id}/simulate`, { store_id: BY_HAND, status });
const act = (action: string) => (id: string) => ask(`POST /v1/deliveries/${id}/${action}`, {});
const deliveryOf = async (release_id: string): Promise<string> =>
  (await ask(`GET /v1/deliveries?release_id=${release_id}`)).data[0].id;
const releaseOf = async (delivery: Promise<string>): Promise<string> =>
  (await ask(`GET /v1/deliveries/${await delivery}`)).release_id;
const workFor = async (steps: number) => {
  for (let step = 0; step < steps; step++) {
    await world.runJobs();
    world.clock.advance(5_000);
  }
};

/** As if ten workers had ended while they looked into the asset. */
const killWorkers = async (id: string) => {
  await world.ctx.db`update jobs set deaths = 10 where key = ${id}`;
  await world.runJobs();
};
const parkedJob = async () => (await must(world.operator, "GET /v1/operator/jobs?status=parked")).body.data[0].id;

const pendingPayout = async (): Promise<string> => {
  const earned = { currency: "EUR", amount: "10.00", reason: "Earned" };
  await must(world.operator, `POST /v1/operator/organizations/${world.label.id}/adjustments`, earned);
  return (await ask("POST /v1/payouts", { currency: "EUR", amount: "10.00" })).id;
};
const heldPayout = async () => {
  const id = await pendingPayout();
  await movePayout("hold", { reason: "Who are you?", required_actions: ["Send a passport."] })(id);
  return id;
};
const movePayout = (move: string, body?: object) => (id: string) =>
  must(world.operator, `POST /v1/operator/payouts/${id}/${move}`, body);

const moves = [
  ...walk("release", releaseTransitions, {
    submit: { before: () => makeRelease(world), trigger: (id) => ask(`POST /v1/releases/${id}/submit`) },
    review_reject: { before: pendingRelease, trigger: async (id) => refuse(await submissionOf(id)) },
    withdraw: { before: pendingRelease, trigger: async (id) => withdraw(await submissionOf(id)) },
    settle_submitted: {
      before: () => releaseOf(answered("rejected")()),
      trigger: async (id) => act("resubmit")(await deliveryOf(id)),
    },
    settle_delivered: {
      before: () => releaseOf(ingesting()),
      trigger: async (id) => answer("delivered")(await deliveryOf(id)),
    },
    settle_rejected: {
      before: () => releaseOf(ingesting()),
      trigger: async (id) => answer("rejected")(await deliveryOf(id)),
    },
  }),
  ...walk("submission", submissionTransitions, {
    approve: { before: pendingSubmission, trigger: approve },
    reject: { before: pendingSubmission, trigger: refuse },
    withdraw: { before: pendingSubmission, trigger: withdraw },
  }),
  ...walk("asset", assetTransitions, {
    receive: {
      before: async () => (await awaitBytes(world.label, song)).id,
      trigger: async (id) => putBytes((await ask(`GET /v1/assets/${id}`)).upload.url, song),
    },
    expire: {
      before: async () => (await awaitBytes(world.label, song)).id,
      trigger: () => {
        world.clock.advance(26 * HOUR_MS);
        return world.runJobs();
      },
    },
    accept: { before: () => upload(world.label, song), trigger: () => world.runJobs() },
    refuse: { before: () => upload(world.label, randomBytes(1_000)), trigger: () => world.runJobs() },
    give_up: { before: () => upload(world.label, song), trigger: killWorkers },
    try_again: {
      before: async () => {
        const id = await upload(world.label, song);
        await killWorkers(id);
        return id;
      },
      trigger: async () => must(world.operator, `POST /v1/operator/jobs/${await parkedJob()}/retry`),
    },
  }),
  ...walk("store", storeTransitions, {
    send: { before: queued, trigger: () => world.runJobs() },
    stall: { before: () => queued("store_stall"), trigger: () => workFor(4) },
    accept: { before: queued, trigger: () => world.runJobs() },
    confirm: { before: ingesting, trigger: answer("delivered") },
    reject: { before: ingesting, trigger: answer("rejected") },
    flag: { before: ingesting, trigger: answer("action_required") },
    request_takedown: { before: answered("delivered"), trigger: act("takedown") },
    confirm_takedown: { before: takedownRequested, trigger: answer("taken_down") },
    cancel: { before: queued, trigger: act("cancel") },
    restore_delivered: { before: again("delivered", "update"), trigger: act("cancel") },
    restore_rejected: { before: again("rejected", "resubmit"), trigger: act("cancel") },
    restore_action_required: { before: again("action_required", "resubmit"), trigger: act("cancel") },
    resubmit: { before: answered("rejected"), trigger: act("resubmit") },
    update: { before: answered("delivered"), trigger: act("update") },
  }),
  ...walk("payout", payoutTransitions, {
    hold: { before: pendingPayout, trigger: movePayout("hold", { reason: "Who?", required_actions: [] }) },
    release: { before: heldPayout, trigger: movePayout("release") },
    process: { before: pendingPayout, trigger: movePayout("process") },
    pay: { before: pendingPayout, trigger: movePayout("pay", { reference: "SEPA 42" }) },
    fail: { before: heldPayout, trigger: movePayout("fail", { reason: "No such account." }) },
    cancel: { before: pendingPayout, trigger: (id) => ask(`POST /v1/payouts/${id}/cancel`) },
  }),
];

type Noun = "release" | "submission" | "asset" | "store" | "payout";

function walk<Trigger extends string>(
  noun: Noun,
  table: Readonly<Record<Trigger, Transitions<string, EventType>[string]>>,
  stories: Readonly<Record<Trigger, Story>>,
) {
  const triggers = Object.keys(table) as Trigger[];
  const types: string[] = triggers.map((trigger) => table[trigger].event);
  return triggers.map((name) => ({ noun, name, row: table[name], types, ...stories[name] }));
}

test.each(moves)("$noun, $name: $row.event", async ({ noun, row, types, before, trigger }) => {
  const id = await before();
  const earlier = (await eventsOf(id)).length;
  await trigger(id);
  const emitted = (await eventsOf(id))
    .slice(earlier)
    .filter(({ event_type, data }) => types.includes(event_type) && statusIn(data) === row.to);
  if (row.event === "none") {
    expect(await statusesOf[noun](id)).toContain(row.to);
    expect(emitted).toEqual([]);
    return;
  }
  expect(emitted.length).toBeGreaterThan(0);
  for (const { event_type, data } of emitted) {
    expect(event_type).toBe(row.event);
    expect(row.from).toContain(data.previous_status);
  }
});

test("no status has moved but by a row of its table", async () => {
  const places = ["releases", "submissions", "assets", "delivery_stores"];
  expect(await compareMoves(world.ctx.db, places)).toEqual({ unknown: [], unseen: [] });
});

/** Types of events that no test emits yet. */
const not_emitted: EventType[] = [
  "migration.store.safe",
  "statement.available",
  "payee_statement.available",
  "contract.recouped",
];

test("every event that was emitted is as the description says, to the last field", async () => {
  const entry = { date: "2026-03-01", title: "A change", body: "Something changed." };
  await must(world.operator, "POST /v1/operator/changelog", entry);
  await ask("POST /v1/webhooks", { url: "http://127.0.0.1:1/hooks", event_type: "delivery.completed" });
  const document: Node = (await world.stranger.call("GET /v1/openapi.json")).body;
  const { faults } = readDescription(closed(document) as Node);
  const events = await eventsOf("");
  const emitted = new Set(events.map(({ event_type }) => event_type));
  expect(Object.keys(eventTypes).filter((type) => !emitted.has(type))).toEqual(not_emitted);
  for (const event of events) {
    const place = ["webhooks", event.event_type, "post", "requestBody", "content", "application/json", "schema"];
    expect(faults(place, event), JSON.stringify(event)).toEqual([]);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: an event's data is of any shape.
type Emitted = { event_type: string; data: any };

async function eventsOf(id: string): Promise<Emitted[]> {
  const rows = await world.ctx.db<{ body: string }[]>`
    select body from events where body like ${`%${id}%`} order by created_at, id`;
  return rows.map(({ body }) => JSON.parse(body));
}

function statusIn({ status, review_status, store }: Emitted["data"]): string {
  return status ?? review_status ?? store.status;
}

/** The present one; of a store also those it has passed. */
const statusesOf: Record<Noun, (id: string) => Promise<string[]>> = {
  release: async (id) => [(await ask(`GET /v1/releases/${id}`)).status],
  submission: async (id) => [(await ask(`GET /v1/submissions/${id}`, undefined, reviewed)).review_status],
  asset: async (id) => [(await ask(`GET /v1/assets/${id}`)).status],
  payout: async (id) => [(await ask(`GET /v1/payouts/${id}`)).status],
  store: async (id) =>
    (await ask(`GET /v1/deliveries/${id}`)).stores[0].history.map(({ status }: { status: string }) => status),
};

/** The same schemas, but nothing may be there that they do not name. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  return copy.properties && !("additionalProperties" in copy) ? { ...copy, additionalProperties: false } : copy;
}
