// The least that sending an event can cost: both signatures and a POST by undici's pool, without a database.

import { Pool } from "undici";
import { writeEnvelope } from "../server/src/events/actions.ts";
import { signatureHeaders, writeSecret } from "../server/src/webhooks/signature.ts";
import { answerTasks, rateOf } from "./answer.ts";
import { eventData } from "./webhooks-endpoints.ts";

const [url = "", at_once = ""] = process.argv.slice(2);
const pool = new Pool(url, { connections: Number(at_once) });
const secrets = { current: writeSecret(Buffer.alloc(32, 7)) };
const event_type = "delivery.completed";
const { id, body } = writeEnvelope({ event_type, created_at: new Date().toISOString(), data: eventData(0) });

async function send(): Promise<void> {
  const headers = signatureHeaders({ event: { id, event_type, body }, secrets, at: new Date() });
  const reply = await pool.request({ path: "/answer/0", method: "POST", headers, body });
  await reply.body.dump();
  if (reply.statusCode !== 200) throw new Error(`Unexpected answer: ${reply.statusCode}`);
}

answerTasks((seconds: number) => rateOf(seconds, Array<typeof send>(Number(at_once)).fill(send)));
