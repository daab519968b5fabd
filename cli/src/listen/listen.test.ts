// `segue listen` as a process of its own, between a real sandbox and a real local server.

import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyWebhook } from "../../../sdk/src/webhooks.ts";
import { emitAll } from "../../../server/src/events/actions.ts";
import type { EventType } from "../../../server/src/events/event.ts";
import { transaction } from "../../../server/src/platform/context.ts";
import { type Behaviour, type Receiver, startReceiver } from "../../../server/test/receiver.ts";
import { type RunningCommand, runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { cloneDatabase, createWorld, type World, type WorldOptions } from "../../../server/test/world.ts";

let options: WorldOptions;
let world: World;
let local: Receiver;
beforeAll(async () => {
  options = { environment: "sandbox", secret: randomBytes(32), operator_key: "op", database: await cloneDatabase() };
  world = await createWorld(options);
});
afterAll(() => world.close());
beforeEach(async () => {
  local = await startReceiver();
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map(end));
  await local.close();
});

type Listener = RunningCommand & { out(): string; err(): string; ready: Promise<void> };
const listeners: Listener[] = [];

function listen(args: string[] = [], variables: Record<string, string> = {}): Listener {
  const env = { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "", ...variables };
  const command = startCommand(["listen", "--forward", `${local.url}?a=1`, ...args], env, tmpdir());
  let [out, err] = ["", ""];
  command.child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  command.child.stderr?.on("data", (chunk) => {
    err += chunk;
  });
  const ready = soon(() => expect(err).toContain("The secret that signs them: "));
  const listener = { ...command, out: () => out, err: () => err, ready };
  listeners.push(listener);
  return listener;
}

async function end({ child, end }: Listener) {
  child.kill("SIGINT");
  return end;
}

const soon = (look: () => void) => expect.poll(() => attempt(look)).toBe("");
const attempt = (look: () => void) => {
  try {
    look();
    return "";
  } catch (error) {
    return String(error);
  }
};

/** As many events, in one transaction. */
async function happen(count: number, event_type: EventType = "asset.ready", by = world.label): Promise<string[]> {
  const events = Array.from({ length: count }, (_, number) => ({
    organization_id: by.id,
    event_type,
    data: { number },
  }));
  return transaction(world.ctx, (ctx) => emitAll(ctx, events));
}
const cut: Behaviour = (response) => void response.socket?.destroy();
const takenIds = () => local.received.map(({ event }) => event.id);
const linesOf = (text: string) => text.split("\n").filter(Boolean);
const timesOf = (text: string, part: string) => text.split(part).length - 1;

describe("listen", () => {
  test("posts each event as a webhook gets it, signed with the secret it prints, and ends with 0", async () => {
    await happen(3);
    const listener = listen();
    await listener.ready;
    const [id] = await happen(1, "delivery.completed");
    await happen(1, "delivery.completed", world.rival);
    await soon(() => expect(local.received).toHaveLength(1));
    const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = local.received;
    const secret = /whsec_\S+/.exec(listener.err())?.[0] ?? "";
    const event = await verifyWebhook({ body, headers, secret });
    expect(event).toEqual({
      id,
      event_type: "delivery.completed",
      created_at: expect.any(String),
      data: { number: 0 },
    });
    expect(path).toBe("/hooks?a=1");
    expect(headers).toMatchObject({ "content-type": "application/json", "x-svc-event-id": id, "webhook-id": id });
    const { code, out } = await end(listener);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^\\S+Z {2}delivery\\.completed {2}${id} {2}200 {2}\\d+ ms\\n$`));
  });

  test("sends the very bytes that an endpoint gets", async () => {
    const url = `${local.url}/endpoint`;
    const endpoint = (await world.label.call("POST /v1/webhooks", { body: { url, event_type: "asset.ready" } })).body;
    const listener = listen();
    await listener.ready;
    const before = local.received.length;
    await happen(1);
    await world.runJobs();
    await soon(() => expect(local.received).toHaveLength(before + 2));
    const [one, other] = local.received.slice(before);
    expect(one?.body).toBe(other?.body);
    expect(one?.path).not.toBe(other?.path);
    const names = (of = one) => Object.keys(of?.headers ?? {}).filter((name) => /^(x-svc|webhook)-/.test(name));
    expect(names(one).sort()).toEqual(names(other).sort());
    await world.label.call(`DELETE /v1/webhooks/${endpoint.id}`);
  });

  test("--events takes some, SEGUE_WEBHOOK_SECRET signs, --json prints a line of JSON each", async () => {
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    const listener = listen(["--events", "asset.failed,asset.ready", "--json"], { SEGUE_WEBHOOK_SECRET: secret });
    await listener.ready;
    local.answer([500, 200]);
    await happen(1, "delivery.completed");
    const [failed] = await happen(1, "asset.failed");
    const [ready] = await happen(1, "asset.ready");
    await soon(() => expect(linesOf(listener.out())).toHaveLength(2));
    const lines = linesOf(listener.out()).map((line) => JSON.parse(line));
    // An answer is an answer: what failed is not sent again.
    expect(lines).toMatchObject([
      { id: failed, event_type: "asset.failed", status_code: 500, duration_ms: expect.any(Number), error: null },
      { id: ready, event_type: "asset.ready", status_code: 200 },
    ]);
    for (const { body, headers } of local.received) await verifyWebhook({ body, headers, secret });
    expect(takenIds()).toEqual([failed, ready]);
    expect(listener.err()).not.toContain(secret);
  });

  test("--secret asks for the secret, and shows it nowhere", async () => {
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    const listener = listen(["--secret"], { SEGUE_WEBHOOK_SECRET: "not this one" });
    listener.child.stdin?.write(`${secret}\n`);
    await listener.ready;
    await happen(1);
    await soon(() => expect(local.received).toHaveLength(1));
    for (const { body, headers } of local.received) await verifyWebhook({ body, headers, secret });
    expect(listener.err() + listener.out()).not.toContain(secret);
  });

  test("pages through when there is much, in order, each once, from the first event ever", async () => {
    const member = await world.organization();
    const listener = listen([], { SEGUE_API_KEY: member.key ?? "" });
    await listener.ready;
    const ids = [...(await happen(230, "asset.ready", member)), ...(await happen(20, "asset.ready", member))];
    await soon(() => expect(local.received).toHaveLength(250));
    expect(takenIds()).toEqual(ids);
    expect(linesOf((await end(listener)).out)).toHaveLength(250);
  });

  test("an event under way while it starts is not skipped, though others have overtaken it", async () => {
    const listener = await transaction(world.ctx, async (ctx) => {
      const event = { organization_id: world.label.id, event_type: "asset.ready" as const, data: { slow: true } };
      await emitAll(ctx, [event]);
      // By now it has its place among the transactions.
      await ctx.db`select 1`;
      await happen(1);
      const started = listen();
      await started.ready;
      return started;
    });
    await soon(() => expect(local.received).toHaveLength(1));
    expect(local.received[0]?.event.data).toEqual({ slow: true });
    expect((await end(listener)).code).toBe(0);
  });
});

describe("what is away", () => {
  test("the local server: told once, waited for, and nothing is skipped", async () => {
    const { port } = new URL(local.url);
    await local.close();
    const listener = listen();
    await listener.ready;
    const ids = await happen(3);
    await soon(() => expect(listener.err()).toContain("cannot be reached (ECONNREFUSED). Waiting for it."));
    local = await startReceiver(200, Number(port));
    await soon(() => expect(takenIds()).toEqual(ids));
    expect(timesOf((await end(listener)).err, "cannot be reached")).toBe(1);
  });

  test("a local server that is cut off in the middle gets it again, but not for ever", async () => {
    const listener = listen(["--json"]);
    await listener.ready;
    local.answer([cut, 302]);
    const [first] = await happen(1);
    await soon(() => expect(linesOf(listener.out())).toHaveLength(1));
    expect(takenIds()).toEqual([first, first]);
    // A redirect is not followed.
    expect(JSON.parse(listener.out())).toMatchObject({ status_code: 302 });
    local.answer([cut, cut, cut, cut, cut, cut, 200]);
    const [second, third] = await happen(2);
    await soon(() => expect(linesOf(listener.out())).toHaveLength(3));
    expect(takenIds().slice(2)).toEqual([...Array.from({ length: 6 }, () => second), third]);
    expect(JSON.parse(linesOf(listener.out())[1] ?? "")).toMatchObject({
      status_code: null,
      error: expect.any(String),
    });
  });

  test("the service: told once, waited for, and what happened meanwhile comes", async () => {
    const listener = listen();
    await listener.ready;
    const { port } = new URL(world.url);
    const { label } = world;
    await world.close();
    await soon(() => expect(listener.err()).toContain("Waiting for it."));
    world = { ...(await createWorld({ ...options, port: Number(port) })), label };
    const ids = await happen(2);
    await soon(() => expect(takenIds()).toEqual(ids));
    const { code, err } = await end(listener);
    expect([code, timesOf(err, "Waiting for it."), timesOf(err, "answers again")]).toEqual([0, 1, 1]);
  });

  test("at the start the service is not waited for, and a key that is refused ends it", async () => {
    const wrong = await startCommand(
      ["listen", "--forward", local.url],
      { SEGUE_URL: world.url, SEGUE_API_KEY: "sk_test_x" },
      tmpdir(),
    ).end;
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("invalid_credentials")]);
    const key = await world.keyFor(world.label.id);
    const listener = listen([], { SEGUE_API_KEY: key });
    await listener.ready;
    const { data } = (await world.label.call("GET /v1/api-keys")).body;
    await world.label.call(`DELETE /v1/api-keys/${data[0].id}`);
    const { code, err } = await listener.end;
    expect([code, err]).toEqual([1, expect.stringContaining("segue: invalid_credentials")]);
  });
});

test("without --forward it prints what happens", async () => {
  const env = { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" };
  const { child, end } = startCommand(["listen"], env, tmpdir());
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    err += chunk;
  });
  await soon(() => expect(err).toContain(`Events of ${world.url} are shown here.`));
  const data = { id: "ast_1", status: "ready" };
  const [id] = await transaction(world.ctx, (ctx) =>
    emitAll(ctx, [{ organization_id: world.label.id, event_type: "asset.ready", data }]),
  );
  await soon(() => expect(out).toMatch(new RegExp(`^\\S+Z  asset\\.ready  ${id}  ast_1  ready\\n$`)));
  child.kill("SIGINT");
  expect((await end).code).toBe(0);
});

describe("wrong use is told before anything is done", () => {
  test.each([
    [["--forward", "ftp://localhost"], "http://localhost:3000/hooks"],
    [["--forward", "localhost:3000", "--events", "asset.redy"], '"asset.redy" is not an event type'],
  ])("%j", async (args, told) => {
    const { code, err } = await runCommand(["listen", ...args], {}, tmpdir());
    expect([code, err]).toEqual([2, expect.stringContaining(told)]);
  });

  test("a secret among the arguments, where others on the machine can read it, and one that is none", async () => {
    const run = (args: string[], env: Record<string, string>) =>
      runCommand(["listen", "--forward", "localhost:3000", ...args], env, tmpdir());
    const argument = await run(["--secret", "whsec_c2VjcmV0"], {});
    expect([argument.code, argument.err]).toEqual([2, expect.stringContaining("give --secret without a value")]);
    expect(argument.err).not.toContain("c2VjcmV0");
    const variable = await run([], { SEGUE_WEBHOOK_SECRET: "secret" });
    expect([variable.code, variable.err]).toEqual([2, expect.stringContaining("whsec_")]);
  });

  test("without SEGUE_URL it calls the sandbox on this machine", async () => {
    const closed = await startReceiver();
    await closed.close();
    const env = { SEGUE_API_KEY: "sk_test_x", SEGUE_SANDBOX_PORT: new URL(closed.url).port };
    const { code, err } = await startCommand(["listen", "--forward", local.url], env, tmpdir()).end;
    expect([code, err]).toEqual([1, expect.stringContaining(new URL(closed.url).origin)]);
  });
});
