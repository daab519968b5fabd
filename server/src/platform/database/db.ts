// Statements and transactions on the pool, and what happens to both when the database goes away or stops taking writes: see "The
// database" in docs/architecture.md.

import type postgres from "postgres";
import { assertWanted, type Signal } from "../signal.ts";
import { begin } from "./begin.ts";
import { errorCode, READ_ONLY } from "./failure.ts";
import {
  CLOSE_WITHIN_S,
  connect,
  endPool,
  endServed,
  follow,
  inPool,
  LEAVE_WITHIN_S,
  openPool,
  type Pool,
} from "./pool.ts";
import { wholeRows } from "./rows.ts";
import { lost, openSocketTo } from "./socket.ts";
import { type DatabaseAddress, type DatabaseTarget, readAddress } from "./url.ts";

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
export type Begin = <T>(work: Work<T>, signal?: Signal) => Promise<T>;

type Work<T> = (db: TransactionDb, atEnd: AtEnd) => Promise<T>;

/** Takes a statement that was sent in the transaction and whose result is not needed before the commit. */
export type AtEnd = (statement: Promise<unknown>) => void;

/** A value for a jsonb column. The caller's type describes it; the driver only needs to know that it is JSON. */
export function json(db: Db, value: unknown) {
  return value === null ? null : db.json(value as postgres.JSONValue);
}

const POOL_SIZE = 16;
const LISTEN_AGAIN_AFTER_MS = 500;
// While a database is unavailable, new pools are tried only this often. Statements in between fail at once.
const ASK_AGAIN_AFTER_MS = 100;
// While the database is read-only, new sessions are opened this often: an old session would stay read-only, or on a
// standby.
const WRITE_AGAIN_AFTER_MS = 1_000;

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
  const listeners: { channel: string; receive: (text: string) => void }[] = [];
  const options = { way: openSocketTo(target.hosts), pool_size, settings };
  let pool = openPool(target, options, leave);
  let isClosed = false;
  let away_until_ms = 0;
  let renew_after_ms = 0;
  const isAway = () => performance.now() < away_until_ms;

  /** New work goes to a new pool at once; what still runs in this one gets a moment. */
  function leave(left: Pool, was_served: boolean): void {
    if (left !== pool || isClosed) return;
    if (!was_served) away_until_ms = performance.now() + ASK_AGAIN_AFTER_MS;
    void endPool(replace(), LEAVE_WITHIN_S);
  }
  function leaveReadOnly(left: Pool, error: unknown): void {
    if (errorCode(error) !== READ_ONLY || left !== pool || isClosed || performance.now() < renew_after_ms) return;
    renew_after_ms = performance.now() + WRITE_AGAIN_AFTER_MS;
    void endServed(replace());
  }
  function replace(): Pool {
    const left = pool;
    pool = openPool(target, options, leave);
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
      return inPool(used, runTransaction(used.sql, unlessEnding(used, work), signal)).catch((error: unknown) => {
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
      return endPool(pool, CLOSE_WITHIN_S);
    },
  };
}

/** The caller might be told that the transaction failed, so it must not begin in a pool that ends. */
function unlessEnding<T>(pool: Pool, work: Work<T>): Work<T> {
  return (db, atEnd) => {
    if (pool.state !== "open") throw lost("CONNECTION_CLOSED");
    return work(db, atEnd);
  };
}

/**
 * Statements given to `atEnd` are sent together with the commit. If one of them fails, PostgreSQL silently turns the
 * commit into a rollback. So each of them is awaited, and its error becomes the error of the transaction.
 */
async function runTransaction<T>(sql: postgres.Sql, work: Work<T>, signal: Signal | undefined): Promise<T> {
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
  const sql = connect(target, lone, () => void lose());
  try {
    // The driver would continue on another connection, which has none of this session's locks.
    return await Promise.race([work(sql), losing]);
  } finally {
    await sql.end({ timeout: LEAVE_WITHIN_S });
  }
}
