// Events of 1 KB to 100 endpoints that answer at once: from their commit until every 2xx is recorded, beside a bare loop of
// undici that signs and sends, and records nothing. Another process emits them, in one transaction; the worker (one
// process, which serves the API and runs the embedded database too) hears of it by NOTIFY.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { attemptDispatch } from "../server/src/events/job-definitions.ts";
import { childMessage } from "./child-message.ts";
import { sideBySide, type Turn } from "./measure.ts";
import { databaseOf } from "./product.ts";
import type { Result } from "./report.ts";
import { ENDPOINTS, openEmitter, type Receiver, startEndpoints, startReceiver } from "./webhooks-endpoints.ts";
import { benchHostile } from "./webhooks-hostile.ts";
import { benchWaiting } from "./webhooks-waiting.ts";

const MARK = 0.5;
const EVENTS = 6_000;
const DONE_WITHIN_MS = 60_000;

export async function benchWebhooks(): Promise<Result[]> {
  return [await benchSending(), ...(await benchHostile()), await benchWaiting()];
}

async function benchSending(): Promise<Result> {
  const receiver = await startReceiver();
  const product = await startSending(receiver);
  const floor = startFloor(receiver);
  const sent = await sideBySide(product.turn, floor.turn);
  floor.stop();
  await product.stop();
  receiver.stop();
  return {
    what: `events sent and recorded, ${ENDPOINTS} endpoints`,
    value: `${sent.product.toFixed(0)}/s`,
    floor: `${sent.floor.toFixed(0)}/s`,
    ratio: sent.ratio,
    spread: sent.spread,
    mark: { text: `≥ ${MARK}`, isMet: sent.ratio >= MARK },
  };
}

async function startSending(receiver: Receiver): Promise<{ turn: Turn; stop(): Promise<void> }> {
  const { product, nextEvent } = await startEndpoints(receiver, (place) => `/answer/${place}`);
  const emitter = openEmitter(product, 1);
  const { db, close } = databaseOf(product, 1);
  const areRecorded = async () => (await db`select 1 from dispatches where status <> 'delivered' limit 1`).length === 0;
  const turn: Turn = async () => {
    receiver.tell({ task: "expect", events: EVENTS });
    const complete = receiver.complete();
    await emitter.emit(Array.from({ length: EVENTS }, (_, place) => nextEvent(place)));
    const began = performance.now();
    await complete;
    while (!(await areRecorded())) {
      if (performance.now() - began > DONE_WITHIN_MS) throw new Error("The events do not all arrive.");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return EVENTS / ((performance.now() - began) / 1000);
  };
  const stop = async () => {
    await emitter.close();
    await close();
    await product.stop();
  };
  return { turn, stop };
}

/** With as many calls in flight as the product's worker may have. */
function startFloor({ url, tell }: Receiver): { turn: Turn; stop(): void } {
  const path = fileURLToPath(new URL("webhooks-floor.ts", import.meta.url));
  const at_once = Math.min(attemptDispatch.lane.per_key * ENDPOINTS, attemptDispatch.lane.concurrency);
  const child = fork(path, [url, String(at_once)], { execArgv: ["--import", "tsx"] });
  const turn: Turn = async (seconds) => {
    tell({ task: "expect", events: Number.MAX_SAFE_INTEGER });
    child.send(seconds);
    const rate = await childMessage<number>(child);
    return rate;
  };
  return { turn, stop: () => void child.kill() };
}
