import {
  type Context,
  type Transaction,
  timestamp,
  transaction,
  withCommit,
  writeWithCommit,
} from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { mapPage, type Page, type PageAsked } from "../platform/http/pagination.ts";
import { newId } from "../platform/ids.ts";
import { wake } from "../platform/jobs/queue.ts";
import type { Owned } from "../platform/owned.ts";
import { type Attempt, type DispatchResult, dispatchTransitions } from "./dispatch.ts";
import { recordResults, reopenDispatch } from "./dispatch-queries.ts";
import { type Envelope, type Event, type NewEvent, shownEvent } from "./event.ts";
import type { DispatchRound } from "./job-definitions.ts";
import { type NewNotice, noticeOf } from "./notice.ts";
import { insertNotices } from "./notice-queries.ts";
import {
  committedBefore,
  type EventFilter,
  findEvent,
  hasForeignEvents,
  insertEvents,
  listAttemptRows,
  listEventRows,
  listEventsAfter,
  lockAdoption,
  renumberEvents,
  reopenDispatches,
  takeTime,
} from "./queries.ts";

/** Records an event inside the transaction of the change that caused it: neither exists without the other. */
export async function emit(ctx: Transaction, event: NewEvent): Promise<string> {
  const [id = ""] = await emitAll(ctx, [event]);
  return id;
}

/** With each come its dispatches and the jobs that bring it to its endpoints, all in one statement. */
export async function emitAll(ctx: Transaction, events: readonly NewEvent[]): Promise<string[]> {
  const now = timestamp(ctx);
  const rows = events.map(({ organization_id, event_type, data }) => {
    const { id, body } = writeEnvelope({ event_type, data, created_at: now });
    return { id, organization_id, event_type, body };
  });
  writeWithCommit<{ lane: string }>(ctx, {
    table: "events",
    write: insertEvents(ctx.db, rows, now),
    take: (jobs) => wake(ctx, new Set(jobs.map(({ lane }) => lane))),
  });
  await notify(ctx, events.flatMap(noticeOf));
  return rows.map(({ id }) => id);
}

/** People get mail about it, a few minutes later, if they still have a right to it (notices). */
export async function notify(ctx: Transaction, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  writeWithCommit(ctx, { table: "notices", write: insertNotices(ctx.db, notices, timestamp(ctx)) });
}

/** Serialized once, so that every endpoint gets the same bytes on every try. */
export function writeEnvelope(event: Omit<Envelope, "id">): { id: string; body: string } {
  const { event_type, created_at, data } = event;
  const envelope: Envelope = { id: newId("evt"), event_type, created_at, data };
  return { id: envelope.id, body: JSON.stringify(envelope) };
}

/** Runs at each start, so that events of a restored database keep one order. If several nodes start together, one does it. */
export async function adoptEvents(ctx: Context): Promise<void> {
  if (!(await hasForeignEvents(ctx.db))) return;
  await transaction(ctx, async (ctx) => {
    await takeTime(ctx.db);
    await lockAdoption(ctx.db);
    if (await hasForeignEvents(ctx.db)) await renumberEvents(ctx.db);
  });
}

export async function getEvent(ctx: Context, own: Owned): Promise<Event> {
  const event = await findEvent(ctx.db, own);
  if (!event) throw notFound("event");
  return shownEvent(event);
}

/** Newest first; with `later_than`, what came later than that event, oldest first. */
export async function listEvents(
  ctx: Context,
  organization_id: string,
  { later_than, after, ...filter }: EventFilter & PageAsked & { later_than?: string },
): Promise<Page<Event>> {
  const page = await (later_than === undefined
    ? listEventRows(ctx.db, organization_id, { ...filter, after })
    : listEventsAfter(ctx.db, organization_id, {
        ...filter,
        id: after?.[1] ?? later_than,
        before: await committedBefore(ctx.db),
      }));
  return mapPage(page, shownEvent);
}

export async function listAttempts(
  ctx: Context,
  organization_id: string,
  { event_id, ...page }: PageAsked & { event_id: string },
): Promise<Page<Attempt>> {
  await getEvent(ctx, { organization_id, id: event_id });
  return listAttemptRows(ctx.db, event_id, page);
}

/** Records the results of some tries. */
export async function recordAttempts(ctx: Transaction, results: readonly DispatchResult[]): Promise<void> {
  // Two tries of one dispatch can end together, if a redelivery began while the first try was running.
  for (let rest = results; rest.length > 0; ) {
    const once = new Map(rest.map((result) => [`${result.event_id} ${result.webhook_id}`, result]));
    await withCommit(ctx, recordResults(ctx.db, [...once.values()]));
    const recorded = new Set(once.values());
    rest = rest.filter((result) => !recorded.has(result));
  }
}

/** Answers with how many are sent again. */
export async function redeliver(
  ctx: Transaction,
  { event_ids, webhook_id }: { event_ids: readonly string[]; webhook_id?: string },
): Promise<number> {
  const { count, lanes } = await reopenDispatches(ctx.db, { event_ids, webhook_id, now: timestamp(ctx) });
  wake(ctx, lanes);
  return count;
}

/** Its job is parked: no further try of this round will come. */
export async function giveUpDispatch(ctx: Transaction, { event_id, webhook_id, round }: DispatchRound): Promise<void> {
  const end = { status: dispatchTransitions.give_up.to, next_attempt_at: null, attempt: null } as const;
  await recordAttempts(ctx, [{ event_id, webhook_id, round, ...end }]);
}

/** The operator has its job done again: the round goes on, unless the event was delivered or redelivered since. */
export async function tryDispatchAgain(ctx: Transaction, dispatch: DispatchRound): Promise<void> {
  await reopenDispatch(ctx.db, dispatch, timestamp(ctx));
}
