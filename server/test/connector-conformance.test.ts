import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connector, Receipt } from "../src/connectors/connector.ts";
import { connectorKinds, getConnectorKind, isWritten, readConnector } from "../src/connectors/kinds.ts";
import { simulatedErn } from "../src/connectors/simulated-ern.ts";
import { defaultCapabilities } from "../src/messages/capabilities.ts";
import { TransportFailure } from "../src/messages/message.ts";
import { atOnce } from "../src/platform/yielding.ts";
import { acknowledge, acknowledgementOf, agree, type Verdict } from "./acknowledging-store.ts";
import { findFaults, type Trial, trialErn } from "./connector-conformance.ts";
import { type S3Bucket, startS3Bucket } from "./s3-bucket.ts";
import { type SftpServer, startSftpServer } from "./sftp-server.ts";

/** As the service connects it. */
function trialOf(kind: string, expected: Trial["expect"], settings: object = {}): Trial {
  const row = getConnectorKind(connectorKinds, kind);
  const { connect } = row;
  const write = isWritten(row, { connector: { kind, ...settings } }) ? row.write : undefined;
  return {
    connect: (inputs) => connect({ ...inputs, settings: settings as never, secrets: {} }),
    ...(write && {
      write: (message) =>
        atOnce(write(message, { settings: settings as never, capabilities: defaultCapabilities, ern: trialErn }))
          .document,
    }),
    expect: expected,
  };
}

const simulated = (expected: Trial["expect"], behaviour: string, latency_ms: number) =>
  trialOf("simulated", expected, { behaviour, latency_ms });

const reader = (expected: Trial["expect"], behaviour: string) =>
  trialOf("simulated", expected, { behaviour, latency_ms: 1_000, format: "ern" });

const recipients = [{ party_id: "PADPIDA2009101501Y", party_name: "Trial" }];
let store: SftpServer;
let bucket: S3Bucket;
beforeAll(async () => {
  store = await startSftpServer();
  bucket = await startS3Bucket();
});
afterAll(() => Promise.all([store.stop(), bucket.stop()]));

let folders = 0;

/** In a folder of its own at the server, which is there when the trial begins. */
function ernTrial(
  kind: string,
  server: () => SftpServer | S3Bucket,
  expected: Trial["expect"],
  settings: object,
): Trial {
  const folder = `trial-${folders++}`;
  const built = () => {
    const given = { kind, recipients, ...server().settings, folder, ...settings };
    return readConnector(connectorKinds, given).connector as never;
  };
  const { connect, write } = getConnectorKind(connectorKinds, kind);
  return {
    connect: (inputs) => connect({ ...inputs, settings: built(), secrets: server().secrets }),
    ...(write && {
      write: (message) =>
        atOnce(write(message, { settings: built(), capabilities: defaultCapabilities, ern: trialErn })).document,
    }),
    expect: expected,
  };
}

const sftp = (expected: Trial["expect"], settings: object = {}, verdict?: Verdict): Trial => {
  const trial = ernTrial("ern_sftp", () => store, expected, settings);
  return {
    ...trial,
    connect: (inputs) => {
      store.onArrival = (path) => acknowledge(store.folder, path, verdict, `${path.split("/")[0]}/acknowledgements`);
      return trial.connect(inputs);
    },
  };
};

/** Buckets tell nobody that something has arrived, so the store answers when the call has ended. */
const s3 = (expected: Trial["expect"], settings: object = {}, verdict?: Verdict): Trial => {
  const trial = ernTrial("ern_s3", () => bucket, expected, settings);
  const folder = `trial-${folders - 1}`;
  const answered = async (message_id: string, sending: Promise<Receipt>) => {
    const receipt = await sending;
    const { name, text } = acknowledgementOf(message_id, verdict);
    await bucket.put(`${folder}/acknowledgements/${name}`, text);
    return receipt;
  };
  return {
    ...trial,
    connect: (inputs) => {
      const connector = trial.connect(inputs);
      return {
        ...connector,
        send: (message, options) => answered(message.message_id, connector.send(message, options)),
        takedown: (message, options) => answered(message.message_id, connector.takedown(message, options)),
      };
    },
  };
};

const conflict: Verdict = (message_id) => (message_id.endsWith("-takedown") ? agree(message_id) : "RightsConflict");

const trials: Record<string, Trial> = {
  "manual: the answer comes by itself": trialOf("manual", "no answer"),
  "reported: the answer comes by itself": trialOf("reported", "no answer"),
  "simulated: confirms at once": simulated("delivered", "confirm", 0),
  "simulated: confirms later": simulated("delivered", "confirm", 20_000),
  "simulated: rejects at once": simulated("rejected", "reject_first", 0),
  "simulated: rejects later": simulated("rejected", "reject_first", 1_000),
  "simulated: flags": simulated("action_required", "flag_first", 1_000),
  "simulated: reads ERN and confirms": reader("delivered", "confirm"),
  "simulated: reads ERN and flags": reader("action_required", "flag_first"),
  "simulated: reads ERN and rejects": reader("rejected", "reject_first"),
  "ern_http: the answer comes by itself": trialOf("ern_http", "no answer", {
    ...simulatedErn,
    recipients: [{ party_id: "PADPIDA2015999999X", party_name: "Brightwater" }],
  }),
  "simulated: is not reached": simulated("transport failure", "stall", 1_000),
  "ern_sftp: confirms": sftp("delivered"),
  "ern_sftp: confirms batches": sftp("delivered", { batches: true }),
  "ern_sftp: flags": sftp("action_required", {}, conflict),
  "ern_sftp: the answer comes by itself": sftp("no answer", { acknowledgements: "" }),
  "ern_sftp: shows another host key": sftp("transport failure", { host_key: `SHA256:${"A".repeat(43)}` }),
  "ern_s3: confirms": s3("delivered"),
  "ern_s3: confirms batches": s3("delivered", { batches: true }),
  "ern_s3: flags": s3("action_required", {}, conflict),
  "ern_s3: the answer comes by itself": s3("no answer", { acknowledgements: "" }),
  "ern_s3: has no such bucket": s3("transport failure", { bucket: "nowhere" }),
};

test.each(Object.entries(trials))("%s", async (_, trial) => {
  expect(await findFaults(trial)).toEqual([]);
});

test("every kind is tried", () => {
  const kinds = Object.keys(connectorKinds);
  expect(new Set(Object.keys(trials).map((name) => name.split(":")[0]))).toEqual(new Set(kinds));
  for (const kind of kinds) expect(getConnectorKind(connectorKinds, kind).call_within_ms).toBeGreaterThan(0);
});

// The suite itself: what each wrong connector is found out by.
const { connect } = simulated("delivered", "confirm", 0);
const nothing = { blobs: undefined as never, clock: undefined as never, schemas: undefined };
const confirm: Connector = connect({ ...nothing, ern: trialErn });
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
