// Calls to the stores of one delivery have ended: what came of them takes effect (see pipeline.ts).

import type { Receipt } from "../../connectors/connector.ts";
import type { ConnectorKind } from "../../connectors/kinds.ts";
import { type Transaction, timestamp, withCommit, writeWithCommit } from "../../platform/context.ts";
import type { Log } from "../../platform/logging.ts";
import { append } from "../../platform/long-list.ts";
import { holdStoreAtWork, markReached, markUnreached } from "../../stores/queries.ts";
import { judgeAnswer, reached } from "../answer.ts";
import type { StoreWork } from "../job-definitions.ts";
import { getDeliveryToStores, type Move, moveStores } from "../move-stores.ts";
import { type StoreRow, updateDeliveryStores } from "../queries.ts";
import { offerMessage } from "../sent/feed-queries.ts";
import { keepWrittenBack } from "../sent/keep-acknowledgement.ts";
import { type MessageMark, markMessages } from "../sent/message-queries.ts";
import {
  assertOnePerStore,
  enqueueCalls,
  enqueueLater,
  isDue,
  isPoll,
  type LaterWork,
  messageIdOf,
} from "../store-work.ts";

const STALLED_FROM = 3;

type Failure = { reason: string; retry_s: ConnectorKind["retry_s"] };
type Answered = { receipt: Receipt; is_fetched: boolean; is_reached_again: boolean };
export type StepOutcome = Answered | { failure: Failure } | { is_paused: true } | { is_handed_on: true } | undefined;
export type StoreLog = Pick<Log, "info" | "warn">;
export type EndedStep = { work: StoreWork; outcome: StepOutcome };

/** The writes for the stores, each kind of them in one statement. */
type Writes = {
  moves: Move[];
  /** Rows that change without a move. */
  rows: StoreRow[];
  marks: MessageMark[];
  later: LaterWork[];
  /** Messages that stores find in their feeds from now on. */
  offered: { store_id: string; release_id: string; message_id: string }[];
};

/** In the transaction that completes the jobs. All stores are of one delivery. The log is for the operator. */
export async function endSteps(ctx: Transaction, ended: readonly EndedStep[], log: StoreLog): Promise<void> {
  const handed_on = ended.filter(({ outcome }) => outcome && "is_handed_on" in outcome);
  if (handed_on.length > 0)
    await enqueueCalls(
      ctx,
      handed_on.map(({ work }) => work),
    );
  // In one order, because rows of stores and of their feeds are locked: batches of other deliveries lock them, too.
  const steps = ended
    .filter((step) => step.outcome && !handed_on.includes(step))
    .sort((one, other) => (isBefore(one, other) ? -1 : 1));
  if (steps.length === 0) return;
  const works = steps.map(({ work }) => work);
  assertOnePerStore(works);
  const delivery = await getDeliveryToStores(ctx, works);
  const writes: Writes = { moves: [], rows: [], marks: [], later: [], offered: [] };
  for (const { work, outcome } of steps) {
    const row = delivery.stores.find(({ store_id }) => store_id === work.store_id);
    if (!row || !outcome || "is_handed_on" in outcome) continue;
    if ("is_paused" in outcome) append(writes.later, await leftToResume(ctx, work));
    else if ("failure" in outcome) add(writes, countFailure(ctx, { row, work, failure: outcome.failure }));
    else add(writes, await takeReceipt(ctx, { row, work, ...outcome }));
    await watchStore(ctx, { row, work, outcome }, log);
  }
  const { moves, rows, marks, later, offered } = writes;
  if (moves.length > 0) await moveStores(ctx, delivery, moves);
  if (rows.length > 0) await withCommit(ctx, updateDeliveryStores(ctx.db, delivery.id, rows));
  if (marks.length > 0) writeWithCommit(ctx, { table: "store_messages", write: markMessages(ctx.db, marks) });
  if (later.length > 0) await enqueueLater(ctx, later);
  for (const message of offered) await offerMessage(ctx.db, message);
}

const isBefore = (one: EndedStep, other: EndedStep) => one.work.store_id < other.work.store_id;

function add(writes: Writes, more: Partial<Writes>): void {
  append(writes.moves, more.moves ?? []);
  append(writes.rows, more.rows ?? []);
  append(writes.marks, more.marks ?? []);
  append(writes.later, more.later ?? []);
  append(writes.offered, more.offered ?? []);
}

/** A store that fetches finds the message in its feed from now on. Every other store has it. */
export async function noteSent(
  ctx: Transaction,
  { is_fetched, ...sent }: Parameters<typeof offerMessage>[1] & { is_fetched: boolean },
): Promise<void> {
  if (is_fetched) await offerMessage(ctx.db, sent);
  else {
    const write = markMessages(ctx.db, [{ message_id: sent.message_id, sent_at: timestamp(ctx) }]);
    writeWithCommit(ctx, { table: "store_messages", write });
  }
}

/**
 * One line in the log when a store has failed often enough in a row, and one when it is reached again: not one for each
 * delivery that waits for it. The row of the store remembers which of the two came last.
 */
async function watchStore(
  ctx: Transaction,
  { row, work, outcome }: { row: StoreRow; work: StoreWork; outcome: NonNullable<StepOutcome> },
  log: StoreLog,
): Promise<void> {
  const { store_id } = work;
  if ("receipt" in outcome && outcome.is_reached_again && (await markReached(ctx.db, store_id)))
    log.info({ store_id }, `The store ${store_id} is reached again`);
  if (!("failure" in outcome) || !isDue(row, work) || row.failures + 1 < STALLED_FROM) return;
  if (!(await markUnreached(ctx.db, store_id, timestamp(ctx)))) return;
  log.warn(
    { store_id },
    `The store ${store_id} was not reached ${STALLED_FROM} times in a row and is tried again: ${outcome.failure.reason}`,
  );
}

/** Runs under the store's lock: the request that resumes the store either finds this row or has already resumed it. */
async function leftToResume(ctx: Transaction, work: StoreWork): Promise<LaterWork[]> {
  const store = await holdStoreAtWork(ctx.db, work.store_id);
  return store?.status === "active" ? [{ work, after_ms: 0 }] : [];
}

type Ending = { row: StoreRow; work: StoreWork };

async function takeReceipt(
  ctx: Transaction,
  { row, work, receipt, is_fetched }: Ending & Answered,
): Promise<Partial<Writes>> {
  const message_id = messageIdOf(work);
  const isNews = await keepWrittenBack(ctx, { ...work, message_id }, receipt);
  // The reading of the store's folder may have taken the answer before us.
  const taken = isNews || isDue(row, work) ? takeAnswer(ctx, { row, work, receipt }) : {};
  if (receipt.has_more || isPoll(work)) return taken;
  if (is_fetched) return { ...taken, offered: [{ ...work, message_id }] };
  return { ...taken, marks: [...(taken.marks ?? []), { message_id, sent_at: timestamp(ctx) }] };
}

function takeAnswer(
  ctx: Transaction,
  { row, work, receipt }: Ending & { receipt: Receipt },
): Pick<Partial<Writes>, "moves" | "rows" | "marks" | "later"> {
  const isWaiting = isDue(row, work);
  if (receipt.has_more) return isWaiting ? { later: [{ work, after_ms: 0 }] } : {};
  const { delivery_id, store_id, attempt, step } = work;
  const isAccepted = isWaiting && step === "send";
  const first: Move[] = isAccepted ? [{ store_id, trigger: "accept", changes: reached }] : [];
  const { answer, ask_after_ms } = receipt;
  if (answer) return judgeAnswer({ delivery_id, row, attempt, answer, first, at: timestamp(ctx) });
  if (ask_after_ms === undefined || !isWaiting) return { moves: first };
  const { failures } = reached;
  // A store that was asked with success has no failure in a row any more.
  const rows = isAccepted || row.failures === failures ? [] : [{ ...row, failures }];
  const next = step === "send" || step === "poll" ? "poll" : "poll_takedown";
  return { moves: first, rows, later: [{ work: { ...work, failures, step: next }, after_ms: ask_after_ms }] };
}

function countFailure(ctx: Transaction, { row, work, failure }: Ending & { failure: Failure }): Partial<Writes> {
  if (!isDue(row, work)) return {};
  const { store_id } = work;
  const { reason: stalled_reason, retry_s } = failure;
  const failures = row.failures + 1;
  const pause_s = retry_s[failures - 1] ?? retry_s.at(-1) ?? retry_s[0];
  const later = [{ work: { ...work, failures }, after_ms: pause_s * 1000 }];
  if (row.status === "sending" && failures >= STALLED_FROM) {
    const changes = { failures, stalled_reason, stalled_since: timestamp(ctx) };
    return { moves: [{ store_id, trigger: "stall", changes }], later };
  }
  const why = row.status === "stalled" ? { stalled_reason } : {};
  return { rows: [{ ...row, ...why, failures, trying_until: null }], later };
}
