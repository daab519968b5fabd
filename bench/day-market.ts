// The market of a day: 20 stores that answer at once, half of them with JSON, half with ERN messages that they swallow;
// and 50 organizations, each with an endpoint that gets every event.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventTypeNames } from "../server/src/events/event.ts";
import { createOrganization, databaseOf, type Server } from "./product.ts";

const ORGANIZATIONS = 50;
const STORES = 20;

export const dayStoreIds: readonly string[] = Array.from(
  { length: STORES },
  (_, place) => `store_day_${twoDigits(place)}`,
);

export type Partner = { id: string; key: string; webhook_id: string };

/** Without the sender no ERN message goes out. */
export const marketVariables = {
  SEGUE_OPERATOR_KEY: "bench-operator-key-0123456789",
  SEGUE_WEBHOOK_ALLOW: "127.0.0.0/8",
  SEGUE_DDEX_PARTY_ID: "PADPIDA2014120301U",
  SEGUE_DDEX_PARTY_NAME: "Bench",
};

type Market = Pick<Server, "url" | "socket_dir" | "data_dir">;

/** How stores and endpoints answer: at once, or as others do that are far away. */
export type Pace = { store_ms: number; path: "answer" | "later" };
export const atOnce: Pace = { store_ms: 0, path: "answer" };

/** A folder that was kept has its market already. Only the receiver has another port now. */
export async function openMarket(server: Market, receiver_url: string, pace: Pace): Promise<Partner[]> {
  const file = join(server.data_dir, "partners.json");
  const endpoints = `${receiver_url}/${pace.path}`;
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await makeMarket(server, endpoints, pace)));
  const partners = JSON.parse(readFileSync(file, "utf8")) as Partner[];
  const { db, close } = databaseOf(server, 1);
  await db`update webhooks set url = ${endpoints} || '/' || id where url <> ${endpoints} || '/' || id`;
  await close();
  return partners;
}

async function makeMarket({ url }: Market, endpoints: string, { store_ms }: Pace): Promise<Partner[]> {
  const operator_key = marketVariables.SEGUE_OPERATOR_KEY;
  for (const [place, store_id] of dayStoreIds.entries())
    await post(url, operator_key, "/v1/operator/stores", {
      store_id,
      name: store_id,
      territories: ["WORLD"],
      requirements: "none",
      connector: {
        kind: "simulated",
        behaviour: "confirm",
        latency_ms: store_ms,
        format: place % 2 === 0 ? "json" : "ern_unread",
      },
    });
  const partners: Partner[] = [];
  for (let place = 0; place < ORGANIZATIONS; place++) {
    const upc_range = { first: `5${twoDigits(place)}00000000`, last: `5${twoDigits(place)}99999999` };
    const more = { isrc_prefix: `QZB${twoDigits(place)}` };
    const { id, key } = await createOrganization(url, operator_key, upc_range, more);
    const event_type = eventTypeNames.filter((type) => type !== "ping");
    const webhook = await post(url, key, "/v1/webhooks", { url: `${endpoints}/new`, event_type });
    partners.push({ id, key, webhook_id: webhook.id });
  }
  return partners;
}

async function post(url: string, key: string, path: string, body: object): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (reply.status !== 201) throw new Error(await reply.text());
  return (await reply.json()) as { id: string };
}

function twoDigits(place: number): string {
  return String(place).padStart(2, "0");
}
