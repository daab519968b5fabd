// A store that writes down every message it gets, takes its time, and sometimes has the message but does not say so.

import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Connector } from "../../src/connectors/connector.ts";
import { type ConnectorKinds, connectorKinds } from "../../src/connectors/kinds.ts";
import { type StoreAnswer, type Ticket, TransportFailure } from "../../src/messages/message.ts";
import type { Db } from "../../src/platform/database/db.ts";
import { between } from "./scale.ts";

/** No constraint on the message: one that came twice must show. */
export async function createSends(db: Db): Promise<void> {
  await db`create table sends (message_id text not null, hash text not null, process integer not null)`;
}

export function recordingConnectors(db: Db): ConnectorKinds {
  return {
    recording: { summary: "writes down what it gets", connect: () => recording(db), retry_s: [1], settings: {} },
  };
}

/** The real ones, tried again after a second: a campaign has no hour to wait. */
export const hastyConnectors: ConnectorKinds = Object.fromEntries(
  Object.entries(connectorKinds).map(([name, kind]) => [name, { ...kind, retry_s: [1] }]),
);

const MISHAPS = 0.15;

function recording(db: Db): Connector {
  return {
    async send(message) {
      const hash = createHash("sha256").update(JSON.stringify(message)).digest("hex");
      await sleep(between(0, 60));
      await db`insert into sends (message_id, hash, process) values (${message.message_id}, ${hash}, ${process.pid})`;
      await sleep(between(0, 60));
      if (Math.random() < MISHAPS) throw new TransportFailure("The line went dead.");
      return Math.random() < 0.5 ? { answer: answerTo(message) } : { ask_after_ms: Math.ceil(between(10, 500)) };
    },
    async poll(ticket) {
      await sleep(between(0, 60));
      return Math.random() < MISHAPS ? { ask_after_ms: 100 } : { answer: answerTo(ticket) };
    },
    async takedown() {
      await sleep(between(0, 60));
      return { ask_after_ms: 100 };
    },
  };
}

/** The same for the same message: every fourth is rejected the first time. */
function answerTo({ kind, message_id, attempt }: Ticket): StoreAnswer {
  if (kind === "takedown") return { status: "taken_down" };
  const chance = createHash("sha256").update(message_id).digest()[0] ?? 0;
  return attempt === 1 && chance % 4 === 0 ? { status: "rejected" } : { status: "delivered" };
}
