// Endpoints and their events from the command line, against a real sandbox and a real endpoint.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyWebhook } from "../../../sdk/src/webhooks.ts";
import { emit } from "../../../server/src/events/actions.ts";
import type { EventType } from "../../../server/src/events/event.ts";
import { transaction } from "../../../server/src/platform/context.ts";
import { type Receiver, startReceiver } from "../../../server/test/receiver.ts";
import { type Run, runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
let endpoint: Receiver;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", webhook_retry_s: [1, 2, 4, 8, 16] });
});
afterAll(() => world.close());
beforeEach(async () => {
  endpoint = await startReceiver();
});
afterEach(async () => {
  for (const { id } of (await world.label.call("GET /v1/webhooks")).body.data)
    await world.label.call(`DELETE /v1/webhooks/${id}`);
  await endpoint.close();
});

const segue = (...args: string[]): Promise<Run> =>
  runCommand(args, { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" }, tmpdir());
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};
const create = (...more: string[]) => json("webhook", "create", endpoint.url, "--events", "asset.ready", ...more);
/** An event, and the first try to bring it to its endpoints. */
const happen = async (event_type: EventType = "asset.ready"): Promise<string> => {
  const event = { organization_id: world.label.id, event_type, data: { id: "ast_1" } };
  const id = await transaction(world.ctx, (ctx) => emit(ctx, event));
  await world.runJobs();
  return id;
};
/** The five retries, each when it is due. */
const exhaustRetries = async () => {
  for (let retry = 0; retry < 5; retry++) {
    world.clock.advance(60_000);
    await world.runJobs();
  }
};

describe("webhook", () => {
  test("create shows the secret once, with what came of the ping; list, show, update and delete", async () => {
    const made = await segue(
      "webhook",
      "create",
      endpoint.url,
      "--events",
      "asset.ready, asset.failed",
      "--description",
      "Ours",
    );
    expect([made.code, made.err]).toEqual([0, ""]);
    expect(made.out).toMatch(/^status +verified$/m);
    expect(made.out).toMatch(
      /\nsecret {2}whsec_\S{44}\nshown only this once.*\n\nIt answered the ping with 200 in \d+ ms\.\n$/,
    );
    const id = /whk_\w+/.exec(made.out)?.[0] ?? "";
    const shown = await json("webhook", "show", id);
    expect(shown).toMatchObject({
      event_type: ["asset.ready", "asset.failed"],
      description: "Ours",
      status: "verified",
    });
    expect(shown).not.toHaveProperty("secret");
    const listed = await segue("webhook", "list");
    expect(listed.out).toMatch(
      new RegExp(`^${id} +${endpoint.url} +verified +- +asset.ready,asset.failed +\\S+Z$`, "m"),
    );
    const changed = await json("webhook", "update", id, "--events", "asset.ready", "--description", "none");
    expect(changed).toMatchObject({ event_type: ["asset.ready"], description: null, status: "verified" });
    expect((await segue("webhook", "update", id)).code).toBe(2);
    expect((await segue("webhook", "delete", id)).out).toBe(`Deleted ${id}.\n`);
    expect((await segue("webhook", "show", id)).err).toContain("segue: not_found: ");
  });

  test("an endpoint that does not answer the ping is told, with why and what to do, until a ping verifies it", async () => {
    endpoint.answer([503, 404]);
    const made = await segue("webhook", "create", endpoint.url, "--events", "asset.ready");
    expect(made.code).toBe(0);
    const id = /whk_\w+/.exec(made.out)?.[0] ?? "";
    expect(made.out).toMatch(
      /It answered the ping with 503 in \d+ ms\. It gets no events until it answers a ping with 200\. /,
    );
    expect(made.out).toContain(`Give it the secret, then run: segue webhook ping ${id}\n`);
    const env = {
      SEGUE_URL: world.url,
      SEGUE_SANDBOX_PORT: new URL(world.url).port,
      SEGUE_API_KEY: world.label.key ?? "",
    };
    const inSandbox = await runCommand(["webhook", "show", id, "--sandbox"], env, tmpdir());
    expect(inSandbox.out).toContain(`segue webhook ping ${id} --sandbox\n`);
    expect((await segue("webhook", "show", id)).out).toContain(
      "It has not answered a ping with 200. It gets no events",
    );
    const again = await segue("webhook", "ping", id);
    expect([again.code, again.out]).toEqual([1, expect.stringContaining("It answered the ping with 404 in ")]);
    const { url } = endpoint;
    await endpoint.close();
    const away = await segue("webhook", "ping", id);
    expect([away.code, away.out]).toEqual([1, expect.stringContaining("It did not answer the ping: ")]);
    endpoint = await startReceiver(200, Number(new URL(url).port));
    const well = await segue("webhook", "ping", id);
    expect([well.code, well.out]).toEqual([0, expect.stringContaining("It answered the ping with 200 in ")]);
    expect(await json("webhook", "show", id)).toMatchObject({ status: "verified", url: url });
  });

  test("attempts lists those at one endpoint, all or those that failed", async () => {
    const { id } = await create();
    endpoint.answer([500]);
    await happen();
    const all = await segue("webhook", "attempts", id);
    expect(all.out).toMatch(/^\S+Z +asset\.ready +evt_\S+ +failed +500 +\d+ +Answered 500, which is not 2xx\.$/m);
    expect(all.out).toMatch(/^\S+Z +ping +evt_\S+ +delivered +200 +\d+ +-$/m);
    const failed = await json("webhook", "attempts", id, "--status", "failed");
    expect(failed.data).toMatchObject([{ webhook_id: id, event_type: "asset.ready", status: "failed" }]);
  });

  test("a secret is rotated: what comes then verifies with either", async () => {
    const { id, secret } = await create();
    const rotated = await json("webhook", "rotate-secret", id);
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    await happen();
    const sent = endpoint.received.at(-1);
    for (const either of [secret, rotated.secret, [secret, rotated.secret]])
      expect(
        await verifyWebhook({
          body: sent?.body ?? "",
          headers: sent?.headers ?? {},
          secret: either,
          now: world.clock.now(),
        }),
      ).toMatchObject({ event_type: "asset.ready" });
  });

  test("--secret asks for a secret of the user, which signs the first ping and is shown nowhere", async () => {
    const variables = { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" };
    const typed = async (secret: string, ...args: string[]) => {
      const { child, end } = startCommand(args, variables, tmpdir());
      child.stdin?.end(`${secret}\n`);
      const run = await end;
      expect([run.code, run.err]).toEqual([0, ""]);
      expect(run.out).not.toContain(secret);
      return run.out;
    };
    const isSigned = (secret: string) => {
      const { body = "", headers = {} } = endpoint.received.at(-1) ?? {};
      return verifyWebhook({ body, headers, secret, now: world.clock.now() });
    };
    const [first, second] = [40, 32].map((bytes) => `whsec_${randomBytes(bytes).toString("base64")}`) as [
      string,
      string,
    ];
    const made = await typed(first, "webhook", "create", endpoint.url, "--events", "asset.ready", "--secret");
    expect(made).toMatch(/^status +verified$/m);
    expect(made).not.toMatch(/^secret/m);
    expect(await isSigned(first)).toMatchObject({ event_type: "ping" });
    const id = /whk_\w+/.exec(made)?.[0] ?? "";
    expect(JSON.parse(await typed(second, "webhook", "rotate-secret", id, "--secret", "--json"))).toMatchObject({ id });
    await happen();
    expect(await isSigned(second)).toMatchObject({ event_type: "asset.ready" });
    const argument = await segue("webhook", "create", endpoint.url, "--events", "asset.ready", "--secret", first);
    expect([argument.code, argument.err]).toEqual([2, expect.stringContaining("Every user of this machine can read")]);
  });

  test("what an endpoint has not taken is sent to it again", async () => {
    const { id } = await create();
    endpoint.answer([500, 500, 500, 500, 500, 500, 200]);
    const event_id = await happen();
    await exhaustRetries();
    const before = endpoint.received.length;
    const later = new Date(world.clock.now().getTime() + 60_000).toISOString();
    expect(await json("webhook", "redeliver", id, "--since", later)).toEqual({ count: 0 });
    expect((await segue("webhook", "redeliver", id, "--until", later)).out).toBe("1 event is sent again.\n");
    await world.runJobs();
    expect(endpoint.received).toHaveLength(before + 1);
    expect(endpoint.received.at(-1)?.headers["webhook-id"]).toBe(event_id);
    expect((await segue("webhook", "redeliver", id)).out).toBe("0 events are sent again.\n");
  });
});

describe("event", () => {
  test("list, show with every attempt, and redeliver", async () => {
    const { id: webhook_id } = await create();
    endpoint.answer([500, 500, 500, 500, 500, 500, 200]);
    const id = await happen();
    await exhaustRetries();
    const listed = await segue("event", "list", "--type", "asset.ready", "--status", "undelivered");
    expect(listed.out).toMatch(new RegExp(`^${id} +asset\\.ready +undelivered +\\S+Z$`, "m"));
    const shown = await segue("event", "show", id);
    expect(shown.out).toMatch(new RegExp(`^${webhook_id} +undelivered +6 +-$`, "m"));
    expect(shown.out.match(/ 500 +\d+ .* ok$/gm)).toHaveLength(6);
    const whole = await json("event", "show", id);
    expect(whole).toMatchObject({ id, event_type: "asset.ready", data: { id: expect.any(String) } });
    expect(whole.attempts[0]).toMatchObject({ webhook_id, round: 1, status_code: 500, response_body: "ok" });
    expect(await json("event", "redeliver", id, "--webhook", webhook_id)).toEqual({ count: 1 });
    await world.runJobs();
    expect((await json("event", "show", id)).status).toBe("delivered");
    expect((await segue("event", "redeliver", id)).out).toMatch(/^Nothing is sent again: /);
  });

  test("show has of an endpoint's answer what a line has room for, and all of it as JSON", async () => {
    await create();
    const page = `<html>\n${"Oops ".repeat(100)}</html>`;
    endpoint.answer((response) => response.writeHead(500).end(page));
    const id = await happen();
    expect((await segue("event", "show", id)).out).toMatch(/ 500 .* <html> Oops [Oops ]+…$/m);
    expect((await json("event", "show", id)).attempts[0].response_body).toBe(page);
  });

  test("redeliver counts endpoints", async () => {
    for (let made = 0; made < 2; made++) await create();
    endpoint.answer([500, 500]);
    expect((await segue("event", "redeliver", await happen())).out).toBe("It is sent again to 2 endpoints.\n");
  });

  test("an event that nobody wanted says so", async () => {
    const { out, err } = await segue("event", "show", await happen("asset.failed"));
    expect(out).toMatch(/^event_type +asset\.failed$/m);
    expect(out).toMatch(/^status +none$/m);
    expect(err).toBe("No endpoint subscribes to it.\nNo attempts.\n");
  });

  test("the types, with an example of each as JSON", async () => {
    const { out } = await segue("event", "types");
    expect(out).toMatch(/^delivery\.completed +- +\S.+$/m);
    expect(out).toMatch(/^api\.changelog\.published +enterprise +\S.+$/m);
    const { data } = await json("event", "types");
    for (const { event_type, example } of data) expect(example).toMatchObject({ event_type, data: expect.any(Object) });
  });
});

describe("trigger", () => {
  test("in production it says that this is for the sandbox", async () => {
    const production = await createWorld();
    try {
      const env = { SEGUE_URL: production.url, SEGUE_API_KEY: production.label.key ?? "" };
      const refused = await runCommand(["trigger", "asset.ready"], env, tmpdir());
      expect([refused.code, refused.out]).toEqual([1, ""]);
      expect(refused.err).toMatch(
        /^segue: not_found: Only the sandbox can do this, and the key is of production\. Use a sandbox key/,
      );
    } finally {
      await production.close();
    }
  });

  test("says so where no endpoint wants it, and where one does not get it", async () => {
    const { out } = await segue("trigger", "asset.ready");
    expect(out).toContain("No endpoint of yours subscribes to asset.ready;");
    expect(out).toMatch(/^dispatches +-$/m);
    endpoint.answer([503, 200]);
    await create();
    expect((await segue("trigger", "asset.ready")).out).toContain("is not verified, so it does not get the event");
    await json("webhook", "ping", (await json("webhook", "list")).data[0].id);
    expect((await segue("trigger", "asset.ready")).out).toMatch(/dispatches .*\n$/);
  });

  test("knows the types", async () => {
    const { code, err } = await segue("trigger", "asset.redy");
    expect([code, err]).toEqual([2, expect.stringContaining("asset.ready")]);
  });
});

test("a key of production with --sandbox is told before anything is called", async () => {
  const { code, err } = await runCommand(["webhook", "list", "--sandbox"], { SEGUE_API_KEY: "sk_live_x" }, tmpdir());
  expect([code, err]).toEqual([2, expect.stringContaining("leave out --sandbox")]);
});

describe("docs/webhooks.md", () => {
  const page = readFileSync(new URL("../../../docs/webhooks.md", import.meta.url), "utf8");
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);

  /** `segue listen` stays until Ctrl-C. */
  const interrupted: typeof runCommand = async (...command) => {
    const { child, end } = startCommand(...command);
    if (child.stderr) await once(child.stderr, "data");
    child.kill("SIGINT");
    return end;
  };

  /** Reads the secret that the page's `export` line makes. */
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const piped: typeof runCommand = (...command) => {
    const { child, end } = startCommand(...command);
    child.stdin?.end(`${secret}\n`);
    return end;
  };
  const runnerOf = (words: readonly string[]) => {
    if (words.includes("listen")) return interrupted;
    return words[0] === "echo" ? piped : runCommand;
  };

  test("every command of the page works", async () => {
    const { id: webhook_id } = await create();
    endpoint.answer([500, 500, 500, 500, 500, 500, 200]);
    const event_id = await happen();
    await exhaustRetries();
    const real = (word: string) =>
      word
        .replace(/^evt_\w+$/, event_id)
        .replace(/^whk_\w+$/, webhook_id)
        .replace(/^https?:\/\/(example\.com|localhost:3000)\/hooks$/, endpoint.url);
    const lines = blocks.flatMap((block) => block.trimEnd().split("\n"));
    expect(lines.length).toBeGreaterThan(7);
    for (const line of lines) {
      if (line === "export SEGUE_WEBHOOK_SECRET=whsec_$(openssl rand -base64 32)") continue;
      const words = line.split(" ");
      const [npx, program, ...args] = line.replace('echo "$SEGUE_WEBHOOK_SECRET" | ', "").split(" ");
      expect([npx, program]).toEqual(["npx", "segue"]);
      const env = { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" };
      const { code, err } = await runnerOf(words)(args.map(real), env, tmpdir());
      expect([code, args[0] === "listen" ? "" : err], line).toEqual([0, ""]);
    }
  });
});
