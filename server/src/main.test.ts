import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atScale } from "../test/faults/scale.ts";
import { prepareFolder } from "../test/prepared-folder.ts";
import type { ServiceProcess } from "../test/service-process.ts";
import { openServices } from "../test/services.ts";
import { startTcpProxy } from "../test/tcp-proxy.ts";
import { readConfig } from "./config.ts";
import { openDatabase } from "./platform/database/db.ts";
import { openSocketFolder } from "./platform/embedded/socket-folder.ts";
import { StartRefused } from "./platform/errors.ts";
import { findRunning } from "./running.ts";

const { makeFolder, start, stop, close } = openServices();
afterAll(close);

const data_dir = makeFolder();

describe("npm start with nothing else installed", () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = start({ SEGUE_DATA_DIR: data_dir });
    await service.ready;
  });

  test("prints the URLs, a sandbox key, and one curl that works as pasted", async () => {
    const { production_url, sandbox_url, sandbox_key } = await service.ready;
    expect((await fetch(`${production_url}/readyz`)).status).toBe(200);
    expect((await fetch(`${sandbox_url}/readyz`)).status).toBe(200);
    expect(sandbox_key).toMatch(/^sk_test_/);
    const [command = ""] = service.output().slice(service.output().indexOf("curl ")).split("\n\n");
    const made = JSON.parse(
      execFileSync("sh", ["-c", command], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
    expect(made).toMatchObject({ status: "draft", title: "First Light" });
  });

  test("output that is no terminal has the sandbox key, but not the operator's: it names its file", async () => {
    const { sandbox_key, operator_key } = await service.ready;
    expect(operator_key).toMatch(/^sk_operator_/);
    expect(service.output()).not.toContain(operator_key);
    expect(service.output()).toContain(join(data_dir, "operator-key"));
    expect(service.output()).toContain(sandbox_key);
  });

  test("a person accepts an invitation, and is signed in", async () => {
    const { sandbox_url, operator_key } = await service.ready;
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(sandbox_url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const operator = { authorization: `Bearer ${operator_key}` };
    const invited = await post("/v1/operator/staff", { email: "first@example.com", role: "admin" }, operator);
    const { invitation_url } = (await invited.json()) as { invitation_url: string };
    const token = invitation_url.split("#token=")[1];
    const common = await post("/dashboard/invitations/accept", { token, name: "First", password: "basketball" });
    expect([common.status, await common.text()]).toEqual([422, expect.stringContaining("most common passwords")]);
    const password = "a quiet nightjar sings";
    expect((await post("/dashboard/invitations/accept", { token, name: "First", password })).status).toBe(200);
    expect((await post("/dashboard/session", { email: "first@example.com", password })).status).toBe(200);
  });

  test("a key of the sandbox is refused by production, with a sentence that says why", async () => {
    const { production_url, sandbox_key } = await service.ready;
    const refused = await fetch(`${production_url}/v1/organization`, {
      headers: { authorization: `Bearer ${sandbox_key}` },
    });
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain("other environment");
  });

  test("nothing acknowledged can be lost: fsync, full_page_writes and synchronous_commit are on", async () => {
    const { db, close } = openDatabase(
      { socket_dir: await openSocketFolder(data_dir), username: "segue", database: "segue" },
      1,
    );
    const rows =
      await db`select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`;
    await close();
    expect(rows.map(({ setting }) => setting)).toEqual(["on", "on", "on"]);
  });

  test("generated secrets are for the owner's eyes alone", () => {
    for (const name of ["secret", "operator-key"]) expect(statSync(join(data_dir, name)).mode & 0o777).toBe(0o600);
  });

  test("a second start on the same folder says so in one line and exits", async () => {
    const second = start({ SEGUE_DATA_DIR: data_dir });
    expect((await second.exit).code).toBe(1);
    expect(second.output().trim().split("\n")).toHaveLength(1);
    expect(second.output()).toContain(data_dir);
    const { sandbox_url } = await service.ready;
    expect((await fetch(`${sandbox_url}/readyz`)).status).toBe(200);
  });

  test("SIGTERM ends it with 0, no process stays, and the next start knows everything", async () => {
    const { sandbox_key } = await service.ready;
    await stop(service);
    expect(existsSync(join(data_dir, "postgres", "postmaster.pid"))).toBe(false);
    const again = start({ SEGUE_DATA_DIR: data_dir });
    const { sandbox_url, production_url, ...rest } = await again.ready;
    expect(rest).toEqual({ sandbox_key, operator_key: readFileSync(join(data_dir, "operator-key"), "utf8").trim() });
    expect(again.output().split("\n"), "who knows the service is greeted in three lines").toHaveLength(3);
    const headers = { authorization: `Bearer ${sandbox_key}` };
    const list = (await (await fetch(`${sandbox_url}/v1/releases`, { headers })).json()) as { data: unknown[] };
    expect(list.data).toHaveLength(1);
    const operator = { authorization: `Bearer ${readFileSync(join(data_dir, "operator-key"), "utf8").trim()}` };
    for (const url of [sandbox_url, production_url]) {
      expect((await fetch(`${url}/v1/operator/organizations`, { headers: operator })).status).toBe(200);
    }
    await stop(again);
  });

  test("an operator key that was removed is made anew, and its file is named", async () => {
    const before = readFileSync(join(data_dir, "operator-key"), "utf8").trim();
    rmSync(join(data_dir, "operator-key"));
    const rotated = start({ SEGUE_DATA_DIR: data_dir });
    const { operator_key } = await rotated.ready;
    expect(operator_key).toMatch(/^sk_operator_\w+$/);
    expect(operator_key).not.toBe(before);
    expect(rotated.output()).not.toContain(operator_key);
    await stop(rotated);
  });
});

test("SIGTERM to npm ends the service and its PostgreSQL: npm leaves nothing behind", async () => {
  const folder = makeFolder();
  await prepareFolder(folder);
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const settings = { SEGUE_DATA_DIR: folder, SEGUE_PORT: "0", SEGUE_SANDBOX_PORT: "0", SEGUE_DOCS: "built" };
  const npm = spawn("npm", ["start"], { cwd, env: { ...process.env, ...settings }, stdio: "ignore" });
  const exit = once(npm, "exit");
  await expect.poll(() => findRunning(folder), { timeout: 240_000 }).toBeDefined();
  const pids = [
    findRunning(folder)?.pid,
    Number(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[0]),
  ];
  npm.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  const isAlive = (pid: number | undefined) => existsSync(`/proc/${pid}`);
  await expect.poll(() => pids.filter(isAlive), { timeout: 240_000 }).toEqual([]);
});

describe("a start that cannot be", () => {
  const refusals: [variables: Record<string, string>, line: string][] = [
    [{ SEGUE_PORT: "http" }, 'segue: SEGUE_PORT must be a port number from 0 to 65535, not "http".'],
    [
      { SEGUE_PORT: "tcp://10.96.4.1:8080" },
      'segue: SEGUE_PORT is "tcp://10.96.4.1:8080", which Kubernetes sets for a Service called segue. Set enableServiceLinks: false for the pod, or give the Service another name.',
    ],
    [
      { SEGUE_SECRET: "short" },
      "segue: SEGUE_SECRET must be 32 bytes in base64; make one with: openssl rand -base64 32",
    ],
    [
      { DATABASE_URL: "mysql://x/y" },
      "segue: DATABASE_URL must look like postgres://user:password@host:5432/database.",
    ],
    [
      { DATABASE_URL: "postgres://user:password@h/db?sslmode=on" },
      'segue: DATABASE_URL: sslmode must be one of disable, prefer, require, verify-ca, verify-full, not "on".',
    ],
    [
      { REDIS_URL: "localhost:6379" },
      "segue: REDIS_URL must look like redis://user:password@host:6379/0, or rediss:// for TLS.",
    ],
  ];
  // The line is the same in both tests, and a process costs half a second.
  test.each(atScale({ short: refusals.slice(0, 1), full: refusals }))("%j stops it", async (variables, line) => {
    const service = start({ SEGUE_DATA_DIR: makeFolder(), ...variables });
    expect((await service.exit).code).toBe(1);
    expect(service.output()).toBe(line);
  });

  test.each(refusals)("%j gets one clear line", (variables, line) => {
    const config = () => readConfig({ SEGUE_DATA_DIR: makeFolder(), ...variables });
    expect(config).toThrow(new StartRefused(line.replace("segue: ", "")));
  });

  // Node's own way of making folders tries for ever there, and kept a core busy.
  test.each([
    [{}, /^segue: \/proc\/nope\/secret can be neither read nor created \(\w+\); set SEGUE_DATA_DIR to .*$/],
    [
      {
        SEGUE_SECRET: Buffer.alloc(32, 1).toString("base64"),
        SEGUE_OPERATOR_KEY: "an-operator-key-of-many-characters",
      },
      /^segue: The data folder \/proc\/nope cannot be created \(\w+\); set SEGUE_DATA_DIR to .*$/,
    ],
  ])("a data folder that cannot be made stops it at once with one line, given %j", async (given, line) => {
    const service = start({ SEGUE_DATA_DIR: "/proc/nope", ...given });
    expect((await service.exit).code).toBe(1);
    expect(service.output()).toMatch(line);
  });

  test("a port in use is named, with the variable that changes it", async () => {
    const blocker = await startTcpProxy({ path: "/nowhere" });
    const empty = makeFolder();
    const service = start({ SEGUE_DATA_DIR: join(empty, "data"), SEGUE_PORT: String(blocker.port) });
    expect((await service.exit).code).toBe(1);
    expect(service.output()).toBe(`segue: Port ${blocker.port} is in use; set SEGUE_PORT to another.`);
    expect(readdirSync(empty), "nothing is made before the port is tried").toEqual([]);
    await blocker.close();
  });
});
