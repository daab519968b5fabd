// How one endpoint answers: its attempts, and its last day hour by hour.

import {
  type AttemptFilter,
  countAttempts,
  listWebhookAttemptRows,
  measureAnswers,
} from "../events/attempt-queries.ts";
import {
  COUNTED_AN_HOUR,
  HOURS,
  MEASURED,
  type WebhookAttempt,
  type WebhookHealth,
} from "../events/webhook-attempt.ts";
import type { Context } from "../platform/context.ts";
import type { Page } from "../platform/http/pagination.ts";
import { idBound } from "../platform/ids.ts";
import { getWebhook } from "./actions.ts";

const HOUR_MS = 3_600_000;

export async function listWebhookAttempts(
  ctx: Context,
  organization_id: string,
  filter: AttemptFilter,
): Promise<Page<WebhookAttempt>> {
  await getWebhook(ctx, { organization_id, id: filter.webhook_id });
  return listWebhookAttemptRows(ctx.db, filter);
}

export async function getWebhookHealth(
  ctx: Context,
  { organization_id, webhook_id }: { organization_id: string; webhook_id: string },
): Promise<WebhookHealth> {
  await getWebhook(ctx, { organization_id, id: webhook_id });
  const present = Math.floor(ctx.clock.now().getTime() / HOUR_MS);
  const hours = Array.from({ length: HOURS + 1 }, (_, place) => new Date((present - HOURS + 1 + place) * HOUR_MS));
  const bounds = hours.map((hour) => idBound("att", hour));
  const counts = await countAttempts(ctx.db, { webhook_id, bounds, most: COUNTED_AN_HOUR });
  const answers = await measureAnswers(ctx.db, { webhook_id, from: bounds[0] ?? "", most: MEASURED });
  return {
    hours: counts.map(({ attempts, failed }, place) => ({
      hour: hours[place]?.toISOString() ?? "",
      delivered: Math.max(0, attempts - failed),
      failed,
    })),
    ...answers,
  };
}
