import { connect, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { ApiError } from "../../errors.ts";
import { openBodies } from "./open-bodies.ts";

const MIB = 1_048_576;

let world: World;
const sockets: Socket[] = [];
beforeAll(async () => {
  world = await createWorld();
});
afterEach(() => {
  sockets.splice(0).forEach((socket) => void socket.destroy());
  world.clock.advance(60_000);
});
afterAll(() => world.close());

/**
 * Announces a body and never sends it, so the server keeps room for it. Returns the server's answer: 100 if the client
 * may continue.
 */
function announce(line: string, ...headers: string[]): Promise<{ status: number; retry_after: string | undefined }> {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.write([line, "Host: segue", "Expect: 100-continue", ...headers, "", ""].join("\r\n"));
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("data", (answer) => {
      const status = Number(answer.toString().split(" ")[1]);
      resolve({ status, retry_after: /\r\nretry-after: (\d+)\r\n/i.exec(answer.toString())?.[1] });
    });
  });
}

/** The rate limits are out of the way: these tests count only requests that are under way. */
const busy = () => world.organization({ rate_limit: { per_minute: 100_000, burst: 10_000 } });

const announceBulk = (key: string | undefined, bytes: number) =>
  announce("POST /v1/tracks/bulk HTTP/1.1", `Authorization: Bearer ${key}`, `Content-Length: ${bytes}`);

describe("bodies that do not come", () => {
  test("of one organization hold 64 MiB at most: the next is 429 with Retry-After, and no other organization waits", async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => announceBulk(world.label.key, 8 * MIB)));
    expect(answers.filter(({ status }) => status === 100)).toHaveLength(8);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(52);
    for (const { retry_after } of refused) expect(Number(retry_after)).toBeGreaterThan(0);
    expect((await announceBulk(world.rival.key, 8 * MIB)).status).toBe(100);
    expect((await world.rival.call("POST /v1/releases", { body: {} })).status).toBe(422);
  });

  test("give back what they held when their connection goes", async () => {
    await Promise.all(Array.from({ length: 8 }, () => announceBulk(world.label.key, 8 * MIB)));
    sockets.splice(0).forEach((socket) => void socket.destroy());
    await expect.poll(async () => (await announceBulk(world.label.key, 8 * MIB)).status).toBe(100);
  });

  test("of an organization are 256 at most, however small", async () => {
    const { key } = await busy();
    const answers = await Promise.all(Array.from({ length: 260 }, () => announceBulk(key, 10)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await announceBulk(world.rival.key, 10)).status).toBe(100);
  });

  test("of an address without a credential are 64 at most, and no organization waits", async () => {
    const form = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 8000"];
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => announce("POST /v1/oauth/token HTTP/1.1", ...form)),
    );
    expect(answers.filter(({ status }) => status === 100)).toHaveLength(64);
    expect(answers.filter(({ status, retry_after }) => status === 429 && Number(retry_after) > 0)).toHaveLength(6);
    expect((await announceBulk(world.label.key, MIB)).status).toBe(100);
  });

  test.each(["POST /v1/nothing", "PUT /v1/releases", "POST /nothing"])("are not asked for by %s", async (operation) => {
    const { status } = await announce(`${operation} HTTP/1.1`, "Content-Length: 1000000");
    expect(status).toBe(operation.startsWith("PUT") ? 405 : 404);
  });

  test("nor where they would be too large", async () => {
    expect((await announceBulk(world.label.key, 8 * MIB + 1)).status).toBe(413);
  });
});

test("hundreds of requests at once, whole or in chunks, are none too many", async () => {
  const member = await busy();
  const body = { title: "x".repeat(3_000) };
  const chunked = () =>
    fetch(`${world.url}/v1/releases`, {
      method: "POST",
      headers: { authorization: `Bearer ${member.key}`, "content-type": "application/json" },
      body: new Blob([JSON.stringify(body)]).stream(),
      duplex: "half",
    });
  const answers = await Promise.all(
    Array.from({ length: 290 }, (_, index) => (index % 2 ? member.call("POST /v1/releases", { body }) : chunked())),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
});

describe("the room of bodies", () => {
  const status = (work: () => void): number => {
    try {
      work();
      return 200;
    } catch (error) {
      return (error as ApiError).status;
    }
  };

  test("whatever callers open, grow and close, it is never exceeded, and all of it comes back", () => {
    const room = { places: 16, bytes: 1_000 };
    const step = fc.record({
      caller: fc.nat({ max: 30 }).map(String),
      act: fc.constantFrom("open", "grow", "arrived", "close"),
      bytes: fc.nat({ max: 400 }),
      which: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const bodies = openBodies(room);
        const held: { bytes: number; places: number; body: ReturnType<typeof bodies.open> }[] = [];
        for (const { caller, act, bytes, which } of steps) {
          const one = held[which % Math.max(1, held.length)];
          if (act === "open") status(() => held.push({ body: bodies.open(caller, bytes), bytes, places: 1 }));
          else if (one && act === "grow")
            status(() => {
              one.body.grow(bytes);
              one.bytes += bytes;
            });
          else if (one && act === "arrived") {
            one.body.arrived();
            one.places = 0;
          } else if (one && act === "close") {
            one.body.close();
            Object.assign(one, { bytes: 0, places: 0 });
          }
          expect(held.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(room.bytes);
          expect(held.reduce((sum, { places }) => sum + places, 0)).toBeLessThanOrEqual(room.places);
        }
        for (const { body } of held) body.close();
        expect(status(() => bodies.open("anyone", room.bytes / 4))).toBe(200);
      }),
    );
  });

  test("one caller has a quarter of it; many leave a part for the next, who gets 503 when it wants more", () => {
    const bodies = openBodies({ places: 1_024, bytes: 256 * MIB });
    expect(status(() => bodies.open("greedy", 64 * MIB))).toBe(200);
    expect(status(() => bodies.open("greedy", 1))).toBe(429);
    for (let index = 0; index < 10; index++) while (status(() => bodies.open(`crowd ${index}`, MIB)) === 200);
    expect(status(() => bodies.open("next", MIB))).toBe(200);
    expect(status(() => bodies.open("next", 16 * MIB))).toBe(503);
  });

  test("an answer names what to do", () => {
    const bodies = openBodies({ places: 4, bytes: 100 });
    expect(() => bodies.open("one", 26)).toThrow(ApiError);
    expect(status(() => bodies.open("one", 25))).toBe(200);
  });
});
