import { getEvent, redeliver } from "../events/actions.ts";
import { countOpenDispatches } from "../events/dispatch-queries.ts";
import { type Context, type Transaction, timestamp, transaction } from "../platform/context.ts";
import { ApiError, notFound, problem, validationError } from "../platform/errors.ts";
import { enqueue, enqueueAll } from "../platform/jobs/queue.ts";
import type { Owned } from "../platform/owned.ts";
import { forgetWebhook, redeliverRange } from "./job-definitions.ts";
import { isVerified, recordPing, type SentPing, sendPing } from "./ping.ts";
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  lockWebhook,
  lockWebhooks,
  unverifyWebhooks,
  updateWebhook,
  type WebhookRow,
} from "./queries.ts";
import { openSecrets, type SecretParts, sealSecret, UNREADABLE } from "./secrets.ts";
import { writeSecret } from "./signature.ts";
import {
  MAX_WEBHOOKS,
  type NewWebhook,
  type PingedWebhook,
  ROTATION_HOURS,
  type SecretRotation,
  type WebhookChanges,
  type WebhookWithSecret,
  wantedTypes,
  webhookTransitions,
} from "./webhook.ts";

/** Whose: every look-up begins with the organization. */
type Own = { organization_id: string; webhook_id: string };
type Owner = { organization_id: string; tier?: string };

export type Registration = { secret: string; ping: SentPing };

/** The part of a registration that reaches outside, with no transaction open. */
export async function prepareWebhook(
  ctx: Context,
  { organization_id, tier }: Owner,
  { id, url, event_type, secret: own }: NewWebhook & { id: string },
): Promise<Registration> {
  wantedTypes(event_type, tier);
  await assertRoom(ctx, organization_id);
  const secret = own ?? newSecret(ctx);
  const ping = await sendPing(ctx, { organization_id, webhook_id: id, url, secrets: { current: secret } });
  return { secret, ping };
}

export async function createWebhook(
  ctx: Transaction,
  parts: SecretParts,
  given: { owner: Owner; id: string; webhook: NewWebhook; registration: Registration },
): Promise<WebhookWithSecret> {
  const { owner, id, webhook, registration } = given;
  const { organization_id } = owner;
  const { secret, ping } = registration;
  await lockWebhooks(ctx.db, organization_id);
  await assertRoom(ctx, organization_id);
  const now = timestamp(ctx);
  const row: WebhookRow = {
    id,
    organization_id,
    url: webhook.url,
    event_type: wantedTypes(webhook.event_type, owner.tier),
    description: webhook.description ?? null,
    status: isVerified(ping) ? "verified" : "unverified",
    secret: sealSecret(parts, id, secret),
    previous_secret: null,
    previous_until: null,
    failing_since: null,
    created_at: now,
    updated_at: now,
  };
  await insertWebhook(ctx.db, row);
  const shown = webhook.secret === undefined ? secret : null;
  return { ...row, secret: shown, ping: await recordPing(ctx, { organization_id, webhook_id: id }, ping) };
}

export async function getWebhook(ctx: Context, own: Owned): Promise<WebhookRow> {
  const webhook = await findWebhook(ctx.db, own);
  if (!webhook) throw notFound("webhook");
  return webhook;
}

/** Sends a ping to an endpoint, at the URL it has or the one it is to have. */
export async function pingWebhook(
  ctx: Context,
  parts: SecretParts,
  { organization_id, webhook_id, url }: Own & { url?: string },
): Promise<SentPing> {
  const webhook = await getWebhook(ctx, { organization_id, id: webhook_id });
  const secrets = openSecrets(parts, webhook, ctx.clock.now());
  if (!secrets) {
    const unreadable = [{ webhook_id, secret: webhook.secret }];
    await transaction(ctx, ({ db }) => unverifyWebhooks(db, unreadable, timestamp(ctx)));
    throw new ApiError("invalid_state", UNREADABLE);
  }
  return sendPing(ctx, { organization_id, webhook_id, url: url ?? webhook.url, secrets });
}

/** A ping that fails takes nothing from an endpoint that is verified. */
export async function recordPinged(ctx: Transaction, own: Own, ping: SentPing): Promise<PingedWebhook> {
  const before = await getLocked(ctx, own);
  // The ping does not count for another URL that was set meanwhile.
  const isProven = isVerified(ping) && ping.url === before.url;
  const row = isProven ? { ...before, ...verified, updated_at: timestamp(ctx) } : before;
  if (isProven) await updateWebhook(ctx.db, row);
  return { ...row, ping: await recordPing(ctx, own, ping) };
}

const verified = { status: webhookTransitions.verify.to, failing_since: null };
const moved_away = { status: webhookTransitions.move_away.to, failing_since: null };

/** Only a change of the URL needs a ping before it is made. */
export async function prepareChange(
  ctx: Context,
  parts: SecretParts,
  given: Own & { tier?: string; changes: WebhookChanges },
): Promise<SentPing | undefined> {
  const { organization_id, webhook_id, tier, changes } = given;
  const { url } = await getWebhook(ctx, { organization_id, id: webhook_id });
  if (changes.event_type !== undefined) wantedTypes(changes.event_type, tier);
  if (changes.url === undefined || changes.url === url) return undefined;
  return pingWebhook(ctx, parts, { organization_id, webhook_id, url: changes.url });
}

export async function changeWebhook(
  ctx: Transaction,
  given: Own & { tier?: string; changes: WebhookChanges; ping: SentPing | undefined },
): Promise<PingedWebhook> {
  const { organization_id, webhook_id, tier, changes, ping } = given;
  const before = await getLocked(ctx, given);
  const { url, event_type, description } = changes;
  if (Object.keys(changes).length === 0) return before;
  const row: WebhookRow = {
    ...before,
    ...(event_type !== undefined && { event_type: wantedTypes(event_type, tier) }),
    ...(description !== undefined && { description }),
    ...(ping && { url: ping.url, ...(isVerified(ping) ? verified : moved_away) }),
    updated_at: timestamp(ctx),
  };
  // No ping was sent because the URL was unchanged. If it has changed since, the later request wins.
  if (url !== undefined && !ping && url !== before.url) throw raced();
  await updateWebhook(ctx.db, row);
  return ping ? { ...row, ping: await recordPing(ctx, { organization_id, webhook_id }, ping) } : row;
}

/** From now on the new secret signs. For a day the old one signs too, if it can still be read. */
export async function rotateSecret(
  ctx: Transaction,
  parts: SecretParts,
  { secret: given, ...own }: Own & SecretRotation,
): Promise<WebhookWithSecret> {
  const before = await getLocked(ctx, own);
  const secret = given ?? newSecret(ctx);
  const old = openSecrets(parts, before, ctx.clock.now());
  // It would end the previous secret early and put nothing in its place.
  if (old?.current === secret) throw validationError([problem("secret", "signs already; send another one")]);
  const until = new Date(ctx.clock.now().getTime() + ROTATION_HOURS * 3_600_000);
  const row: WebhookRow = {
    ...before,
    secret: sealSecret(parts, before.id, secret),
    ...(old
      ? { previous_secret: before.secret, previous_until: until.toISOString() }
      : { previous_secret: null, previous_until: null }),
    updated_at: timestamp(ctx),
  };
  await updateWebhook(ctx.db, row);
  return { ...row, secret: given === undefined ? secret : null };
}

/**
 * Jobs that run find no endpoint any more; waiting dispatches are deleted in batches. The deletion runs once more a little
 * later, because a transaction that was open at the same time may still have seen the endpoint.
 */
export async function deleteWebhook(ctx: Transaction, { organization_id, webhook_id }: Own): Promise<void> {
  if (!(await deleteWebhookRow(ctx.db, { organization_id, id: webhook_id }, timestamp(ctx)))) throw notFound("webhook");
  const later = new Date(ctx.clock.now().getTime() + FORGET_AGAIN_MS);
  const job = { payload: { webhook_id }, key: webhook_id };
  await enqueueAll(ctx, forgetWebhook, [job, { ...job, run_at: later }]);
}

// Longer than a transaction takes.
const FORGET_AGAIN_MS = 60_000;

/** A new round for each dispatch that is not delivered, or for that of one endpoint. */
export async function redeliverEvent(
  ctx: Transaction,
  { organization_id, event_id, webhook_id }: { organization_id: string; event_id: string; webhook_id?: string },
): Promise<{ count: number }> {
  const event = await getEvent(ctx, { organization_id, id: event_id });
  if (event.event_type === "ping")
    throw new ApiError("invalid_state", "A ping is sent once; POST /v1/webhooks/{webhook_id}/ping sends a new one.");
  if (webhook_id !== undefined) {
    const webhook = await findWebhook(ctx.db, { organization_id, id: webhook_id });
    if (!webhook) throw validationError([problem("webhook_id", "names no webhook of yours")]);
    assertVerified(webhook);
  }
  return { count: await redeliver(ctx, { event_ids: [event_id], ...(webhook_id !== undefined && { webhook_id }) }) };
}

/** Begun here and done in the background: there may be many. */
export async function redeliverOf(
  ctx: Transaction,
  own: Own,
  { since, until }: { since?: string; until?: string },
): Promise<{ count: number }> {
  if (since !== undefined && until !== undefined && Date.parse(since) > Date.parse(until)) throw emptyRange();
  const { organization_id, webhook_id } = own;
  // Not locked: counting many takes seconds, and a worker that records attempts at this endpoint would wait with its whole batch.
  assertVerified(await getWebhook(ctx, { organization_id, id: webhook_id }));
  const now = timestamp(ctx);
  const range = {
    webhook_id,
    since: since === undefined ? null : new Date(since).toISOString(),
    // Events after this moment are not missed ones.
    until: until === undefined || new Date(until) > new Date(now) ? now : new Date(until).toISOString(),
    after: null,
  };
  const count = await countOpenDispatches(ctx.db, { ...range, organization_id });
  if (count > 0) await enqueue(ctx, redeliverRange, range, { key: webhook_id });
  return { count };
}

function emptyRange(): ApiError {
  return validationError([problem("since", "is later than `until`; exchange the two")]);
}

function assertVerified({ status }: WebhookRow): void {
  if (status === "verified") return;
  throw new ApiError("invalid_state", `The webhook is ${status}: ping it first to verify it.`);
}

async function getLocked(ctx: Transaction, { organization_id, webhook_id }: Own): Promise<WebhookRow> {
  const webhook = await lockWebhook(ctx.db, { organization_id, id: webhook_id });
  if (!webhook) throw notFound("webhook");
  return webhook;
}

async function assertRoom(ctx: Context, organization_id: string): Promise<void> {
  if ((await countWebhooks(ctx.db, organization_id)) < MAX_WEBHOOKS) return;
  throw new ApiError("invalid_state", `An organization has at most ${MAX_WEBHOOKS} webhooks; delete one first.`);
}

function newSecret({ chance }: Context): string {
  return writeSecret(chance.bytes(32));
}

function raced(): ApiError {
  return new ApiError("invalid_state", "The webhook's URL was changed at the same time; send this again.");
}
