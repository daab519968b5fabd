// The driver's connections, made so that none of them is ever used again once it is lost.
//
// The problem. When a connection is lost, postgres.js 3.4.9 forgets its socket and connects anew, but its present user
// keeps writing to it: the rollback of a transaction, or the next statement. That ends the process (a write to null,
// thrown where no code can catch it), leaves the connection mute for ever (a write that is cleared but still counts as
// due), or lands in the transaction of its next user.
//
// The procedure. The driver is given sockets that do not tell it of their loss as a close, after which it would connect
// anew, but as an error: whatever waits for the connection fails, and so does all that is written to it later. The pool
// that it belonged to is left (db.ts), so that nothing new meets it. A close that the driver itself asked for is
// passed on; it has then stopped listening. Encrypted sockets are the same, so TLS is not left to the driver
// (tls.ts).
//
// The driver takes a connection whose socket was full and has room again for idle, even within a transaction: a copy may be
// refused while its rows are still being written. The next caller would then work in that transaction. So the socket never says
// that it is full, and never that it has room again. A copy waits until its rows are written all the same.

import { Socket } from "node:net";
import { openSession } from "./session.ts";
import { encrypt, modeFor, type Tls, TlsFailed } from "./tls.ts";
import type { DatabaseHost } from "./url.ts";

/** The time limit of one try: to connect and, with TLS, to finish the handshake. */
type Manner = { tls: Tls; timeout_ms: number; statement: string; onLost: OnLost };

/** `was_served` is false if the server never accepted us: it is unavailable, or it is starting or stopping. */
export type OnLost = (was_served: boolean) => void;

/**
 * If the address names several servers, each is tried once, and the first writable one is taken. If none is writable,
 * the first that answered is connected to again and taken, so that reads still work. Only its session shows that a
 * server is read-only. Then we close the socket, and the driver, whose connection is not yet in use, asks for the next
 * socket.
 */
type Tour = { left: DatabaseHost[]; fallback: DatabaseHost | undefined; put_down_ms: number };

// The driver asks for the next socket at once. If it does not, it has given up on the connection.
const TOUR_KEPT_MS = 1_000;

/** Returns a function that gives the driver one socket for each call. */
export function openSocketTo(hosts: readonly DatabaseHost[]): (manner: Manner) => Promise<Socket> {
  const interrupted: Tour[] = [];
  let best = hosts[0];
  function nextTour(): Tour {
    const since = performance.now() - TOUR_KEPT_MS;
    for (let tour = interrupted.shift(); tour; tour = interrupted.shift()) if (tour.put_down_ms > since) return tour;
    const others = hosts.filter((host) => host !== best);
    return { left: best ? [best, ...others] : others, fallback: undefined, put_down_ms: 0 };
  }
  return async (manner) => {
    const tour = nextTour();
    try {
      const { host, socket } = await firstReachable(tour, manner);
      return protect(socket, {
        ...manner,
        canGoOn: () => tour.left.length > 0,
        goOn() {
          tour.put_down_ms = performance.now();
          interrupted.push(tour);
        },
        onReady(is_read_only) {
          if (!is_read_only) best = host;
          if (!is_read_only || tour.left.every((other) => other === tour.fallback)) return true;
          tour.fallback ??= host;
          if (tour.fallback === host) tour.left.push(host);
          return false;
        },
      });
    } catch (error) {
      manner.onLost(false);
      throw error;
    }
  };
}

async function firstReachable(tour: Tour, manner: Manner): Promise<{ host: DatabaseHost; socket: Socket }> {
  const failures: unknown[] = [];
  for (let host = tour.left.shift(); host; host = tour.left.shift()) {
    try {
      return { host, socket: await connectHost(host, manner) };
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

/** With `prefer`, we connect without TLS, as libpq does, if the server offers TLS but the handshake fails. */
async function connectHost(address: DatabaseHost, manner: Manner): Promise<Socket> {
  try {
    return await connect(address, manner);
  } catch (error) {
    if (!(error instanceof TlsFailed) || "path" in address || modeFor(address.host, manner.tls) !== "prefer")
      throw error;
    return connect(address, { ...manner, tls: { mode: "disable" } });
  }
}

function connect(address: DatabaseHost, { tls, timeout_ms }: Manner): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = new Socket();
    const timer = setTimeout(() => socket.destroy(lost("CONNECT_TIMEOUT")), timeout_ms);
    const fail = (error: Error) => {
      reject(ofDatabase(error));
      socket.destroy();
    };
    // Keep these listeners: the socket must never be without one before the driver adds its own.
    socket.on("error", fail);
    socket.on("close", () => {
      clearTimeout(timer);
      reject(lost("CONNECTION_CLOSED"));
    });
    socket.connect(address, () => {
      const ready = "path" in address ? Promise.resolve(socket) : encrypt(socket, address.host, tls);
      ready.then((ready) => {
        clearTimeout(timer);
        resolve(ready);
      }, fail);
    });
  });
}

type Protection = {
  statement: string;
  onLost: OnLost;
  canGoOn(): boolean;
  goOn(): void;
  onReady(is_read_only: boolean): boolean;
};

// The first byte of an error. A server that refuses a connection sends nothing else.
const ERROR = 0x45;
// The server is starting, stopping or full: another server may accept us. A wrong user or password is wrong on all
// servers.
const closedForNow = /^(57P0|53300)/;

function protect(socket: Socket, { statement, onLost, canGoOn, goOn, onReady }: Protection): Socket {
  let was_served = false;
  let isOpen = false;
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  const write = socket.write.bind(socket) as (...sent: unknown[]) => boolean;
  const receive = openSession({
    statement,
    send: write,
    pass: (bytes) => emit("data", bytes),
    onReady(is_read_only) {
      isOpen = onReady(is_read_only);
      if (!isOpen) socket.destroy();
      return isOpen;
    },
    onRefused(code) {
      const isPassedBy = canGoOn() && closedForNow.test(code);
      if (isPassedBy) socket.destroy();
      return !isPassedBy;
    },
    end: () => socket.destroy(),
  });
  const writeOrFail = (...sent: unknown[]): boolean => {
    if (socket.destroyed) setImmediate(() => emit("error", lost("CONNECTION_CLOSED")));
    else write(...sent);
    return true;
  };
  // Node puts a `write` of its own there when the server ends the connection, and that one fails in silence.
  Object.defineProperty(socket, "write", { get: () => writeOrFail, set: () => undefined });
  return Object.assign(socket, {
    emit(event: string | symbol, ...values: unknown[]): boolean {
      if (event === "data" && !isOpen) {
        was_served ||= (values[0] as Buffer)[0] !== ERROR;
        receive(values[0] as Buffer);
        return true;
      }
      const isDropped = !isOpen && canGoOn();
      if (event === "error" && isDropped) return true;
      if (event === "error") ofDatabase(values[0] as Error);
      if (event === "drain") return true;
      if (event !== "close" || socket.listenerCount("data") === 0) return emit(event, ...values);
      if (isDropped) {
        goOn();
        return emit("close", false);
      }
      onLost(was_served);
      return emit("error", lost("CONNECTION_CLOSED"));
    },
  });
}

// Marks the error object itself, because its code, such as ECONNREFUSED, may be that of any connection or file.
const failures = new WeakSet<Error>();

function ofDatabase(error: Error): Error {
  failures.add(error);
  return error;
}

/** True for errors of a connection to the database, but not for those of other sockets or files. */
export function isConnectionFailure(error: unknown): boolean {
  return error instanceof Error && failures.has(error);
}

export function lost(code: "CONNECTION_CLOSED" | "CONNECT_TIMEOUT"): Error {
  return ofDatabase(Object.assign(new Error("The connection to the database was lost."), { code }));
}
