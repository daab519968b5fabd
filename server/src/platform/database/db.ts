// The pool and the transactions, and what happens to both when the database goes away or stops taking writes: see "The
// database" in docs/architecture.md.

import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { assertWanted, type Signal } from "../signal.ts";
import { begin } from "./begin.ts";
import { errorCode, READ_ONLY } from "./failure.ts";
import { type SqlStatement, wholeRows } from "./rows.ts";
import { type SessionSettings, settingStatement } from "./session.ts";
import { lost, type OnLost, openSocketTo } from "./socket.ts";
import { type DatabaseAddress, type DatabaseTarget, readAddress } from "./url.ts";
import { wireTypes } from "./values.ts";

/** The pool and a transaction are the same callable: a tagged template that sends one statement. */
export type Db = postgres.ISql<Record<string, never>>;

declare const inTransaction: unique symbol;
/**
 * A transaction. Every function that locks or changes rows takes one: on the pool a lock ends with its own statement.
 */
export type TransactionDb = Db & { readonly [inTransaction]: true };

/** A piece of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export type Database = {
  db: Db;
  begin: Begin;
  /**
   * Gives the work its own connection, without a transaction, for session locks and settings. They end with the
   * connection.
   */
  alone<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * A transaction on its own connection: one that lasts as long as a client sends must not hold a connection of the
   * pool.
   */
  beginAlone: Begin;
  /** Listens to the channel on its own connection, which reconnects by itself. */
  listen(channel: string, receive: (text: string) => void): Promise<void>;
  close(): Promise<void>;
};

/** If the signal says that the work is no longer wanted, its next statement fails. */
export type Begin = <T>(work: (db: TransactionDb, atEnd: AtEnd) => Promise<T>, signal?: Signal) => Promise<T>;

/** Takes a statement that was sent in the transaction and whose result is not needed before the commit. */
export type AtEnd = (statement: Promise<unknown>) => void;

/** A value for a jsonb column. The caller's type describes it; the driver only needs to know that it is JSON. */
export function json(db: Db, value: unknown) {
  return value === null ? null : db.json(value as postgres.JSONValue);
}

const CONNECT_TIMEOUT_S = 5;
const CLOSE_TIMEOUT_S = 5;
const IDLE_TIMEOUT_S = 60;
const POOL_SIZE = 16;
// When one connection is lost, the others usually are too. If not, this is time enough for most of their work.
const LEAVE_WITHIN_S = 1;
const LISTEN_AGAIN_AFTER_MS = 500;
// While a database is unavailable, new pools are tried only this often. Statements in between fail at once.
const ASK_AGAIN_AFTER_MS = 100;
// While the database is read-only, new sessions are opened this often: an old session would stay read-only, or on a
// standby.
const WRITE_AGAIN_AFTER_MS = 1_000;
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
 * For the queue. PostgreSQL keeps a statement's plan, and makes the first one while the tables are still empty. Such a
 * plan reads whole tables until they are analyzed, and by then they may hold a million rows.
 */
export const byIndexAlone = { enable_seqscan: false };

/** The pool behind it may be replaced: see socket.ts. */
export function openDatabase(
  address: DatabaseAddress,
  pool_size = POOL_SIZE,
  settings: Partial<typeof byIndexAlone> = {},
): Database {
  const target = readAddress(address);
  const way = openSocketTo(target.hosts);
  const listeners: { channel: string; receive: (text: string) => void }[] = [];
  let pool = openPool();
  let isClosed = false;
  let away_until_ms = 0;
  let renew_after_ms = 0;
  const isAway = () => performance.now() < away_until_ms;

  function openPool(): Pool {
    const wayUnlessEnded: typeof way = (manner) => {
      if (opened.state === "ended") throw lost("CONNECTION_CLOSED");
      return way(manner);
    };
    const sql: postgres.Sql = connectPool(target, { way: wayUnlessEnded, pool_size, settings }, (was_served) =>
      leave(sql, was_served),
    );
    const opened: Pool = { sql, pending: new Set(), state: "open" };
    return opened;
  }
  /** New work goes to a new pool at once; what still runs in this one gets a moment. */
  function leave(sql: postgres.Sql, was_served: boolean): void {
    if (sql !== pool.sql || isClosed) return;
    if (!was_served) away_until_ms = performance.now() + ASK_AGAIN_AFTER_MS;
    void endPool(replace(), LEAVE_WITHIN_S);
  }
  /** Queries that read in the pool, or wait for one of its connections, are served first. */
  function leaveReadOnly({ sql }: Pool, error: unknown): void {
    if (errorCode(error) !== READ_ONLY || sql !== pool.sql || isClosed || performance.now() < renew_after_ms) return;
    renew_after_ms = performance.now() + WRITE_AGAIN_AFTER_MS;
    void endServed(replace());
  }
  function replace(): Pool {
    const left = pool;
    pool = openPool();
    if (listeners.length > 0) setTimeout(listenAgain, LISTEN_AGAIN_AFTER_MS, pool.sql).unref();
    return left;
  }
  /** If this fails, the connection was lost again, and this function runs again. */
  function listenAgain(sql: postgres.Sql): void {
    if (sql !== pool.sql || isClosed) return;
    for (const { channel, receive } of listeners) sql.listen(channel, receive).catch(() => undefined);
  }

  const db = wholeRows(
    () => pool.sql,
    (statement) => follow(pool, { isAway, onError: leaveReadOnly }, statement),
  );
  return {
    db: db as Db,
    begin: async (work, signal) => {
      assertWanted(signal);
      if (isAway()) throw lost("CONNECTION_CLOSED");
      const used = pool;
      const workUnlessEnding: typeof work = (transaction, atEnd) => {
        if (used.state !== "open") throw lost("CONNECTION_CLOSED");
        return work(transaction, atEnd);
      };
      return inPool(used, runTransaction(used.sql, workUnlessEnding, signal)).catch((error: unknown) => {
        leaveReadOnly(used, error);
        throw error;
      });
    },
    alone: (work) => runAlone(target, (sql) => work(wholeRows(() => sql) as Db)),
    beginAlone: (work, signal) => runAlone(target, (sql) => runTransaction(sql, work, signal)),
    async listen(channel, receive) {
      listeners.push({ channel, receive });
      await pool.sql.listen(channel, receive);
    },
    close() {
      isClosed = true;
      return endPool(pool, CLOSE_TIMEOUT_S);
    },
  };
}

/**
 * `pending` fails when the pool ends: a statement that lost its connection, or has none yet, might wait in it for ever. While
 * it ends, no transaction begins in it, and once it has ended, it opens no connection: the caller might be told that it failed.
 */
type Pool = { sql: postgres.Sql; pending: Set<(error: Error) => void>; state: "open" | "ending" | "ended" };

function inPool<T>({ pending }: Pool, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    pending.add(reject);
    work.then(resolve, reject).finally(() => pending.delete(reject));
  });
}

/**
 * The driver sends nothing behind a statement if this answers false. Otherwise the next one would wait for it, however long it
 * takes, and would get the answers of others if the driver cannot write it.
 */
const waitHere = () => false;

type Watch = { isAway(): boolean; onError(pool: Pool, error: unknown): void };

/** A statement counts as pending only after it is sent: until then it may be a part of another statement. */
function follow(pool: Pool, { isAway, onError }: Watch, statement: SqlStatement): void {
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

async function endServed(pool: Pool): Promise<void> {
  const give_up_ms = performance.now() + CLOSE_TIMEOUT_S * 1_000;
  while (pool.pending.size > 0 && performance.now() < give_up_ms) await sleep(LOOK_AGAIN_AFTER_MS);
  await endPool(pool, LEAVE_WITHIN_S);
}

async function endPool(pool: Pool, timeout_s: number): Promise<void> {
  pool.state = "ending";
  await pool.sql.end({ timeout: timeout_s });
  pool.state = "ended";
  // One that the driver has opened anew meanwhile, for what still waits.
  void (pool.sql as postgres.Sql & { close(): Promise<void> }).close();
  // What has just been committed is told first.
  await nextTurn();
  for (const reject of pool.pending) reject(lost("CONNECTION_CLOSED"));
}

/**
 * Statements given to `atEnd` are sent together with the commit. If one of them fails, PostgreSQL silently turns the
 * commit into a rollback. So each of them is awaited, and its error becomes the error of the transaction.
 */
async function runTransaction<T>(
  sql: postgres.Sql,
  work: (db: TransactionDb, atEnd: AtEnd) => Promise<T>,
  signal: Signal | undefined,
): Promise<T> {
  const sent: Promise<unknown>[] = [];
  const atEnd = (statement: Promise<unknown>) => {
    // Each is awaited below. Until then a failure must not count as an unhandled rejection.
    statement.catch(() => undefined);
    sent.push(statement);
  };
  const result = await begin(sql, (transaction) => {
    const handle = () => {
      assertWanted(signal);
      return transaction;
    };
    return work(wholeRows(handle) as TransactionDb, atEnd);
  });
  await Promise.all(sent);
  return result;
}

async function runAlone<T>(target: DatabaseTarget, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  let lose = () => undefined as unknown;
  const losing = new Promise<never>((_resolve, reject) => {
    lose = () => reject(lost("CONNECTION_CLOSED"));
  });
  // It lives as long as the work. Otherwise the driver would silently replace an old connection.
  const life = { idle_timeout: 0, max_lifetime: null };
  const lone = { way: openSocketTo(target.hosts), pool_size: 1, settings: {}, life };
  const sql = connectPool(target, lone, () => void lose());
  try {
    // The driver would continue on another connection, which has none of this session's locks.
    return await Promise.race([work(sql), losing]);
  } finally {
    await sql.end({ timeout: LEAVE_WITHIN_S });
  }
}

type PoolOptions = {
  way: ReturnType<typeof openSocketTo>;
  pool_size: number;
  settings: SessionSettings;
  life?: { idle_timeout: number; max_lifetime: null };
};

function connectPool(
  { url, parts, tls, settings: asked }: DatabaseTarget,
  { way, pool_size, settings, life }: PoolOptions,
  onLost: OnLost,
): postgres.Sql {
  const { application_name = APPLICATION_NAME, ...others } = asked;
  const statement = settingStatement({ ...sessionSettings, ...settings, ...others, ...fixedSettings });
  const options = {
    ...parts,
    max: pool_size,
    // A connection that took no more would lose a transaction: see socket.ts.
    max_pipeline: Number.POSITIVE_INFINITY,
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
