// The attempts at one endpoint. Ids follow the time, so an index of ids lists them and counts those of an hour.

import type { Db } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { WebhookAttempt } from "./webhook-attempt.ts";

export type AttemptFilter = PageAsked & { webhook_id: string; status?: "failed" };

export async function listWebhookAttemptRows(
  db: Db,
  { webhook_id, status, ...asked }: AttemptFilter,
): Promise<Page<WebhookAttempt>> {
  // Only an attempt that failed has an error.
  const failed = status === "failed" ? db`and error is not null` : db``;
  return selectPage(db, asked, {
    from: db`attempts`,
    where: db`webhook_id = ${webhook_id} ${failed}`,
    rows: db`
      select attempts.id, event_id, event_type, webhook_id, case when error is null then 'delivered' else 'failed' end as status,
        round, status_code, duration_ms, response_body, error, attempts.created_at
      from attempts join events on events.id = event_id`,
    order: { id: "id" },
  });
}

/** How many attempts ended between each bound and the next, up to `most`. Bounds are ids: no row is read. */
export async function countAttempts(
  db: Db,
  { webhook_id, bounds, most }: { webhook_id: string; bounds: readonly string[]; most: number },
): Promise<{ attempts: number; failed: number }[]> {
  const within = db`webhook_id = ${webhook_id} and id >= span.start and id < span.finish`;
  return db<{ attempts: number; failed: number }[]>`
    select (select count(*)::int from (select id from attempts where ${within} limit ${most}) as counted) as attempts,
      (select count(*)::int from (
        select id from attempts where ${within} and error is not null limit ${most}) as counted) as failed
    from unnest(${bounds.slice(0, -1)}::text[], ${bounds.slice(1)}::text[]) with ordinality as span (start, finish, place)
    order by place`;
}

/** The time within which half and 95 % of the answers came, by nearest rank, among the newest attempts. Null: no answer came. */
export async function measureAnswers(
  db: Db,
  { webhook_id, from, most }: { webhook_id: string; from: string; most: number },
): Promise<{ p50_ms: number | null; p95_ms: number | null }> {
  const [row] = await db<{ p50_ms: number | null; p95_ms: number | null }[]>`
    select percentile_disc(0.5) within group (order by duration_ms) as p50_ms,
      percentile_disc(0.95) within group (order by duration_ms) as p95_ms
    from (
      select status_code, duration_ms from attempts
      where webhook_id = ${webhook_id} and id >= ${from} order by id desc limit ${most}) as newest
    where status_code is not null`;
  return row ?? { p50_ms: null, p95_ms: null };
}
