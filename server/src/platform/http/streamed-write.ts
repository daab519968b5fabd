// A write whose body is read while it arrives, such as a sales report of gigabytes. Like every write it happens once
// for each Idempotency-Key. But its bytes are not there yet when the key is looked up, and no transaction can wait for
// them.
//
// The procedure. As for an outside-calling write, a claim with a lease is committed first, and renewed while the body
// arrives. A second request with the key gets 409 meanwhile. The digest of the bytes is computed as they pass. The
// handler opens its own transaction and calls `complete` in it when it is done. That checks that the claim is still
// ours, writes the audit entry, and stores the reply with the digest, so effect and reply commit together. If the key
// already has a reply, it is replayed after the whole body was read and is the same. A killed process leaves a claim
// that expires, and no committed rows.

import { createHash, type Hash, randomUUID } from "node:crypto";
import { type Context, type Transaction, timestamp, transaction, withCommit } from "../context.ts";
import { answerOf, type Outcome, parseIdempotencyKey, replay } from "./idempotency.ts";
import {
  completeClaim,
  holdClaim,
  type IdempotentRequest,
  inProgress,
  LEASE_S,
  lockAndFind,
  type Reply,
  releaseClaim,
} from "./idempotency-keys.ts";
import { assertStreamType } from "./media-type.ts";
import { replyOwner } from "./principal.ts";
import type { RawRequest } from "./raw-request.ts";
import type { Answer, AnyInput, Route } from "./route.ts";

/** A streamed write's handler calls it once, with the answer, in the transaction that holds the effect. */
export type Complete = (ctx: Transaction, result: unknown) => Promise<void>;

type KeyedRequest = Omit<IdempotentRequest, "fingerprint">;

const RENEW_AFTER_MS = (LEASE_S * 1_000) / 4;

type Steps = {
  read: (raw: RawRequest) => AnyInput;
  conclude: (ctx: Transaction, raw: RawRequest, input: AnyInput, result: unknown) => Promise<Reply>;
};

/** The operation of a route that takes a stream and an Idempotency-Key. */
export function compileStreamed(route: Route, ctx: Context, { read, conclude }: Steps) {
  return async (raw: RawRequest): Promise<Answer> => {
    const key = parseIdempotencyKey(raw.headers["idempotency-key"]);
    assertStreamType(raw.headers, route.media_types ?? []);
    const input = read(raw);
    const keyed = key && raw.principal ? { principal_id: replyOwner(raw.principal), key } : undefined;
    const outcome = await runStreamed(
      ctx,
      { ...raw, keyed },
      {
        act: async (bytes, complete) => route.handle(ctx as Transaction, { ...input, bytes }, complete as never),
        reply: (ctx, result) => conclude(ctx, raw, input, result),
      },
    );
    return answerOf(outcome);
  };
}

async function runStreamed(
  ctx: Context,
  request: { method: string; url: string; keyed: KeyedRequest | undefined; bytes?: AsyncIterable<Buffer> },
  steps: {
    act: (bytes: AsyncIterable<Buffer>, complete: Complete) => Promise<unknown>;
    reply: (ctx: Transaction, result: unknown) => Promise<Reply>;
  },
): Promise<Outcome> {
  const { keyed } = request;
  const hash = createHash("sha256").update(`${request.method} ${request.url}\n`);
  const bytes = passing(request.bytes ?? [], hash);
  let token = "";
  if (keyed) {
    const claimed = await claimStream(ctx, keyed);
    if (typeof claimed !== "string") {
      for await (const _chunk of bytes);
      return replay(claimed, { ...keyed, fingerprint: hash.digest() });
    }
    token = claimed;
  }
  const renewing = keyed && setInterval(() => void renewClaim(ctx, keyed, token), RENEW_AFTER_MS);
  let reply: Reply | undefined;
  try {
    await steps.act(bytes, async (ctx, result) => {
      if (keyed) await holdClaim(ctx, keyed, token);
      reply = await steps.reply(ctx, result);
      if (keyed) await completeClaim(ctx, { ...keyed, fingerprint: hash.digest() }, token, reply);
      else if (reply.audit) await withCommit(ctx, reply.audit);
    });
  } catch (error) {
    // The first error is the answer, even if this fails too: the lease then frees the key.
    if (keyed) await releaseClaim(ctx, keyed, token).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
  if (!reply) throw new Error("A streamed write ended without completing.");
  return { ...reply, replayed: false };
}

async function* passing(bytes: AsyncIterable<Buffer> | Buffer[], hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** A token, or the row with the stored reply. The body can only be compared after it was read to its end. */
async function claimStream(ctx: Context, request: KeyedRequest) {
  return transaction(ctx, async (ctx) => {
    const found = await lockAndFind(ctx, request);
    if (found && found.status !== null) return found;
    if (found?.is_leased) throw inProgress();
    const token = randomUUID();
    await ctx.db`
      insert into idempotency_keys (organization_id, key, fingerprint, claim_token, lease_until, created_at)
      values (${request.principal_id}, ${request.key}, '', ${token}, now() + make_interval(secs => ${LEASE_S}), ${timestamp(ctx)})
      on conflict (organization_id, key) do update
      set fingerprint = '', status = null, body = null, claim_id = null, claim_token = excluded.claim_token,
          lease_until = excluded.lease_until, created_at = excluded.created_at`;
    return token;
  });
}

/** If one renewal fails, the next may succeed. In the end `complete` checks whether the claim is still ours. */
async function renewClaim({ db }: Context, { principal_id, key }: KeyedRequest, token: string): Promise<void> {
  await db`
    update idempotency_keys set lease_until = now() + make_interval(secs => ${LEASE_S})
    where organization_id = ${principal_id} and key = ${key} and claim_token = ${token}`.catch(() => undefined);
}
