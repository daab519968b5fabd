// The receivers of docs/webhooks.md, each copied from the page and run as a program of its own.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signWebhook } from "../src/webhooks.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(repository, "docs/webhooks.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "segue-receivers-"));
const installed = join(folder, "node_modules/@segue/sdk");
const READY_WITHIN_MS = 60_000;

/** The block that begins with a comment of this name, as a file. */
function copyFromPage(name: string): void {
  const block = new RegExp(`^\`\`\`\\w+\\n((?://|#) ${name.replace(".", "\\.")}\\n[\\s\\S]*?)^\`\`\`$`, "m").exec(
    page,
  )?.[1];
  if (block === undefined) throw new Error(`docs/webhooks.md has no ${name}`);
  writeFileSync(join(folder, name), block);
}

beforeAll(() => {
  // As npm would install it: what is published, and nothing beside.
  cpSync(join(repository, "sdk/dist"), join(installed, "dist"), { recursive: true });
  copyFileSync(join(repository, "sdk/package.json"), join(installed, "package.json"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const name of ["receiver.ts", "receiver-with-sdk.ts", "receiver.py"]) copyFromPage(name);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
describe("with Node alone", () => describeReceiver(process.execPath, "--import", tsx, "receiver.ts"));
describe("with the sdk", () => describeReceiver(process.execPath, "--import", tsx, "receiver-with-sdk.ts"));

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("Skipped: the receiver in Python of docs/webhooks.md. There is no python3 on the PATH.");
describe.skipIf(!hasPython)("with Python", () => describeReceiver("python3", "receiver.py"));

function describeReceiver(program: string, ...args: string[]): void {
  const [secret, next] = [newSecret(), newSecret()];
  let child: ChildProcess;
  let url: string;
  let out = "";
  beforeAll(async () => {
    ({ child, url } = await start({ SEGUE_WEBHOOK_SECRET: secret }));
    child.stdout?.on("data", (chunk) => {
      out += chunk;
    });
    await whenStarted(child, url);
  });
  afterAll(() => kill(child));

  async function start(variables: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
    const port = await freePort();
    const env = { PATH: process.env.PATH, PORT: String(port), ...variables };
    const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
    return { child, url: `http://127.0.0.1:${port}` };
  }

  type Sending = Partial<Parameters<typeof signWebhook>[0]> & { change?: Record<string, string> };
  async function post({ change, ...more }: Sending = {}) {
    const id = more.id ?? `evt_${randomBytes(8).toString("hex")}`;
    const event_type = "delivery.completed";
    const body = JSON.stringify({ id, event_type, created_at: new Date().toISOString(), data: { title: "Für Elise" } });
    const headers = { ...(await signWebhook({ id, event_type, body, secret, ...more })), ...change };
    const { status } = await fetch(url, { method: "POST", headers, body });
    const line = `delivery.completed ${id}\n`;
    return { id, status, times: () => out.split(line).length - 1 };
  }
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  test("takes an event, and once however often it comes", async () => {
    const first = await post();
    expect([first.status, (await post({ id: first.id })).status]).toEqual([200, 200]);
    // A line printed for the second would stand before that of a third.
    const third = await post();
    await expect.poll(third.times).toBe(1);
    expect(first.times()).toBe(1);
  });

  test("refuses what is signed by another, not signed, or changed", async () => {
    const refused = [
      await post({ secret: next }),
      await post({ body: "{}" }),
      await post({ change: { "X-SVC-Signature": "" } }),
      await post({ change: { "X-SVC-Signature": "sha256=é" } }),
      await post({ change: { "webhook-signature": "" } }),
      await post({ change: { "webhook-id": "evt_another" } }),
      await post({ change: { "webhook-timestamp": "soon" } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    await expect.poll((await post()).times).toBe(1);
    for (const { times } of refused) expect(times()).toBe(0);
  });

  test("refuses what is older than five minutes, whatever it says about its time", async () => {
    expect((await post({ at: minutesAgo(4) })).status).toBe(200);
    expect((await post({ at: minutesAgo(6) })).status).toBe(400);
    expect((await post({ at: minutesAgo(-6) })).status).toBe(400);
    const fresh = String(Math.floor(Date.now() / 1_000));
    expect((await post({ at: minutesAgo(6), change: { "webhook-timestamp": fresh } })).status).toBe(400);
  });

  test.each([{}, { SEGUE_WEBHOOK_SECRET: "" }])("takes nothing with no secret: %j", async (variables) => {
    const { child, url } = await start(variables);
    await whenStarted(child, url);
    // A receiver without a secret may end at once; one that runs must not believe what is signed with nothing.
    if (child.exitCode === null) expect(await forge(url)).toBe(400);
    else expect(child.exitCode).not.toBe(0);
    await kill(child);
  });

  test("takes what the next secret signs, while the service signs with its own too", async () => {
    expect((await post({ secret: next, previous_secret: secret })).status).toBe(200);
    expect((await post({ secret, previous_secret: newSecret() })).status).toBe(200);
    expect((await post({ secret: next, previous_secret: newSecret() })).status).toBe(400);
  });
}

/** Signed as a secret of no letters would. */
async function forge(url: string): Promise<number> {
  const [id, timestamp] = ["evt_1", String(Math.floor(Date.now() / 1_000))];
  const body = JSON.stringify({ id, event_type: "ping", created_at: new Date().toISOString(), data: {} });
  const headers = {
    "X-SVC-Signature": `sha256=${createHmac("sha256", "").update(body).digest("hex")}`,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${createHmac("sha256", "").update(`${id}.${timestamp}.${body}`).digest("base64")}`,
  };
  return (await fetch(url, { method: "POST", headers, body })).status;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** It answers, or has ended instead. */
async function whenStarted(child: ChildProcess, url: string): Promise<void> {
  const give_up_at = performance.now() + READY_WITHIN_MS;
  while (child.exitCode === null) {
    try {
      await fetch(url, { method: "POST" });
      return;
    } catch (error) {
      if (performance.now() > give_up_at) throw error;
      await sleep(50);
    }
  }
}
