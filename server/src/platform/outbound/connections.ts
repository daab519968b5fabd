// Connections that are kept between calls. Each is an undici client with exactly one socket.
//
// We do not use undici's Pool. After a call is ended at its deadline, it would connect once more to a server that
// hangs. It searches all of its connections for a free one, and does not tell which of them serves a call.
//
// They are kept by owner and origin (a peer), and one owner's are never another's: a server that two owners share must
// not be able to link them or mix up their answers. The connection used last is taken first, so that surplus
// connections become idle. An idle connection ends after the time that the server names, or when there are too many.

import type { Socket } from "node:net";
import { Client } from "undici";
import type { Target } from "./address.ts";
import type { Memory } from "./connect.ts";

/** One owner's connections to one origin. */
export type Peer = { key: string; target: Target; memory: Memory; idle: Connection[]; holders: number };

export type Connection = {
  peer: Peer;
  client: Client;
  socket: Socket;
  ends_ms: number;
};

export type Connections = {
  /** Call `leave` once for each `enter`. */
  enter(owner: string, target: Target): Peer;
  leave(peer: Peer): void;
  takeIdle(peer: Peer): Connection | undefined;
  open(peer: Peer, signal: AbortSignal): Promise<Connection>;
  /** Gives the connection back after a complete answer. */
  keep(connection: Connection): void;
  drop(connection: Connection): void;
  close(): Promise<void>;
};

// Many servers close after 5 s of silence without saying so. If a server names a time, undici subtracts 2 s from it.
const KEEP_MS = 4_000;
const KEEP_MAX_MS = 15_000;
// A server that has moved to another address is followed after this long at the latest.
const MAX_AGE_MS = 60_000;
const MAX_IDLE_OF_PEER = 128;
const MAX_IDLE = 512;
const MAX_HEADER_BYTES = 16_384;

export function createConnections(dial: (peer: Peer, signal: AbortSignal) => Promise<Socket>): Connections {
  const peers = new Map<string, Peer>();
  const all = new Set<Connection>();
  const idle = new Set<Connection>();

  const leave = (peer: Peer) => {
    peer.holders--;
    if (peer.holders === 0) peers.delete(peer.key);
  };
  const stopIdling = (connection: Connection) => {
    if (!idle.delete(connection)) return;
    const place = connection.peer.idle.lastIndexOf(connection);
    if (place !== -1) connection.peer.idle.splice(place, 1);
  };
  const drop = (connection: Connection) => {
    if (!all.delete(connection)) return;
    stopIdling(connection);
    leave(connection.peer);
    connection.client.destroy(null, () => {});
  };
  return {
    leave,
    drop,
    enter(owner, target) {
      const key = `${target.origin} ${owner}`;
      let peer = peers.get(key);
      if (peer === undefined) {
        peer = { key, target, memory: {}, idle: [], holders: 0 };
        peers.set(key, peer);
      }
      peer.holders++;
      return peer;
    },
    takeIdle(peer) {
      for (let connection = peer.idle.pop(); connection !== undefined; connection = peer.idle.pop()) {
        idle.delete(connection);
        if (!connection.socket.destroyed && connection.ends_ms > performance.now()) return connection;
        drop(connection);
      }
      return undefined;
    },
    async open(peer, signal) {
      const socket = await dial(peer, signal);
      const client = clientOver(socket, peer.target.origin);
      const connection = { peer, client, socket, ends_ms: performance.now() + MAX_AGE_MS };
      peer.holders++;
      all.add(connection);
      client.once("disconnect", () => drop(connection));
      return connection;
    },
    keep(connection) {
      const { peer } = connection;
      if (peer.idle.length >= MAX_IDLE_OF_PEER) return drop(connection);
      peer.idle.push(connection);
      idle.add(connection);
      if (idle.size <= MAX_IDLE) return undefined;
      const [longest] = idle;
      return longest && drop(longest);
    },
    async close() {
      await Promise.all(
        [...all].map((connection) => {
          drop(connection);
          return connection.client.destroy();
        }),
      );
    },
  };
}

function clientOver(socket: Socket, origin: string): Client {
  let has_socket = true;
  return new Client(origin, {
    pipelining: 1,
    // The caller's deadline covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_MS,
    keepAliveMaxTimeout: KEEP_MAX_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: (_, callback) => {
      const is_first = has_socket;
      has_socket = false;
      // Called later, as undici expects. A client that lost its socket asks again, and is left to fail.
      queueMicrotask(() => (is_first ? callback(null, socket) : callback(new SocketGone(), null)));
    },
  });
}

class SocketGone extends Error {
  readonly code = "ECONNRESET";
}
