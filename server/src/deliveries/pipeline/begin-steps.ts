// Starts the work at the stores of one delivery: decides and stores the message for each call (see pipeline.ts).

import { isWritten } from "../../connectors/kinds.ts";
import type { Ticket } from "../../messages/message.ts";
import { type Transaction, withCommit, writeWithCommit } from "../../platform/context.ts";
import { reached } from "../answer.ts";
import { buildMessages } from "../build-message.ts";
import { hasRelease, messageId } from "../delivery.ts";
import type { StoreWork } from "../job-definitions.ts";
import { getDeliveryToStores, type Move, moveStores } from "../move-stores.ts";
import { type LockedDelivery, type StoreRow, updateDeliveryStores } from "../queries.ts";
import { insertMessages, type KeptMessage } from "../sent/message-queries.ts";
import { assertOnePerStore, isDue, isPoll, isTakedown, messageIdOf } from "../store-work.ts";
import { refusal } from "../write-message.ts";
import type { Called } from "./call-store.ts";
import { addressedTo, findKept, isNowhere, type Planned } from "./plan-steps.ts";

// Time for what comes around a call: from the decision until the call, and from its end until the result is stored.
const AROUND_A_CALL_MS = 10_000;

/** A store to call, and the message for it. A poll needs the ticket alone. */
export type Begun = Called & { toStore: KeptMessage | Ticket };

type Due = Called & { work: StoreWork; row: StoreRow };
type Call = Due & { toStore: KeptMessage; is_new: boolean };
type Beginning = Begun | { is_paused: true } | { is_outdated: true } | undefined;

/** One result for each, in their order. Undefined: there is nothing to do any more. `is_outdated`: it must be planned again. */
export async function beginSteps(ctx: Transaction, planned: readonly Planned[]): Promise<Beginning[]> {
  const works = planned.map(({ work }) => work);
  assertOnePerStore(works);
  const release = planned.find(({ draft }) => draft)?.draft?.release;
  const delivery = await getDeliveryToStores(ctx, works, release);
  const { version } = delivery;
  const rows = new Map(delivery.stores.map((row) => [row.store_id, row]));
  // The first try of a send has stored nothing yet.
  const kept = await findKept(
    ctx,
    works.filter(({ store_id }) => rows.get(store_id)?.status !== "queued"),
  );
  const beginnings = new Map<StoreWork, Beginning>();
  const unbuilt: Due[] = [];
  const calls: Call[] = [];
  const refused: Move[] = [];
  for (const { work, called, draft } of planned) {
    const row = rows.get(work.store_id);
    if (!row || !called || !isDue(row, work)) continue;
    if (called === "paused") {
      beginnings.set(work, { is_paused: true });
      continue;
    }
    const due = { ...called, work, row };
    const earlier = kept.get(messageIdOf(work));
    if (isPoll(work)) beginnings.set(work, { ...called, toStore: earlier ?? earlierTicket(row, work) });
    else if (earlier && "message" in earlier) calls.push({ ...due, toStore: earlier, is_new: false });
    else if (draft && draft.version !== version) beginnings.set(work, { is_outdated: true });
    else if (draft && draft.problems.length > 0) refused.push(refusal(due, draft.problems));
    else if (draft) calls.push({ ...due, toStore: draft.message, is_new: true });
    else unbuilt.push(due);
  }
  for (const { kind, store } of unbuilt)
    if (isWritten(kind, store)) throw new Error(`Work at ${store.store_id} was not due when it was planned.`);
  const messages = await buildMessages(ctx, delivery, unbuilt.map(addressedTo));
  for (const [index, due] of unbuilt.entries()) {
    const toStore = messages[index];
    if (toStore) calls.push({ ...due, toStore, is_new: true });
  }
  for (const call of await beginCalls(ctx, delivery, { calls, refused })) beginnings.set(call.work, call);
  return works.map((work) => beginnings.get(work));
}

/** Stores new messages, and moves stores to `sending`. Answers with the calls that are to be made. */
async function beginCalls(
  ctx: Transaction,
  delivery: LockedDelivery,
  { calls, refused }: { calls: readonly Call[]; refused: readonly Move[] },
): Promise<Call[]> {
  const begun = calls.filter(({ toStore }) => !isNowhere(toStore.message));
  const given_up = calls.filter(({ toStore }) => isNowhere(toStore.message)).map(({ row }) => giveUp(row));
  const sends = begun.filter(({ toStore }) => toStore.message.kind !== "takedown");
  const sent = sends.filter(({ row }) => row.status === "queued").map(sendMove);
  const moves = [...refused, ...given_up, ...sent];
  if (moves.length > 0) await moveStores(ctx, delivery, moves);
  const held = sends.filter(({ row }) => row.status === "stalled").map((call) => heldWhileTrying(ctx, call));
  if (held.length > 0) await withCommit(ctx, updateDeliveryStores(ctx.db, delivery.id, held));
  const kept = begun.filter(({ is_new }) => is_new).map(({ toStore }) => toStore);
  if (kept.length > 0) writeWithCommit(ctx, { table: "store_messages", write: insertMessages(ctx.db, delivery, kept) });
  return begun;
}

/** For a message that an earlier version sent and did not keep. */
function earlierTicket({ history, updated_at }: StoreRow, work: StoreWork): Ticket {
  const kind = isTakedown(work) ? "takedown" : hasRelease(history) ? "update" : "new";
  const { store_id, attempt } = work;
  return { message_id: messageId(work, kind), store_id, attempt, kind, created_at: updated_at };
}

/** Rights may have ended since it was queued: the row says what the store gets now. */
function sendMove({ row, toStore: { message } }: Call): Move {
  const { store_id, territory_codes: before } = row;
  const now = message.kind === "takedown" ? before : message.territory_codes;
  // They are a part of the earlier ones, in the same order.
  const changes = now.length === before.length ? {} : { territory_codes: [...now] };
  return { store_id, trigger: "send", changes };
}

/** The store keeps what it has from an earlier attempt. */
function giveUp({ store_id, had }: StoreRow): Move {
  const rejection_reason =
    "Nothing was sent: the store, the release and your licence have no territory in common any more. Correct them and resubmit.";
  const refused = { rejection_code: "no_territory_left", rejection_reason };
  const changes = { ...reached, ...refused, territory_codes: had?.territory_codes ?? [] };
  return { store_id, trigger: "flag", changes };
}

/** A time limit, not a flag: if the worker dies during the try, the store can be cancelled after that time. */
function heldWhileTrying(ctx: Transaction, { row, kind }: Call): StoreRow {
  const end_ms = ctx.clock.now().getTime() + kind.call_within_ms + AROUND_A_CALL_MS;
  return { ...row, trying_until: new Date(end_ms).toISOString() };
}
