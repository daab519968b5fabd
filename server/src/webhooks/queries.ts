import type { DispatchRound } from "../events/job-definitions.ts";
import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import { type Webhook, type WebhookStatus, webhookTransitions } from "./webhook.ts";

/** As it is kept: with the sealed secrets. */
export type WebhookRow = Webhook & {
  organization_id: string;
  secret: string;
  previous_secret: string | null;
  previous_until: string | null;
};

const columns = (db: Db) => db`
  id, organization_id, url, event_type, description, status, secret, previous_secret, previous_until, failing_since, created_at, updated_at`;

/** Changes of an organization's list wait for each other, so that its maximum holds. */
export async function lockWebhooks(db: TransactionDb, organization_id: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(${`segue webhooks ${organization_id}`}, 0))`;
}

export async function countWebhooks(db: Db, organization_id: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from webhooks where organization_id = ${organization_id} and deleted_at is null`;
  return row?.count ?? 0;
}

export async function insertWebhook(db: TransactionDb, row: WebhookRow): Promise<void> {
  await db`
    insert into webhooks (id, organization_id, url, event_type, description, status, secret, created_at, updated_at)
    values (${row.id}, ${row.organization_id}, ${row.url}, ${row.event_type}, ${row.description}, ${row.status}, ${row.secret},
      ${row.created_at}, ${row.updated_at})`;
}

export async function findWebhook(db: Db, { organization_id, id }: Owned): Promise<WebhookRow | undefined> {
  const [row] = await db<WebhookRow[]>`
    select ${columns(db)} from webhooks where organization_id = ${organization_id} and id = ${id} and deleted_at is null`;
  return row;
}

export async function lockWebhook(db: TransactionDb, { organization_id, id }: Owned): Promise<WebhookRow | undefined> {
  const [row] = await db<WebhookRow[]>`
    select ${columns(db)} from webhooks where organization_id = ${organization_id} and id = ${id} and deleted_at is null
    for no key update`;
  return row;
}

export async function listWebhooks(db: Db, organization_id: string, asked: PageAsked): Promise<Page<WebhookRow>> {
  return selectPage(db, asked, {
    from: db`webhooks`,
    where: db`organization_id = ${organization_id} and deleted_at is null`,
    rows: db`select ${columns(db)} from webhooks`,
  });
}

export async function updateWebhook(db: TransactionDb, row: WebhookRow): Promise<void> {
  await db`
    update webhooks set url = ${row.url}, event_type = ${row.event_type}, description = ${row.description}, status = ${row.status},
      secret = ${row.secret}, previous_secret = ${row.previous_secret}, previous_until = ${row.previous_until},
      failing_since = ${row.failing_since}, updated_at = ${row.updated_at}
    where organization_id = ${row.organization_id} and id = ${row.id}`;
}

/** The secrets go at once. */
export async function deleteWebhookRow(
  db: TransactionDb,
  { organization_id, id }: Owned,
  now: string,
): Promise<boolean> {
  const { count } = await db`
    update webhooks set deleted_at = ${now}, secret = '', previous_secret = null, previous_until = null
    where organization_id = ${organization_id} and id = ${id} and deleted_at is null`;
  return count === 1;
}

/** A dispatch that waits for its try, with all that the try needs. */
export type Due = DispatchRound & {
  organization_id: string;
  tries: number;
  event_type: string;
  body: string;
  url: string;
  webhook_status: WebhookStatus;
  secret: string;
  previous_secret: string | null;
  previous_until: string | null;
  is_failing: boolean;
  is_deleted: boolean;
};

/**
 * In the order they were asked for; undefined: of an earlier round, or there is nothing left to do. `offset 0` has each
 * row found by its key alone. If the tables were analyzed while nothing was pending, PostgreSQL would read all pending
 * rows instead, and compare each with each that was asked for.
 */
export async function listDue(db: Db, dispatches: readonly DispatchRound[]): Promise<(Due | undefined)[]> {
  const idsOf = (name: "event_id" | "webhook_id") => dispatches.map((dispatch) => dispatch[name]);
  const rows = await db<Due[]>`
    select given.event_id, given.webhook_id, given.round, tries, event.event_type, body, organization_id, url,
      webhook.status as webhook_status, secret, previous_secret, previous_until, failing_since is not null as is_failing,
      deleted_at is not null as is_deleted
    from unnest(${idsOf("event_id")}::text[], ${idsOf("webhook_id")}::text[], ${dispatches.map(({ round }) => round)}::integer[])
      as given (event_id, webhook_id, round)
    cross join lateral (
      select status, dispatches.round, tries from dispatches
      where (dispatches.event_id, dispatches.webhook_id) = (given.event_id, given.webhook_id) offset 0) as dispatch
    cross join lateral (select event_type, body from events where id = given.event_id offset 0) as event
    cross join lateral (select * from webhooks where id = given.webhook_id offset 0) as webhook
    where dispatch.status = 'pending' and dispatch.round = given.round`;
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return dispatches.map((dispatch) => found.get(keyOf(dispatch)));
}

function keyOf({ event_id, webhook_id, round }: DispatchRound): string {
  return `${event_id} ${webhook_id} ${round}`;
}

/** In one order: workers that record at the same time do not wait for each other in a circle. */
export async function markFailing(db: TransactionDb, ids: readonly string[], now: string): Promise<void> {
  await db`
    update webhooks set failing_since = ${now} where id in (
      select id from webhooks where id = any(${ids}) and failing_since is null order by id for no key update)`;
}

export async function markWorking(db: TransactionDb, ids: readonly string[]): Promise<void> {
  await db`
    update webhooks set failing_since = null where id in (
      select id from webhooks where id = any(${ids}) and failing_since is not null order by id for no key update)`;
}

/** Those whose secret does not open, unless it was rotated since: what is sent to them could not be signed. */
export async function unverifyWebhooks(
  db: TransactionDb,
  unreadable: readonly { webhook_id: string; secret: string }[],
  now: string,
): Promise<void> {
  const { from, to } = webhookTransitions.lose_secret;
  await db`
    update webhooks set status = ${to}, updated_at = ${now} where id in (
      select id from webhooks join jsonb_to_recordset(${json(db, unreadable)}) as sealed (webhook_id text, secret text) on id = webhook_id
      where webhooks.secret = sealed.secret and status = any(${from}) order by id for no key update of webhooks)`;
}

/** Unless it has been given another URL since. */
export async function disableWebhooks(
  db: TransactionDb,
  gone: readonly { webhook_id: string; url: string }[],
  now: string,
): Promise<{ id: string; organization_id: string; url: string }[]> {
  const { from, to } = webhookTransitions.disable;
  return db<{ id: string; organization_id: string; url: string }[]>`
    update webhooks set status = ${to}, updated_at = ${now} where id in (
      select id from webhooks join jsonb_to_recordset(${json(db, gone)}) as gone (webhook_id text, url text) on id = webhook_id
      where webhooks.url = gone.url and status = any(${from}) order by id for no key update of webhooks)
    returning id, organization_id, url`;
}
