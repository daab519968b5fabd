// The way of a demo release from the submission to its present state. Each step looks first whether it was taken: a store's
// history says so, even after the partner has gone on from there. So a second run takes none of them again.

import { setTimeout as sleep } from "node:timers/promises";
import {
  type Delivery,
  type DeliveryStoreStatus,
  type Release,
  SegueConnectionError,
  type SimulatedAnswer,
} from "@segue/sdk";
import { type DemoRelease, DORMOUSE, HANDCART, type Story } from "./catalogue.ts";
import type { Demo } from "./demo-parts.ts";
import { catalogNumber, corrections, dateOf } from "./draft.ts";

type Sent = { row: DemoRelease; release: Release; story: Extract<Story, { is: "delivered" }> };

const LOOK_EVERY_MS = 250;
const SETTLED_WITHIN_MS = 120_000;

/** These stores answer only on request. */
const lasting = [HANDCART, DORMOUSE];
const underWay: readonly DeliveryStoreStatus[] = ["queued", "sending", "ingesting", "takedown_requested"];

export async function submitDraft({ client, write }: Demo, row: DemoRelease, { id, status }: Release): Promise<void> {
  if (status === "draft") await client.releases.submit(id, {}, write(catalogNumber(row), "submit"));
}

export async function sendRelease(demo: Demo, sent: Sent): Promise<void> {
  const { row, release, story } = sent;
  let delivery = await deliver(demo, sent);
  if (story.answer) delivery = await answerFor(demo, { row, delivery, answer: story.answer });
  delivery = await until(demo, delivery, isSettled);
  if (story.next && !wasTaken[story.next](delivery)) {
    delivery = await next[story.next](demo, sent, delivery);
    await until(demo, delivery, isSettled);
  }
  const is_past = row.days < 0 && release.release_date > dateOf(demo, 0);
  if (!is_past) return;
  const past = { release_date: dateOf(demo, row.days) };
  await demo.client.releases.update(release.id, past, demo.write(catalogNumber(row), "date"));
}

/** The first delivery of the release is the demo's. */
async function deliver({ client, write }: Demo, { row, release, story }: Sent): Promise<Delivery> {
  const known: Delivery[] = [];
  for await (const delivery of client.deliveries.list({ release_id: release.id, limit: 100 })) known.push(delivery);
  const first = known.at(-1);
  if (first) return first;
  const body = { release_id: release.id, store_ids: [...story.store_ids], territory_codes: ["WORLDWIDE"] };
  return client.deliveries.create(body, write(catalogNumber(row), "deliver"));
}

type Answered = { row: DemoRelease; delivery: Delivery; answer: SimulatedAnswer };

/** The store answers by itself a second after it got the message. The demo is quicker and gives a better reason. */
async function answerFor(demo: Demo, { row, delivery, answer }: Answered): Promise<Delivery> {
  const storeIn = ({ stores }: Delivery) => stores.find(({ store_id }) => store_id === answer.store_id);
  // The partner may have resubmitted it since.
  if (storeIn(delivery)?.history.some(({ status }) => status === answer.status)) return delivery;
  const isReached = (one: Delivery) => storeIn(one)?.status !== "queued" && storeIn(one)?.status !== "sending";
  const reached = await until(demo, delivery, isReached);
  if (storeIn(reached)?.status !== "ingesting") return reached;
  return demo.client.sandbox.deliveries.simulate(delivery.id, answer, demo.write(catalogNumber(row), "answer"));
}

type Next = NonNullable<Sent["story"]["next"]>;

const wasIn = (status: DeliveryStoreStatus) => (delivery: Delivery) =>
  delivery.stores.some(({ history }) => history.some((step) => step.status === status));
const wasSentAgain = ({ stores }: Delivery) => stores.some(({ attempts }) => attempts > 1);

const wasTaken: Readonly<Record<Next, (delivery: Delivery) => boolean>> = {
  resubmit: wasSentAgain,
  update: wasSentAgain,
  takedown: wasIn("takedown_requested"),
  cancel: wasIn("cancelled"),
};

const next: Readonly<Record<Next, (demo: Demo, sent: Sent, delivery: Delivery) => Promise<Delivery>>> = {
  async resubmit(demo, sent, { id }) {
    await correct(demo, sent);
    return demo.client.deliveries.resubmit(id, {}, demo.write(catalogNumber(sent.row), "resubmit"));
  },
  async update(demo, sent, { id }) {
    await correct(demo, sent);
    return demo.client.deliveries.update(id, {}, demo.write(catalogNumber(sent.row), "update"));
  },
  takedown: ({ client, write }, { row }, { id }) =>
    client.deliveries.takedown(id, { reason: "The licence ended." }, write(catalogNumber(row), "takedown")),
  cancel: ({ client, write }, { row }, { id }) => client.deliveries.cancel(id, {}, write(catalogNumber(row), "cancel")),
};

async function correct({ client, write }: Demo, { row, release }: Sent): Promise<void> {
  await client.releases.update(release.id, corrections(row), write(catalogNumber(row), "correct"));
}

/** A store that stalls is left alone: it stays so. */
function isSettled({ stores }: Delivery): boolean {
  return stores.every(({ store_id, status }) => lasting.includes(store_id) || !underWay.includes(status));
}

async function until({ client }: Demo, first: Delivery, isThere: (delivery: Delivery) => boolean): Promise<Delivery> {
  const give_up_at = performance.now() + SETTLED_WITHIN_MS;
  for (let delivery = first; ; delivery = await client.deliveries.get(first.id)) {
    if (isThere(delivery)) return delivery;
    if (performance.now() > give_up_at)
      throw new SegueConnectionError("timeout", `${first.id} is not done yet: is a worker of the service running?`);
    await sleep(LOOK_EVERY_MS);
  }
}
