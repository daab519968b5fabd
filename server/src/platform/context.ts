import type { Db } from "./db.ts";

/** What an action may touch of the world. Inside a transaction `db` is that transaction and nothing reaches past it. */
export type Context = {
  readonly db: Db;
  readonly clock: Clock;
  readonly begin: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** Called with the lanes that have new work, once it is committed. */
  readonly announce: (lanes: ReadonlySet<string>) => void;
  /** Inside a transaction: the lanes to announce when it has committed. */
  readonly woken?: Set<string>;
};

export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Runs the work in one transaction; within one already open it joins that one. */
export async function transaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.woken) return work(ctx);
  const woken = new Set<string>();
  const result = await ctx.begin((db) => work({ ...ctx, db, woken }));
  if (woken.size > 0) ctx.announce(woken);
  return result;
}

/** The clock's time as it is stored and shown: RFC 3339, UTC, milliseconds. */
export function timestamp(ctx: Context): string {
  return ctx.clock.now().toISOString();
}
