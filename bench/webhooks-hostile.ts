// How hostile receivers affect the others: 200 events a second to 100 endpoints, of which 20 never answer, 5 answer a byte a second and
// 5 reset the connection. How long after its commit an event arrives where it is answered, beside the same with all
// of them answering, before and after. It lasts longer than a try may take, so that those that hang hold all the hands they
// can.

import { setTimeout as sleep } from "node:timers/promises";
import { median } from "./measure.ts";
import type { Result } from "./report.ts";
import {
  type Emitter,
  ENDPOINTS,
  type NextEvent,
  openEmitter,
  type Receiver,
  startEndpoints,
  startReceiver,
} from "./webhooks-endpoints.ts";

const P50_MARK = 2;
const P99_MARK_MS = 1_000;
const EVENTS_A_SECOND = 200;
const WARM_UP_S = 5;
const QUIET_S = 30;
const HOSTILE_S = 60;
// Long enough for what has been emitted last to arrive, and short beside the run.
const ARRIVE_WITHIN_MS = 5_000;

export async function benchHostile(): Promise<Result[]> {
  const [good, bad] = [await openSite(), await openSite()];
  bad.receiver.tell({ task: "misbehave" });
  await run(good, WARM_UP_S);
  const before = await run(good, QUIET_S);
  const hostile = await run(bad, HOSTILE_S);
  const quiet = [...before, ...(await run(good, QUIET_S))];
  await good.close();
  await bad.close();
  const ratio = median(hostile) / median(quiet);
  const p99_ms = high(hostile);
  return [
    {
      what: "from commit to arrival while 30 of 100 endpoints misbehave, p50; floor: none does",
      value: `${median(hostile).toFixed(1)} ms`,
      floor: `${median(quiet).toFixed(1)} ms`,
      ratio,
      mark: { text: `≤ ${P50_MARK}`, isMet: ratio <= P50_MARK },
    },
    {
      what: "the same, p99",
      value: `${p99_ms.toFixed(0)} ms`,
      floor: `${high(quiet).toFixed(0)} ms`,
      ratio: p99_ms / high(quiet),
      mark: { text: `≤ ${P99_MARK_MS} ms`, isMet: p99_ms <= P99_MARK_MS },
    },
  ];
}

/** Three of ten, spread over the partners. */
function pathOf(place: number): string {
  const seat = (place * 3) % 20;
  const behaviour = seat < 4 ? "hang" : seat === 4 ? "drip" : seat === 5 ? "reset" : "answer";
  return `/${behaviour}/${place}`;
}

type Site = { receiver: Receiver; emitter: Emitter; nextEvent: NextEvent; close(): Promise<void> };

async function openSite(): Promise<Site> {
  const receiver = await startReceiver();
  const { product, nextEvent } = await startEndpoints(receiver, pathOf);
  const emitter = openEmitter(product, 4);
  const close = async () => {
    await emitter.close();
    receiver.stop();
    await product.stop();
  };
  return { receiver, emitter, nextEvent, close };
}

/** Milliseconds from commit to arrival, of each event to an endpoint that always answers. */
async function run({ receiver, emitter, nextEvent }: Site, seconds: number): Promise<number[]> {
  receiver.tell({ task: "expect", events: Number.MAX_SAFE_INTEGER });
  const committed = new Map<string, number>();
  const emitting = new Set<Promise<void>>();
  const began = performance.now();
  for (let count = 0; count < seconds * EVENTS_A_SECOND; count++) {
    await sleep(Math.max(0, began + (count * 1000) / EVENTS_A_SECOND - performance.now()));
    const place = count % ENDPOINTS;
    const emitted = emitter.emit([nextEvent(place)]).then(([id = ""]) => {
      if (pathOf(place).startsWith("/answer")) committed.set(id, performance.timeOrigin + performance.now());
      emitting.delete(emitted);
    });
    emitting.add(emitted);
  }
  await Promise.all(emitting);
  await sleep(ARRIVE_WITHIN_MS);
  const arrivals = await receiver.arrivals();
  return [...committed].map(([id, at]) => (arrivals[id] ?? Number.POSITIVE_INFINITY) - at);
}

function high(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
