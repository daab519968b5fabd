import { randomBytes, randomUUID } from "node:crypto";
import type { ChildHands } from "./child-hands.ts";
import type { AtEnd, Begin, Db, TransactionDb } from "./database/db.ts";
import type { Outbound } from "./outbound/outbound.ts";
import type { Blobs } from "./storage/blobs.ts";

/** What an action may touch of the world. What only reads takes this, and so works inside a transaction as well. */
export type Context = {
  readonly db: Db;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly blobs: Blobs;
  readonly outbound: Outbound;
  readonly child_hands: ChildHands;
  readonly begin: Begin;
  /** On a connection that the pool does not count: for a transaction that lasts as long as a client sends. */
  readonly beginAlone: Begin;
  /** Called with the lanes that have new work, once it is committed. */
  readonly announce: (lanes: ReadonlySet<string>) => void;
};

/**
 * A context inside a transaction: `db` is that transaction, and nothing reaches past it. What changes, locks, enqueues or
 * emits takes this, so that a forgotten transaction does not compile. `commit`: what happens when it commits.
 */
export type Transaction = Context & {
  readonly db: TransactionDb;
  readonly commit: { readonly atEnd: AtEnd; readonly woken: Set<string> };
};

export type Clock = { now(): Date };

/** This machine's own, for programs that are no node of the service: a node goes by the database's (clock.ts). */
export const systemClock: Clock = { now: () => new Date() };

/** What nobody can foresee: secrets, marks, and the jitter of retries. Ids are made by `newId`. */
export type Chance = {
  /** From 0 up to 1, without it. */
  fraction(): number;
  bytes(count: number): Buffer;
  uuid(): string;
};

export const systemChance: Chance = { fraction: Math.random, bytes: randomBytes, uuid: randomUUID };

/** Runs the work in one transaction; within one already open it joins that one. */
export async function transaction<T>(ctx: Context, work: (ctx: Transaction) => Promise<T>): Promise<T> {
  if (isTransaction(ctx)) return work(ctx);
  const woken = new Set<string>();
  const result = await ctx.begin((db, atEnd) => work({ ...ctx, db, commit: { atEnd, woken } }));
  if (woken.size > 0) ctx.announce(woken);
  return result;
}

function isTransaction(ctx: Context): ctx is Transaction {
  return "commit" in ctx;
}

/** Runs the work in a transaction that may be open for hours. The pool's connections stay free for others. */
export function longTransaction<T>(ctx: Context, work: (ctx: Transaction) => Promise<T>): Promise<T> {
  return transaction({ ...ctx, begin: ctx.beginAlone }, work);
}

/** For a statement whose answer nobody needs: it travels with the commit, which fails if it does. */
export async function withCommit(ctx: Transaction, statement: Promise<unknown>): Promise<void> {
  ctx.commit.atEnd(statement);
}

/** The clock's time as it is stored and shown: RFC 3339, UTC, milliseconds. */
export function timestamp(ctx: Context): string {
  return ctx.clock.now().toISOString();
}
