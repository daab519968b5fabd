// A write whose body is read while it comes, such as a sales report of gigabytes. It happens once for each Idempotency-Key, like
// every write, but no key can be compared with bytes that are not there yet, and no transaction can wait for them.
//
// The procedure. A claim with a lease is committed first, as for an outside-calling write, and renewed while the body comes: a
// second request with the key meanwhile is 409. The digest of the bytes is taken as they pass. The handler opens its own transaction
// and calls `complete` in it when it is done: that makes sure that the claim is still ours, writes the audit entry, and stores the
// reply with the digest. So effect and reply commit together. A key that has a reply is answered once the body was read to its end
// and is the same. A process that is killed leaves a claim that runs out; what it began to write, it never committed.

import { createHash, type Hash, randomUUID } from "node:crypto";
import { type Context, type Transaction, timestamp, transaction } from "../context.ts";
import {
  completeClaim,
  holdClaim,
  type IdempotentRequest,
  inProgress,
  LEASE_S,
  lockAndFind,
  type Outcome,
  parseIdempotencyKey,
  type Reply,
  releaseClaim,
  replay,
} from "./idempotency.ts";
import { assertStreamType } from "./media-type.ts";
import type { RawRequest } from "./operation.ts";
import type { Answer, Input, Route } from "./route.ts";

/** For the handler of a streamed write: called once, in the transaction that holds the effect, with what is answered. */
export type Complete = (ctx: Transaction, result: unknown) => Promise<void>;

type KeyedRequest = Omit<IdempotentRequest, "fingerprint">;

const RENEW_AFTER_MS = (LEASE_S * 1_000) / 4;

type Steps = {
  read: (raw: RawRequest) => Input<string, never, never>;
  conclude: (ctx: Transaction, raw: RawRequest, input: Input<string, never, never>, result: unknown) => Promise<Reply>;
};

/** The operation of a route that takes a stream and an Idempotency-Key. */
export function compileStreamed(route: Route, ctx: Context, { read, conclude }: Steps) {
  return async (raw: RawRequest): Promise<Answer> => {
    const key = parseIdempotencyKey(raw.headers["idempotency-key"]);
    assertStreamType(raw.headers, route.media_types ?? []);
    const input = read(raw);
    const keyed = key ? { organization_id: input.principal.organization_id, key } : undefined;
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

export function answerOf({ status, text, replayed }: Outcome): Answer {
  const headers = replayed && { headers: { "idempotency-replayed": "true" } };
  return { status, ...headers, payload: text || undefined };
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
    });
  } catch (error) {
    // What went wrong is the answer, also where this fails too: the lease then frees the key.
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

/** A token, or the row whose reply is there already. Until its end is read, nothing is known of what this request holds. */
async function claimStream(ctx: Context, request: KeyedRequest) {
  return transaction(ctx, async (ctx) => {
    const found = await lockAndFind(ctx, request);
    if (found && found.status !== null) return found;
    if (found?.is_leased) throw inProgress();
    const token = randomUUID();
    await ctx.db`
      insert into idempotency_keys (organization_id, key, fingerprint, claim_token, lease_until, created_at)
      values (${request.organization_id}, ${request.key}, '', ${token}, now() + make_interval(secs => ${LEASE_S}), ${timestamp(ctx)})
      on conflict (organization_id, key) do update
      set fingerprint = '', status = null, body = null, claim_id = null, claim_token = excluded.claim_token,
          lease_until = excluded.lease_until, created_at = excluded.created_at`;
    return token;
  });
}

/** Where it fails, the next one may not; in the end `complete` asks whether the claim is still ours. */
async function renewClaim({ db }: Context, { organization_id, key }: KeyedRequest, token: string): Promise<void> {
  await db`
    update idempotency_keys set lease_until = now() + make_interval(secs => ${LEASE_S})
    where organization_id = ${organization_id} and key = ${key} and claim_token = ${token}`.catch(() => undefined);
}
