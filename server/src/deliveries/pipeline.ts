// A release on its way to one store.
//
// The problem. A worker may be killed at any point of a send: before the store has the message, after it, or before we
// recorded that it has. The store must not get two different messages for one attempt, no attempt may be lost, and a late
// answer must not undo a newer one.
//
// The procedure. `beginStep` decides, under the delivery's lock, whether there is still something to do: the same attempt,
// in a status that fits, at a store that is not paused. The first try of a send moves the store to `sending`. The first try of
// a send or of a takedown stores its message; a repeated try finds it and sends the same again. A kind that writes documents
// does so between two transactions, and what it wrote is checked: a message with problems never goes out. No transaction is open
// during the call to the store. `endStep` runs in the transaction that completes the job: it takes the answer, schedules a poll,
// repeats the call if the store has only a part, or counts a failure.
//
// When it fails. If a store cannot be reached, or does not answer in time, it is tried again for ever, on the schedule of its
// kind. From the third failure on it is `stalled`, with the reason and the time, until it is reached. During a try it cannot be
// cancelled; a `stalled` row says so by `trying_until`. A killed worker's job runs again when its lease ends, from the start of
// its step. If the store is paused, the job ends, and its work is queued again when the store is resumed. If another job for the
// same try was still waiting, the first of the two makes the other one void.

import { type Context, type Transaction, timestamp, transaction, withCommit } from "../platform/context.ts";
import type { ConnectorParts } from "../stores/actions.ts";
import { type Receipt, type StoreMessage, type Ticket, TransportFailure } from "../stores/connector.ts";
import { type ConnectorKind, getConnectorKind, isWritten } from "../stores/connector-kinds.ts";
import { findStoreAtWork, holdStoreAtWork } from "../stores/queries.ts";
import { keepWrittenBack } from "./acknowledgements.ts";
import { reached, recordAnswer } from "./answer.ts";
import { type Called, callInTime } from "./call-store.ts";
import { hasRelease, messageId, type StoreStatus } from "./delivery.ts";
import { offerMessage } from "./feed-queries.ts";
import type { StoreWork } from "./job-definitions.ts";
import { buildMessage, buildTakedown } from "./message.ts";
import { findMessage, findTicket, insertMessage, type KeptMessage, markSent } from "./message-queries.ts";
import { getDeliveryToStore, type Move, moveStores } from "./move-stores.ts";
import { type LockedDelivery, type StoreRow, updateDeliveryStores } from "./queries.ts";
import { enqueueWork } from "./store-work.ts";
import { refuseMessage, writeDocument } from "./written-message.ts";

// The statuses in which each step has something to do.
const statusesOf: Readonly<Record<StoreWork["step"], readonly StoreStatus[]>> = {
  send: ["queued", "sending", "stalled"],
  poll: ["ingesting"],
  takedown: ["takedown_requested"],
  poll_takedown: ["takedown_requested"],
};

const STALLED_FROM = 3;
// Time for what comes around a call: from the decision until the call, and from its end until the result is stored.
const AROUND_A_CALL_MS = 10_000;
const MAX_REASON = 500;

/** What is to be called, and with what. A poll needs the ticket alone. */
type Begun = Called & { toStore: KeptMessage | Ticket };
/** A message that has no document yet. */
type Unwritten = Omit<Begun, "toStore"> & { message: StoreMessage };
type Failure = { reason: string; retry_s: ConnectorKind["retry_s"] };
export type StepOutcome =
  | { receipt: Receipt; is_fetched: boolean }
  | { failure: Failure }
  | { is_paused: true }
  | undefined;

/** The call to the store; undefined when there is nothing to do any more. */
export async function performStep(ctx: Context, work: StoreWork, parts: ConnectorParts): Promise<StepOutcome> {
  const begun = await transaction(ctx, (ctx) => beginStep(ctx, work, parts));
  if (!begun || "is_paused" in begun) return begun;
  const { retry_s, is_fetched = false } = begun.kind;
  try {
    const ready = "toStore" in begun ? begun : await putInWriting(ctx, work, parts, begun);
    return ready && { receipt: await callStore(ctx, parts, ready), is_fetched };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { failure: { reason: error.message.slice(0, MAX_REASON), retry_s } };
  }
}

async function beginStep(
  ctx: Transaction,
  work: StoreWork,
  { connectors }: ConnectorParts,
): Promise<Begun | Unwritten | { is_paused: true } | undefined> {
  const [delivery, store, kept] = await Promise.all([
    getDeliveryToStore(ctx, work),
    findStoreAtWork(ctx.db, work.store_id),
    findKept(ctx, work),
  ]);
  const [row] = delivery.stores;
  if (!row || !store || !isDue(row, work)) return undefined;
  if (store.status === "paused") return { is_paused: true };
  const kind = getConnectorKind(connectors, store.connector.kind);
  if (isPoll(work.step)) return { store, kind, toStore: kept ?? earlierTicket(row, work) };
  if (kept && "message" in kept) return beginCall(ctx, { delivery, row, store, kind, work }, kept);
  const message = await buildFor(ctx, { delivery, row, work });
  if (isWritten(kind, store) && !isNowhere(message)) return { store, kind, message };
  return beginCall(ctx, { delivery, row, store, kind, work }, { message, document: null, is_new: true });
}

/** The document takes time to write and to check, so no transaction is open meanwhile. All is looked up again afterwards. */
async function putInWriting(
  ctx: Context,
  work: StoreWork,
  parts: ConnectorParts,
  { store, kind, message }: Unwritten,
): Promise<Begun | undefined> {
  const { document, problems } = await writeDocument(parts, { store, kind, message });
  return transaction(ctx, async (ctx) => {
    const [delivery, kept] = await Promise.all([getDeliveryToStore(ctx, work), findKept(ctx, work)]);
    const [row] = delivery.stores;
    if (!row || !isDue(row, work)) return undefined;
    const around = { delivery, row, store, kind, work };
    if (kept && "message" in kept) return beginCall(ctx, around, kept);
    if (problems.length > 0) return refuseMessage(ctx, around, problems);
    return beginCall(ctx, around, { message, document, is_new: true });
  });
}

/** Stores a new message, and moves the store to `sending`. */
async function beginCall(
  ctx: Transaction,
  { delivery, row, store, kind, work }: Ending & Omit<Begun, "toStore">,
  { is_new, ...toStore }: KeptMessage & { is_new?: true },
): Promise<Begun | undefined> {
  if (isNowhere(toStore.message)) return giveUpSend(ctx, delivery, row);
  if (toStore.message.kind !== "takedown") {
    const territory_codes = [...toStore.message.territory_codes];
    await beginSend(ctx, delivery, { ...row, territory_codes }, kind.call_within_ms);
  }
  if (is_new) await withCommit(ctx, insertMessage(ctx.db, work, toStore));
  return { store, kind, toStore };
}

/** Rights were narrowed while the message waited. */
function isNowhere(message: StoreMessage): boolean {
  return message.kind !== "takedown" && message.territory_codes.length === 0;
}

const isPoll = (step: StoreWork["step"]) => step === "poll" || step === "poll_takedown";
const isTakedown = (step: StoreWork["step"]) => step === "takedown" || step === "poll_takedown";

/** What an earlier try of this message has left. */
function findKept(ctx: Context, work: StoreWork): Promise<KeptMessage | Ticket | undefined> {
  const message_id = messageId(work, isTakedown(work.step) ? "takedown" : "new");
  return isPoll(work.step) ? findTicket(ctx.db, message_id) : findMessage(ctx.db, message_id);
}

/** For a message that an earlier version sent and did not keep. */
function earlierTicket({ history, updated_at }: StoreRow, work: StoreWork): Ticket {
  const kind = isTakedown(work.step) ? "takedown" : hasRelease(history) ? "update" : "new";
  const { store_id, attempt } = work;
  return { message_id: messageId(work, kind), store_id, attempt, kind, created_at: updated_at };
}

function buildFor(ctx: Context, { delivery, row, work }: Ending): Promise<StoreMessage> {
  return work.step === "takedown" ? buildTakedown(ctx, delivery, row) : buildMessage(ctx, delivery, row);
}

async function beginSend(
  ctx: Transaction,
  delivery: LockedDelivery,
  row: StoreRow,
  call_within_ms: number,
): Promise<void> {
  const { store_id, status, territory_codes } = row;
  if (status === "queued")
    await moveStores(ctx, delivery, [{ store_id, trigger: "send", changes: { territory_codes } }]);
  if (status === "stalled") await holdWhileTrying(ctx, delivery.id, row, call_within_ms);
}

/** The store keeps what it has from an earlier attempt. */
async function giveUpSend(ctx: Transaction, delivery: LockedDelivery, { store_id, had }: StoreRow): Promise<undefined> {
  const rejection_reason =
    "Nothing was sent: the store, the release and your licence have no territory in common any more. Correct them and resubmit.";
  const refused = { rejection_code: "no_territory_left", rejection_reason };
  const changes = { ...reached, ...refused, territory_codes: had?.territory_codes ?? [] };
  await moveStores(ctx, delivery, [{ store_id, trigger: "flag", changes }]);
}

/** A time limit, not a flag: if the worker dies during the try, the store can be cancelled after that time. */
async function holdWhileTrying(ctx: Transaction, delivery_id: string, row: StoreRow, call_within_ms: number) {
  const end_ms = ctx.clock.now().getTime() + call_within_ms + AROUND_A_CALL_MS;
  const held = { ...row, trying_until: new Date(end_ms).toISOString() };
  await withCommit(ctx, updateDeliveryStores(ctx.db, delivery_id, [held]));
}

export function isDue(row: StoreRow, { attempt, failures, step }: StoreWork): boolean {
  return row.attempts === attempt && row.failures === failures && statusesOf[step].includes(row.status);
}

/** Throws a `TransportFailure` if the store is not reached, or does not answer in time. */
export function callStore(ctx: Context, parts: ConnectorParts, { toStore, ...called }: Begun): Promise<Receipt> {
  return callInTime(ctx, parts, called, async (connector, signal) => {
    if (!("message" in toStore)) return connector.poll(toStore, { signal });
    const { message } = toStore;
    const options = { signal, document: toStore.document ?? JSON.stringify(message) };
    return message.kind === "takedown" ? connector.takedown(message, options) : connector.send(message, options);
  });
}

/** In the transaction that completes the job. */
export async function endStep(ctx: Transaction, work: StoreWork, outcome: StepOutcome): Promise<void> {
  if (!outcome) return;
  const delivery = await getDeliveryToStore(ctx, work);
  const [row] = delivery.stores;
  if (!row) return;
  if ("is_paused" in outcome) return leaveToResume(ctx, work);
  if ("failure" in outcome) return countFailure(ctx, { delivery, row, work, failure: outcome.failure });
  const message_id = messageId(work, isTakedown(work.step) ? "takedown" : "new");
  const isNews = await keepWrittenBack(ctx, { ...work, message_id }, outcome.receipt);
  // The reading of the store's folder may have taken the answer before us.
  if (isNews || isDue(row, work)) await takeReceipt(ctx, { delivery, row, work, receipt: outcome.receipt });
  if (outcome.receipt.has_more || isPoll(work.step)) return;
  await noteSent(ctx, { ...work, message_id, is_fetched: outcome.is_fetched });
}

/** A store that fetches finds the message in its feed from now on. Every other store has it. */
export async function noteSent(
  ctx: Transaction,
  { is_fetched, ...sent }: Parameters<typeof offerMessage>[1] & { is_fetched: boolean },
): Promise<void> {
  if (is_fetched) await offerMessage(ctx.db, sent);
  else await withCommit(ctx, markSent(ctx.db, sent.message_id, timestamp(ctx)));
}

/** Runs under the store's lock: the request that resumes the store either finds this row or has already resumed it. */
async function leaveToResume(ctx: Transaction, work: StoreWork): Promise<void> {
  const store = await holdStoreAtWork(ctx.db, work.store_id);
  if (store?.status === "active") await enqueueWork(ctx, [work]);
}

type Ending = { delivery: LockedDelivery; row: StoreRow; work: StoreWork };

async function takeReceipt(
  ctx: Transaction,
  { delivery, row, work, receipt }: Ending & { receipt: Receipt },
): Promise<void> {
  if (receipt.has_more) return isDue(row, work) ? enqueueWork(ctx, [work]) : undefined;
  const { store_id, attempt, step } = work;
  const isAccepted = isDue(row, work) && step === "send";
  const first: Move[] = isAccepted ? [{ store_id, trigger: "accept", changes: reached }] : [];
  const { answer, ask_after_ms } = receipt;
  if (answer) await recordAnswer(ctx, delivery, { store_id, attempt, answer, first });
  else if (isAccepted) await moveStores(ctx, delivery, first);
  if (answer || ask_after_ms === undefined || !isDue(row, work)) return;
  const failures = isAccepted ? reached.failures : work.failures;
  const next = step === "send" || step === "poll" ? "poll" : "poll_takedown";
  await enqueueWork(ctx, [{ ...work, failures, step: next }], ask_after_ms);
}

async function countFailure(
  ctx: Transaction,
  { delivery, row, work, failure }: Ending & { failure: Failure },
): Promise<void> {
  if (!isDue(row, work)) return;
  const { store_id } = work;
  const { reason: stalled_reason, retry_s } = failure;
  const failures = row.failures + 1;
  if (row.status === "sending" && failures >= STALLED_FROM) {
    const changes = { failures, stalled_reason, stalled_since: timestamp(ctx) };
    await moveStores(ctx, delivery, [{ store_id, trigger: "stall", changes }]);
  } else {
    const why = row.status === "stalled" ? { stalled_reason } : {};
    const counted = { ...row, ...why, failures, trying_until: null };
    await withCommit(ctx, updateDeliveryStores(ctx.db, delivery.id, [counted]));
  }
  const pause_s = retry_s[failures - 1] ?? retry_s.at(-1) ?? retry_s[0];
  await enqueueWork(ctx, [{ ...work, failures }], pause_s * 1000);
}
