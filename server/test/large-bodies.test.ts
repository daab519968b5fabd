// Bodies and answers at their limits: no request, however large, makes the others wait.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { draft, must } from "./catalog.ts";
import { watchTries } from "./event-loop.ts";
import { createWorld, type World } from "./world.ts";

const MIB = 1_048_576;
const BULK = "POST /v1/tracks/bulk";

let world: World;
let release_id: string;
beforeAll(async () => {
  world = await createWorld();
  release_id = (await must(world.label, "POST /v1/releases", draft)).body.id;
});
afterAll(() => world.close());

type Sent = { status: number; bytes: Buffer };

/** Without reading what comes back: the caller lives in the same process, and its turns count as well. */
async function send(operation: string, raw?: Buffer, more: Record<string, string> = {}): Promise<Sent> {
  const [method = "", path = ""] = operation.split(" ");
  const headers = { authorization: `Bearer ${world.label.key}`, "content-type": "application/json", ...more };
  const reply = await fetch(world.url + path, { method, headers, ...(raw && { body: new Uint8Array(raw) }) });
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
}

async function expectShortTurns(work: () => Promise<Sent>, status: number): Promise<void> {
  const { result, longest_ms, limit_ms } = await watchTries(work);
  expect([result.status, result.status === status ? "" : result.bytes.toString("utf8", 0, 500)]).toEqual([status, ""]);
  expect(longest_ms).toBeLessThan(limit_ms);
}

const filled = (head: string, unit: string, tail: string, size = 8 * MIB) =>
  head + unit.repeat(Math.floor((size - head.length - tail.length) / unit.length)) + tail;
const names = (count: number) => Array.from({ length: count }, (_, index) => `"n${index}":1`).join(",");

describe("a body stops nobody else's request", () => {
  test("200 tracks at their limits, sent with a key and sent again", async () => {
    const contributors = Array.from({ length: 60 }, (_, index) => ({ name: `Ola Berg ${index}`, role: "Mixing" }));
    const track = { release_id, title: "T".repeat(400), lyrics: "la ".repeat(12_000), contributors };
    const raw = Buffer.from(JSON.stringify({ tracks: Array(200).fill(track) }));
    await expectShortTurns(async () => {
      await world.ctx.db`delete from tracks`;
      return send(BULK, raw, { "idempotency-key": randomUUID() });
    }, 201);
    await world.ctx.db`delete from tracks`;
    const key = { "idempotency-key": randomUUID() };
    const first = await send(BULK, raw, key);
    const again = await watchTries(() => send(BULK, raw, key));
    expect(again.result.bytes.equals(first.bytes)).toBe(true);
    await expectShortTurns(() => send("GET /v1/tracks?limit=100"), 200);
  });

  test.each<[what: string, status: number, body: () => string]>([
    ["brackets that never close", 400, () => "[".repeat(8 * MIB)],
    ["numbers", 400, () => filled('{"tracks":[1', ",1", "]}")],
    ["empty objects", 400, () => filled('{"tracks":[{}', ",{}", "]}")],
    ["one name again and again", 400, () => filled('{"a":1', ',"a":1', "}")],
    ["one text", 400, () => filled('{"tracks":"', "a", '"}')],
    ["one text of escapes", 400, () => filled('{"tracks":"', '\\"', '"}')],
    ["blanks", 422, () => filled('{"tracks":[', " ", "]}")],
    ["200,000 names", 400, () => `{${names(200_000)}}`],
    ["150,000 names", 400, () => `{${names(150_000)}}`],
    [
      "200 tracks of 780 unknown names",
      422,
      () =>
        `{"tracks":[${Array(200)
          .fill(`{${names(780)}}`)
          .join(",")}]}`,
    ],
  ])("at most 8 MiB of %s", async (_what, status, body) => {
    const raw = Buffer.from(body());
    await expectShortTurns(() => send(BULK, raw), status);
  });

  test.each<[what: string, status: number, body: () => string]>([
    ["brackets that never close", 400, () => "[".repeat(MIB)],
    ["10,000 names", 422, () => `{${names(10_000)}}`],
    ["20,000 names", 400, () => `{${names(20_000)}}`],
    ["5,000 artists without a name", 422, () => `{"artists":[${Array(4_990).fill('{"x":1}').join(",")}]}`],
    ["one text", 422, () => filled('{"title":"', "a", '"}', MIB)],
    ["10,000 texts that cannot be kept", 422, () => `{"a":[${Array(9_990).fill('"\\u0000"').join(",")}]}`],
  ])("at most 1 MiB of %s", async (_what, status, body) => {
    const raw = Buffer.from(body());
    await expectShortTurns(() => send("POST /v1/releases", raw), status);
    await expectShortTurns(() => send(`PATCH /v1/releases/${release_id}`, raw), status);
  });
});

test("a bulk that is too large in one place says where", async () => {
  const tracks = [
    { release_id, title: "a" },
    { release_id, title: "b", lyrics: "x".repeat(2 * MIB) },
  ];
  const { status, body } = await world.label.call(BULK, { body: { tracks } });
  expect([status, body.error.details]).toEqual([400, [{ field: "tracks[1]", issue: "has more than 1048576 bytes" }]]);
});
