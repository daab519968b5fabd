// Traces: what a request did, from its arrival through its statements and the jobs that it caused to the calls of stores and
// webhooks, under one trace id (W3C Trace Context).
//
// The problem. A slow release is slow in one of many places, and the work is spread over requests, jobs and processes. But
// most installations look at no traces, and for them none of this may cost anything.
//
// The procedure. A process that is told of a collector (SEGUE_TRACES) has one tracer. The span of the present work goes along
// with it by AsyncLocalStorage, so no function is handed a span. A job carries the trace in its payload, as `traceparent`;
// a version that does not know it ignores it. Without a tracer each function here is one look at a variable.
//
// Only the form of a caller's `traceparent` is trusted: it names a trace and decides nothing else. Its flag may leave the
// trace out, and never in: the share of traces that is kept follows from their ids and the secret, so all processes agree
// about each, and no caller can choose an id that is kept.
// A span has no value of a statement, no body, no path and no query of a URL.
//
// When it fails, spans are missing: see exporter.ts. A trace of one request or job has an end too (MAX_SPANS).

import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac, randomBytes } from "node:crypto";
import type { Log } from "../logging.ts";
import { type Attributes, type Collector, createExporter, type Exporter, type Span } from "./exporter.ts";

/** `ratio`: the share of traces that is kept, 0 to 1. */
export type TracingSettings = Pick<Collector, "url"> & { ratio: number };
type Tracing = TracingSettings & Collector & { secret: Buffer };

/** `left`: how many spans the present request or job may still have. */
export type TracePlace = { trace_id: string; span_id: string; budget: { left: number } };
type Tracer = Pick<Tracing, "ratio" | "secret"> & { exporter: Exporter; places: AsyncLocalStorage<TracePlace | undefined> };

/** A process has one, whatever it serves. */
let tracer: Tracer | undefined;

/** A bulk may send thousands of statements. */
const MAX_SPANS = 1_000;

export function startTracing({ ratio, secret, ...collector }: Tracing, log: Log): { close(): Promise<void> } {
  const exporter = createExporter(collector, log);
  const started: Tracer = { exporter, ratio, secret, places: new AsyncLocalStorage() };
  tracer = started;
  return {
    close: () => {
      if (tracer === started) tracer = undefined;
      return exporter.close();
    },
  };
}

/** `after`: what the result adds to the span. */
type Run<T> = { run: () => Promise<T>; after: (result: T) => Attributes };

type Work = { name: string; kind: Span["kind"]; attributes: Attributes };

/** A request: `traceparent` is the caller's own header. `after`: what its result adds to the span. */
export function traceRequest<T>(
  { request_id, traceparent }: { request_id: string; traceparent: unknown },
  work: Work,
  run: () => Promise<T>,
  after: (result: T) => Attributes,
): Promise<T> {
  if (!tracer) return run();
  // The log and the answer name the request likewise.
  const attributes = { ...work.attributes, "segue.request_id": request_id };
  return root(tracer, readTraceparent(traceparent), { ...work, attributes }, { run, after });
}

/** A job: `payload` may carry the trace of the work that enqueued it. */
export function traceJob<T>(payload: unknown, work: Work, run: () => Promise<T>): Promise<T> {
  if (!tracer) return run();
  const given = (payload as { traceparent?: unknown } | null)?.traceparent;
  return root(tracer, readTraceparent(given), work, { run, after: none });
}

/** A part of the present work, such as a call to the outside. */
export function tracePart<T>(work: Work, run: () => Promise<T>, after: (result: T) => Attributes = none): Promise<T> {
  const parent = tracer?.places.getStore();
  return tracer && parent ? spanned(tracer, parent, work, { run, after }) : run();
}

/** The trace of the present work as a `traceparent`. Undefined: none is kept. */
export function carriedTrace(): string | undefined {
  const place = tracer?.places.getStore();
  return place && `00-${place.trace_id}-${place.span_id}-01`;
}

/** The place of the present work in its trace, for work that others begin: a batch. Undefined: there is no trace. */
export function presentPlace(): TracePlace | undefined {
  return tracer?.places.getStore();
}

export function atPlace<T>(place: TracePlace | undefined, run: () => Promise<T>): Promise<T> {
  return tracer ? tracer.places.run(place, run) : run();
}

/** Work for several at once belongs to their trace, if all of them have the same, and to none otherwise. */
export function atPlaceOfAll<T>(all: readonly { place?: TracePlace | undefined }[], run: () => Promise<T>): Promise<T> {
  if (!tracer) return run();
  const place = all[0]?.place;
  const isOne = all.every((one) => one.place?.trace_id === place?.trace_id);
  return tracer.places.run(isOne ? place : undefined, run);
}

/** The parts of a statement that the driver's types leave out. */
type Statement = Promise<unknown> & {
  handler: ((statement: never) => void) & { debug?: unknown };
  string?: string;
  tagged?: boolean;
};

const MAX_SQL = 2_000;

/** A statement has a span from the moment at which it is sent. A part of a statement is never sent. */
export function traceStatement(statement: Statement): void {
  const parent = tracer?.places.getStore();
  if (!tracer || !parent) return;
  const { handler } = statement;
  const used = tracer;
  const send = (sent: Statement) => {
    const end = begin(used, parent, { name: "sql", kind: "client", attributes: {} });
    // The statement's own `then` would send it again. Its text has places for values ($1) and no values.
    const finish = (is_error: boolean) => {
      const text = sent.tagged === true ? (sent.string ?? "").replaceAll(/\s+/g, " ").trim().slice(0, MAX_SQL) : "";
      end?.({ "db.system.name": "postgresql", "db.query.text": text || undefined }, is_error);
    };
    void Promise.prototype.then.call(
      sent,
      () => finish(false),
      () => finish(true),
    );
    handler(sent as never);
  };
  statement.handler = Object.assign(send, { debug: handler.debug });
}

function root<T>(used: Tracer, given: Traceparent | undefined, work: Work, running: Run<T>): Promise<T> {
  const trace_id = given?.trace_id ?? randomBytes(16).toString("hex");
  if (given?.is_left_out || !isKept(trace_id, used)) return used.places.run(undefined, running.run);
  const parent = { trace_id, span_id: given?.span_id ?? "", budget: { left: MAX_SPANS } };
  return spanned(used, parent, work, running);
}

async function spanned<T>(used: Tracer, parent: TracePlace, work: Work, { run, after }: Run<T>): Promise<T> {
  const span_id = newSpanId();
  const end = begin(used, parent, work, span_id);
  try {
    const result = await used.places.run({ ...parent, span_id: end ? span_id : parent.span_id }, run);
    const attributes = after(result);
    end?.(attributes, isFailure(work, attributes));
    return result;
  } catch (error) {
    const { status } = (error ?? {}) as { status?: unknown };
    // A refusal of the client's request is no fault of ours.
    const isRefusal = typeof status === "number" && status < 500;
    end?.(typeof status === "number" ? { "http.response.status_code": status } : {}, !isRefusal);
    throw error;
  }
}

const none = () => ({});

/** A call that was answered with a refusal, or not at all, has failed; a request that we refuse has not. */
function isFailure({ kind }: Work, attributes: Attributes): boolean {
  const status = Number(attributes["http.response.status_code"] ?? 0);
  return attributes["error.type"] !== undefined || status >= (kind === "client" ? 400 : 500);
}

/** Undefined: the trace has had all its spans. */
function begin({ exporter }: Tracer, parent: TracePlace, { name, kind, attributes }: Work, span_id = newSpanId()) {
  if (parent.budget.left <= 0) return undefined;
  parent.budget.left -= 1;
  const start_ms = nowMs();
  return (more: Attributes, is_error: boolean) =>
    exporter.take({
      trace_id: parent.trace_id,
      span_id,
      parent_id: parent.span_id || undefined,
      name,
      kind,
      start_ms,
      end_ms: nowMs(),
      attributes: { ...attributes, ...more },
      is_error,
    });
}

/** This machine's time, which the collector compares with that of others. It never goes back. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

function newSpanId(): string {
  return randomBytes(8).toString("hex");
}

type Traceparent = { trace_id: string; span_id: string; is_left_out: boolean };

const NONE = /^0+$/;

/** Undefined: there is none, or it has not the form of version 00. Other versions begin like it. */
export function readTraceparent(text: unknown): Traceparent | undefined {
  if (typeof text !== "string" || text.length > 128) return undefined;
  const [, version, trace_id = "", span_id = "", flags = "", rest = ""] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== "")) return undefined;
  if (NONE.test(trace_id) || NONE.test(span_id)) return undefined;
  return { trace_id, span_id, is_left_out: (Number.parseInt(flags, 16) & 1) === 0 };
}

const BYTES = 6;

/** By a digest of the id, which is as good as chance. */
function isKept(trace_id: string, { ratio, secret }: Pick<Tracer, "ratio" | "secret">): boolean {
  const digest = createHmac("sha256", secret).update(trace_id).digest();
  return digest.readUIntBE(0, BYTES) < ratio * 256 ** BYTES;
}
