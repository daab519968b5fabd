// Which service a command calls and with which key, and the keys that login keeps.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Run, runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let production: World;
let sandbox: World;
beforeAll(async () => {
  [production, sandbox] = await Promise.all([createWorld(), createWorld({ environment: "sandbox" })]);
});
afterAll(() => Promise.all([production.close(), sandbox.close()]));

/** A data folder on which both environments run, and the user's own folder. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "segue-login-"));
  announce(process.pid);
  return () => rmSync(folder, { recursive: true });
});

function announce(pid: number): void {
  const running = { pid, production_url: production.url, sandbox_url: sandbox.url };
  writeFileSync(join(folder, "running.json"), JSON.stringify(running));
}

const segue = (args: readonly string[], variables: Record<string, string> = {}): Promise<Run> =>
  runCommand(args, { SEGUE_DATA_DIR: folder, ...variables }, folder);
const idOf = async (...args: Parameters<typeof segue>) => JSON.parse((await segue(...args)).out).organization.id;
const whoami = ["whoami", "--json"];
const keyOf = ({ label }: World) => ({ SEGUE_API_KEY: label.key ?? "" });

describe("without SEGUE_URL", () => {
  test("a key chooses its environment of the service that runs on the data folder", async () => {
    expect(await idOf(whoami, keyOf(sandbox))).toBe(sandbox.label.id);
    expect(await idOf(whoami, keyOf(production))).toBe(production.label.id);
    const refused = await segue([...whoami, "--sandbox"], keyOf(production));
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("This is a production key")]);
  });

  test("with a sandbox key at hand, the operator's commands do not act on production unasked", async () => {
    const operator = { ...keyOf(sandbox), SEGUE_OPERATOR_KEY: String(sandbox.operator.key) };
    const refused = await segue(["period", "close", "2018-01"], operator);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("add --sandbox")]);
    expect((await segue(["period", "close", "2018-01", "--sandbox"], operator)).code).toBe(0);
    const { SEGUE_API_KEY: _, ...alone } = operator;
    expect((await segue(["org", "list"], { ...alone, SEGUE_OPERATOR_KEY: String(production.operator.key) })).code).toBe(
      0,
    );
  });

  test("what a killed service left does not lead anywhere", async () => {
    announce(2 ** 22 + 1);
    const { code, err } = await segue(whoami, { ...keyOf(sandbox), SEGUE_SANDBOX_PORT: "1" });
    expect([code, err]).toEqual([1, expect.stringContaining("127.0.0.1:1")]);
  });
});

test("a data folder that somebody else made sends no key to another machine", async () => {
  const running = { pid: process.pid, production_url: "http://192.0.2.1:1", sandbox_url: "http://192.0.2.1:1" };
  writeFileSync(join(folder, "running.json"), JSON.stringify(running));
  const { code, err } = await segue(whoami, { ...keyOf(sandbox), SEGUE_SANDBOX_PORT: "1" });
  expect([code, err]).toEqual([1, expect.stringContaining("http://127.0.0.1:1")]);
});

test("SEGUE_URL always wins", async () => {
  expect(await idOf([...whoami, "--sandbox"], { ...keyOf(production), SEGUE_URL: production.url }).catch(String)).toBe(
    production.label.id,
  );
  expect(await idOf(whoami, { ...keyOf(sandbox), SEGUE_URL: `${sandbox.url}/v1/` })).toBe(sandbox.label.id);
});

describe("login", () => {
  test("keeps a key for its address, for its user alone; then no line needs one", async () => {
    const { code, out, err } = await segue(["login"], keyOf(sandbox));
    expect([code, err, out]).toEqual([0, "", expect.stringContaining("Nightjar Records")]);
    expect(out).not.toContain(sandbox.label.key);
    expect(statSync(join(folder, "segue", "keys.json")).mode & 0o777).toBe(0o600);
    expect(await idOf(whoami)).toBe(sandbox.label.id);
  });

  test("the last login counts; each address has its own key, and logout forgets it", async () => {
    await segue(["login"], keyOf(sandbox));
    await segue(["login"], keyOf(production));
    expect(await idOf(whoami)).toBe(production.label.id);
    expect(await idOf([...whoami, "--sandbox"])).toBe(sandbox.label.id);
    expect(await idOf(whoami, { SEGUE_URL: sandbox.url })).toBe(sandbox.label.id);
    expect((await segue(["logout"])).out).toContain(production.url);
    expect(await idOf(whoami)).toBe(sandbox.label.id);
    await segue(["logout", "--all"]);
    const none = await segue(whoami);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("segue login")]);
  });

  test("takes the key from a pipe, and keeps none that is refused", async () => {
    const program = fileURLToPath(new URL("../../../bin/segue", import.meta.url));
    const login = async (key: string) => {
      const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, SEGUE_DATA_DIR: folder };
      const child = spawn(process.execPath, [program, "login"], { env, cwd: folder });
      child.stdin.end(`${key}\n`);
      return text(child.stderr);
    };
    expect(await login("sk_test_wrong")).toContain("invalid_credentials");
    expect((await segue(whoami)).code).toBe(2);
    expect(await login(sandbox.label.key ?? "")).toBe("");
    expect((await segue(["whoami"])).out).toContain(`Nightjar Records (${sandbox.label.id}, enterprise) at`);
  });
});

test("-q prints ids alone", async () => {
  const flags = ["--title", "Midnight in Paris", "--artist", "Vera Lux", "--date", "2099-03-01"];
  const made = await segue(["release", "create", ...flags, "-q"], keyOf(sandbox));
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^rel_\w+\n$/), err: "" });
  expect((await segue(["release", "list", "-q"], keyOf(sandbox))).out).toBe(made.out);
  const key = await segue(["key", "create", "-q"], keyOf(sandbox));
  expect(key).toMatchObject({ code: 0, out: expect.stringMatching(/^key_\w+\n$/) });
  expect(key.err).toMatch(/^key {2}sk_test_\w+\n$/);
});
