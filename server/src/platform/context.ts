import type { ChildHands } from "./child-hands.ts";
import type { AtEnd, Begin, Db } from "./database/db.ts";
import type { Outbound } from "./outbound/outbound.ts";
import type { Blobs } from "./storage/blobs.ts";

/** What an action may touch of the world. Inside a transaction `db` is that transaction and nothing reaches past it. */
export type Context = {
  readonly db: Db;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly outbound: Outbound;
  readonly child_hands: ChildHands;
  readonly begin: Begin;
  /** On a connection that the pool does not count: for a transaction that lasts as long as a client sends. */
  readonly beginAlone: Begin;
  /** Called with the lanes that have new work, once it is committed. */
  readonly announce: (lanes: ReadonlySet<string>) => void;
  /** Only inside a transaction: what happens when it commits. */
  readonly commit?: { readonly atEnd: AtEnd; readonly woken: Set<string> };
};

export type Clock = { now(): Date };

/** This machine's own, for programs that are no node of the service: a node goes by the database's (clock.ts). */
export const systemClock: Clock = { now: () => new Date() };

/** Runs the work in one transaction; within one already open it joins that one. */
export async function transaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.commit) return work(ctx);
  const woken = new Set<string>();
  const result = await ctx.begin((db, atEnd) => work({ ...ctx, db, commit: { atEnd, woken } }));
  if (woken.size > 0) ctx.announce(woken);
  return result;
}

/** Runs the work in a transaction that may be open for hours. The pool's connections stay free for others. */
export function longTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  return transaction({ ...ctx, begin: ctx.beginAlone }, work);
}

/** For a statement whose answer nobody needs: in a transaction it travels with the commit, which fails if it does. */
export async function withCommit(ctx: Context, statement: Promise<unknown>): Promise<void> {
  if (ctx.commit) ctx.commit.atEnd(statement);
  else await statement;
}

/** The clock's time as it is stored and shown: RFC 3339, UTC, milliseconds. */
export function timestamp(ctx: Context): string {
  return ctx.clock.now().toISOString();
}
