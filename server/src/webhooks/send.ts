// Bringing an event to an endpoint.
//
// The problem. Every event must arrive at least once, whatever is killed on the way; and of the receivers, who are strangers,
// some hang, some drip a byte a second, some are gone for good, and none of them may delay another.
//
// The procedure. `emit` has written the dispatch and its job together with the change. The job takes one try: it looks the
// dispatch up (many are looked up together), posts the event's kept bytes under one deadline, and in one transaction
// (many together) completes itself, records the attempt, moves the dispatch and, unless that was the last try of the
// round, leaves a job for the next one. The queue gives an endpoint so many hands and no more, and an organization's
// endpoints so many together; as soon as an endpoint is known to fail, its events go by a lane of their own.
//
// When it fails. Ours before sending: the job is tried again, and no attempt is counted. The receiver's: an attempt, and the
// schedule. Ours after sending, before it is recorded: the job is given back and the event sent again. A redelivery begins
// a new round: jobs of the earlier one find nothing to do, and an attempt of it that is still on its way decides nothing
// unless it succeeds.

import { recordAttempts } from "../events/actions.ts";
import type { DispatchResult } from "../events/dispatch.ts";
import { attemptDispatchAgain, type DispatchRound } from "../events/job-definitions.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { enqueueAll } from "../platform/jobs/queue.ts";
import { together } from "../platform/jobs/together.ts";
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

/** What a try brought. `outcome` null: the endpoint takes no events, or nothing can be signed for it. */
export type AttemptMade = { due: Due; at: string; outcome: OutboundOutcome | null; is_unreadable?: true };

const SEND_WITHIN_MS = 30_000;
const LOOK_UP_AT_ONCE = 200;

/** Undefined: there is nothing left to do. */
export function createSender(
  parts: SecretParts,
): (ctx: Context, dispatch: DispatchRound) => Promise<AttemptMade | undefined> {
  const findDue = together<{ ctx: Context; dispatch: DispatchRound }, Due | undefined>(
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
    const { event_id: id, event_type, body, url, organization_id } = due;
    const secrets = openSecrets(parts, { ...due, id: due.webhook_id }, now);
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
    // An attempt that sent nothing: it is where a partner looks for the reason.
    const failed = { status_code: null, duration_ms: 0, response_body: "", error: UNREADABLE, created_at: at };
    const attempt = is_unreadable ? { id: newId("att"), ...failed } : null;
    return { event_id, webhook_id, round, status: "undelivered", next_attempt_at: null, attempt };
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

/** Written beside the deletion of their endpoint, after what it had not got was forgotten. */
async function forgetDeleted(ctx: Transaction, sent: readonly AttemptMade[]): Promise<void> {
  const ids = new Set(sent.filter(({ due }) => due.is_deleted).map(({ due }) => due.webhook_id));
  const jobs = [...ids].map((webhook_id) => ({ payload: { webhook_id }, key: webhook_id }));
  if (jobs.length > 0) await enqueueAll(ctx, forgetWebhook, jobs);
}

/** What else waits for them is undelivered at once; they are verified again by a ping, once they have a new secret. */
async function noteUnreadable(ctx: Context, sent: readonly AttemptMade[]): Promise<void> {
  const unreadable = sent.filter(({ is_unreadable }) => is_unreadable).map(({ due }) => due);
  const sealed = unreadable.map(({ webhook_id, secret }) => ({ webhook_id, secret }));
  if (sealed.length > 0) await unverifyWebhooks(ctx.db, sealed, timestamp(ctx));
}

/** Only where an endpoint's luck has turned: most of the time nothing is written. */
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
  if (gone.length > 0)
    await disableWebhooks(
      ctx.db,
      gone.map(({ webhook_id, url }) => ({ webhook_id, url })),
      now,
    );
}
