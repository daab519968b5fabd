// Events on their way by a bare pool. Each commit records the events that arrived during the one before.

import { Pool } from "undici";
import { newId } from "../server/src/platform/ids.ts";
import { signatureHeaders, writeSecret } from "../server/src/webhooks/signature.ts";
import type { Commit } from "./day-floor-lines.ts";

const AT_ONCE = 300;
const RECORDED_AT_ONCE = 500;

type Sent = { id: string; event_type: string; body: string; webhook_id: string };

export type Post = {
  send(events: readonly Sent[]): void;
  /** Resolves when so many are recorded since the last time, with when the last of them began its way. */
  recorded(events: number): Promise<number>;
};

export function openPost({ receiver_url, commit }: { receiver_url: string; commit: Commit }): Post {
  const pool = new Pool(receiver_url, { connections: AT_ONCE });
  const secrets = { current: writeSecret(Buffer.alloc(32, 7)) };
  const arrived: { event_id: string; webhook_id: string; id: string }[] = [];
  let isRecording = false;
  let count = 0;
  let began_ms = 0;
  let awaited: { events: number; resolve(began_ms: number): void } | undefined;

  const announce = () => {
    if (!awaited || count < awaited.events) return;
    awaited.resolve(began_ms);
    awaited = undefined;
    count = 0;
  };
  const record = async () => {
    if (isRecording) return;
    isRecording = true;
    while (arrived.length > 0) {
      const rows = arrived.splice(0, RECORDED_AT_ONCE);
      const now = new Date().toISOString();
      await commit([
        (db) => db`
          with given as (select * from jsonb_to_recordset(${db.json(rows)}) as given (event_id text, webhook_id text, id text)),
          moved as (
            update dispatches set status = 'delivered', next_attempt_at = null, tries = 1, attempts = 1 from given
            where dispatches.event_id = given.event_id and dispatches.webhook_id = given.webhook_id)
          insert into attempts (id, event_id, webhook_id, round, status_code, duration_ms, response_body, created_at)
          select id, event_id, webhook_id, 1, 200, 1, '', ${now} from given`,
      ]);
      count += rows.length;
    }
    isRecording = false;
    announce();
  };
  const sendOne = async ({ webhook_id, ...event }: Sent) => {
    const headers = signatureHeaders({ event, secrets, at: new Date() });
    const reply = await pool.request({ path: `/answer/${webhook_id}`, method: "POST", headers, body: event.body });
    await reply.body.dump();
    if (reply.statusCode !== 200) throw new Error(`Unexpected answer: ${reply.statusCode}`);
    arrived.push({ event_id: event.id, webhook_id, id: newId("att") });
    await record();
  };
  return {
    send(events) {
      began_ms = Date.now();
      for (const event of events) void sendOne(event);
    },
    recorded: (events) =>
      new Promise((resolve) => {
        awaited = { events, resolve };
        announce();
      }),
  };
}
