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
import { encrypt, modeFor, type Tls, TlsFailed } from "./database-tls.ts";

/** Where the driver wants to connect; its own type does not say. */
type Target = { path?: string | false; host: string[]; port: number[] };

/** The time limit is one try's: to be connected and, with TLS, to have shaken hands. */
type Manner = { tls: Tls; timeout_ms: number; onLost: OnLost };

/** `was_served` is false where the server never let us in: it is away, or it is just starting or stopping. */
export type OnLost = (was_served: boolean) => void;

export async function connectDatabase(target: Target, manner: Manner): Promise<Socket> {
  try {
    return await firstReachable(target, manner);
  } catch (error) {
    manner.onLost(false);
    throw error;
  }
}

async function firstReachable(target: Target, manner: Manner): Promise<Socket> {
  if (target.path) return connect({ path: target.path }, manner);
  const failures: unknown[] = [];
  for (const [index, host] of target.host.entries()) {
    try {
      return await connectHost({ host, port: target.port[index] ?? 5432 }, manner);
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

/** Who only prefers TLS goes without, as libpq does, where the server offers it and the two cannot agree on it. */
async function connectHost(address: { host: string; port: number }, manner: Manner): Promise<Socket> {
  try {
    return await connect(address, manner);
  } catch (error) {
    if (!(error instanceof TlsFailed) || modeFor(address.host, manner.tls) !== "prefer") throw error;
    return connect(address, { ...manner, tls: { mode: "disable" } });
  }
}

type Address = { path: string } | { host: string; port: number };

function connect(address: Address, { tls, timeout_ms, onLost }: Manner): Promise<Socket> {
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
        resolve(protect(ready, onLost));
      }, fail);
    });
  });
}

// The first byte of an error, which is all that a server says that lets nobody in.
const ERROR = 0x45;

function protect(socket: Socket, onLost: OnLost): Socket {
  let was_served = false;
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  const write = socket.write.bind(socket) as (...sent: unknown[]) => boolean;
  return Object.assign(socket, {
    emit(event: string | symbol, ...values: unknown[]): boolean {
      if (event === "data" && !was_served) was_served = (values[0] as Buffer)[0] !== ERROR;
      if (event === "error") ofDatabase(values[0] as Error);
      if (event !== "close" || socket.listenerCount("data") === 0) return emit(event, ...values);
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
