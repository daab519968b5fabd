// The pool of connections: how they are opened, what waits for one, and how the pool ends.

import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { SqlStatement } from "./rows.ts";
import { type SessionSettings, settingStatement } from "./session.ts";
import { lost, type OnLost, type openSocketTo } from "./socket.ts";
import type { DatabaseTarget } from "./url.ts";
import { wireTypes } from "./values.ts";

const CONNECT_TIMEOUT_S = 5;
const IDLE_TIMEOUT_S = 60;
export const CLOSE_WITHIN_S = 5;
// When one connection is lost, the others usually are too. If not, this is time enough for most of their work.
export const LEAVE_WITHIN_S = 1;
const LOOK_AGAIN_AFTER_MS = 50;

// A statement that reaches one of these limits is a bug of ours. The client gets 503 and can retry safely.
const APPLICATION_NAME = "segue";
const sessionSettings = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  // Shorter than a worker's lease: a process that is paused in the middle of a transaction holds its locks no longer.
  // In the middle of a statement: see stuck-sessions.ts.
  idle_in_transaction_session_timeout: 5_000,
};

// Set last, so that the address cannot change it in any spelling: we parse days and hours from what the session
// returns.
const fixedSettings = { TimeZone: "UTC" };

/**
 * `pending` fails when the pool ends: a statement that lost its connection, or has none yet, might wait in it for ever. While
 * it ends, no transaction begins in it (db.ts), and once it has ended, it opens no connection.
 */
export type Pool = { sql: postgres.Sql; pending: Set<(error: Error) => void>; state: "open" | "ending" | "ended" };

export function openPool(
  target: DatabaseTarget,
  options: ConnectOptions,
  onLost: (pool: Pool, was_served: boolean) => void,
): Pool {
  const way: typeof options.way = (manner) => {
    if (pool.state === "ended") throw lost("CONNECTION_CLOSED");
    return options.way(manner);
  };
  const sql: postgres.Sql = connect(target, { ...options, way }, (was_served) => onLost(pool, was_served));
  const pool: Pool = { sql, pending: new Set(), state: "open" };
  return pool;
}

export function inPool<T>({ pending }: Pool, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    pending.add(reject);
    work.then(resolve, reject).finally(() => pending.delete(reject));
  });
}

/**
 * The driver sends nothing behind a statement if this answers false. Otherwise the next one would wait for it, however long it
 * takes, and would get the answers of others if the driver cannot write it. A `begin` that comes to a connection with a hundred
 * statements in flight would be sent, but its transaction would not get the connection.
 */
const waitHere = () => false;

type Watch = { isAway(): boolean; onError(pool: Pool, error: unknown): void };

/** A statement counts as pending only after it is sent: until then it may be a part of another statement. */
export function follow(pool: Pool, { isAway, onError }: Watch, statement: SqlStatement): void {
  const { pending } = pool;
  const { handler } = statement;
  const send = (sent: SqlStatement) => {
    if (isAway()) return sent.reject(lost("CONNECTION_CLOSED"));
    pending.add(sent.reject);
    const forget = () => void pending.delete(sent.reject);
    // The statement's own `then` would send it again.
    void Promise.prototype.then.call(sent, forget, (error: unknown) => {
      forget();
      onError(pool, error);
    });
    sent.options.onexecute = waitHere;
    handler(sent);
  };
  statement.handler = Object.assign(send, { debug: handler.debug });
}

/** Statements that run in the pool, or wait for one of its connections, are served first. */
export async function endServed(pool: Pool): Promise<void> {
  const give_up_ms = performance.now() + CLOSE_WITHIN_S * 1_000;
  while (pool.pending.size > 0 && performance.now() < give_up_ms) await sleep(LOOK_AGAIN_AFTER_MS);
  await endPool(pool, LEAVE_WITHIN_S);
}

export async function endPool(pool: Pool, timeout_s: number): Promise<void> {
  pool.state = "ending";
  await pool.sql.end({ timeout: timeout_s });
  pool.state = "ended";
  // One that the driver has opened anew meanwhile, for what still waits.
  void (pool.sql as postgres.Sql & { close(): Promise<void> }).close();
  // First, commits that were just answered reach their callers.
  await nextTurn();
  for (const reject of pool.pending) reject(lost("CONNECTION_CLOSED"));
}

export type ConnectOptions = {
  way: ReturnType<typeof openSocketTo>;
  pool_size: number;
  settings: SessionSettings;
  life?: { idle_timeout: number; max_lifetime: null };
};

export function connect(
  { url, parts, tls, settings: asked }: DatabaseTarget,
  { way, pool_size, settings, life }: ConnectOptions,
  onLost: OnLost,
): postgres.Sql {
  const { application_name = APPLICATION_NAME, ...others } = asked;
  const statement = settingStatement({ ...sessionSettings, ...settings, ...others, ...fixedSettings });
  const options = {
    ...parts,
    max: pool_size,
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: IDLE_TIMEOUT_S,
    ...life,
    // The other session settings are sent once it is open: see session.ts.
    connection: { application_name },
    types: wireTypes,
    fetch_types: false,
    onnotice: () => undefined,
    // The sockets below are encrypted already.
    ssl: false,
    // Missing from the driver's types: it awaits the promise and treats the socket as connected.
    socket: () => way({ tls, timeout_ms: CONNECT_TIMEOUT_S * 1_000, statement, onLost }),
  };
  return postgres(url, options);
}
