import { randomBytes, randomUUID } from "node:crypto";
import type { ChildProcessLimit } from "./child-process-limit.ts";
import type { AtEnd, Begin, Db, TransactionDb } from "./database/db.ts";
import { type Joint, joinWrites, type Write, wholeStatement } from "./database/joint.ts";
import type { Outbound } from "./outbound/outbound.ts";
import type { Signal } from "./signal.ts";
import type { Blobs } from "./storage/blobs.ts";

/**
 * Everything an action may use from outside. Code that only reads takes this type, so it also works inside a
 * transaction.
 */
export type Context = {
  readonly db: Db;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly blobs: Blobs;
  readonly outbound: Outbound;
  readonly child_process_limit: ChildProcessLimit;
  /** True in production, where what is sent reaches real stores. */
  readonly is_live: boolean;
  readonly begin: Begin;
  /** Uses a connection outside the pool, for a transaction that stays open while a client sends its body. */
  readonly beginAlone: Begin;
  /** Called with the lanes that have new work, once it is committed. */
  readonly announce: (lanes: ReadonlySet<string>) => void;
  /** Says that the request is over (signal.ts). Background work has none. */
  readonly signal?: Signal | undefined;
};

/**
 * A context inside a transaction: `db` is that transaction. Code that changes, locks, enqueues or emits takes this
 * type, so that a forgotten transaction does not compile. `commit` holds the work to do when it commits.
 */
export type Transaction = Context & {
  readonly db: TransactionDb;
  readonly commit: { readonly atEnd: AtEnd; readonly woken: Set<string>; readonly joint?: Joint };
};

export type Clock = { now(): Date };

/** The source of unpredictable values: secrets, marks and the jitter of retries. `newId` makes ids. */
export type Chance = {
  /** At least 0 and less than 1. */
  fraction(): number;
  bytes(count: number): Buffer;
  uuid(): string;
};

export const systemChance: Chance = { fraction: Math.random, bytes: randomBytes, uuid: randomUUID };

/** Runs the work in one transaction; within one already open it joins that one. */
export async function transaction<T>(ctx: Context, work: (ctx: Transaction) => Promise<T>): Promise<T> {
  if (isTransaction(ctx)) return work(ctx);
  const woken = new Set<string>();
  const result = await ctx.begin(async (db, atEnd) => {
    const joint = joinWrites(db, atEnd);
    const result = await work({ ...ctx, db: joint.db, commit: { atEnd, woken, joint } });
    joint.send();
    return result;
  }, ctx.signal);
  if (woken.size > 0) ctx.announce(woken);
  return result;
}

function isTransaction(ctx: Context): ctx is Transaction {
  return "commit" in ctx;
}

/** Runs the work in a transaction that may stay open for hours. It takes no connection from the pool. */
export function longTransaction<T>(ctx: Context, work: (ctx: Transaction) => Promise<T>): Promise<T> {
  return transaction({ ...ctx, begin: ctx.beginAlone }, work);
}

/** For a statement whose result is not needed. It is sent together with the commit, which fails if the statement fails. */
export async function withCommit(ctx: Transaction, statement: Promise<unknown>): Promise<void> {
  ctx.commit.atEnd(statement);
}

/** For a write whose result is not needed before the commit: it is one statement with those beside it (joint.ts). */
export function writeWithCommit<Row>(ctx: Transaction, write: Write<Row>): void {
  const { joint, atEnd } = ctx.commit;
  if (joint) joint.add(write as Write);
  else atEnd(wholeStatement(ctx.db, write.write).then((rows) => write.take?.(rows as never)));
}

/** The clock's time as it is stored and shown: RFC 3339, UTC, milliseconds. */
export function timestamp(ctx: Context): string {
  return ctx.clock.now().toISOString();
}
