// A ping asks an endpoint whether it is there. It is an event like any other, with one dispatch and one attempt, sent while
// the request waits.

import { writeEnvelope } from "../events/actions.ts";
import { dispatchTransitions } from "../events/dispatch.ts";
import { insertAttempt, insertSentDispatch, insertSentEvent } from "../events/queries.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { OutboundOutcome } from "../platform/outbound/outbound.ts";
import { failureOf } from "./attempt.ts";
import { type SigningSecrets, signatureHeaders } from "./signature.ts";
import type { Ping } from "./webhook.ts";

const PING_WITHIN_MS = 10_000;

export type SentPing = { event_id: string; body: string; created_at: string; url: string; outcome: OutboundOutcome };

/** 422 where webhooks may not go: nothing is sent. */
export async function sendPing(
  ctx: Context,
  target: { organization_id: string; webhook_id: string; url: string; secrets: SigningSecrets },
): Promise<SentPing> {
  const { organization_id, webhook_id, url, secrets } = target;
  const refusal = await ctx.outbound.refusal(url);
  if (refusal !== undefined) throw notAllowed(refusal);
  const created_at = timestamp(ctx);
  const { id, body } = writeEnvelope({ event_type: "ping", created_at, data: { webhook_id } });
  const headers = signatureHeaders({ event: { id, event_type: "ping", body }, secrets, at: ctx.clock.now() });
  const outcome = await ctx.outbound.post({ url, headers, body, owner: organization_id, within_ms: PING_WITHIN_MS });
  // The name has got another address since it was looked at.
  if (outcome.is_refused) throw notAllowed(outcome.error ?? "");
  return { event_id: id, body, created_at, url, outcome };
}

export function isVerified({ outcome }: SentPing): boolean {
  return outcome.error === null && outcome.status === 200;
}

export async function recordPing(
  ctx: Transaction,
  { organization_id, webhook_id }: { organization_id: string; webhook_id: string },
  ping: SentPing,
): Promise<Ping> {
  const { event_id, body, created_at, outcome } = ping;
  const { deliver, give_up } = dispatchTransitions;
  const { to: status } = isVerified(ping) ? deliver : give_up;
  const error = status === deliver.to ? null : (failureOf(outcome) ?? "Only an answer of 200 verifies an endpoint.");
  const attempt = { status_code: outcome.status, duration_ms: outcome.duration_ms, error };
  await insertSentEvent(ctx.db, { id: event_id, organization_id, event_type: "ping", body, created_at });
  await insertSentDispatch(ctx.db, { event_id, webhook_id, organization_id, status, created_at });
  await insertAttempt(ctx.db, {
    id: newId("att"),
    event_id,
    webhook_id,
    round: 1,
    created_at,
    ...attempt,
    response_body: outcome.reply,
  });
  return { event_id, ...attempt };
}

function notAllowed(sentence: string): ApiError {
  return new ApiError("webhook_url_not_allowed", sentence, [{ field: "url", issue: sentence }]);
}
