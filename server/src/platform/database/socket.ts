// The driver's connections, made so that none of them is ever used again once it is lost.
//
// The problem. When a connection is lost, postgres.js 3.4.9 forgets its socket and connects anew, but whoever had the
// connection goes on writing to it: the rollback of a transaction, or what was about to be sent. That ends the process
// (a write to null, thrown where nobody can catch it), leaves the connection mute for ever (a write that is cleared but
// still counts as due), or lands in the next owner's transaction.
//
// The procedure. The driver is given sockets that do not tell it of their loss as a close, after which it would connect
// anew, but as an error: whatever waits for the connection fails, and so does all that is written to it later. The pool
// that it belonged to is left (db.ts), so that nothing new meets it. A close that the driver itself asked for is
// passed on; it has then stopped listening. Encrypted sockets are the same, so TLS is not left to the driver
// (database-tls.ts).

import { Socket } from "node:net";
import { openSession } from "./session.ts";
import { encrypt, modeFor, type Tls, TlsFailed } from "./tls.ts";
import type { DatabaseHost } from "./url.ts";

/** The time limit is one try's: to be connected and, with TLS, to have shaken hands. */
type Manner = { tls: Tls; timeout_ms: number; statement: string; onLost: OnLost };

/** `was_served` is false where the server never let us in: it is away, or it is just starting or stopping. */
export type OnLost = (was_served: boolean) => void;

/**
 * Where several servers are named, one way round them: each is tried once, and the first that can be written to is
 * taken. Where none can, the first that answered is asked again, and taken: reading goes on. That a server is not the
 * right one shows only in its session. It is closed then, at which the driver, whose connection nobody has yet, asks
 * for the next socket.
 */
type Tour = { left: DatabaseHost[]; fallback: DatabaseHost | undefined; put_down_ms: number };

// The driver comes for the next socket at once. If it does not, it has given up on the connection.
const TOUR_KEPT_MS = 1_000;

/** Answers with sockets for the driver, one at each call. */
export function openWay(hosts: readonly DatabaseHost[]): (manner: Manner) => Promise<Socket> {
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

/** Who only prefers TLS goes without, as libpq does, where the server offers it and the two cannot agree on it. */
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
    // These stay: between here and the driver's own there must be no moment without.
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

// The first byte of an error, which is all that a server says that lets nobody in.
const ERROR = 0x45;
// It is starting, stopping or full: another one may let us in. Whom one server does not know, another will not either.
const closedForNow = /^(57P0|53300)/;

function protect(socket: Socket, { statement, onLost, canGoOn, goOn, onReady }: Protection): Socket {
  let was_served = false;
  let isOpen = false;
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  const write = socket.write.bind(socket) as (...sent: unknown[]) => boolean;
  const hear = openSession({
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
  return Object.assign(socket, {
    emit(event: string | symbol, ...values: unknown[]): boolean {
      if (event === "data" && !isOpen) {
        was_served ||= (values[0] as Buffer)[0] !== ERROR;
        hear(values[0] as Buffer);
        return true;
      }
      const isDropped = !isOpen && canGoOn();
      if (event === "error" && isDropped) return true;
      if (event === "error") ofDatabase(values[0] as Error);
      if (event !== "close" || socket.listenerCount("data") === 0) return emit(event, ...values);
      if (isDropped) {
        goOn();
        return emit("close", false);
      }
      onLost(was_served);
      return emit("error", lost("CONNECTION_CLOSED"));
    },
    write(...sent: unknown[]): boolean {
      if (!socket.destroyed) return write(...sent);
      setImmediate(() => emit("error", lost("CONNECTION_CLOSED")));
      return true;
    },
  });
}

// By the error itself: its code may be any connection's or file's, such as ECONNREFUSED.
const failures = new WeakSet<Error>();

function ofDatabase(error: Error): Error {
  failures.add(error);
  return error;
}

/** True of what a connection to the database failed with, and of no other socket's or file's error. */
export function isConnectionFailure(error: unknown): boolean {
  return error instanceof Error && failures.has(error);
}

export function lost(code: "CONNECTION_CLOSED" | "CONNECT_TIMEOUT"): Error {
  return ofDatabase(Object.assign(new Error("The connection to the database was lost."), { code }));
}
