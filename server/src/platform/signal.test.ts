// Work whose request is over ends: after the answer that came too late for it, and when its client has left.

import { once } from "node:events";
import { connect } from "node:net";
import { Type } from "typebox";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";
import { type Context, type Transaction, transaction } from "./context.ts";
import { fairSemaphore } from "./fair-semaphore.ts";
import { compileOperation } from "./http/request-stages.ts";
import { route } from "./http/route.ts";
import { assertWanted } from "./signal.ts";
import { yielding } from "./yielding.ts";

/** The work that began, and how it ended, by its name. */
const ended = new Map<string, unknown>();
const begun = new Set<string>();

async function follow(name: string, work: Promise<unknown>): Promise<unknown> {
  begun.add(name);
  return work.then(
    (value) => {
      ended.set(name, value);
      return value;
    },
    (error: unknown) => {
      ended.set(name, (error as Error).message);
      throw error;
    },
  );
}

function* forEver(): Generator<undefined, void, undefined> {
  for (;;) yield;
}

const always = (ctx: Context) => yielding(forEver(), ctx.signal);
async function oneStatementAfterAnother(ctx: Transaction): Promise<void> {
  await ctx.db`insert into probes (name) values ('half')`;
  for (;;) await ctx.db`select pg_sleep(0.01)`;
}

let isReleased = false;
async function untilReleased(ctx: Context): Promise<object> {
  while (!isReleased) await ctx.db`select pg_sleep(0.01)`;
  await transaction(ctx, async (ctx) => ctx.db`select 1`);
  return {};
}

const probe = { tag: "Probe", summary: "Work without end", access: "any_key" } as const;
const success = { status: 200, schema: Type.Object({}) } as const;
const routes = [
  route({
    ...probe,
    success,
    method: "GET",
    path: "/v1/probe-read",
    operation: "readProbe",
    handle: (ctx) => follow("read", always(ctx)) as Promise<object>,
  }),
  route({
    ...probe,
    success,
    method: "POST",
    path: "/v1/probe-ahead",
    operation: "aheadProbe",
    ahead: (ctx) => follow("ahead", always(ctx)),
    handle: async () => ({}),
  }),
  route({
    ...probe,
    success,
    method: "POST",
    path: "/v1/probe-write",
    operation: "writeProbe",
    handle: (ctx) => follow("write", oneStatementAfterAnother(ctx)) as Promise<never>,
  }),
  route({
    ...probe,
    success,
    outlives_request: true,
    method: "POST",
    path: "/v1/probe-lasting",
    operation: "lastingProbe",
    prepare: (ctx) => follow("prepared", untilReleased(ctx)),
    handle: (ctx) => follow("lasting", untilReleased(ctx)) as Promise<never>,
  }),
];

const OVER = "The request ended before its work did; nothing was changed.";
const paths = { read: "GET /v1/probe-read", ahead: "POST /v1/probe-ahead", write: "POST /v1/probe-write" } as const;
type Kind = keyof typeof paths | "lasting";
const kinds = Object.keys(paths) as (keyof typeof paths)[];

let world: World;
beforeAll(async () => {
  world = await createWorld({ routes });
  await world.ctx.db`create table probes (name text)`;
});
afterAll(() => world.close());
beforeEach(() => {
  begun.clear();
  ended.clear();
});

/** The time of one operation is short here; the service's own would take this test too long. */
function askFor(kind: Kind): Promise<unknown> {
  const [method = "", url = ""] = { ...paths, lasting: "POST /v1/probe-lasting" }[kind].split(" ");
  const found = routes.find(({ path }) => path === url);
  if (!found) throw new Error(`There is no ${url}.`);
  const cursors = { seal: () => "", open: () => "" } as never;
  const parts = {
    ctx: world.ctx,
    cursors,
    auditStatement: () => {
      throw new Error("No operation of these tests is audited.");
    },
    forgetPrincipals: () => undefined,
    assertSeen: async () => undefined,
  };
  let aborted = false;
  const signal = {
    get aborted() {
      return aborted;
    },
    end: () => {
      aborted = true;
    },
  };
  const headers = { "content-type": "application/json" };
  const given = { request_id: "req_1", principal: undefined, method, url, params: {}, query: {}, headers };
  return compileOperation(found, { ...parts, answer_within_ms: 20 })({
    ...given,
    body: method === "GET" ? undefined : Buffer.from("{}"),
    isSecure: () => false,
    address: () => "127.0.0.1",
    signal,
  });
}

test.each(kinds)("a request that is answered because its time is over ends its work: %s", async (kind) => {
  await expect(askFor(kind)).rejects.toMatchObject({ code: "service_unavailable" });
  // A request may be late before its work has begun: then it does not begin.
  if (begun.has(kind)) await expect.poll(() => ended.get(kind)).toBe(OVER);
  expect(await world.ctx.db`select name from probes`).toEqual([]);
});

test.each(kinds)("a request whose client has left ends its work: %s", async (kind) => {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const head = `${paths[kind]} HTTP/1.1\r\nHost: segue\r\nAuthorization: Bearer ${world.label.key}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`);
  await expect.poll(() => begun.has(kind)).toBe(true);
  expect(ended.has(kind)).toBe(false);
  socket.resetAndDestroy();
  await expect.poll(() => ended.get(kind)).toBe(OVER);
  expect(await world.ctx.db`select name from probes`).toEqual([]);
  expect(world.log_lines.filter((line) => line.includes("A request failed"))).toEqual([]);
});

test("work that outlives its request goes on after the time is over, in its transaction too", async () => {
  isReleased = false;
  await expect(askFor("lasting")).rejects.toMatchObject({ code: "service_unavailable" });
  isReleased = true;
  await expect.poll(() => [ended.get("prepared"), ended.get("lasting")]).toEqual([{}, {}]);
});

test("work that waits for its turn is not begun when it is no longer wanted", async () => {
  const signal = { aborted: false };
  const inTurn = fairSemaphore(1, 60_000);
  let end = () => {};
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = inTurn("a", undefined)(() => promise);
  const second = inTurn("b", signal)(async () => "done").catch((error: Error) => error.message);
  signal.aborted = true;
  end();
  await first;
  expect(await second).toBe(OVER);
  expect(await inTurn("b", undefined)(async () => "next")).toBe("next");
});

test("background work has no signal, and goes on", async () => {
  expect(() => assertWanted(undefined)).not.toThrow();
  expect(
    await yielding(
      (function* () {
        yield;
        return 1;
      })(),
      undefined,
    ),
  ).toBe(1);
});
