// Shared by the benchmarks of webhooks: a receiver in a process of its own, a hundred endpoints there, each of which
// alone wants the events of one type of one partner, and events for them.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { emitAll } from "../server/src/events/actions.ts";
import { eventTypeNames, type NewEvent } from "../server/src/events/event.ts";
import { type Context, systemChance, transaction } from "../server/src/platform/context.ts";
import { createAnnouncer } from "../server/src/platform/jobs/announce.ts";
import { noBlobs, noChildHands, noOutbound, systemClock } from "../server/test/no-edges.ts";
import { childMessage } from "./child-message.ts";
import { createOrganization, databaseOf, type Product, startProduct } from "./product.ts";
import type { Arrivals, ReceiverTask } from "./webhooks-receiver.ts";

const PARTNERS = 10;
const EVENT_BYTES = 1_024;
// Around the data: id, type and time.
const ENVELOPE_BYTES = 140;

const types = eventTypeNames.filter((type) => type !== "ping");
export const ENDPOINTS = PARTNERS * types.length;

export type Receiver = {
  url: string;
  tell(task: ReceiverTask): void;
  /** When as many events have come as were expected. */
  complete(): Promise<unknown>;
  arrivals(): Promise<Arrivals>;
  stop(): void;
};

export async function startReceiver(): Promise<Receiver> {
  const path = fileURLToPath(new URL("webhooks-receiver.ts", import.meta.url));
  const child = fork(path, { execArgv: ["--import", "tsx"] });
  const port = await childMessage<number>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    tell: (task) => void child.send(task),
    complete: () => childMessage<unknown>(child),
    async arrivals() {
      child.send({ task: "arrivals" } satisfies ReceiverTask);
      const arrivals = await childMessage<Arrivals>(child);
      return arrivals;
    },
    stop: () => void child.kill(),
  };
}

/** One event for the endpoint of this place. */
export type NextEvent = (place: number) => NewEvent;

/** The product with its endpoints. `pathOf`: where on the receiver the one of a place is. */
export async function startEndpoints(
  receiver: Receiver,
  pathOf: (place: number) => string,
): Promise<{ product: Product; nextEvent: NextEvent }> {
  const product = await startProduct({ SEGUE_WEBHOOK_ALLOW: "127.0.0.0/8" });
  const partners: { id: string; key: string }[] = [];
  for (let number = 0; number < PARTNERS; number++) {
    const upc_range = { first: `4000000000${number}`, last: `4000000000${number}` };
    partners.push(await createOrganization(product.url, product.operator_key, upc_range));
  }
  const placed = partners.flatMap((partner) => types.map((event_type) => ({ partner, event_type })));
  for (const [place, { partner, event_type }] of placed.entries())
    await register(product, partner.key, { url: receiver.url + pathOf(place), event_type });
  let number = 0;
  const nextEvent: NextEvent = (place) => {
    const { partner, event_type } = placed[place % placed.length] as (typeof placed)[number];
    return { organization_id: partner.id, event_type, data: eventData(number++) };
  };
  return { product, nextEvent };
}

async function register(product: Product, key: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const reply = await fetch(`${product.url}/v1/webhooks`, { method: "POST", headers, body: JSON.stringify(body) });
  const { status } = (await reply.json()) as { status?: string };
  if (status !== "verified") throw new Error(`An endpoint is not verified, but ${status} (${reply.status}).`);
}

/** The whole event then has a kilobyte. */
export function eventData(number: number): object {
  const data = { release_id: "rel_01k9zv4tq5e8m9x7c2b3n4p5r6", number, note: "" };
  return { ...data, note: "n".repeat(EVENT_BYTES - ENVELOPE_BYTES - JSON.stringify(data).length) };
}

export type Emitter = { emit(events: readonly NewEvent[]): Promise<string[]>; close(): Promise<void> };

/** As an API's process does it: in a transaction, announced by NOTIFY once that has committed. */
export function openEmitter(product: Product, pool_size: number): Emitter {
  const database = databaseOf(product, pool_size);
  const { db, begin, beginAlone, close } = database;
  const { announce } = createAnnouncer(database);
  const ctx: Context = {
    db,
    begin,
    beginAlone,
    announce,
    clock: systemClock,
    blobs: noBlobs,
    outbound: noOutbound,
    child_process_limit: noChildHands,
    is_live: true,
    chance: systemChance,
  };
  return { emit: (events) => transaction(ctx, (ctx) => emitAll(ctx, events)), close };
}
