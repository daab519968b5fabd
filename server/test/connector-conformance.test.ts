import { expect, test } from "vitest";
import { type Connector, TransportFailure } from "../src/stores/connector.ts";
import { connectorKinds, getConnectorKind } from "../src/stores/connector-kinds.ts";
import { defaultCapabilities } from "../src/stores/store.ts";
import { findFaults, type Trial, trialErn } from "./connector-conformance.ts";

/** As the service connects it. */
function trialOf(kind: string, expected: Trial["expect"], settings: object = {}): Trial {
  const { connect, write } = getConnectorKind(connectorKinds, kind);
  return {
    connect: (inputs) => connect({ ...inputs, settings: settings as never, secrets: {} }),
    ...(write && {
      write: (message) =>
        write(message, { settings: settings as never, capabilities: defaultCapabilities, ern: trialErn }).document,
    }),
    expect: expected,
  };
}

const simulated = (expected: Trial["expect"], behaviour: string, latency_ms: number) =>
  trialOf("simulated", expected, { behaviour, latency_ms });

const trials: Record<string, Trial> = {
  "manual: the answer comes by itself": trialOf("manual", "no answer"),
  "simulated: confirms at once": simulated("delivered", "confirm", 0),
  "simulated: confirms later": simulated("delivered", "confirm", 20_000),
  "simulated: rejects at once": simulated("rejected", "reject_first", 0),
  "simulated: rejects later": simulated("rejected", "reject_first", 1_000),
  "simulated: flags": simulated("action_required", "flag_first", 1_000),
  "simulated: is not reached": simulated("transport failure", "stall", 1_000),
};

test.each(Object.entries(trials))("%s", async (_, trial) => {
  expect(await findFaults(trial)).toEqual([]);
});

test("every kind that is built is tried", () => {
  const built = Object.keys(connectorKinds).filter((kind) => connectorKinds[kind] !== "planned");
  expect(new Set(Object.keys(trials).map((name) => name.split(":")[0]))).toEqual(new Set(built));
  for (const kind of built) expect(getConnectorKind(connectorKinds, kind).call_within_ms).toBeGreaterThan(0);
});

// The suite itself: what each wrong connector is found out by.
const { connect } = simulated("delivered", "confirm", 0);
const confirm: Connector = connect({ blobs: undefined as never, clock: undefined as never, ern: trialErn });
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
    { ...confirm, send: async () => ({ answer: { status: sends++ % 2 === 0 ? "delivered" : "rejected" } }) },
    /another answer/,
  ],
  ["passes garbage on", { ...confirm, send: async () => ({ answer: { status: "ok" as never } }) }, /answered with ok/],
  ["mistakes the question", { ...confirm, takedown: async () => ({ answer: { status: "delivered" } }) }, /no takedown/],
  ["is asked in no time", { ...confirm, send: async () => ({ ask_after_ms: 0 }) }, /after 0 ms/],
  ["never has it all", { ...confirm, send: async () => ({ has_more: true }) }, /more to send after/],
  [
    "answers before it has it all",
    { ...confirm, send: async () => ({ has_more: true, answer: { status: "delivered" } }) },
    /an answer already/,
  ],
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

test("a connector that reads a file that is gone fails as the transport does", async () => {
  const reading = (fail: (key: string) => Error): Trial => ({
    connect: ({ blobs }) => ({
      ...confirm,
      async send({ files }) {
        for (const { blob_key } of files) if ((await blobs.size(blob_key)) === undefined) throw fail(blob_key);
        return { answer: { status: "delivered" } };
      },
    }),
    expect: "delivered",
  });
  expect(await findFaults(reading((key) => new TransportFailure(`There is no ${key}.`)))).toEqual([]);
  expect(await findFaults(reading(() => new TypeError("undefined")))).toEqual([
    "without its files it fails with TypeError: undefined",
  ]);
});

test.each(wrong)(
  "a connector that %s does not conform",
  async (_, connector, fault) => {
    const faults = await findFaults({ connect: () => connector, expect: "delivered", call_within_ms: 100 });
    expect(faults.join("; ")).toMatch(fault);
  },
  30_000,
);
