// A release from the upload to a store, through an API process and a worker that are set up as compose.yaml says: the
// settings are read from that file, and only the names of its hosts are replaced by servers of this machine.

import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ensureDatabase } from "../../src/platform/database/create.ts";
import { must as succeed } from "../catalog.ts";
import { jpeg, sine, wav } from "../media.ts";
import { hasRedis, startRedis } from "../redis.ts";
import { startS3Process } from "../s3.ts";
import { type ServiceProcess, startService } from "../service-process.ts";
import { startTcpProxy } from "../tcp-proxy.ts";
import { upload } from "../upload.ts";
import { callerAt } from "../world.ts";

const compose = readFileSync(new URL("../../../compose.yaml", import.meta.url), "utf8");

type Variables = Record<string, string>;

/** The block that all processes share, with the shell's variables filled in as `docker compose` does. */
function sharedSettings(shell: Variables): Variables {
  const [, block = ""] = /^x-environment:.*\n((?: {2}.*\n)+)/m.exec(compose) ?? [];
  const lines = [...block.matchAll(/^ {2}([A-Z_0-9]+): (.+)$/gm)];
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind?: string, other?: string) => {
      const value = shell[name] ?? (kind === "-" ? other : undefined);
      if (value === undefined) throw new Error(`compose.yaml asks for ${name}.`);
      return value;
    });
  return Object.fromEntries(lines.map(([, name = "", text = ""]) => [name, fill(text)]));
}

/** A service's own: `environment: { <<: *environment, SEGUE_ROLE: api }`. */
function ownSettings(service: string): Variables {
  const [, block = ""] = new RegExp(`^ {2}${service}:.*\\n((?: {4}.*\\n)+)`, "m").exec(compose) ?? [];
  const [, text = ""] = /^ {4}environment: \{ <<: \*environment, (.+) \}$/m.exec(block) ?? [];
  return Object.fromEntries(text.split(", ").map((entry) => entry.split(": ") as [string, string]));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const closers: (() => Promise<unknown>)[] = [];
const services: ServiceProcess[] = [];
let url: string;

/** PostgreSQL, Redis and S3 over TCP, by the names that compose.yaml gives them. */
async function startHosts(): Promise<Variables> {
  const { socket_dir } = inject("postgres");
  const redis = await startRedis();
  const storage = await startS3Process();
  const database = await startTcpProxy({ path: join(socket_dir, ".s.PGSQL.5432") });
  const counters = await startTcpProxy({ path: new URL(redis.url).pathname });
  closers.push(database.close, counters.close, redis.close, storage.stop);
  return {
    "postgres:5432": `127.0.0.1:${database.port}`,
    "redis:6379": `127.0.0.1:${counters.port}`,
    "storage:9000": new URL(storage.endpoint).host,
  };
}

/** As compose.yaml does. */
async function makeBucket(settings: Variables): Promise<void> {
  const bucket = new URL(settings.SEGUE_STORAGE ?? "").host;
  expect(compose).toContain(`mc mb --ignore-existing storage/${bucket}\n`);
  const credentials = { accessKeyId: "segue", secretAccessKey: "any" };
  const endpoint = settings.AWS_ENDPOINT_URL_S3 ?? "";
  const client = new S3Client({ region: "us-east-1", endpoint, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}

function start(variables: Variables): ServiceProcess {
  const data_dir = mkdtempSync(join(tmpdir(), "segue-compose-"));
  const service = startService({ ...variables, SEGUE_DATA_DIR: data_dir });
  services.push(service);
  closers.push(() => rm(data_dir, { recursive: true, force: true }));
  return service;
}

beforeAll(async () => {
  if (!hasRedis) return;
  const [SEGUE_PORT, SEGUE_SANDBOX_PORT] = [await freePort(), await freePort()].map(String) as [string, string];
  url = `http://127.0.0.1:${SEGUE_SANDBOX_PORT}`;
  const hosts = await startHosts();
  const shell = {
    POSTGRES_PASSWORD: "any",
    STORAGE_PASSWORD: "any",
    SEGUE_SECRET: Buffer.alloc(32, 9).toString("base64"),
    SEGUE_OPERATOR_KEY: "an-operator-key-for-this-test",
    SEGUE_SANDBOX_PUBLIC_URL: url,
  };
  const local = Object.entries(sharedSettings(shell)).map(([name, text]) => [
    name,
    Object.entries(hosts).reduce((text, [host, here]) => text.replace(host, here), text),
  ]);
  const settings: Variables = Object.fromEntries(local);
  const database = `segue_compose_${process.pid}`;
  await ensureDatabase({ ...inject("postgres"), database: "postgres" }, database);
  settings.DATABASE_URL = settings.DATABASE_URL?.replace(/\/segue$/, `/${database}`) ?? "";
  await makeBucket(settings);
  const [api, worker] = [ownSettings("api-1"), ownSettings("worker-1")];
  expect([api.SEGUE_ROLE, worker.SEGUE_ROLE]).toEqual(["api", "worker"]);
  start({ ...settings, ...api, SEGUE_PORT, SEGUE_SANDBOX_PORT });
  start({ ...settings, ...worker });
  await Promise.all(services.map(({ ready }) => ready));
});
afterAll(async () => {
  for (const { child } of services) child.kill("SIGTERM");
  await Promise.all(services.map(({ exit }) => exit));
  for (const close of closers) await close();
});

test.skipIf(!hasRedis)("files that one process takes, another looks into, and the release is delivered", async () => {
  const partner = callerAt(url, (await services[0]?.ready)?.sandbox_key);
  const must = async (operation: string, body?: object) => (await succeed(partner, operation, body)).body;
  const until = (path: string, status: string) =>
    expect.poll(async () => (await must(`GET ${path}`)).status, { interval: 100 }).toBe(status);
  const audio_asset_id = await upload(partner, wav({ sound: sine({ seconds: 1 }) }));
  const artwork = { type: "artwork", filename: "cover.jpg", content_type: "image/jpeg" };
  const artwork_asset_id = await upload(partner, await jpeg(), artwork);
  await until(`/v1/assets/${audio_asset_id}`, "ready");
  await until(`/v1/assets/${artwork_asset_id}`, "ready");
  const artists = [{ name: "Vera Lux", role: "main" }];
  const { id: release_id } = await must("POST /v1/releases", {
    title: "First Light",
    artists,
    release_date: "2030-03-01",
  });
  await must("POST /v1/tracks", { release_id, title: "First Light", audio_asset_id });
  await must(`PATCH /v1/releases/${release_id}`, { artwork_asset_id });
  await must(`POST /v1/releases/${release_id}/submit`);
  const chosen = { store_ids: ["store_auralis"], territory_codes: ["WORLDWIDE"] };
  const { id } = await must("POST /v1/deliveries", { release_id, ...chosen });
  await until(`/v1/deliveries/${id}`, "delivered");
});
