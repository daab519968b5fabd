// A node whose clock is wrong does no damage: what lasts, what has run out and what is due goes by the database's clock.

import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { draft } from "../test/catalog.ts";
import { startReceiver } from "../test/receiver.ts";
import { type ServiceProcess, startService } from "../test/service-process.ts";
import { startTcpProxy, type TcpProxy } from "../test/tcp-proxy.ts";
import { happen, register } from "../test/webhooks.ts";
import { callerAt, cloneDatabase, createWorld, type Member, type World } from "../test/world.ts";
import { idBound } from "./platform/ids.ts";

const TWO_DAYS_MS = 2 * 24 * 3_600_000;
const secret = randomBytes(32);
const operator_key = `operator-${randomBytes(16).toString("hex")}`;
const folder = mkdtempSync(join(tmpdir(), "segue-clock-"));
const nodes: ServiceProcess[] = [];

/** Another node on the same databases: the world's clock is right. */
let database: string;
let server: TcpProxy;
let world: World;
let label: Member;
beforeAll(async () => {
  database = await cloneDatabase();
  server = await startTcpProxy({ path: join(inject("postgres").socket_dir, ".s.PGSQL.5432") });
  world = await createWorld({ database, secret, operator_key, storage: { kind: "folder", path: folder } });
});
beforeEach(async () => {
  label = await world.organization();
});
afterAll(async () => {
  for (const { child } of nodes) child.kill("SIGTERM");
  await Promise.all(nodes.map(({ exit }) => exit));
  await world.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

// Only what JavaScript calls the time, as a wrong clock of the machine would show; a signal sets it right.
const shiftedDate = `
  const Right = Date;
  let shift_ms = Number(process.env.SHIFT_MS);
  globalThis.Date = class extends Right {
    constructor(...given) { given.length === 0 ? super(Right.now() + shift_ms) : super(...given); }
    static now() { return Right.now() + shift_ms; }
  };
  process.on("SIGUSR2", () => { shift_ms = 0; });`;

async function startShifted(shift_ms: number) {
  const node = startService({
    DATABASE_URL: `postgres://${inject("postgres").username}@127.0.0.1:${server.port}/${database}`,
    SEGUE_SECRET: secret.toString("base64"),
    SEGUE_OPERATOR_KEY: operator_key,
    SEGUE_STORAGE: `file:${folder}`,
    SEGUE_DATA_DIR: folder,
    SEGUE_WEBHOOK_ALLOW: "127.0.0.0/8",
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shiftedDate)}`,
    SHIFT_MS: String(shift_ms),
  });
  nodes.push(node);
  const { production_url } = await node.ready;
  return { node, as: (key = label.key) => callerAt(production_url, key) };
}

/** How often any worker has renewed its lease since: each time it could have done harm as well. */
async function renewals(how_many: number): Promise<void> {
  const lease = async () => (await world.ctx.db`select max(lease_until) as until from workers`)[0]?.until as string;
  for (let before = await lease(), seen = 0; seen < how_many; seen++) {
    await expect.poll(lease).not.toBe(before);
    before = await lease();
  }
}

const turns = () =>
  world.ctx.db<{ name: string; next_at: string }[]>`select name, next_at from schedules order by name`;
const waiting = () =>
  world.ctx.db<{ run_at: string; attempts: number }[]>`
    select run_at, attempts from jobs where status = 'waiting' and group_key = ${label.id}`;

test("two days ahead it fails no upload, forgets no idempotency key, moves no retry, and says that it is not ready", async () => {
  const receiver = await startReceiver();
  await register(label, receiver.url, "asset.ready");
  receiver.answer(500);
  const upload = { type: "audio", filename: "a.wav", content_type: "audio/wav", size_bytes: 1_000 };
  const asset = (await label.call("POST /v1/assets", { body: upload })).body;
  const creation = { body: draft, idempotency_key: randomUUID() };
  const release = (await label.call("POST /v1/releases", creation)).body;
  await happen(world, label, "asset.ready");
  await world.runJobs();
  const [retry] = await waiting();
  expect(retry).toBeDefined();
  const before = await turns();

  const { node, as } = await startShifted(TWO_DAYS_MS);
  await renewals(3);
  const readiness = await as().call("GET /readyz");
  expect([readiness.status, readiness.body.error]).toMatchObject([
    503,
    { code: "service_unavailable", message: expect.stringMatching(/clock is 172[78]\d\d s ahead of the database's/) },
  ]);
  expect((await as().call(`GET /v1/assets/${asset.id}`)).body.status).toBe("awaiting_upload");
  const replayed = await as().call("POST /v1/releases", creation);
  expect([replayed.headers.get("idempotency-replayed"), replayed.body.id]).toEqual(["true", release.id]);
  expect(await waiting()).toEqual([retry]);
  expect(await turns()).toEqual(before);
  const made = (await as().call("POST /v1/releases", { body: draft })).body;
  expect(Math.abs(Date.parse(made.created_at) - world.clock.now().getTime())).toBeLessThan(TWO_DAYS_MS / 2);
  const in_order = [release.id, made.id, idBound("rel", new Date(Date.now() + TWO_DAYS_MS / 2))];
  expect(in_order.toSorted()).toEqual(in_order);
  const metrics = (await as(operator_key).call("GET /metrics")).text;
  expect(metrics).toMatch(/^segue_clock_ahead_seconds\{environment="production"\} 172[78]\d\d/m);
  // Each environment once, however often it was looked at.
  expect(node.output().match(/"msg":"This machine's clock is \d+ s ahead of/g)).toHaveLength(2);

  node.child.kill("SIGUSR2");
  await expect.poll(async () => (await as().call("GET /readyz")).status).toBe(200);
  await world.ctx.db`update jobs set run_at = now() where group_key = ${label.id}`;
  await expect.poll(() => receiver.events().length).toBe(2);
  expect((await turns()).length).toBeGreaterThan(0);
  expect((await as().call(`GET /v1/assets/${asset.id}`)).body.status).toBe("awaiting_upload");
  await receiver.close();
});

test("two days behind it lets no expired key in", async () => {
  const key = await world.keyFor(label.id);
  await world.ctx.db`
    update api_keys set expires_at = now() - interval '1 day'
    where organization_id = ${label.id} and last4 = ${key.slice(-4)}`;
  const { node, as } = await startShifted(-TWO_DAYS_MS);
  const refused = await as(key).call("GET /v1/organization");
  expect([refused.status, refused.body.error.message]).toEqual([401, "This API key has expired."]);
  const readiness = await as().call("GET /readyz");
  expect([readiness.status, readiness.body.error?.message]).toEqual([
    503,
    expect.stringMatching(/clock is 172[78]\d\d s behind the database's/),
  ]);
  node.child.kill("SIGUSR2");
  await expect.poll(async () => (await as().call("GET /readyz")).status).toBe(200);
});
