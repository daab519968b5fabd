// Bringing an event to an endpoint.
//
// The problem. Every event must arrive at least once, even if processes are killed on the way. Receivers are strangers: some
// hang, some send a byte a second, some are gone for good, and none of them may delay another.
//
// The procedure. `emit` has written the dispatch and its job together with the change. A job makes one try: it looks up the
// dispatch (many share a look-up) and posts the stored bytes under one deadline. Then one transaction (many share it)
// completes the job, records the attempt, moves the dispatch and, unless that was the last try of the round, enqueues the
// next job. The queue limits the slots of each endpoint and of each organization. As soon as an endpoint is known to fail,
// its events use a separate lane.
//
// When it fails. If we fail before sending, the job is tried again, and no attempt is counted. If the receiver fails, that is
// an attempt, and the schedule decides. If we fail after sending, before it is recorded, the event is sent again. A
// redelivery begins a new round: jobs of the earlier round find nothing to do, and an attempt of it that is still running
// counts only if it succeeds.

import { notify, recordAttempts } from "../events/actions.ts";
import { type DispatchResult, dispatchTransitions } from "../events/dispatch.ts";
import { attemptDispatchAgain, type DispatchRound } from "../events/job-definitions.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { batched } from "../platform/jobs/batched.ts";
import { enqueueAll } from "../platform/jobs/queue.ts";
import type { OutboundOutcome } from "../platform/outbound/outbound.ts";
import { decideRetry, failureOf, GONE, isSuccess } from "./attempt.ts";
import { forgetWebhook } from "./job-definitions.ts";
import { type Due, disableWebhooks, listDue, markFailing, markWorking, unverifyWebhooks } from "./queries.ts";
import { openSecrets, type SecretParts, UNREADABLE } from "./secrets.ts";
import { signatureHeaders } from "./signature.ts";

export type AttemptParts = SecretParts & {
  /** The pauses before each further try of a round. */
  retry_s: readonly number[];
};

/** The result of a try. `outcome` null: the endpoint takes no events, or nothing can be signed for it. */
export type AttemptMade = { due: Due; at: string; outcome: OutboundOutcome | null; is_unreadable?: true };

const SEND_WITHIN_MS = 30_000;
const LOOK_UP_AT_ONCE = 200;
// As much of it as a mail shows.
const MAX_URL_LENGTH = 200;

/** Undefined: there is nothing left to do. */
export function createSender(
  parts: SecretParts,
): (ctx: Context, dispatch: DispatchRound) => Promise<AttemptMade | undefined> {
  const findDue = batched<{ ctx: Context; dispatch: DispatchRound }, Due | undefined>(
    LOOK_UP_AT_ONCE,
    async (asked) => {
      const dispatches = asked.map(({ dispatch }) => dispatch);
      return asked[0] ? listDue(asked[0].ctx.db, dispatches) : [];
    },
  );
  return async (ctx, dispatch) => {
    const due = await findDue({ ctx, dispatch });
    if (!due) return undefined;
    const now = ctx.clock.now();
    const at = now.toISOString();
    if (due.is_deleted || due.webhook_status !== "verified") return { due, at, outcome: null };
    const { event_id: id, webhook_id, event_type, body, url, organization_id } = due;
    const { secret, previous_secret, previous_until } = due;
    const secrets = openSecrets(parts, { id: webhook_id, secret, previous_secret, previous_until }, now);
    if (!secrets) return { due, at, outcome: null, is_unreadable: true };
    const headers = signatureHeaders({ event: { id, event_type, body }, secrets, at: now });
    const outcome = await ctx.outbound.post({ url, headers, body, owner: organization_id, within_ms: SEND_WITHIN_MS });
    return { due, at, outcome };
  };
}

/** In the transaction that completes their jobs. */
export async function recordSent(
  ctx: Transaction,
  { retry_s }: AttemptParts,
  all: readonly (AttemptMade | undefined)[],
): Promise<void> {
  const sent = all.filter((one) => one !== undefined);
  const alive = sent.filter(({ due }) => !due.is_deleted);
  const results = alive.map((one) => resultOf(ctx, one, retry_s));
  if (results.length > 0) await recordAttempts(ctx, results);
  await enqueueRetries(ctx, alive, results);
  await noteEndpoints(ctx, alive);
  await noteUnreadable(ctx, alive);
  await forgetDeleted(ctx, sent);
}

function resultOf(
  ctx: Context,
  { due, at, outcome, is_unreadable }: AttemptMade,
  retry_s: readonly number[],
): DispatchResult {
  const { event_id, webhook_id, round } = due;
  if (!outcome) {
    // Record an attempt although nothing was sent, because partners look there for the reason.
    const failed = { status_code: null, duration_ms: 0, response_body: "", error: UNREADABLE, created_at: at };
    const attempt = is_unreadable ? { id: newId("att"), ...failed } : null;
    return { event_id, webhook_id, round, status: dispatchTransitions.give_up.to, next_attempt_at: null, attempt };
  }
  const now = ctx.clock.now();
  const chance = ctx.chance.fraction();
  const { status, delay_ms } = decideRetry(outcome, { tries: due.tries + 1, retry_s, chance, now });
  return {
    event_id,
    webhook_id,
    round,
    status,
    next_attempt_at: delay_ms === null ? null : new Date(now.getTime() + delay_ms).toISOString(),
    attempt: {
      id: newId("att"),
      status_code: outcome.status,
      duration_ms: outcome.duration_ms,
      response_body: outcome.reply,
      error: failureOf(outcome),
      created_at: at,
    },
  };
}

async function enqueueRetries(
  ctx: Transaction,
  sent: readonly AttemptMade[],
  results: readonly DispatchResult[],
): Promise<void> {
  const owners = new Map(sent.map(({ due }) => [due.webhook_id, due.organization_id]));
  const retries = results.flatMap(({ event_id, webhook_id, round, next_attempt_at }) => {
    if (next_attempt_at === null) return [];
    const placement = { run_at: new Date(next_attempt_at), key: webhook_id, group_key: owners.get(webhook_id) ?? "" };
    return [{ payload: { event_id, webhook_id, round }, ...placement }];
  });
  if (retries.length > 0) await enqueueAll(ctx, attemptDispatchAgain, retries);
}

/** Dispatches that were written while their endpoint was being deleted, after its other dispatches were dropped. */
async function forgetDeleted(ctx: Transaction, sent: readonly AttemptMade[]): Promise<void> {
  const ids = new Set(sent.filter(({ due }) => due.is_deleted).map(({ due }) => due.webhook_id));
  const jobs = [...ids].map((webhook_id) => ({ payload: { webhook_id }, key: webhook_id }));
  if (jobs.length > 0) await enqueueAll(ctx, forgetWebhook, jobs);
}

/** Their waiting dispatches become undelivered at once. A ping verifies them again once they have a new secret. */
async function noteUnreadable(ctx: Transaction, sent: readonly AttemptMade[]): Promise<void> {
  const unreadable = sent.filter(({ is_unreadable }) => is_unreadable).map(({ due }) => due);
  const sealed = unreadable.map(({ webhook_id, secret }) => ({ webhook_id, secret }));
  if (sealed.length > 0) await unverifyWebhooks(ctx.db, sealed, timestamp(ctx));
}

/** Writes only when an endpoint begins or stops failing; most of the time nothing is written. */
async function noteEndpoints(ctx: Transaction, sent: readonly AttemptMade[]): Promise<void> {
  const now = timestamp(ctx);
  const tried = sent.flatMap(({ due, outcome }) => (outcome ? [{ due, outcome, isGood: isSuccess(outcome) }] : []));
  const turned = tried.filter(({ due, isGood }) => isGood === due.is_failing);
  const idsOf = (isGood: boolean) => [
    ...new Set(turned.filter((one) => one.isGood === isGood).map(({ due }) => due.webhook_id)),
  ];
  const [working, failing] = [idsOf(true), idsOf(false)];
  if (failing.length > 0) await markFailing(ctx.db, failing, now);
  if (working.length > 0) await markWorking(ctx.db, working);
  const gone = tried.filter(({ outcome }) => outcome.error === null && outcome.status === GONE).map(({ due }) => due);
  if (gone.length === 0) return;
  const sent_to = gone.map(({ webhook_id, url }) => ({ webhook_id, url }));
  const disabled = await disableWebhooks(ctx.db, sent_to, now);
  await notify(
    ctx,
    disabled.map(({ id, organization_id, url }) => ({
      kind: "endpoint",
      organization_id,
      subject_id: id,
      facts: { url: url.slice(0, MAX_URL_LENGTH), status: "disabled", since: null },
    })),
  );
}
