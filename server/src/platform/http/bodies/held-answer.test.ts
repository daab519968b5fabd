import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { route } from "../route.ts";

const MIB = 1_048_576;
let served = 0;
const large = route({
  method: "GET",
  path: "/v1/large",
  operation: "getLarge",
  tag: "Probe",
  summary: "A large answer",
  access: "any_key",
  success: { status: 200, content_type: "text/plain; charset=utf-8" },
  handle: () => {
    served++;
    return "x".repeat(8 * MIB);
  },
});

let world: World;
const sockets: Socket[] = [];
beforeAll(async () => {
  world = await createWorld({ routes: [large] });
});
afterEach(() => sockets.splice(0).forEach((socket) => void socket.destroy()));
afterAll(() => world.close());

/** Asks, and reads nothing of the answer. */
function ask(key: string | undefined): void {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => undefined);
  socket.write(`GET /v1/large HTTP/1.1\r\nHost: segue\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  sockets.push(socket);
}

test("answers that an organization does not read hold 64 MiB at most: then 429 with Retry-After, and no other waits", async () => {
  for (let count = 0; count < 10; count++) ask(world.label.key);
  await expect.poll(() => served).toBe(10);
  const refused = await world.label.call("GET /v1/large");
  expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limit_exceeded" } } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await world.label.call("GET /v1/organization")).status).toBe(200);
  expect((await world.rival.call("GET /v1/large")).text).toHaveLength(8 * MIB);
  sockets.splice(0).forEach((socket) => void socket.destroy());
  const status = async () => (await world.label.call("GET /v1/large")).status;
  await expect.poll(status).toBe(200);
});
