// The operator tests a store's connection: every step is told, and nothing is left behind.

import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { type S3Bucket, startS3Bucket } from "../../test/s3-bucket.ts";
import { type SftpServer, startSftpServer } from "../../test/sftp-server.ts";
import { createWorld, type World } from "../../test/world.ts";

let world: World;
let server: SftpServer;
let bucket: S3Bucket;
beforeAll(async () => {
  [world, server, bucket] = await Promise.all([
    createWorld({ environment: "sandbox" }),
    startSftpServer(),
    startS3Bucket(),
  ]);
});
afterAll(() => Promise.all([world.close(), server.stop(), bucket.stop()]));

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
const told = (steps: Step[]) => steps.map(({ name, ok }) => `${name} ${ok}`);
const names = ["name", "address", "host_key", "login", "write", "read", "remove"];

test("every step of a store that works is told, and nothing stays there", async () => {
  const { ok, steps } = await overSftp();
  expect([ok, told(steps)]).toEqual([true, names.map((name) => `${name} true`)]);
  expect(steps[2].detail).toBe(`${server.settings.host_key}, as it was set.`);
  expect(await readdir(server.folder)).toEqual([]);
});

test("a store without a host key is told the one that the server shows, and gets no password", async () => {
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
  expect(told(steps).slice(2, 5)).toEqual(["host_key true", "login false", "write false"]);
  expect(JSON.stringify(steps)).not.toContain("a wrong one");
});

test("a name that is not known, and a port where nobody listens, fail at their steps", async () => {
  expect(told((await overSftp({ host: "no-such-host.invalid" })).steps)[0]).toBe("name false");
  expect(told((await overSftp({ port: 1 })).steps).slice(0, 3)).toEqual([
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
  expect([ok, told(steps)]).toEqual([true, names.filter((name) => name !== "host_key").map((name) => `${name} true`)]);
  expect(await bucket.keys()).toEqual([]);
  expect(told((await report({ ...s3, bucket: "nowhere" })).steps).slice(1, 4)).toEqual([
    "address true",
    "login false",
    "write false",
  ]);
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
    [{ folder_name: "{time}" }, "connector.folder_name"],
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
