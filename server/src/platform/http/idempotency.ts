// Idempotency: a request sent twice happens once.
//
// The problem. A client that hears nothing cannot know whether its POST took effect, so it sends it again, perhaps
// while the first is still running, perhaps eight times at once, perhaps to another node, perhaps after we were
// killed between the commit and the reply.
//
// The atomic write (almost all). One transaction: try the advisory lock of (organization, key); not got means that
// the first is still running: 409 at once, where a plain insert would wait. Look the key up by a snapshot that is
// younger than the lock: a function of the database does both (open_idempotency_key). Found: replay it, or refuse it if
// the request differs. Not found: run the action, store the reply's very bytes and the audit entry, commit. Effect and
// reply exist together or not at all, so a crash at any instruction leaves either a free key or a replay. Only 2xx is
// stored: any other answer rolls back.
//
// Work ahead. Slow work without effects (judging a release of a thousand tracks) runs before that transaction. The
// transaction then checks that the result still holds. If not, it rolls back, and the work is done again. Almost no
// request is a replay, so the key is looked up by the transaction alone. If the work fails, the key is looked up before
// the failure is answered: the first request may have changed what the work needs.
//
// The outside-calling write. A call to a stranger must not happen inside a transaction, so a claim with a lease is
// committed first. Its `claim_id` names the resource to be made: a retry after a crash makes the same one. The outside
// call runs with no transaction open. The last transaction takes the key's lock, so that no other request can take the
// claim over from here on, and writes effect and reply, provided the claim is still ours. A claim whose lease expired
// (we were killed) is taken over by the next retry, under a new token, so that a paused process that wakes up cannot
// write its effect as well.
//
// Leases use the database's clock, so that two machines cannot disagree; the 24 hours use the service's clock.

import { createHash, randomUUID } from "node:crypto";
import { type Context, type Transaction, timestamp, transaction } from "../context.ts";
import { ApiError } from "../errors.ts";
import { newIdPart } from "../ids.ts";
import {
  type AnswerHeaders,
  completeClaim,
  findKey,
  holdClaim,
  type IdempotentRequest,
  inProgress,
  type KeyRow,
  LEASE_S,
  lockAndFind,
  type Reply,
  releaseClaim,
  storeAudit,
  storeReply,
} from "./idempotency-keys.ts";
import { replyOwner } from "./principal.ts";
import type { RawRequest } from "./raw-request.ts";
import { type Answer, type AnyInput, type Route, takesIdempotencyKey } from "./route.ts";

export type Outcome = { status: number; text: string; replayed: boolean; headers?: AnswerHeaders };

/**
 * Runs a write with the kind of idempotency that its route declares. The request is validated once we know that it is no
 * replay.
 */
export function runWrite(
  { prepare, ahead }: Route,
  ctx: Context,
  request: IdempotentRequest | undefined,
  steps: {
    validate: (claim_id: string) => AnyInput;
    act: (ctx: Transaction, input: AnyInput, prepared: unknown) => Promise<Reply>;
  },
): Promise<Outcome> {
  const { validate, act } = steps;
  if (prepare)
    return runOutside(ctx, request, {
      prepare: (ctx, claim_id) => prepare(ctx, validate(claim_id)),
      act: (ctx, claim_id, prepared) => act(ctx, validate(claim_id), prepared),
    });
  if (!ahead) return runAtomic(ctx, request, (ctx) => act(ctx, validate(""), undefined));
  return runAhead(ctx, request, {
    work: (ctx) => ahead(ctx, validate("")),
    act: (ctx, work) => act(ctx, validate(""), work),
  });
}

/** Undefined: this write may happen twice, because it has no key. */
export function idempotentRequest(route: Route, raw: RawRequest): IdempotentRequest | undefined {
  const key = takesIdempotencyKey(route) ? parseIdempotencyKey(raw.headers["idempotency-key"]) : undefined;
  return key ? { principal_id: replyOwner(raw.principal), key, fingerprint: requestFingerprint(raw) } : undefined;
}

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === "string" && uuidV4.test(header)) return header.toLowerCase();
  throw new ApiError("invalid_idempotency_key", "The Idempotency-Key header must be one UUID v4.");
}

/** Two requests are the same if method, path, query and the body's bytes are. */
function requestFingerprint({ method, url, body }: RawRequest): Buffer {
  const hash = createHash("sha256").update(`${method} ${url}\n`);
  return (body ? hash.update(body) : hash).digest();
}

export function answerOf({ status, text, replayed, headers }: Outcome): Answer {
  const sent = replayed ? { "idempotency-replayed": "true" } : headers;
  return { status, ...(sent && { headers: sent }), payload: text || undefined };
}

async function runAtomic(
  ctx: Context,
  request: IdempotentRequest | undefined,
  act: (ctx: Transaction) => Promise<Reply>,
): Promise<Outcome> {
  return transaction(ctx, async (ctx) => {
    if (!request) return unkeyed(ctx, await act(ctx));
    const found = await lockAndFind(ctx, request);
    if (found) return replay(found, request);
    const reply = await act(ctx);
    storeReply(ctx, request, reply);
    return done(reply);
  });
}

/** The end of a write without a key: there is no reply to keep, so the audit entry travels alone. */
function unkeyed(ctx: Transaction, reply: Reply): Outcome {
  storeAudit(ctx, reply);
  return done(reply);
}

function done({ status, text, headers }: Reply): Outcome {
  return { status, text, replayed: false, ...(headers && { headers }) };
}

/** Thrown in a transaction when the work done ahead is based on an outdated state. */
export class OutOfDate extends Error {}

// A client that changes a resource faster than we can check it gets a conflict after this many tries.
const MAX_ROUNDS = 4;

/**
 * The atomic write, with work ahead that would hold its transaction open too long. A replay may work in vain, as may two
 * requests with one key that come at the same time: one of them commits, and the other becomes its replay.
 */
async function runAhead<Work>(
  ctx: Context,
  request: IdempotentRequest | undefined,
  steps: { work: (ctx: Context) => Promise<Work>; act: (ctx: Transaction, work: Work) => Promise<Reply> },
): Promise<Outcome> {
  for (let round = 1; ; round++) {
    const worked = await workOrReplay(ctx, request, steps.work);
    if ("replayed" in worked) return worked.replayed;
    try {
      return await runAtomic(ctx, request, (ctx) => steps.act(ctx, worked.work));
    } catch (error) {
      if (!(error instanceof OutOfDate)) throw error;
      if (round === MAX_ROUNDS) throw keepsChanging();
    }
  }
}

/** The answer of a key that is taken comes before a failure of the work. */
async function workOrReplay<Work>(
  ctx: Context,
  request: IdempotentRequest | undefined,
  work: (ctx: Context) => Promise<Work>,
): Promise<{ work: Work } | { replayed: Outcome }> {
  try {
    return { work: await work(ctx) };
  } catch (error) {
    const found = request && (await findKey(ctx, request));
    if (!found) throw error;
    return { replayed: replay(found, request) };
  }
}

/** Only its owners change what was judged: a conflict, and not a fault of the service. */
function keepsChanging(): ApiError {
  const message =
    "The resource kept changing while this request checked it; send the same request when your changes are done.";
  return new ApiError("invalid_state", message);
}

export async function runOutside<Prepared>(
  ctx: Context,
  request: IdempotentRequest | undefined,
  steps: {
    prepare: (ctx: Context, claim_id: string) => Promise<Prepared>;
    act: (ctx: Transaction, claim_id: string, prepared: Prepared) => Promise<Reply>;
  },
): Promise<Outcome> {
  if (!request) {
    const claim_id = newIdPart();
    const prepared = await steps.prepare(ctx, claim_id);
    return transaction(lasting(ctx), async (ctx) => unkeyed(ctx, await steps.act(ctx, claim_id, prepared)));
  }
  const claimed = await claim(ctx, request);
  if ("replayed" in claimed) return claimed;
  try {
    const prepared = await steps.prepare(ctx, claimed.claim_id);
    return await transaction(lasting(ctx), async (ctx) => {
      await holdClaim(ctx, request, claimed.token);
      const reply = await steps.act(ctx, claimed.claim_id, prepared);
      await completeClaim(ctx, request, claimed.token, reply);
      return done(reply);
    });
  } catch (error) {
    // The first error is the answer, even if this fails too: the lease then frees the key.
    await releaseClaim(ctx, request, claimed.token).catch(() => undefined);
    throw error;
  }
}

/** Records the effect outside even if the request is over meanwhile. */
function lasting(ctx: Context): Context {
  return { ...ctx, signal: undefined };
}

export function replay(row: KeyRow, request: IdempotentRequest): Outcome {
  if (!row.fingerprint.equals(request.fingerprint)) throw reused();
  if (row.status === null || row.body === null) throw inProgress();
  return { status: row.status, text: row.body, replayed: true };
}

async function claim(ctx: Context, request: IdempotentRequest): Promise<Outcome | { claim_id: string; token: string }> {
  return transaction(ctx, async (ctx) => {
    const found = await lockAndFind(ctx, request);
    if (found && (found.status !== null || found.is_leased || !found.fingerprint.equals(request.fingerprint))) {
      return replay(found, request);
    }
    const token = randomUUID();
    const claim_id = found?.claim_id ?? newIdPart();
    await ctx.db`
      insert into idempotency_keys (organization_id, key, fingerprint, claim_id, claim_token, lease_until, created_at)
      values (${request.principal_id}, ${request.key}, ${request.fingerprint}, ${claim_id}, ${token},
              now() + make_interval(secs => ${LEASE_S}), ${timestamp(ctx)})
      on conflict (organization_id, key) do update
      set fingerprint = excluded.fingerprint, status = null, body = null, claim_id = excluded.claim_id,
          claim_token = excluded.claim_token, lease_until = excluded.lease_until, created_at = excluded.created_at`;
    return { claim_id, token };
  });
}

function reused(): ApiError {
  return new ApiError(
    "idempotency_key_reused",
    "This Idempotency-Key was used for a different request; use a new one.",
  );
}
