// Spans on their way to the collector, as OTLP in JSON over HTTP.
//
// The problem. A trace must cost its request nothing but memory, and that memory must have an end: a collector may hang, be
// slow or be gone, while thousands of spans end in a second.
//
// The procedure. A span that ended waits in a list. Once a second, and as soon as a batch is full, one batch is sent, under a
// deadline. Only one is under way at a time.
//
// When it fails, the batch is dropped: a trace is no record that anything depends on. A span that finds the list full is
// dropped too. Both are counted, and at most one line of the log a minute says how many. A stop waits a second for what is left.

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
const CLOSE_WITHIN_MS = 1_000;
const WARN_EVERY_MS = 60_000;

/** `url`: such as http://127.0.0.1:4318. `resource`: which process sends. */
export type Collector = { url: string; resource: Attributes };

export function createExporter({ url, resource }: Collector, log: Log, send_within_ms = SEND_WITHIN_MS): Exporter {
  const address = `${url}/v1/traces`;
  let isClosed = false;
  let giveUp = () => undefined as unknown;
  let waiting: Span[] = [];
  let sending: Promise<void> | undefined;
  let dropped = 0;
  let logged = 0;
  let reason = "";
  let logged_ms = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    logDropped();
    void send();
  }, SEND_EVERY_MS);
  timer.unref();

  function drop(count: number, why: string): void {
    dropped += count;
    reason = why;
    logDropped();
  }

  function logDropped(): void {
    if (dropped === logged || performance.now() - logged_ms < WARN_EVERY_MS) return;
    logged = dropped;
    logged_ms = performance.now();
    log.warn({}, `Spans for SEGUE_TRACES (${url}) were dropped, ${dropped} since the start: ${reason}`);
  }

  function send(): Promise<void> {
    if (sending || waiting.length === 0) return sending ?? Promise.resolve();
    const batch = waiting.slice(0, BATCH);
    waiting = waiting.slice(BATCH);
    const late = new AbortController();
    giveUp = () => late.abort(new Error("the collector did not answer in time"));
    const limit = setTimeout(giveUp, send_within_ms);
    sending = post(address, requestOf(batch, resource), late.signal)
      .catch((error: unknown) => drop(batch.length, reasonOf(error)))
      .finally(() => {
        clearTimeout(limit);
        sending = undefined;
        if (waiting.length >= BATCH && !isClosed) void send();
      });
    return sending;
  }

  return {
    take(span) {
      if (waiting.length >= MAX_WAITING) return drop(1, "more ended than the collector takes");
      waiting.push(span);
      if (waiting.length >= BATCH) void send();
    },
    async close() {
      clearInterval(timer);
      const limit = setTimeout(() => {
        isClosed = true;
        giveUp();
      }, CLOSE_WITHIN_MS);
      while (sending || (waiting.length > 0 && !isClosed)) await send();
      clearTimeout(limit);
      logged_ms = Number.NEGATIVE_INFINITY;
      if (waiting.length > 0) drop(waiting.length, "the service stopped");
      logDropped();
    },
  };
}

/** The failure of a connection stands behind the sentence of `fetch`. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  return messageOf(cause ?? error);
}

async function post(address: string, body: object, signal: AbortSignal): Promise<void> {
  const reply = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    redirect: "manual",
    signal,
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`the collector answered ${reply.status}`);
}

function requestOf(batch: readonly Span[], resource: Attributes): object {
  const spans = batch.map(spanOf);
  const attributes = valuesOf({ "service.name": "segue", ...resource });
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: "segue" }, spans }] }] };
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
