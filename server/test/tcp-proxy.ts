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
  /** Once so many more bytes went to the target, every connection is reset; new ones are taken. */
  cutAfter(bytes: number): void;
  /** Once so many more bytes went to the target, it hangs. */
  hangAfter(bytes: number): void;
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
  let cut_at_bytes = Number.POSITIVE_INFINITY;
  let hang_at_bytes = Number.POSITIVE_INFINITY;
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
      if (taken_bytes >= hang_at_bytes) hang();
      if (taken_bytes < cut_at_bytes) return;
      cut_at_bytes = Number.POSITIVE_INFINITY;
      drop();
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
  const hang = () => {
    isHanging = true;
    hang_at_bytes = Number.POSITIVE_INFINITY;
    for (const pair of pairs) stall(pair);
  };
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      drop();
    },
    hang,
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
    cutAfter(bytes) {
      cut_at_bytes = taken_bytes + bytes;
    },
    hangAfter(bytes) {
      hang_at_bytes = taken_bytes + bytes;
    },
    bytesTaken: () => taken_bytes,
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
