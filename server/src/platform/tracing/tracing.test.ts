import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../../test/catalog.ts";
import { type Receiver, startReceiver } from "../../../test/receiver.ts";
import { happen, register } from "../../../test/webhooks.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { createLog } from "../logging.ts";
import { createExporter, MAX_WAITING, type Span } from "./exporter.ts";
import { carriedTrace, readTraceparent, startTracing } from "./tracing.ts";

type Value = { stringValue?: string; intValue?: string; boolValue?: boolean };
type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
  status?: { code: number };
};

/** A collector: it keeps the spans, or hangs. */
async function startCollector({ hangs = false } = {}) {
  const spans: Sent[] = [];
  const seen = { requests: 0, text: "" };
  const server = createServer((request, response) => {
    seen.requests++;
    if (hangs) return;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      seen.text += text;
      if (request.url === "/v1/traces" && request.headers["content-type"] === "application/json")
        spans.push(...JSON.parse(text).resourceSpans.flatMap(spansOf));
      response.writeHead(200).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, seen, close };
}

const spansOf = ({ scopeSpans }: { scopeSpans: { spans: Sent[] }[] }) => scopeSpans.flatMap(({ spans }) => spans);
const attributeOf = ({ attributes }: Sent, key: string) => {
  const { value } = attributes.find((one) => one.key === key) ?? {};
  return value?.stringValue ?? value?.intValue ?? value?.boolValue;
};

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

const lines: string[] = [];
const log = createLog({ level: "info", destination: { write: (line) => void lines.push(line) } });
let world: World;
let receiver: Receiver;
let collector: Awaited<ReturnType<typeof startCollector>>;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  receiver = await startReceiver();
  const types = ["release.status.changed", "submission.reviewed", "delivery.store.updated", "delivery.completed"];
  await register(world.label, `${receiver.url}?token=secret-of-a-partner`, types);
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});
beforeEach(async () => {
  lines.length = 0;
  collector = await startCollector();
});
afterEach(() => collector.close());

const secret = Buffer.alloc(32, 1);
const traceTo = ({ url }: Pick<typeof collector, "url">, ratio = 1) =>
  startTracing({ url, ratio, secret, resource: { "service.version": "1.2.3" } }, log);

/** The release goes to a store, which confirms, and the endpoint hears of all of it. */
async function deliver(headers: Record<string, string>) {
  const release_id = await makeRelease(world);
  await world.runJobs();
  receiver.received.length = 0;
  const tracing = traceTo(collector);
  try {
    const body = { deliver: { store_ids: ["store_auralis"], territory_codes: ["WORLDWIDE"] } };
    const { status } = await world.label.call(`POST /v1/releases/${release_id}/submit`, { body, headers });
    expect(status).toBeLessThan(300);
    for (let step = 0; step < 8; step++) {
      await world.runJobs();
      world.clock.advance(5_000);
    }
  } finally {
    await tracing.close();
  }
  return collector.spans;
}

describe("a collector that is set", () => {
  test("sees one trace from the request over its statements and jobs to the store and the webhook", async () => {
    const spans = await deliver({ traceparent: TRACEPARENT });
    const own = spans.filter(({ traceId }) => traceId === TRACE);
    const [request] = own.filter(({ kind }) => kind === 2);
    expect(request).toMatchObject({ name: "POST /v1/releases/{release_id}/submit", parentSpanId: "00f067aa0ba902b7" });
    const ids = new Set(own.map(({ spanId }) => spanId));
    const orphans = own.filter(
      ({ parentSpanId }) => !ids.has(parentSpanId ?? "") && parentSpanId !== "00f067aa0ba902b7",
    );
    expect(orphans.map(({ name }) => name)).toEqual([]);
    const [store] = own.filter(({ name }) => name === "store");
    expect(store && attributeOf(store, "segue.store_id")).toBe("store_auralis");
    const jobs = own.filter(({ kind }) => kind === 5);
    expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(["send_event"]));
    const statements = own.filter(({ parentSpanId, name }) => name === "sql" && parentSpanId === request?.spanId);
    expect(statements.length).toBeGreaterThan(3);
    expect(statements.some((one) => /\$1/.test(String(attributeOf(one, "db.query.text"))))).toBe(true);
    for (const { startTimeUnixNano, endTimeUnixNano } of own)
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);

    const calls = own.filter(({ name, kind }) => name === "POST" && kind === 3);
    const sent = receiver.events().map(({ headers }) => headers.traceparent);
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.every((header) => String(header).startsWith(`00-${TRACE}-`))).toBe(true);
    expect(calls.map(({ spanId }) => `00-${TRACE}-${spanId}-01`).sort()).toEqual([...sent].sort());
  });

  test("gets no values, bodies, paths, queries or keys", async () => {
    await deliver({ traceparent: TRACEPARENT });
    expect(collector.seen.text).toContain("db.query.text");
    for (const secret of [world.label.key, world.label.id, "secret-of-a-partner", "/hooks", "Vera Lux"])
      expect(collector.seen.text).not.toContain(secret);
  });

  test("gets a new trace for a header of another form, and none for one that leaves it out", async () => {
    const tracing = traceTo(collector);
    for (const traceparent of [
      `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
      "x".repeat(5_000),
      `00-${TRACE}-00f067aa0ba902b7-00`,
    ])
      await world.label.call("GET /v1/releases", { headers: { traceparent } });
    await tracing.close();
    const requests = collector.spans.filter(({ name }) => name === "GET /v1/releases");
    expect(requests).toHaveLength(2);
    expect(requests.every(({ traceId, parentSpanId }) => traceId !== TRACE && parentSpanId === undefined)).toBe(true);
  });

  test("is told which request it was, which call was refused, and by which process", async () => {
    const tracing = traceTo(collector);
    receiver.answer([500, 200]);
    const { headers } = await must(world.label, `POST /v1/releases/${await makeRelease(world)}/submit`);
    await world.runJobs();
    world.clock.advance(60_000);
    await world.runJobs();
    receiver.answer(200);
    await tracing.close();
    const [request] = collector.spans.filter(({ name }) => name.endsWith("/submit"));
    expect(request && attributeOf(request, "segue.request_id")).toBe(headers.get("x-request-id"));
    expect(request?.status).toBeUndefined();
    const calls = collector.spans.filter(({ name, kind }) => name === "POST" && kind === 3);
    const refused = calls.filter((call) => attributeOf(call, "http.response.status_code") === "500");
    expect(refused.map(({ status }) => status?.code)).toEqual([2]);
    expect(calls.filter(({ status }) => status)).toEqual(refused);
    expect(collector.seen.text).toContain('{"key":"service.version","value":{"stringValue":"1.2.3"}}');
  });

  test("gets a share of the traces whose ids a caller chose alike", async () => {
    const tracing = traceTo(collector, 0.5);
    const ids = Array.from({ length: 60 }, (_, number) => `${String(number + 1).padStart(18, "0")}${"0".repeat(14)}`);
    for (const id of ids)
      await world.label.call("GET /v1/releases", { headers: { traceparent: `00-${id}-00f067aa0ba902b7-01` } });
    await tracing.close();
    const kept = new Set(collector.spans.map(({ traceId }) => traceId));
    expect(kept.size).toBeGreaterThan(0);
    expect(kept.size).toBeLessThan(ids.length);
  });

  test("gets only the share that is kept", async () => {
    const tracing = traceTo(collector, 0);
    await must(world.label, "GET /v1/releases");
    await tracing.close();
    expect(collector.seen.requests).toBe(0);
  });
});

test("without a collector nothing is carried, in no job and to no receiver", async () => {
  receiver.received.length = 0;
  await happen(world, world.label);
  const jobs = await world.ctx.db`select 1 from jobs where payload ? 'traceparent'`;
  await world.runJobs();
  expect(jobs).toHaveLength(0);
  expect(receiver.events()).toHaveLength(1);
  expect(receiver.events()[0]?.headers).not.toHaveProperty("traceparent");
  expect(carriedTrace()).toBeUndefined();
});

describe("a collector that hangs", () => {
  const span: Span = {
    trace_id: TRACE,
    span_id: "00f067aa0ba902b7",
    parent_id: undefined,
    name: "sql",
    kind: "client",
    start_ms: 1,
    end_ms: 2,
    attributes: {},
    is_error: false,
  };

  test("holds no request, and what waits for it has an end", async () => {
    const hanging = await startCollector({ hangs: true });
    const tracing = traceTo(hanging);
    for (let times = 0; times < 3; times++) await must(world.label, "GET /v1/releases");
    // It would wait for an hour, but a stop does not.
    const exporter = createExporter({ url: hanging.url, resource: {} }, log, 3_600_000);
    const taken = MAX_WAITING + 2_000;
    for (let times = 0; times < taken; times++) exporter.take(span);
    await exporter.close();
    const warnings = lines.map((line) => JSON.parse(line).msg as string);
    expect(warnings.at(0)).toMatch(/^Spans for SEGUE_TRACES \(http:\S+\) were dropped, 1 since the start: more ended/);
    expect(warnings.filter((line) => line.includes(`dropped, ${taken} since the start`))).toHaveLength(1);
    await hanging.close();
    await tracing.close();
  });
});

test("a traceparent is read by its form alone", () => {
  expect(readTraceparent(TRACEPARENT)).toEqual({ trace_id: TRACE, span_id: "00f067aa0ba902b7", is_left_out: false });
  expect(readTraceparent(`01-${TRACE}-00f067aa0ba902b7-01-later`)).toMatchObject({ trace_id: TRACE });
  const wrong = [
    undefined,
    "",
    ["a", "b"],
    `${TRACEPARENT}-more`,
    TRACEPARENT.toUpperCase(),
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `01-${TRACE}-00f067aa0ba902b7-01-${"x".repeat(100)}`,
  ];
  expect(wrong.map(readTraceparent).filter(Boolean)).toEqual([]);
});
