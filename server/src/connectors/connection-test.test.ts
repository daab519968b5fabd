// The operator tests a store's connection: the answer lists every step, and nothing is left behind.

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { type HangingBucket, startHangingBucket } from "../../test/hanging-bucket.ts";
import { type S3Bucket, startS3Bucket } from "../../test/s3-bucket.ts";
import { type SftpServer, startSftpServer } from "../../test/sftp-server.ts";
import { startSilentHost } from "../../test/silent-host.ts";
import { createWorld, type World } from "../../test/world.ts";
import { ANSWER_WITHIN_MS } from "../platform/http/request-deadline.ts";
import { type TestOptions, test_limits } from "./connection-test.ts";
import { type ConnectorKind, connectorKinds } from "./kinds.ts";

/** The kind's own test, but with the limits of `hurry`. */
function hurried(name: string): ConnectorKind {
  const kind = connectorKinds[name] as ConnectorKind;
  return { ...kind, test: (inputs, options) => kind.test?.(inputs, { ...options, ...hurry }) as never };
}
let hurry: Partial<TestOptions> = {};
let deadline: AbortController;

let world: World;
let server: SftpServer;
let bucket: S3Bucket;
let hanging: HangingBucket;
beforeAll(async () => {
  const connectors = { hurried_sftp: hurried("ern_sftp"), hurried_s3: hurried("ern_s3") };
  [world, server, bucket] = await Promise.all([
    createWorld({ environment: "sandbox", connectors }),
    startSftpServer(),
    startS3Bucket(),
  ]);
  hanging = await startHangingBucket(bucket);
});
afterAll(async () => {
  await hanging.stop();
  await Promise.all([world.close(), server.stop(), bucket.stop()]);
});
beforeEach(() => {
  deadline = new AbortController();
  hurry = { signal: deadline.signal };
});
afterEach(() => {
  server.manners = {};
  server.onArrival = () => undefined;
});

const recipients = [{ party_id: "PADPIDA2009101501Y", party_name: "Fjordtone" }];
let stores = 0;

async function report(connector: object) {
  const store_id = `store_tested_${stores++}`;
  const store = { store_id, name: "Fjordtone", territories: ["WORLD"], connector };
  await must(world.operator, "POST /v1/operator/stores", store);
  const answer = await must(world.operator, `POST /v1/operator/stores/${store_id}/test`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const overSftp = (changes: object = {}) =>
  report({ kind: "ern_sftp", recipients, ...server.settings, ...server.secrets, folder: "in/segue", ...changes });
type Step = { name: string; ok: boolean; detail: string; ms: number };
const inShort = (steps: Step[]) => steps.map(({ name, ok }) => `${name} ${ok}`);
const names = ["name", "address", "host_key", "login", "write", "read", "remove"];

test("every step of a store that works is listed, and nothing stays there", async () => {
  const { ok, steps } = await overSftp();
  expect([ok, inShort(steps)]).toEqual([true, names.map((name) => `${name} true`)]);
  expect(steps[2].detail).toBe(`${server.settings.host_key}, as it was set.`);
  expect(await readdir(server.folder)).toEqual([]);
});

test("a test that passes ends the alert of a store that was not reached, and one that fails does not", async () => {
  await overSftp();
  const store_id = `store_tested_${stores - 1}`;
  const isUnreached = async () => {
    await must(world.operator, `POST /v1/operator/stores/${store_id}/test`);
    return (await must(world.operator, "GET /metrics")).text.includes(`{store_id="${store_id}"`);
  };
  await world.ctx.db`update stores set unreached_since = now() where store_id = ${store_id}`;
  await must(world.operator, `PATCH /v1/operator/stores/${store_id}`, {
    connector: { kind: "ern_sftp", recipients, ...server.settings, ...server.secrets, password: "wrong" },
  });
  expect(await isUnreached()).toBe(true);
  await must(world.operator, `PATCH /v1/operator/stores/${store_id}`, {
    connector: { kind: "ern_sftp", recipients, ...server.settings, ...server.secrets },
  });
  expect(await isUnreached()).toBe(false);
});

test("for a store without a host key the test shows the server's, and sends no password", async () => {
  const logins = server.logins;
  const { host_key, ...others } = server.settings;
  const { ok, steps } = await report({ kind: "ern_sftp", recipients, ...others, ...server.secrets });
  expect(ok).toBe(false);
  expect(steps[2]).toMatchObject({ name: "host_key", ok: false, detail: expect.stringContaining(host_key) });
  expect(steps[3]).toMatchObject({ ok: false, detail: "Not tried, because an earlier step failed." });
  expect(server.logins).toBe(logins);
});

test("a wrong password fails at the login, after the right host key, and is not repeated to the caller", async () => {
  const { steps } = await overSftp({ password: "a wrong one" });
  expect(inShort(steps).slice(2, 5)).toEqual(["host_key true", "login false", "write false"]);
  expect(JSON.stringify(steps)).not.toContain("a wrong one");
});

test("a name that is not known, and a port where nobody listens, fail at their steps", async () => {
  expect(inShort((await overSftp({ host: "no-such-host.invalid" })).steps)[0]).toBe("name false");
  expect(inShort((await overSftp({ port: 1 })).steps).slice(0, 3)).toEqual([
    "name true",
    "address false",
    "host_key false",
  ]);
});

test("a folder that the user may not write to fails at the write", async () => {
  server.manners.is_read_only = true;
  const { steps } = await overSftp();
  server.manners.is_read_only = false;
  expect(steps[4]).toMatchObject({ ok: false, detail: "The store does not allow this user to write or read here." });
  expect(await readdir(server.folder)).toEqual([]);
});

test("a bucket is tested the same way", async () => {
  const s3 = { kind: "ern_s3", recipients, ...bucket.settings, ...bucket.secrets, folder: "in" };
  const { ok, steps } = await report(s3);
  expect([ok, inShort(steps)]).toEqual([
    true,
    names.filter((name) => name !== "host_key").map((name) => `${name} true`),
  ]);
  expect(await bucket.keys()).toEqual([]);
  expect(inShort((await report({ ...s3, bucket: "nowhere" })).steps).slice(1, 4)).toEqual([
    "address true",
    "login false",
    "write false",
  ]);
});

test("a host that does not answer is named as such, long before the request's own time is over", async () => {
  const silent = await startSilentHost();
  hurry = { reach_ms: 50 };
  const { ok, steps } = await overSftp({ kind: "hurried_sftp", ...silent.address });
  await silent.stop();
  expect([ok, inShort(steps)]).toEqual([false, names.map((name) => `${name} ${name === "name"}`)]);
  expect(steps[1].detail).toBe(`127.0.0.1 does not answer at port ${silent.address.port}.`);
});

test("all steps and the removal of what they left have their limits inside that of the request", () => {
  const { steps_ms, reach_ms, clean_up_ms } = test_limits;
  expect(2 * reach_ms).toBeLessThan(steps_ms);
  expect(steps_ms + clean_up_ms).toBeLessThanOrEqual(ANSWER_WITHIN_MS - 10_000);
});

const troubles = {
  "the time is over": () => deadline.abort(),
  "the connection is cut": () => {
    server.manners.cut_at_request = 1;
  },
};

test.each(Object.entries(troubles))(
  "when %s after the file was made, a second session removes it",
  async (_, begin) => {
    hurry = { signal: deadline.signal, clean_up_ms: 30_000 };
    server.onArrival = begin;
    const { ok, steps } = await overSftp({ kind: "hurried_sftp" });
    expect([ok, inShort(steps)]).toEqual([
      false,
      [...names.map((name, place) => `${name} ${place < 4}`), "clean_up true"],
    ]);
    expect(steps.at(-1).detail).toBe("in/segue/segue-connection-test, in/segue, in: removed.");
    expect(await readdir(server.folder)).toEqual([]);
  },
);

test("a file that cannot be removed from a server is reported, with its place", async () => {
  hurry = { signal: deadline.signal, clean_up_ms: 50 };
  server.onArrival = () => {
    server.manners.is_silent = true;
    deadline.abort();
  };
  const { ok, steps } = await overSftp({ kind: "hurried_sftp" });
  expect([ok, steps.at(-1)]).toMatchObject([false, { name: "clean_up", ok: false }]);
  expect(steps.at(-1).detail).toContain("in/segue/segue-connection-test, in/segue, in may still be at the store");
  await rm(join(server.folder, "in"), { recursive: true });
});

test("a bucket that falls silent after the write is asked again, and the object is removed", async () => {
  const s3 = { kind: "hurried_s3", recipients, ...bucket.settings, ...bucket.secrets, endpoint: hanging.endpoint };
  const stepsUntilRead = ["name true", "address true", "login true", "write true", "read false", "remove false"];
  hurry = { signal: deadline.signal, clean_up_ms: 30_000 };
  hanging.hangsAt = ({ method }) => method === "GET";
  hanging.onHang = () => deadline.abort();
  const { ok, steps } = await report({ ...s3, folder: "in" });
  expect([ok, inShort(steps)]).toEqual([false, [...stepsUntilRead, "clean_up true"]]);
  expect(steps.at(-1).detail).toBe("in/segue-connection-test: removed.");
  expect(await bucket.keys()).toEqual([]);

  deadline = new AbortController();
  hurry = { signal: deadline.signal, clean_up_ms: 50 };
  hanging.hangsAt = ({ method }) => method === "GET" || method === "DELETE";
  const failed = await report({ ...s3, folder: "in" });
  expect([failed.ok, inShort(failed.steps)]).toEqual([false, [...stepsUntilRead, "clean_up false"]]);
  expect(failed.steps.at(-1).detail).toContain("in/segue-connection-test may still be at the store");
  expect(await bucket.keys()).toEqual(["in/segue-connection-test"]);
  hanging.hangsAt = () => false;
  hurry = {};
  expect((await report({ ...s3, folder: "in" })).ok).toBe(true);
  expect(await bucket.keys()).toEqual([]);
});

test("a store that is not called has no steps; one that is not there is not found, and partners find none", async () => {
  expect(await report({ kind: "manual" })).toEqual({ ok: true, steps: [] });
  expect((await world.operator.call("POST /v1/operator/stores/store_nowhere/test")).status).toBe(404);
  expect((await world.label.call("POST /v1/operator/stores/store_tested_0/test")).status).toBe(404);
});

test("settings that cannot work are refused when the store is set up, and secrets are never shown", async () => {
  const create = (connector: object) => {
    const store = { store_id: "store_refused", name: "Refused", territories: ["WORLD"], connector };
    return world.operator.call("POST /v1/operator/stores", { body: store });
  };
  const sound = { kind: "ern_sftp", recipients, ...server.settings, ...server.secrets };
  const wrong: [object, string][] = [
    [{ batches: true, takedown_style: "purge" }, "connector.takedown_style"],
    [{ folder: "../up" }, "connector.folder"],
    [{ folder_name: "{icpn}" }, "connector.folder_name"],
    [{ signal_name: "a/b" }, "connector.signal_name"],
    [{ host_key: "MD5:00" }, "connector.host_key"],
  ];
  for (const [changes, field] of wrong) {
    const refused = await create({ ...sound, ...changes });
    expect([refused.status, refused.body.error.details[0].field]).toEqual([422, field]);
  }
  const made = await create({ ...sound, takedown_style: "purge" });
  expect([made.status, made.body.connector_secrets]).toEqual([201, ["password"]]);
  expect(made.text + world.log_lines.join()).not.toContain(server.secrets.password);
});
