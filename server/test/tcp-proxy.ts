// A way to the database that can be cut: what a network does to a service, on demand.

import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type TcpProxy = {
  port: number;
  /** Every connection is reset, new ones are refused, until `mend`. */
  cut(): void;
  /** Connections stay open and new ones are taken, but nothing passes, until `mend`. */
  hang(): void;
  mend(): void;
  /** The next answer with this text does not arrive, and its connection is lost. */
  loseAnswer(text: string): void;
  /** Every connection is reset; new ones are taken. */
  reset(): void;
  /** Strikes at the moment at which so many more bytes went to the target, not at one at which a test comes to look. */
  after(bytes: number, strike: () => void): void;
  /** How many went to the target so far. */
  bytesTaken(): number;
  close(): Promise<void>;
};

export async function startTcpProxy(target: { path: string } | { port: number; host: string }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const pairs = new Set<[Socket, Socket]>();
  let isHanging = false;
  let isCut = false;
  let losing: string | undefined;
  let taken_bytes = 0;
  let strike_at: { bytes: number; strike: () => void } | undefined;
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect(target);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.on("close", () => pairs.delete(pair));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    client.pipe(upstream);
    if (isHanging) stall(pair);
    client.on("data", ({ length }) => {
      taken_bytes += length;
      if (strike_at === undefined || taken_bytes < strike_at.bytes) return;
      const { strike } = strike_at;
      strike_at = undefined;
      strike();
    });
    upstream.on("data", (bytes) => {
      if (losing === undefined || !bytes.includes(losing)) return void client.write(bytes);
      losing = undefined;
      client.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stall = ([client, upstream]: [Socket, Socket]) => {
    client.unpipe(upstream).pause();
    upstream.pause();
  };
  const reset = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      reset();
    },
    reset,
    hang() {
      isHanging = true;
      for (const pair of pairs) stall(pair);
    },
    mend() {
      isCut = false;
      if (!isHanging) return;
      isHanging = false;
      for (const [client, upstream] of pairs) {
        client.pipe(upstream);
        upstream.resume();
      }
    },
    loseAnswer(text) {
      losing = text;
    },
    after(bytes, strike) {
      strike_at = { bytes: taken_bytes + bytes, strike };
    },
    bytesTaken: () => taken_bytes,
    async close() {
      reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
