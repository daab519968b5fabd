// The database goes away under a running service: by a crash, by a stop, by hanging.

import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareFolder } from "../../../test/prepared-folder.ts";
import { openEnvironment } from "../../environment.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../embedded/embedded-postgres.ts";
import { createLog } from "../logging.ts";
import type { DatabaseAddress } from "./url.ts";

const data_dir = mkdtempSync(join(tmpdir(), "segue-away-"));
const operator_key = "operator-key-of-a-service-without-database";
const credential = { authorization: `Bearer ${operator_key}` };

const log_lines: string[] = [];
let postgres: EmbeddedPostgres;
let service: Awaited<ReturnType<typeof openService>>;
let key: string;

const start = () => startEmbeddedPostgres({ data_dir, durable: false, log: () => undefined });

async function openService(address: DatabaseAddress) {
  const environment = await openEnvironment({
    name: "production",
    key_prefix: "sk_live_",
    other_prefix: "sk_test_",
    rate_factor: 1,
    has_demo: false,
    has_sandbox_routes: false,
    public_url: undefined,
    has_api: true,
    sites: { docs: {}, dashboard: {} },
    address,
    secret: randomBytes(32),
    operator_key,
    trusted_proxies: [],
    edges: { clock: { now: () => new Date() } },
    migrations_dir: fileURLToPath(new URL("../../../migrations", import.meta.url)),
    log: createLog({ level: "warn", destination: { write: (line) => void log_lines.push(line) } }),
    redis_url: undefined,
    storage: { kind: "folder", path: join(data_dir, "files") },
    child_processes: { at_once: 1, niceness: 0 },
    outbound: { allow: [] },
    webhook_retry_s: [],
    ern: { sender: null, control_type: "TestMessage" },
    people: { second_factor: "optional", sign_in: "password", identity_provider: null },
    mail: {
      from: { name: "", address: "segue@localhost" },
      way: { kind: "file", path: join(data_dir, "mail") },
    },
  });
  return { ...environment, ...(await environment.listen({ port: 0, host: "127.0.0.1" })) };
}

beforeAll(async () => {
  await prepareFolder(data_dir);
  postgres = await start();
  service = await openService({ socket_dir: postgres.socket_dir, username: postgres.username, database: "segue" });
  const made = await call("POST /v1/operator/organizations", { name: "Nightjar", tier: "enterprise" });
  key = (await call(`POST /v1/operator/organizations/${made.body.id}/api-keys`, {})).body.key;
});
afterAll(async () => {
  await service.close();
  await postgres.stop();
  rmSync(data_dir, { recursive: true, force: true });
});

async function call(operation: string, body?: object, headers: Record<string, string> = credential) {
  const [method = "", path] = operation.split(" ");
  const sent = {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  };
  const reply = await fetch(service.url + path, { ...sent, signal: AbortSignal.timeout(50_000) });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: JSON.parse(text) };
}

/** Prometheus asks with the operator key, which needs no database. */
async function metrics() {
  const reply = await fetch(`${service.url}/metrics`, { headers: credential, signal: AbortSignal.timeout(10_000) });
  return { status: reply.status, text: await reply.text() };
}

const reachable = (value: 0 | 1) => `segue_database_reachable{environment="production"} ${value}\n`;

function expectUnavailable(answer: Awaited<ReturnType<typeof call>>): void {
  expect(answer).toMatchObject({ status: 503, body: { error: { code: "service_unavailable" } } });
  expect(answer.body.error.request_id).toBe(answer.headers.get("x-request-id"));
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
}

function expectRateHeaders({ headers }: { headers: Headers }): void {
  for (const name of ["limit", "remaining", "reset"]) expect(headers.get(`ratelimit-${name}`)).toMatch(/^\d+$/);
}

const asPartner = () => ({ authorization: `Bearer ${key}` });

const RECOVERS_WITHIN_MS = 60_000;

/** Until all kinds of requests work again. */
async function recovers(): Promise<void> {
  const ends = performance.now() + RECOVERS_WITHIN_MS;
  for (;;) {
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => call("GET /v1/operator/organizations")),
      call("GET /v1/releases", undefined, asPartner()),
      call("GET /readyz"),
    ]);
    if (answers.every(({ status }) => status === 200)) return;
    for (const answer of answers) if (![200, 429].includes(answer.status)) expectUnavailable(answer);
    if (performance.now() > ends)
      throw new Error(`Not back within ${RECOVERS_WITHIN_MS} ms: ${answers.map(({ status }) => status).join(" ")}`);
    // Many requests were sent a moment ago: each second has its burst.
    const isLimited = answers.some(({ status }) => status === 429);
    await new Promise((resolve) => setTimeout(resolve, isLimited ? 1_100 : 50));
  }
}

const postmasterPid = () =>
  Number(readFileSync(join(data_dir, "postgres", "postmaster.pid"), "utf8").split("\n", 1)[0]);

function backends(): number[] {
  return execFileSync("ps", ["-o", "pid=", "--ppid", String(postmasterPid())], { encoding: "utf8" })
    .split("\n")
    .map(Number)
    .filter((pid) => pid > 0);
}

describe("a database that is away is 503 service_unavailable with Retry-After, and never 500", () => {
  test("stopped: every request says so at once; health is up, readiness is not; back, all is well by itself", async () => {
    await postgres.stop();
    const began = performance.now();
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([
        call("GET /v1/operator/organizations"),
        call("POST /v1/operator/organizations", { name: "Lost" }),
        call("GET /v1/releases", undefined, asPartner()),
        ...Array.from({ length: 20 }, () => call("GET /v1/operator/audit-log")),
      ]);
      for (const answer of answers) {
        expectUnavailable(answer);
        expectRateHeaders(answer);
      }
    }
    expect((await call("GET /healthz")).status).toBe(200);
    expectUnavailable(await call("GET /readyz"));
    // A line a second, however many ask.
    expect(log_lines.length).toBeGreaterThan(0);
    expect(log_lines.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 1_000);
    postgres = await start();
    await recovers();
  });

  test("stopped: /metrics goes on with the numbers of the process, and without those of the database", async () => {
    const stored = /^(segue_(queue|store|endpoints|events|mails|review|unmatched|backup)_\w*)[{ ]/m;
    const own = ["segue_http_requests_total", "segue_disk_writable_bytes", "segue_clock_ahead_seconds", "process_cpu"];
    const before = await metrics();
    expect(before.text).toContain(reachable(1));
    expect(before.text).toMatch(stored);
    await postgres.stop();
    const during = await metrics();
    expect(during.status).toBe(200);
    expect(during.text).toContain(reachable(0));
    expect(during.text).not.toMatch(stored);
    for (const name of own) expect(during.text).toMatch(new RegExp(`^${name}\\w*\\{`, "m"));
    postgres = await start();
    await recovers();
    const after = await metrics();
    expect(after.text).toContain(reachable(1));
    expect(after.text).toMatch(stored);
  });

  test("killed while requests are running: each gets an answer, none a 500", async () => {
    const sent: Promise<{ status: number }>[] = [];
    const crash = setTimeout(() => process.kill(postmasterPid(), "SIGKILL"), 100);
    for (let index = 0; index < 300; index++) {
      sent.push(
        call(
          index % 3 ? "GET /v1/operator/organizations" : "POST /v1/operator/organizations",
          index % 3 ? undefined : { name: "Crash" },
        ),
      );
      if (index % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const statuses = new Set((await Promise.all(sent)).map(({ status }) => status));
    clearTimeout(crash);
    expect([...statuses].filter((status) => ![200, 201, 429, 503].includes(status))).toEqual([]);
    await recovers();
  });

  test("hanging: the answer comes all the same, and when it goes on, so does the service", async () => {
    // Long enough that the service has forgotten who holds the key, and must ask.
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    const frozen = [postmasterPid(), ...backends()];
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    try {
      const answers = await Promise.all([
        call("GET /v1/releases", undefined, asPartner()),
        call("GET /v1/releases", undefined, asPartner()),
        call("GET /healthz"),
      ]);
      expect(answers.pop()?.status).toBe(200);
      // Within the 10 seconds that Prometheus waits.
      expect(await metrics()).toMatchObject({ status: 200, text: expect.stringContaining(reachable(0)) });
      for (const answer of answers) {
        expectUnavailable(answer);
        expectRateHeaders(answer);
      }
    } finally {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
    }
    await recovers();
  });
});
