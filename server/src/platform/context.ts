import type { Db } from "./db.ts";

/** What an action may touch of the world. Inside a transaction `db` is that transaction and nothing reaches past it. */
export type Context = {
  readonly db: Db;
  readonly clock: Clock;
  readonly begin: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
};

export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Runs the work in one transaction; within one already open it joins that one. */
export function transaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  return ctx.begin((db) => work({ ...ctx, db, begin: (inner) => inner(db) }));
}

/** The clock's time as it is stored and shown: RFC 3339, UTC, milliseconds. */
export function timestamp(ctx: Context): string {
  return ctx.clock.now().toISOString();
}
