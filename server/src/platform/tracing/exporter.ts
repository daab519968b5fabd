// Spans on their way to the collector, as OTLP in JSON over HTTP.
//
// The problem. A trace must cost its request nothing but memory, and that memory must have an end: a collector may hang, be
// slow or be gone, while thousands of spans end in a second.
//
// The procedure. A span that ended waits in a list. Once a second, and as soon as a batch is full, one batch is sent, under a
// deadline. Only one is under way at a time.
//
// When it fails, the batch is dropped: a trace is no record that anything depends on. A span that finds the list full is
// dropped too. Both are counted, and one line of the log a minute says how many.

import { type Log, messageOf } from "../logging.ts";

export type Span = {
  trace_id: string;
  span_id: string;
  parent_id: string | undefined;
  name: string;
  kind: keyof typeof kinds;
  start_ms: number;
  end_ms: number;
  attributes: Attributes;
  is_error: boolean;
};

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** As OTLP numbers them. */
const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
const ERROR = 2;

export type Exporter = { take(span: Span): void; close(): Promise<void> };

export const MAX_WAITING = 4_096;
const BATCH = 512;
const SEND_EVERY_MS = 1_000;
const SEND_WITHIN_MS = 5_000;
const WARN_EVERY_MS = 60_000;

/** `url`: the collector's, such as http://127.0.0.1:4318. */
export function createExporter(url: string, log: Log, send_within_ms = SEND_WITHIN_MS): Exporter {
  const address = `${url}/v1/traces`;
  let waiting: Span[] = [];
  let sending: Promise<void> | undefined;
  let dropped = 0;
  let warned_ms = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => void send(), SEND_EVERY_MS);
  timer.unref();

  function drop(count: number, why: string): void {
    dropped += count;
    if (performance.now() - warned_ms < WARN_EVERY_MS) return;
    warned_ms = performance.now();
    log.warn({}, `Spans were dropped, ${dropped} since the start: ${why}`);
  }

  function send(): Promise<void> {
    if (sending || waiting.length === 0) return sending ?? Promise.resolve();
    const batch = waiting.slice(0, BATCH);
    waiting = waiting.slice(BATCH);
    sending = post(address, batch, send_within_ms)
      .catch((error: unknown) => drop(batch.length, messageOf(error)))
      .finally(() => {
        sending = undefined;
        if (waiting.length >= BATCH) void send();
      });
    return sending;
  }

  return {
    take(span) {
      if (waiting.length >= MAX_WAITING) return drop(1, "more ended than the collector takes");
      waiting.push(span);
      if (waiting.length >= BATCH) void send();
    },
    /** A stop waits no longer for a collector than for two batches. */
    async close() {
      clearInterval(timer);
      const until_ms = performance.now() + send_within_ms;
      while (sending || (waiting.length > 0 && performance.now() < until_ms)) await send();
    },
  };
}

async function post(address: string, batch: readonly Span[], within_ms: number): Promise<void> {
  const reply = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(requestOf(batch)),
    redirect: "manual",
    signal: AbortSignal.timeout(within_ms),
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`the collector answered ${reply.status}`);
}

function requestOf(batch: readonly Span[]): object {
  const resource = { attributes: valuesOf({ "service.name": "segue" }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "segue" }, spans: batch.map(spanOf) }] }] };
}

function spanOf({ trace_id, span_id, parent_id, name, kind, start_ms, end_ms, attributes, is_error }: Span): object {
  return {
    traceId: trace_id,
    spanId: span_id,
    ...(parent_id && { parentSpanId: parent_id }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(start_ms),
    endTimeUnixNano: nanoseconds(end_ms),
    attributes: valuesOf(attributes),
    ...(is_error && { status: { code: ERROR } }),
  };
}

/** More than a number holds, so it is written as text. */
function nanoseconds(time_ms: number): string {
  return String(BigInt(Math.round(time_ms * 1_000)) * 1_000n);
}

function valuesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]): object[] => {
    if (value === undefined) return [];
    if (typeof value === "string") return [{ key, value: { stringValue: value } }];
    if (typeof value === "boolean") return [{ key, value: { boolValue: value } }];
    return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
  });
}
