// Tries that are counted: wrong passwords and codes, sign-ins from an address, resets, invitations and mails to payees.
//
// The problem. A hundred guesses that arrive at the same moment must not all be looked at because none of them has failed yet.
//
// The procedure. A try is kept before it is looked at, and then all tries of the window are counted. The
// k-th of many at one moment counts at least k, so no more than the limit are looked at. A try that was right, or that was
// not looked at, is taken back.

import { createHmac } from "node:crypto";
import type { Context } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { addressKey } from "../platform/http/guards/client-address.ts";
import { countTries, deleteTry, insertTry } from "./tries-queries.ts";

type Window = { max: number; within_s: number; by_address?: true };

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** The one table of these limits. */
export const tryLimits = {
  password: [
    { max: 10, within_s: 15 * MINUTE_S, by_address: true },
    { max: 100, within_s: HOUR_S },
  ],
  code: [
    { max: 10, within_s: 15 * MINUTE_S },
    { max: 30, within_s: DAY_S },
  ],
  address: [{ max: 30, within_s: MINUTE_S }],
  /** A sign-in by the identity provider comes back once. */
  oidc: [{ max: 1, within_s: HOUR_S }],
  reset: [{ max: 3, within_s: HOUR_S }],
  invitation: [{ max: 100, within_s: DAY_S }],
  /** Mails about changed payment details to addresses of payees, which an organization chooses freely. */
  payee_mail: [{ max: 100, within_s: DAY_S }],
  /** Mails about the limits above. */
  mailed: [{ max: 1, within_s: DAY_S }],
} as const satisfies Record<string, readonly Window[]>;
export type TryKind = keyof typeof tryLimits;

/** Tries are kept by hashes: the table tells no address of mail to who reads it. */
export type Subject = { pepper: Buffer; about: string; address?: string };

/** `exceeded`: the first window that is full, counted from 0; undefined if the try may be looked at. */
export type CountedTry = {
  exceeded: number | undefined;
  retry_after_s: number;
  /** `within`: a transaction that must commit with it. */
  takeBack(within?: Context): Promise<void>;
};

export function hashTried(pepper: Buffer, text: string): Buffer {
  return createHmac("sha256", pepper).update(`try ${text}`).digest();
}

export async function countTry(ctx: Context, kind: TryKind, subject: Subject): Promise<CountedTry> {
  const { pepper, about, address } = subject;
  const row = {
    kind,
    subject: hashTried(pepper, about),
    address: address === undefined ? null : hashTried(pepper, addressKey(address)),
  };
  const now = ctx.clock.now();
  const windows: readonly Window[] = tryLimits[kind];
  const id = await insertTry(ctx.db, row, now.toISOString());
  const counts = await countTries(
    ctx.db,
    row,
    windows.map(({ max, within_s, by_address = false }) => {
      return { max, by_address, since: new Date(now.getTime() - within_s * 1_000).toISOString() };
    }),
  );
  const exceeded = windows.findIndex(({ max }, index) => (counts[index]?.count ?? 0) > max);
  const takeBack = (within: Context = ctx) => deleteTry(within.db, id);
  if (exceeded === -1) return { exceeded: undefined, retry_after_s: 0, takeBack };
  const free_at = new Date(counts[exceeded]?.oldest ?? now).getTime() + (windows[exceeded]?.within_s ?? 0) * 1_000;
  const retry_after_s = Math.max(1, Math.ceil((free_at - now.getTime()) / 1_000));
  return { exceeded, retry_after_s, takeBack };
}

/** For limits that have no exception. */
export async function takeTry(ctx: Context, kind: TryKind, subject: Subject): Promise<CountedTry> {
  const counted = await countTry(ctx, kind, subject);
  if (counted.exceeded === undefined) return counted;
  await counted.takeBack();
  throw tooManyTries(counted);
}

export function tooManyTries({ retry_after_s }: { retry_after_s: number }): ApiError {
  const message = `Too many tries; wait ${retry_after_s} s before the next.`;
  return new ApiError("rate_limit_exceeded", message, [], { "retry-after": String(retry_after_s) });
}
