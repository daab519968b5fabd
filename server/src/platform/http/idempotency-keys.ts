// The rows behind Idempotency-Keys: what is known of a key, its reply, and the claim of a write that calls outside. For the
// procedure see idempotency.ts.

import { createHash } from "node:crypto";
import { type Context, type Transaction, timestamp, writeWithCommit } from "../context.ts";
import type { Fragment } from "../database/db.ts";
import { ApiError } from "../errors.ts";
import type { Answer } from "./route.ts";

export const RETENTION_HOURS = 24;
// Longer than any outside call is allowed to take.
export const LEASE_S = 60;

/** `principal_id`: whose key it is. The column of it has an older name. */
export type IdempotentRequest = { principal_id: string; key: string; fingerprint: Buffer };
export type Keyed = Pick<IdempotentRequest, "principal_id" | "key">;
/**
 * `stored` is the reply with one-time secrets nulled: what a replay sends. `audit` is the statement of the audit entry, not
 * yet sent: it travels within the one that stores the reply.
 */
export type Reply = { status: number; text: string; stored: string; headers?: AnswerHeaders; audit?: Fragment };
export type AnswerHeaders = NonNullable<Answer["headers"]>;

export type KeyRow = {
  fingerprint: Buffer;
  status: number | null;
  body: string | null;
  claim_id: string | null;
  is_leased: boolean;
};

type Opened = { [Field in keyof KeyRow]: KeyRow[Field] | null } & { is_locked: boolean };

/** The lock lives as long as the transaction. */
export async function lockAndFind(ctx: Transaction, request: Keyed): Promise<KeyRow | undefined> {
  const [opened] = await ctx.db<Opened[]>`
    select is_locked, fingerprint, status, body, claim_id, is_leased
    from open_idempotency_key(${lockNumber(request)}, ${request.principal_id}, ${request.key}, ${expiredBefore(ctx)})`;
  if (!opened?.is_locked) throw inProgress();
  // A row has a fingerprint, so none means that there is no row.
  return opened.fingerprint === null ? undefined : (opened as KeyRow);
}

export async function findKey(ctx: Context, request: Keyed): Promise<KeyRow | undefined> {
  const [row] = await ctx.db<KeyRow[]>`
    select fingerprint, status, body, claim_id, coalesce(lease_until > now(), false) as is_leased
    from idempotency_keys
    where organization_id = ${request.principal_id} and key = ${request.key} and created_at > ${expiredBefore(ctx)}`;
  return row;
}

function expiredBefore(ctx: Context): string {
  return new Date(ctx.clock.now().getTime() - RETENTION_HOURS * 3_600_000).toISOString();
}

function lockNumber({ principal_id, key }: Keyed): string {
  return createHash("sha256").update(`${principal_id} ${key}`).digest().readBigInt64BE().toString();
}

export function storeReply(ctx: Transaction, request: IdempotentRequest, reply: Reply): void {
  const write = ctx.db`
    insert into idempotency_keys (organization_id, key, fingerprint, status, body, created_at)
    values (${request.principal_id}, ${request.key}, ${request.fingerprint}, ${reply.status}, ${reply.stored}, ${timestamp(ctx)})
    on conflict (organization_id, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
        created_at = excluded.created_at, claim_id = null, claim_token = null, lease_until = null`;
  storeAudit(ctx, reply);
  writeWithCommit(ctx, { table: "idempotency_keys", write });
}

export function storeAudit(ctx: Transaction, { audit }: Reply): void {
  if (audit) writeWithCommit(ctx, { table: "audit_log", write: audit });
}

/** The audit entry as a part of the statement that follows: one statement costs less than two. */
function withAudit({ db }: Transaction, { audit }: Reply): Fragment {
  return audit ? db`with audited as (${audit})` : db``;
}

/** Waits for the lock, unlike a new request: its present holder only looks the key up, which takes a moment. */
export async function holdClaim(ctx: Transaction, request: Keyed, token: string): Promise<void> {
  const [, held] = await Promise.all([
    ctx.db`select pg_advisory_xact_lock(${lockNumber(request)}::bigint)`,
    ctx.db`
      select 1 from idempotency_keys
      where organization_id = ${request.principal_id} and key = ${request.key} and claim_token = ${token}`,
  ]);
  if (held.length === 0) throw inProgress();
}

export async function completeClaim(
  ctx: Transaction,
  request: IdempotentRequest,
  token: string,
  reply: Reply,
): Promise<void> {
  const { count } = await ctx.db`
    ${withAudit(ctx, reply)}
    update idempotency_keys
    set fingerprint = ${request.fingerprint}, status = ${reply.status}, body = ${reply.stored}, claim_token = null, lease_until = null
    where organization_id = ${request.principal_id} and key = ${request.key} and claim_token = ${token}`;
  if (count === 0) throw inProgress();
}

export async function releaseClaim(ctx: Context, request: Keyed, token: string): Promise<void> {
  await ctx.db`
    delete from idempotency_keys
    where organization_id = ${request.principal_id} and key = ${request.key} and claim_token = ${token}`;
}

export function inProgress(): ApiError {
  return new ApiError(
    "idempotency_in_progress",
    "The first request with this Idempotency-Key is still running; send it again in a moment.",
  );
}
