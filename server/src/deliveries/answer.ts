// A store's answer. It may come from the pipeline, from the simulator or from the operator; all use this one action.

import type { StoreAnswer } from "../messages/message.ts";
import { type Transaction, timestamp, withCommit, writeWithCommit } from "../platform/context.ts";
import { type ApiError, notFound, problem, validationError } from "../platform/errors.ts";
import { transition } from "../platform/state-machine.ts";
import { answers, type Delivery, messageId, storeTransitions, withStep } from "./delivery.ts";
import { getAnyLockedDelivery, getLockedDelivery, type Move, moveStores, shownDelivery } from "./move-stores.ts";
import { type LockedDelivery, type StoreRow, updateDeliveryStores } from "./queries.ts";
import { type MessageMark, markMessages } from "./sent/message-queries.ts";

type Place = { delivery_id: string; store_id: string };

/** By the operator, of any organization's delivery. */
export async function reportAnswer(ctx: Transaction, of: Place, answer: StoreAnswer): Promise<LockedDelivery> {
  const delivery = await getAnyLockedDelivery(ctx, of.delivery_id);
  return answerNow(ctx, delivery, { store_id: of.store_id, answer, missing: notFound("store of this delivery") });
}

export async function simulateAnswer(
  ctx: Transaction,
  { organization_id, delivery_id, store_id }: Place & { organization_id: string },
  answer: StoreAnswer,
): Promise<Delivery> {
  const delivery = await getLockedDelivery(ctx, { organization_id, id: delivery_id });
  const issue = "names no store of this delivery";
  const missing = validationError([problem("store_id", issue)]);
  return shownDelivery(await answerNow(ctx, delivery, { store_id, answer, missing }));
}

/** A person enters the answer for the present attempt. An answer that does not fit is 409. */
async function answerNow(
  ctx: Transaction,
  delivery: LockedDelivery,
  { store_id, answer, missing }: { store_id: string; answer: StoreAnswer; missing: ApiError },
): Promise<LockedDelivery> {
  const row = delivery.stores.find((store) => store.store_id === store_id);
  if (!row) throw missing;
  transition(storeTransitions, answers[answer.status], row.status);
  return recordAnswer(ctx, delivery, { store_id, attempt: row.attempts, answer });
}

/**
 * Takes an answer, from a person or from the store itself: to a message that it fetched or was sent again, or by what it wrote
 * back. An answer that does not fit moves nothing.
 */
export async function recordAnswer(
  ctx: Transaction,
  delivery: LockedDelivery,
  received: { store_id: string; attempt: number; answer: StoreAnswer },
): Promise<LockedDelivery> {
  const { store_id, attempt, answer } = received;
  const row = delivery.stores.find((store) => store.store_id === store_id);
  if (!row) return delivery;
  const judged = judgeAnswer({ delivery_id: delivery.id, row, attempt, answer, first: [], at: timestamp(ctx) });
  const { moves, rows, marks } = judged;
  if (rows.length > 0) await withCommit(ctx, updateDeliveryStores(ctx.db, delivery.id, rows));
  const moved = moves.length > 0 ? await moveStores(ctx, delivery, moves) : delivery;
  writeWithCommit(ctx, { table: "store_messages", write: markMessages(ctx.db, marks) });
  return moved;
}

type ReceivedAnswer = {
  delivery_id: string;
  row: StoreRow;
  attempt: number;
  answer: StoreAnswer;
  /** The moves that come before the answer. */
  first: readonly Move[];
  at: string;
};

/**
 * Decides the changes that an answer makes. An answer to an earlier attempt, or one that no longer fits, moves nothing
 * and is kept in the history as ignored.
 */
export function judgeAnswer(received: ReceivedAnswer): { moves: Move[]; rows: StoreRow[]; marks: MessageMark[] } {
  const { delivery_id, row, attempt, answer, first, at } = received;
  const { store_id } = row;
  const message_id = answeredMessage({ delivery_id, store_id, attempt }, answer);
  const status = first.reduce<string>((_, move) => storeTransitions[move.trigger].to, row.status);
  const from: readonly string[] = storeTransitions[answers[answer.status]].from;
  if (attempt === row.attempts && from.includes(status))
    return {
      moves: [...first, answerMove(store_id, answer)],
      rows: [],
      marks: [{ message_id, answer, answered_at: at }],
    };
  const ignored = { ...row, history: withStep(row.history, { status: answer.status, at, is_ignored: true }) };
  return { moves: [], rows: [ignored], marks: [{ message_id, answer, answered_at: at, is_late: true }] };
}

/** Only a takedown is answered with `taken_down`. */
function answeredMessage(of: Parameters<typeof messageId>[0], { status }: StoreAnswer): string {
  return messageId(of, status === "taken_down" ? "takedown" : "new");
}

function answerMove(store_id: string, answer: StoreAnswer): Move {
  // A store that rejected or flagged it always shows why, if only that the store did not say.
  const { rejection_code = "unspecified", rejection_reason = "The store gave no reason." } = answer;
  const reason =
    answer.status === "delivered" || answer.status === "taken_down" ? cleared : { rejection_code, rejection_reason };
  return { store_id, trigger: answers[answer.status], changes: { ...reason, ...reached } };
}

const cleared = { rejection_code: null, rejection_reason: null };
/** The store has taken a message or answered, so earlier transport failures are cleared. */
export const reached = { failures: 0, stalled_reason: null, stalled_since: null, trying_until: null, had: null };
