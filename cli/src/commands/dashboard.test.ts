import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Run, runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

const secret = randomBytes(32);
let production: World;
let sandbox: World;
let folder: string;
beforeAll(async () => {
  production = await createWorld({ secret });
  sandbox = await createWorld({ environment: "sandbox", secret, operator_key: production.operator.key ?? "" });
});
afterAll(() => Promise.all([production.close(), sandbox.close()]));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "segue-dashboard-"));
  const running = { pid: process.pid, production_url: production.url, sandbox_url: sandbox.url };
  writeFileSync(join(folder, "running.json"), JSON.stringify(running));
  writeFileSync(join(folder, "operator-key"), `${production.operator.key}\n`);
  return () => rmSync(folder, { recursive: true });
});

const segue = (args: readonly string[], variables: Record<string, string> = {}): Promise<Run> =>
  runCommand(["dashboard", ...args], { SEGUE_DATA_DIR: folder, ...variables }, folder);

/** Opens the link as the dashboard's page does. */
async function open(at: World, { out }: Run) {
  const [link = ""] = out.split("\n");
  expect(link.startsWith(`${at.url}/dashboard#token=dl_`)).toBe(true);
  const token = new URL(link).hash.slice("#token=".length);
  return (await at.stranger.call("POST /dashboard/session", { body: { token } })).body.session;
}

test("prints a link into the organization whose key is at hand, or as the operator", async () => {
  const key = { SEGUE_API_KEY: production.label.key ?? "" };
  expect(await open(production, await segue([], key))).toMatchObject({ organization_id: production.label.id });
  expect(await open(production, await segue(["--operator"]))).toMatchObject({ kind: "operator" });
  expect(await open(sandbox, await segue(["--operator", "--sandbox"]))).toMatchObject({ kind: "operator" });
  expect(JSON.parse((await segue(["--json"], key)).out)).toEqual({
    url: expect.stringContaining("/dashboard#token=dl_live_"),
    expires_at: expect.any(String),
  });
});

test("without any login it leads into the sandbox's demo organization", async () => {
  writeFileSync(join(folder, "secret"), secret.toString("base64"));
  expect(await open(sandbox, await segue([]))).toMatchObject({ name: "Demo Records" });
});

test("says what is missing, and shows the service's refusal", async () => {
  expect(await segue([])).toMatchObject({ code: 2, err: expect.stringContaining("segue login") });
  const wrong = await segue([], { SEGUE_API_KEY: "sk_live_wrong" });
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("damaged")]);
  const nowhere = await segue(["--operator"], { SEGUE_URL: "http://127.0.0.1:1" });
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining("127.0.0.1:1")]);
});
