import { createSocket, type Socket } from "node:dgram";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer, type SecureVersion, TLSSocket } from "node:tls";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startRawServer } from "../../../test/raw-server.ts";
import { parseAddressBlocks } from "../address-block.ts";
import { readTarget } from "./address.ts";
import { type Memory, OutboundRefused, openSocket, resolveName, type Way } from "./connect.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function dial(url: string, way: Partial<Way> & { memory?: Memory } = {}, signal = AbortSignal.timeout(60_000)) {
  const target = readTarget(url);
  if (typeof target === "string") throw new Error(target);
  return openSocket({ allow: [], resolve: async () => [], ca: undefined, ...way }, target, way.memory ?? {}, signal);
}

describe("the connected address", () => {
  test("is judged once more before a byte is written: 0.0.0.0 leads to this machine", async () => {
    const greeting = vi.fn();
    const server = await startRawServer({ greet: (socket) => void socket.on("data", greeting) });
    cleanups.push(server.close);
    const url = `http://0.0.0.0:${server.port}/`;
    await expect(dial(url, { allow: parseAddressBlocks("0.0.0.0/8") })).rejects.toThrow(OutboundRefused);
    await expect.poll(() => [server.connections, server.open()]).toEqual([1, 0]);
    expect(greeting).not.toHaveBeenCalled();
    const socket = await dial(url, { allow: parseAddressBlocks("0.0.0.0/8,127.0.0.0/8") });
    expect(socket.remoteAddress).toBe("127.0.0.1");
    socket.destroy();
  });

  test("is left when the call ends, in the middle of TLS too", async () => {
    const server = await startRawServer({});
    cleanups.push(server.close);
    const ending = new AbortController();
    const opening = dial(
      `https://127.0.0.1:${server.port}/`,
      { allow: parseAddressBlocks("127.0.0.1") },
      ending.signal,
    );
    await expect.poll(() => server.open()).toBe(1);
    ending.abort();
    await expect(opening).rejects.toThrow();
    await expect.poll(() => server.open()).toBe(0);
  });
});

describe("a session of TLS", () => {
  const [cert, key] = ["crt", "key"].map((kind) =>
    readFileSync(new URL(`../../../test/tls/localhost.${kind}`, import.meta.url), "utf8"),
  );

  async function startTlsServer(maxVersion: SecureVersion): Promise<number> {
    const server = createServer({ cert, key, maxVersion }, (socket) => socket.on("error", () => {}).end("."));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanups.push(() => new Promise((resolve) => server.close(resolve)));
    return (server.address() as AddressInfo).port;
  }
  const way = { allow: parseAddressBlocks("127.0.0.1"), ca: cert, resolve: async () => ["127.0.0.1"] };

  test.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])("(%s) is resumed by the next connection", async (version) => {
    const port = await startTlsServer(version);
    const memory: Memory = {};
    const first = await dial(`https://localhost:${port}/`, { ...way, memory });
    first.resume();
    await expect.poll(() => memory.tls_session).toBeDefined();
    const second = await dial(`https://localhost:${port}/`, { ...way, memory });
    expect(second instanceof TLSSocket && second.isSessionReused()).toBe(true);
    for (const socket of [first, second]) socket.destroy();
  });

  test.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])(
    "(%s) with a certificate for another name is no way in",
    async (version) => {
      const port = await startTlsServer(version);
      const memory: Memory = {};
      for (const _ of ["first", "again"])
        await expect(dial(`https://hooks.example:${port}/`, { ...way, memory })).rejects.toThrow(/altnames/);
    },
  );
});

describe("a name", () => {
  const A = 1;
  const AAAA = 28;
  const [OK, SERVFAIL, NXDOMAIN] = [0, 2, 3];

  /** The answer of a name server to a question for a type: a code and addresses as bytes, or none at all. */
  type Answers = (type: number) => { code: number; addresses?: number[][] } | undefined;

  async function startNameServer(answers: Answers): Promise<string> {
    const socket: Socket = createSocket("udp4", (question, from) => {
      const type = question.readUInt16BE(question.indexOf(0, 12) + 1);
      const answer = answers(type);
      if (answer) socket.send(reply(question, answer), from.port, from.address);
    });
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    cleanups.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
    return `127.0.0.1:${socket.address().port}`;
  }

  function reply(question: Buffer, { code, addresses = [] }: { code: number; addresses?: number[][] }): Buffer {
    const end = question.indexOf(0, 12) + 5;
    const type = question.readUInt16BE(end - 4);
    const header = Buffer.from([...question.subarray(0, 2), 0x81, 0x80 | code, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
    const records = addresses.map((bytes) => [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]);
    return Buffer.concat([header, question.subarray(12, end), Buffer.from(records.flat())]);
  }

  const resolve = async (answers: Answers, signal = AbortSignal.timeout(60_000)) =>
    resolveName("hooks.example", signal, [await startNameServer(answers)]);

  const ipv4 = {
    code: OK,
    addresses: [
      [192, 0, 2, 1],
      [192, 0, 2, 2],
    ],
  };
  const ipv6 = { code: OK, addresses: [[0x20, 1, 0xd, 0xb8, ...new Array(11).fill(0), 1]] };

  test("has the addresses of both families, IPv4 first", async () => {
    expect(await resolve((type) => (type === A ? ipv4 : ipv6))).toEqual([
      expect.stringMatching(/^192\.0\.2\.[12]$/),
      expect.stringMatching(/^192\.0\.2\.[12]$/),
      "2001:db8::1",
    ]);
  });

  test.each([
    ["has none of it", { code: OK }],
    ["does not answer", { code: SERVFAIL }],
    ["does not exist", { code: NXDOMAIN }],
  ])("is known by one family where the other %s", async (_, other) => {
    expect(await resolve((type) => (type === A ? ipv4 : other))).toHaveLength(2);
    expect(await resolve((type) => (type === AAAA ? ipv6 : other))).toEqual(["2001:db8::1"]);
  });

  test.each([
    ["does not exist", { code: NXDOMAIN }],
    ["has other records only", { code: OK }],
  ])("that %s has no address", async (_, answer) => expect(await resolve(() => answer)).toEqual([]));

  test("whose servers fail is not one without an address", async () => {
    await expect(resolve(() => ({ code: SERVFAIL }))).rejects.toThrow();
  });

  test("is not waited for longer than the call", async () => {
    await expect(resolve(() => undefined, AbortSignal.timeout(200))).rejects.toMatchObject({ code: "ECANCELLED" });
  });
});
