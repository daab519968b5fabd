import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { route } from "./route.ts";

const MIB = 1_048_576;
const gate = { entered: 0, left: 0, open: () => undefined as unknown, opened: Promise.resolve() };
function closeGate(): void {
  Object.assign(gate, { entered: 0, left: 0 });
  gate.opened = new Promise((resolve) => {
    gate.open = () => resolve();
  });
}

async function passGate(): Promise<void> {
  gate.entered++;
  await gate.opened;
  gate.left++;
}

const described = { tag: "Probe", summary: "Waits at the gate", access: "any_key" } as const;
const success = { status: 200, content_type: "text/plain; charset=utf-8" } as const;
const large = route({
  ...described,
  success,
  method: "GET",
  path: "/v1/large",
  operation: "getLarge",
  handle: async () => {
    await passGate();
    return "x".repeat(8 * MIB);
  },
});
const stream = route({
  ...described,
  success,
  method: "PUT",
  path: "/v1/stream",
  operation: "putStream",
  takes: "stream",
  handle: async (_ctx, { bytes }) => {
    await passGate();
    for await (const _ of bytes);
    return "read";
  },
});

let world: World;
beforeAll(async () => {
  world = await createWorld({ routes: [large, stream] });
});
afterAll(() => world.close());

function send(url: string, ...requests: string[][]): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.write(requests.map((lines) => [...lines, "Host: segue", "", ""].join("\r\n")).join(""));
  return socket;
}

/** The server has read what came before, once it has answered some that came after. */
async function untilRead(): Promise<void> {
  for (let count = 0; count < 3; count++) await world.stranger.call("GET /healthz");
}

async function leave(sockets: readonly Socket[]): Promise<void> {
  await untilRead();
  for (const socket of sockets) socket.resetAndDestroy();
  await untilRead();
}

async function untilLeft(count: number): Promise<void> {
  gate.open();
  await expect.poll(() => gate.left).toBe(count);
  for (let turn = 0; turn < 3; turn++) await sleep(1);
}

const authorized = (line: string, key: string | undefined) => [`${line} HTTP/1.1`, `Authorization: Bearer ${key}`];

test("clients that leave before their large answer is there take no room from those that come after", async () => {
  closeGate();
  const sockets = Array.from({ length: 10 }, () => send(world.url, authorized("GET /v1/large", world.label.key)));
  await expect.poll(() => gate.entered).toBe(10);
  await leave(sockets);
  await untilLeft(10);
  expect((await world.label.call("GET /v1/large")).status).toBe(200);
});

test("nor do those that had asked for several on one connection", async () => {
  closeGate();
  const asked = Array.from({ length: 4 }, () => authorized("GET /v1/large", world.label.key));
  const sockets = Array.from({ length: 3 }, () => send(world.url, ...asked));
  await expect.poll(() => gate.entered).toBe(12);
  await leave(sockets);
  await untilLeft(12);
  expect((await world.label.call("GET /v1/large")).status).toBe(200);
});

test("nor do those that leave before the first byte of their stream is read", async () => {
  closeGate();
  const sockets = Array.from({ length: 70 }, () =>
    send(world.url, [...authorized("PUT /v1/stream", world.label.key), "Content-Length: 100"]),
  );
  await expect.poll(() => gate.entered).toBe(70);
  await leave(sockets);
  await untilLeft(70);
  expect((await world.label.call("PUT /v1/stream", { raw: "some" })).status).toBe(200);
});

test("nor do those that leave before anybody knows who they are", async () => {
  const member = await world.organization();
  let unlock = () => undefined as unknown;
  const unlocked = new Promise<void>((resolve) => {
    unlock = () => resolve();
  });
  let is_locked = false;
  const locking = world.ctx.begin(async (db) => {
    await db`lock table api_keys in access exclusive mode`;
    is_locked = true;
    await unlocked;
  });
  await expect.poll(() => is_locked).toBe(true);
  const bulk = [...authorized("POST /v1/tracks/bulk", member.key), `Content-Length: ${8 * MIB}`];
  const sockets = Array.from({ length: 8 }, () => send(world.url, bulk));
  const waiting = async () =>
    (await world.ctx.db`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
      .length;
  await expect.poll(waiting).toBeGreaterThan(0);
  await leave(sockets);
  unlock();
  await locking;
  const status = async () =>
    (await member.call("POST /v1/tracks/bulk", { raw: `"${"x".repeat(8 * MIB - 2)}"` })).status;
  expect(await status()).toBe(400);
});

test("a stop waits for no client that neither sends its body nor reads its answer", async () => {
  closeGate();
  gate.open();
  const own = await createWorld({ routes: [large] });
  let answers = "";
  const ask = (lines: string[]) => send(own.url, lines).on("data", (data) => (answers += data));
  const silent = ask([...authorized("POST /v1/releases", own.label.key), "Content-Length: 1000"]);
  const deaf = ask(authorized("GET /v1/large", own.label.key)).pause();
  await expect.poll(() => gate.left).toBe(1);
  await own.stranger.call("GET /healthz");
  await own.close();
  // Neither was answered: had the server waited for its body, it would have answered the first with a timeout.
  expect(answers).toBe("");
  for (const socket of [silent, deaf]) socket.destroy();
});
