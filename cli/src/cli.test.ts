// The command line against a service over real HTTP.

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../server/src/platform/context.ts";
import { handler } from "../../server/src/platform/jobs/handler.ts";
import type { JobDefinition, NoPayload } from "../../server/src/platform/jobs/queue.ts";
import { enqueue, UNLIMITED } from "../../server/src/platform/jobs/queue.ts";
import { settings } from "../../server/src/settings.ts";
import { type Run, runCommand, startCommand } from "../../server/test/segue-command.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { commandsOf, createProgram } from "./program.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-cli-"));

const doomed: JobDefinition<NoPayload> = {
  name: "doomed",
  lane: { name: "doomed", concurrency: 1, per_key: UNLIMITED, per_group: UNLIMITED },
  retry_s: [],
};

let world: World;
beforeAll(async () => {
  const fails = handler(doomed, {
    handle: async () => {
      throw new Error("as told");
    },
  });
  world = await createWorld({ jobs: [fails] });
  writeFileSync(join(folder, "operator-key"), `${world.operator.key}\n`);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `segue` with these arguments, as the operator unless the variables say otherwise. */
function segue(args: readonly string[], variables: Record<string, string> = {}): Promise<Run> {
  return runCommand(args, { SEGUE_URL: world.url, SEGUE_DATA_DIR: folder, ...variables }, folder);
}

async function json(args: readonly string[], variables: Record<string, string> = {}) {
  const { code, out, err } = await segue([...args, "--json"], variables);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

const own = () => ({ SEGUE_API_KEY: world.label.key ?? "" });

describe("organizations", () => {
  test("create, list, show and update one, as its operator", async () => {
    const made = await json([
      "org",
      "create",
      "Nightjar Records",
      "--tier",
      "pro",
      "--label",
      "Nightjar",
      "--review",
      "manual",
      "--upc-range",
      "12345600000-12345600099",
      "--upc-range",
      "12345700000-12345700099",
      "--isrc-prefix",
      "QZABC",
      "--territories",
      "DE, AT",
      "--fee-rate",
      "0.2",
      "--rate-limit",
      "50/5",
    ]);
    expect(made).toMatchObject({
      name: "Nightjar Records",
      tier: "pro",
      label: "Nightjar",
      review: "manual",
      isrc_prefix: "QZABC",
      licensed_territories: ["DE", "AT"],
      fee_rate: "0.2",
      rate_limit: { per_minute: 50, burst: 5 },
    });
    expect(made.upc_ranges).toHaveLength(2);
    expect(await json(["org", "show", made.id])).toEqual(made);
    const changed = await json([
      "org",
      "update",
      made.id,
      "--name",
      "Renamed",
      "--status",
      "suspended",
      "--rate-limit",
      "none",
      "--isrc-prefix",
      "none",
    ]);
    expect(changed).toMatchObject({ name: "Renamed", status: "suspended", rate_limit: null, isrc_prefix: null });
    const { out } = await segue(["org", "list"]);
    expect(out.split("\n")[0]).toMatch(/^id +name +tier +status +review +created_at$/);
    expect(out).toContain(`${made.id}  Renamed`);
  });

  test("a partner sees its own, without an id", async () => {
    expect((await json(["org", "show"], own())).id).toBe(world.label.id);
    const { out } = await segue(["org", "show"], own());
    expect(out).toMatch(new RegExp(`^id +${world.label.id}$`, "m"));
    expect(out).toMatch(/^isrc_prefix +-$/m);
  });

  test("a name cannot steer the terminal", async () => {
    const made = await json(["org", "create", "Bell"]);
    // The service refuses such a name today; one that is there already must not steer anything either.
    await world.ctx.db`update organizations set name = ${"Bell\u0007\u001b[31m\u202e"} where id = ${made.id}`;
    const { out } = await segue(["org", "show", made.id]);
    for (const character of "\u0007\u001b\u202e") expect(out).not.toContain(character);
  });

  test("lists follow the pages, to --limit or to the end", async () => {
    const member = await world.organization();
    for (let count = 0; count < 104; count++) await world.keyFor(member.id);
    const list = (...more: string[]) => json(["key", "list", "--org", member.id, ...more]);
    const all = await list("--all");
    expect([all.data.length, all.has_more, all.next_cursor]).toEqual([105, false, null]);
    const some = await list("--limit", "102");
    expect(some.data).toEqual(all.data.slice(0, 102));
    expect(some.has_more).toBe(true);
    const usual = await segue(["key", "list", "--org", member.id]);
    expect(usual.out.trim().split("\n")).toHaveLength(21);
    expect(usual.err).toContain("--all");
  });
});

describe("keys and clients", () => {
  test("a key is created, shown once, listed and revoked, by the operator or with a key of its own", async () => {
    for (const [owner, variables] of [[["--org", world.label.id], {}] as const, [[], own()] as const]) {
      const options = ["--name", "Ingest", "--scopes", "catalog:read,deliveries:read"];
      const made = await json(
        ["key", "create", ...owner, ...options, "--expires-at", "2099-01-01T00:00:00Z"],
        variables,
      );
      expect(made).toMatchObject({ name: "Ingest", scopes: ["catalog:read", "deliveries:read"] });
      expect((await world.as(made.key).call("GET /v1/releases")).status).toBe(200);
      const { data } = await json(["key", "list", ...owner], variables);
      expect(data[0]).toMatchObject({ id: made.id, expires_at: "2099-01-01T00:00:00.000Z" });
      const revoked = await segue(["key", "revoke", made.id, ...owner], variables);
      expect([revoked.code, revoked.out]).toEqual([0, `Revoked ${made.id}.\n`]);
      expect((await world.as(made.key).call("GET /v1/releases")).status).toBe(401);
    }
    const { out } = await segue(["key", "create", "--org", world.label.id]);
    expect(out).toMatch(/\nkey {2}sk_live_\w+\nshown only this once/);
  });

  test("a client gets tokens until it is revoked", async () => {
    const owner = ["--org", world.label.id];
    const made = await json(["client", "create", ...owner, "--name", "Sync", "--scopes", "catalog:read"]);
    const form = { grant_type: "client_credentials", client_id: made.client_id, client_secret: made.client_secret };
    const ask = () => fetch(`${world.url}/v1/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
    expect((await ask()).status).toBe(200);
    const listed = await segue(["client", "list", ...owner]);
    expect(listed.out).toMatch(new RegExp(`^${made.client_id} +Sync +\\S+ +catalog:read$`, "m"));
    expect(listed.out).not.toContain(made.client_secret);
    expect((await segue(["client", "revoke", made.client_id, ...owner])).code).toBe(0);
    expect((await ask()).status).toBe(401);
    const shown = await segue(["client", "create", ...owner]);
    expect(shown.out).toMatch(/\nclient_secret {2}cs_live_\w+\nshown only this once/);
  });
});

describe("stores", () => {
  test("where there is none, the list says how to add one", async () => {
    const { code, out, err } = await segue(["store", "list"]);
    expect([code, out]).toEqual([0, ""]);
    expect(err).toContain("segue store add store_auralis");
    expect((await json(["store", "list"])).data).toEqual([]);
  });

  test("add, list, pause and resume one", async () => {
    writeFileSync(join(folder, "settings.json"), '{"behaviour":"stall"}');
    const added = await json([
      "store",
      "add",
      "store_trial",
      "Trial",
      "--territories",
      "DE, AT",
      "--connector",
      "simulated",
      "--settings",
      `@${join(folder, "settings.json")}`,
      "--capabilities",
      "download,takedown",
      "--message-format",
      "ern_4.3",
      "--requirements",
      '{"isrc_missing":{"severity":"info"}}',
    ]);
    expect(added).toMatchObject({
      store_id: "store_trial",
      name: "Trial",
      territories: ["DE", "AT"],
      status: "active",
      capabilities: { streaming: false, download: true, updates: false, takedown: true, message_format: "ern_4.3" },
      requirements: { isrc_missing: { severity: "info" } },
      connector: { kind: "simulated", behaviour: "stall", latency_ms: 1000 },
    });
    const plain = ["store", "add", "store_plain", "Plain", "--territories", "WORLD", "--connector", "manual"];
    expect(await json(plain)).toMatchObject({ requirements: "standard", connector: { kind: "manual" } });
    expect((await json(["store", "pause", "store_trial"])).status).toBe("paused");
    const { out } = await segue(["store", "list"]);
    expect(out).toMatch(/^store_id +name +status +connector +territories$/m);
    expect(out).toMatch(/^store_trial +Trial +paused/m);
    expect((await json(["store", "resume", "store_trial"])).status).toBe("active");
    expect((await segue(plain)).err).toContain("invalid_state");
  });

  test("what cannot be read is told before anything is sent", async () => {
    const add = ["store", "add", "store_broken", "Broken", "--territories", "WORLD", "--connector", "manual"];
    for (const [options, told] of [
      [["--settings", "{"], "It must be a JSON object, or @file with one."],
      [["--settings", "@/nowhere.json"], "The file cannot be read (ENOENT)."],
      [["--requirements", "strict"], "It must be a JSON object, or @file with one."],
      [["--capabilities", "karaoke"], '"karaoke" is not a capability; use some of streaming,'],
    ] as const) {
      const { code, err } = await segue([...add, ...options]);
      expect([code, err]).toEqual([2, expect.stringContaining(told)]);
    }
    expect((await segue(["store", "add", "--help"])).out).toContain("$ segue store add store_auralis");
  });
});

test("jobs: what was parked is listed and tried again", async () => {
  await transaction(world.ctx, (ctx) => enqueue(ctx, doomed, {}));
  await world.runJobs();
  const { out } = await segue(["job", "list", "--status", "parked"]);
  expect(out).toMatch(/^job_\w+ +doomed +parked +1 +\S+ +.*as told/m);
  const { data } = await json(["job", "list", "--status", "parked"]);
  expect(await json(["job", "retry", data[0].id])).toMatchObject({ id: data[0].id, status: "ready" });
  const again = await segue(["job", "retry", data[0].id]);
  expect([again.code, again.out]).toEqual([1, ""]);
  expect(again.err).toContain("segue: invalid_state: ");
  expect((await segue(["job", "list", "--status", "parked"])).err).toBe("None.\n");
});

describe("what goes wrong", () => {
  test("the service's refusal: code, message, each detail and the request id, exit code 1, nothing on stdout", async () => {
    const refused = await segue(["org", "create", "N", "--fee-rate", "2", "--withholding-rate", "x", "--json"]);
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toMatch(
      /^segue: validation_failed: .*\n {2}fee_rate +must be .*\n {2}withholding_rate +must be/,
    );
    expect(refused.err).toMatch(/\n {2}request id +req_\w{26}\n$/);
    const missing = await segue(["org", "show", "../org"]);
    expect(missing.err).toContain("segue: not_found: ");
  });

  test.each([
    [["nothing"]],
    [["org", "list", "--colour"]],
    [["org", "create"]],
    [["org", "create", "N", "--tier", "gold"]],
    [["org", "create", "N", "--upc-range", "1"]],
    [["org", "list", "--limit", "0"]],
    [["org", "list", "--limit", "5", "--all"]],
    [["org", "update", "org_1"]],
    [["client", "list"]],
    [["deliver", "rel_1"]],
    [["delivery", "list", "--status", "lost"]],
    [["key", "list"]],
    [["org", "show", ".."]],
    [[]],
  ])("wrong use is exit code 2: %j", async (args) => {
    const wrong = await segue(args);
    expect([wrong.code, wrong.out]).toEqual([2, ""]);
    expect(wrong.err.length).toBeGreaterThan(10);
  });

  test("nobody listens: how to start the service", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const url = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
    closed.close();
    const refused = await segue(["org", "list"], { SEGUE_URL: url });
    expect(refused.code).toBe(1);
    expect(refused.err).toBe(
      `segue: Nothing answers at ${url}. Start the service with \`segue serve\`, or set SEGUE_URL.\n`,
    );
  });

  test("no credential, or a wrong address, is told", async () => {
    const none = await segue(["org", "list"], { SEGUE_DATA_DIR: join(folder, "none") });
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("SEGUE_OPERATOR_KEY")]);
    const wrong = await segue(["org", "list"], { SEGUE_URL: "example" });
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("SEGUE_URL")]);
  });
});

describe("which environment", () => {
  test("the operator chooses the sandbox by --sandbox, at its default port or another", async () => {
    const { port } = new URL(world.url);
    const there = { SEGUE_URL: "", SEGUE_HOST: "0.0.0.0" };
    expect((await segue(["org", "list", "--sandbox"], { ...there, SEGUE_SANDBOX_PORT: port })).code).toBe(0);
    expect((await segue(["org", "list"], { ...there, SEGUE_PORT: port })).code).toBe(0);
  });
});

describe("a service that stumbles", () => {
  type Seen = { method: string; key: string | undefined };
  let stumbling: Server;
  let seen: Seen[] = [];
  let answers: (() => [status: number, headers: Record<string, string>, body: string] | "cut")[] = [];
  beforeAll(async () => {
    stumbling = createServer((request, reply) => {
      seen.push({ method: request.method ?? "", key: request.headers["idempotency-key"] as string | undefined });
      const answer = answers.shift()?.() ?? [200, {}, '{"id":"key_1","key":"sk_1"}'];
      if (answer === "cut") return void request.socket.destroy();
      reply.writeHead(answer[0], answer[1]).end(answer[2]);
    });
    await new Promise<void>((resolve) => void stumbling.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => void stumbling.close());
  const at = () => ({ SEGUE_URL: `http://127.0.0.1:${(stumbling.address() as AddressInfo).port}` });
  const error = (code: string) => JSON.stringify({ error: { code, message: "Not now.", request_id: "req_1" } });

  test("a POST is sent again with the same Idempotency-Key, after a cut connection, 503 and 429", async () => {
    seen = [];
    answers = [
      () => "cut",
      () => [503, { "retry-after": "0" }, error("service_unavailable")],
      () => [429, { "retry-after": "1" }, error("rate_limit_exceeded")],
    ];
    const run = await segue(["key", "create", "--org", "org_1", "--json"], at());
    expect([run.code, run.err]).toEqual([0, ""]);
    expect(seen).toHaveLength(4);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("not for ever, and not if the wait would be long", async () => {
    seen = [];
    answers = Array.from({ length: 9 }, () => () => [503, {}, error("service_unavailable")]);
    expect((await segue(["org", "list"], at())).code).toBe(1);
    expect(seen).toHaveLength(4);
    seen = [];
    answers = [() => [429, { "retry-after": "3600" }, error("rate_limit_exceeded")]];
    expect((await segue(["org", "list"], at())).err).toContain("rate_limit_exceeded");
    expect(seen).toHaveLength(1);
  });

  test("a DELETE whose answer was lost is not sent again", async () => {
    seen = [];
    answers = [() => "cut"];
    const run = await segue(["key", "revoke", "key_1", "--org", "org_1"], at());
    expect([run.code, seen.length]).toEqual([1, 1]);
  });

  test("a secret that was lost with the first answer is told", async () => {
    answers = [() => [201, {}, '{"id":"key_1","key":null}']];
    const run = await segue(["key", "create", "--org", "org_1"], at());
    expect([run.code, run.err]).toEqual([1, expect.stringContaining("create another")]);
  });

  test("what is no Segue is told", async () => {
    answers = [() => [200, {}, "<html>"]];
    expect((await segue(["org", "list"], at())).err).toContain("the answer is not from Segue");
  });
});

describe("help", () => {
  const nameOf = (command: Command): string =>
    command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

  test.each(commandsOf(createProgram({})).map((command) => [nameOf(command), command] as const))(
    "%s has examples",
    (_, command) => {
      const help: string[] = [];
      command.configureOutput({ writeOut: (text) => help.push(text) }).outputHelp();
      expect(help.join("")).toMatch(/\nExamples:\n {2}\$ .*segue /);
    },
  );

  test("the built program is a process with the same streams and exit codes", async () => {
    const start = (args: string[]) => startCommand(args, { SEGUE_URL: world.url, SEGUE_DATA_DIR: folder }, folder).end;
    const listed = await start(["org", "list", "--json"]);
    expect([listed.code, listed.err, JSON.parse(listed.out).data.length]).toEqual([0, "", expect.any(Number)]);
    const wrong = await start([]);
    expect([wrong.code, wrong.out, wrong.err]).toEqual([2, "", expect.stringMatching(/^Usage: \S+\/bin\/segue /)]);
    const refused = await start(["org", "show", "org_none"]);
    expect([refused.code, refused.out, refused.err]).toEqual([1, "", expect.stringContaining("not_found")]);
  });

  test("--help is printed and ends well", async () => {
    expect(await segue(["org", "create", "--help"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("Examples:"),
    });
  });

  test("segue serve documents every variable with its default", async () => {
    const { out } = await segue(["serve", "--help"]);
    for (const name of Object.keys(settings)) expect(out).toMatch(new RegExp(`^ {2}${name} +\\S`, "m"));
    expect(out).toMatch(/SEGUE_PORT +8080 /);
  });
});

describe("completion", () => {
  test("the script for bash is sound and completes commands, options and values", async () => {
    const { out } = await segue(["completion", "bash"]);
    const file = join(folder, "completion.bash");
    writeFileSync(file, out);
    execFileSync("bash", ["-n", file]);
    // In one shell: each start of one costs more than all that it completes.
    const wanted: [words: string, completed: string[]][] = [
      ["o", ["org"]],
      ["--sandbox org create --t", ["--tier", "--territories"]],
      ["org create Name --tier e", ["enterprise"]],
      ["job list --status p", ["parked"]],
      ["delivery re", ["resubmit", "report"]],
      ["delivery list --status re", ["rejected"]],
      ["deliver rel_1 --w", ["--watch"]],
      ["completion z", ["zsh"]],
      ["upload --type au", ["audio"]],
      ["trigger delivery.c", ["delivery.completed"]],
      ["event list --status u", ["undelivered"]],
      ["org ", expect.arrayContaining(["create", "list", "show", "update"])],
      ["release ", expect.arrayContaining(["create", "submit"])],
    ];
    const complete = (begin: string, words: string[], by: string) =>
      `COMP_WORDS=(${begin} ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); ${by}; echo "\${COMPREPLY[@]}"`;
    const program = [
      `source ${file}`,
      complete("npx segue", ["job", "re"], "_segue_npx"),
      ...wanted.map(([words]) => complete("segue", words.split(" "), "_segue")),
    ];
    const told = execFileSync("bash", ["-c", program.join("\n")], { encoding: "utf8" })
      .trimEnd()
      .split("\n");
    expect(told.map((line) => line.split(" "))).toEqual([["retry"], ...wanted.map(([, completed]) => completed)]);
  });

  test.each(["zsh", "fish"])("the script for %s names every command", async (shell) => {
    const { code, out } = await segue(["completion", shell]);
    expect(code).toBe(0);
    for (const word of ["serve", "org", "create", "revoke", "retry", "expires-at", "import", "preflight", "dry-run"])
      expect(out).toContain(word);
  });
});
