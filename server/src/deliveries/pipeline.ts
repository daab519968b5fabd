// A release on its way to one store.
//
// The problem. A worker may be killed at any point of a send: before the store has the message, after it, or before we
// wrote down that it has. The store must not get two different messages for one attempt, no attempt may be lost, and
// whatever arrives late must not undo what is newer.
//
// The procedure. `beginStep` decides, under the delivery's lock, whether there is still something to do: the same attempt,
// in a status that fits, at a store that is not paused. The first try of a send moves the store to `sending` and keeps the
// message; a repeated try finds it and sends the same again. The call to the store is made with no transaction open.
// `endStep` runs in the transaction that completes the job: it takes the answer, asks for one later, or counts a failure.
//
// When it fails. A store that cannot be reached, or does not answer in time, is tried again for ever, on its kind's
// schedule; from the third failure on it is `stalled`, with why and since when, and stays so until it is reached. While it is
// being tried it cannot be cancelled, which a `stalled` row says by `trying_until`. A killed worker's job is run again when its
// lease ends, from the beginning of its step. A paused store's work ends here and now; it is queued again when the store is
// resumed, and where a try was waiting all the same, the first of the two makes the other void.

import { type Context, type Transaction, timestamp, transaction, withCommit } from "../platform/context.ts";
import { withinTime } from "../platform/within-time.ts";
import { type Connector, type Receipt, type StoreMessage, TransportFailure } from "../stores/connector.ts";
import { type ConnectorKind, type ConnectorKinds, connectorOf } from "../stores/connector-kinds.ts";
import { findStoreAtWork, holdStoreAtWork } from "../stores/queries.ts";
import { reached, recordAnswer } from "./answer.ts";
import { messageId, type StoreStatus } from "./delivery.ts";
import type { StoreWork } from "./job-definitions.ts";
import { buildMessage } from "./message.ts";
import { getDeliveryToStore, type Move, moveStores } from "./move-stores.ts";
import { findMessage, keepMessage, type LockedDelivery, type StoreRow, updateDeliveryStores } from "./queries.ts";
import { enqueueWork } from "./store-work.ts";

// The statuses in which each step has something to do.
const statusesOf: Readonly<Record<StoreWork["step"], readonly StoreStatus[]>> = {
  send: ["queued", "sending", "stalled"],
  poll: ["ingesting"],
  takedown: ["takedown_requested"],
  poll_takedown: ["takedown_requested"],
};

const STALLED_FROM = 3;
// From the decision to call a store until the call, and from its end until that is written down.
const AROUND_A_CALL_MS = 10_000;
const MAX_REASON = 500;

type Begun = { called: ReturnType<typeof connectorOf>; row: StoreRow; message: StoreMessage | undefined };
type Failure = { reason: string; retry_s: ConnectorKind["retry_s"] };
export type Outcome = { receipt: Receipt } | { failure: Failure } | { is_paused: true } | undefined;

/** The call to the store; undefined when there is nothing to do any more. */
export async function performStep(ctx: Context, work: StoreWork, kinds: ConnectorKinds): Promise<Outcome> {
  const begun = await transaction(ctx, (ctx) => beginStep(ctx, work, kinds));
  if (!begun || "is_paused" in begun) return begun;
  const { connector, retry_s, call_within_ms } = begun.called;
  try {
    // A call that hangs would hold one of the hands for ever. What comes of it later is not heard: the call is repeated.
    const late = () => new TransportFailure(`The store did not answer within ${call_within_ms / 1000} s.`);
    return { receipt: await withinTime(call_within_ms, callStore(connector, work, begun), late) };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { failure: { reason: error.message.slice(0, MAX_REASON), retry_s } };
  }
}

async function beginStep(
  ctx: Transaction,
  work: StoreWork,
  kinds: ConnectorKinds,
): Promise<Begun | { is_paused: true } | undefined> {
  const { delivery_id, store_id } = work;
  const [delivery, store, kept] = await Promise.all([
    getDeliveryToStore(ctx, work),
    findStoreAtWork(ctx.db, store_id),
    work.step === "send" ? findMessage(ctx.db, delivery_id, store_id) : undefined,
  ]);
  const [row] = delivery.stores;
  if (!row || !store || !isDue(row, work)) return undefined;
  if (store.status === "paused") return { is_paused: true };
  const called = connectorOf(kinds, store.connector);
  if (work.step !== "send") return { called, row, message: undefined };
  const message = kept ?? (await buildMessage(ctx, delivery, row));
  const territory_codes = [...message.territory_codes];
  if (territory_codes.length === 0) return giveUpSend(ctx, delivery, row);
  const changes = { territory_codes };
  if (row.status === "queued") await moveStores(ctx, delivery, [{ store_id, trigger: "send", changes }]);
  if (row.status === "stalled")
    await holdWhileTrying(ctx, delivery_id, { ...row, territory_codes }, called.call_within_ms);
  if (kept) return { called, row, message: kept };
  await withCommit(ctx, keepMessage(ctx.db, delivery_id, store_id, message));
  return { called, row, message };
}

/** Rights were narrowed while it waited. What the store has from an earlier attempt it keeps. */
async function giveUpSend(ctx: Transaction, delivery: LockedDelivery, { store_id, had }: StoreRow): Promise<undefined> {
  const rejection_reason =
    "Nothing was sent: none of its territories is left to the release and your licence. Correct them and resubmit.";
  const refused = { rejection_code: "no_territory_left", rejection_reason };
  const changes = { ...reached, ...refused, territory_codes: had?.territory_codes ?? [] };
  await moveStores(ctx, delivery, [{ store_id, trigger: "flag", changes }]);
}

/** Until a time, not until it is said to be over: a worker that dies with the try must not keep it from being cancelled. */
async function holdWhileTrying(ctx: Transaction, delivery_id: string, row: StoreRow, call_within_ms: number) {
  const end_ms = ctx.clock.now().getTime() + call_within_ms + AROUND_A_CALL_MS;
  const held = { ...row, trying_until: new Date(end_ms).toISOString() };
  await withCommit(ctx, updateDeliveryStores(ctx.db, delivery_id, [held]));
}

export function isDue(row: StoreRow, { attempt, failures, step }: StoreWork): boolean {
  return row.attempts === attempt && row.failures === failures && statusesOf[step].includes(row.status);
}

async function callStore(connector: Connector, work: StoreWork, { row, message }: Begun): Promise<Receipt> {
  if (message) return connector.send(message);
  const { delivery_id, store_id, attempt, step } = work;
  const kind = step === "poll" ? "release" : "takedown";
  const ticket = { message_id: messageId(delivery_id, store_id, attempt), store_id, attempt, kind } as const;
  if (step !== "takedown") return connector.poll(ticket);
  return connector.takedown({ ...ticket, reason: row.takedown_reason });
}

/** In the transaction that completes the job. */
export async function endStep(ctx: Transaction, work: StoreWork, outcome: Outcome): Promise<void> {
  if (!outcome) return;
  const delivery = await getDeliveryToStore(ctx, work);
  const [row] = delivery.stores;
  if (!row) return;
  if ("is_paused" in outcome) return leaveToResume(ctx, work);
  if ("failure" in outcome) return countFailure(ctx, { delivery, row, work, failure: outcome.failure });
  await takeReceipt(ctx, { delivery, row, work, receipt: outcome.receipt });
}

/** Under the store's lock: either whoever resumes it finds this row, or it is resumed already. */
async function leaveToResume(ctx: Transaction, work: StoreWork): Promise<void> {
  const store = await holdStoreAtWork(ctx.db, work.store_id);
  if (store?.status === "active") await enqueueWork(ctx, [work]);
}

type Ending = { delivery: LockedDelivery; row: StoreRow; work: StoreWork };

async function takeReceipt(
  ctx: Transaction,
  { delivery, row, work, receipt }: Ending & { receipt: Receipt },
): Promise<void> {
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
