import { expect, test } from "vitest";
import { type Connector, TransportFailure } from "../src/stores/connector.ts";
import { connectorKinds, connectorOf } from "../src/stores/connector-kinds.ts";
import { manual } from "../src/stores/connectors/manual.ts";
import { simulated } from "../src/stores/connectors/simulated.ts";
import { findFaults, type Trial } from "./connector-conformance.ts";

const trials: Record<string, Trial> = {
  "manual: the answer comes by itself": { connect: () => manual, expect: "no answer" },
  "simulated: confirms at once": {
    connect: () => simulated({ behaviour: "confirm", latency_ms: 0 }),
    expect: "delivered",
  },
  "simulated: confirms later": {
    connect: () => simulated({ behaviour: "confirm", latency_ms: 20_000 }),
    expect: "delivered",
  },
  "simulated: rejects at once": {
    connect: () => simulated({ behaviour: "reject_first", latency_ms: 0 }),
    expect: "rejected",
  },
  "simulated: rejects later": {
    connect: () => simulated({ behaviour: "reject_first", latency_ms: 1_000 }),
    expect: "rejected",
  },
  "simulated: flags": {
    connect: () => simulated({ behaviour: "flag_first", latency_ms: 1_000 }),
    expect: "action_required",
  },
  "simulated: is not reached": {
    connect: () => simulated({ behaviour: "stall", latency_ms: 1_000 }),
    expect: "transport failure",
  },
};

test.each(Object.entries(trials))("%s", async (_, trial) => {
  expect(await findFaults(trial)).toEqual([]);
});

test("every kind that is built is tried", () => {
  const built = Object.keys(connectorKinds).filter((kind) => connectorKinds[kind] !== "planned");
  expect(new Set(Object.keys(trials).map((name) => name.split(":")[0]))).toEqual(new Set(built));
  for (const kind of built) expect(connectorOf(connectorKinds, { kind }).call_within_ms).toBeGreaterThan(0);
});

// The suite itself: what each wrong connector is found out by.
const confirm: Connector = simulated({ behaviour: "confirm", latency_ms: 0 });
let sends = 0;
const wrong: [string, Connector, RegExp][] = [
  ["hangs", { ...confirm, send: () => new Promise(() => undefined) }, /no end in time/],
  ["throws what it gets", { ...confirm, send: () => Promise.reject(new TypeError("garbage")) }, /TypeError: garbage/],
  [
    "throws before it promises",
    {
      ...confirm,
      send: () => {
        throw new RangeError("early");
      },
    },
    /RangeError: early/,
  ],
  [
    "is not reached",
    { ...confirm, send: () => Promise.reject(new TransportFailure("away")) },
    /cannot be reached: away/,
  ],
  ["gives no reason", { ...confirm, send: () => Promise.reject(new TransportFailure()) }, /does not say why/],
  [
    "counts messages",
    { ...confirm, send: async () => ({ answer: { status: sends++ === 0 ? "delivered" : "rejected" } }) },
    /another answer/,
  ],
  ["passes garbage on", { ...confirm, send: async () => ({ answer: { status: "ok" as never } }) }, /answered with ok/],
  ["mistakes the question", { ...confirm, takedown: async () => ({ answer: { status: "delivered" } }) }, /no takedown/],
  ["is asked in no time", { ...confirm, send: async () => ({ ask_after_ms: 0 }) }, /after 0 ms/],
  [
    "never comes to an end",
    { ...confirm, send: async () => ({ ask_after_ms: 1 }), poll: async () => ({ ask_after_ms: 1 }) },
    /no answer after/,
  ],
  [
    "changes the message",
    {
      ...confirm,
      send: async (message) => {
        (message as { attempt: number }).attempt++;
        return {};
      },
    },
    /TypeError/,
  ],
];

test.each(wrong)(
  "a connector that %s does not conform",
  async (_, connector, fault) => {
    const faults = await findFaults({ connect: () => connector, expect: "delivered", call_within_ms: 100 });
    expect(faults.join("; ")).toMatch(fault);
  },
  30_000,
);
