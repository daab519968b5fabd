import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Db } from "../server/src/platform/database/db.ts";
import { childMessage } from "./child-message.ts";
import type { FloorReport, FloorSamples, FloorTask } from "./day-floor.ts";
import { makeFiles, takeIn } from "./day-intake.ts";
import { dayStoreIds } from "./day-market.ts";
import { type DaySide, type DayTurn, measure } from "./day-product.ts";
import { databaseOf } from "./product.ts";
import type { Receiver } from "./webhooks-endpoints.ts";

// The events of a release: submitted, reviewed, each store, completed, delivered.
const EVENTS_OF_A_RELEASE = dayStoreIds.length + 4;

/** On the product's database, while the product does nothing. The product has had a turn: its messages and events are copied. */
export async function startDayFloor(
  { server, partners }: DaySide,
  receiver: Receiver,
): Promise<Omit<DaySide, "server">> {
  const { db, close } = databaseOf(server, 2);
  const child = fork(fileURLToPath(new URL("day-floor.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
  const { socket_dir, cluster } = server;
  const task: FloorTask = { socket_dir, receiver_url: receiver.url, partners, samples: await readSamples(db) };
  child.send(task);
  const port = await childMessage<number>(child);
  // The floor knows no keys.
  const callers = partners.map(({ id, webhook_id }) => ({ id, key: id, webhook_id }));
  const turn = async (releases: number): Promise<DayTurn> => {
    const works = await makeFiles(db, callers, releases);
    return measure({ db, pids: [child.pid ?? 0], cluster }, releases, async (began) => {
      await takeIn(`http://127.0.0.1:${port}`, works, dayStoreIds);
      const intake_s = (Date.now() - began) / 1000;
      child.send({ events: releases * EVENTS_OF_A_RELEASE });
      const { stores_ms, events_ms } = await childMessage<FloorReport>(child);
      const since = (at_ms: number) => (at_ms - began) / 1000;
      return { intake_s, stores_s: since(stores_ms), events_s: since(events_ms), webhooks_s: since(Date.now()) };
    });
  };
  return {
    partners,
    turn,
    async stop() {
      child.kill();
      await close();
    },
  };
}

async function readSamples(db: Db): Promise<FloorSamples> {
  const [written] = await db<{ message: string; document: string; content: string }[]>`
    select message::text as message, document, content from store_messages join message_contents on message_contents.id = content_id
    where document is not null limit 1`;
  const events = await db<{ event_type: string; body: string }[]>`
    select distinct on (event_type) event_type, body from events where event_type <> 'ping' order by event_type, id desc`;
  if (!written) throw new Error("The product has sent nothing yet.");
  return { ...written, bodies: Object.fromEntries(events.map(({ event_type, body }) => [event_type, body])) };
}
