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
// passed on; it has then stopped listening.

import { Socket } from "node:net";

/** Where the driver wants to connect; its own type does not say. */
type Target = { path?: string | false; host: string[]; port: number[] };

export async function connectDatabase(target: Target, timeout_ms: number, onLost: () => void): Promise<Socket> {
  try {
    return await firstReachable(target, timeout_ms, onLost);
  } catch (error) {
    onLost();
    throw error;
  }
}

async function firstReachable(target: Target, timeout_ms: number, onLost: () => void): Promise<Socket> {
  if (target.path) return connect({ path: target.path }, timeout_ms, onLost);
  const failures: unknown[] = [];
  for (const [index, host] of target.host.entries()) {
    try {
      return await connect({ host, port: target.port[index] ?? 5432 }, timeout_ms, onLost);
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

function connect(
  address: { path: string } | { host: string; port: number },
  timeout_ms: number,
  onLost: () => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = new DatabaseSocket(onLost);
    const timer = setTimeout(() => socket.destroy(lost("CONNECT_TIMEOUT")), timeout_ms);
    socket.once("error", reject);
    socket.once("close", () => clearTimeout(timer));
    socket.connect(address, () => {
      clearTimeout(timer);
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

class DatabaseSocket extends Socket {
  readonly #onLost: () => void;

  constructor(onLost: () => void) {
    super();
    this.#onLost = onLost;
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== "close" || this.listenerCount("data") === 0) return super.emit(event, ...values);
    this.#onLost();
    return super.emit("error", lost("CONNECTION_CLOSED"));
  }

  override write(...sent: unknown[]): boolean {
    if (!this.destroyed) return super.write(...(sent as [string]));
    setImmediate(() => this.emit("error", lost("CONNECTION_CLOSED")));
    return true;
  }
}

export function lost(code: "CONNECTION_CLOSED" | "CONNECT_TIMEOUT"): Error {
  return Object.assign(new Error("The connection to the database was lost."), { code });
}
