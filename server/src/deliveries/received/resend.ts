// A message that the operator sends again: the same bytes under the same id, so a store that has it must not take it
// for another.
//
// The delivery's status stays as it is until the store answers. If the status already waits for an answer, the pipeline
// asks for it. Otherwise (the store rejected the message, say, because a file was cut) the resend asks, a limited
// number of times.

import type { Receipt } from "../../connectors/connector.ts";
import { type ConnectorKind, getConnectorKind, isWritten, makesConnections } from "../../connectors/kinds.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import { enqueue } from "../../platform/jobs/queue.ts";
import type { ConnectorParts } from "../../stores/actions.ts";
import { findStoreAtWork } from "../../stores/queries.ts";
import { recordAnswer } from "../answer.ts";
import { placeOfCall, placeOfWork, type Resend, resendByCall, resendMessage } from "../job-definitions.ts";
import { getDeliveryToStore } from "../move-stores.ts";
import { noteSent } from "../pipeline/end-steps.ts";
import { callWith } from "../pipeline/pipeline.ts";
import type { StoreRow } from "../queries.ts";
import { keepWrittenBack } from "../sent/keep-acknowledgement.ts";
import { findMessage, findTicket } from "../sent/message-queries.ts";
import { findNewerMessage, findSentDocument, findSentMessage } from "../sent/sent-queries.ts";
import type { SentMessage } from "../sent/store-message.ts";

// A store that has not answered a repeated message after so many questions will not answer it.
const MAX_POLLS = 100;

export async function requestResend(
  ctx: Transaction,
  { connectors }: ConnectorParts,
  of: { store_id: string; message_id: string },
): Promise<SentMessage> {
  const [message, store] = await Promise.all([findSentMessage(ctx.db, of), findStoreAtWork(ctx.db, of.store_id)]);
  if (!store) throw notFound("store");
  if (!message) throw notFound("message");
  if (store.status === "paused")
    throw new ApiError("invalid_state", `The store ${of.store_id} is paused: nothing is sent to it. Resume it first.`);
  const kept = await findSentDocument(ctx.db, of);
  const kind = getConnectorKind(connectors, store.connector.kind);
  if (kept?.document === null && isWritten(kind, store))
    throw new ApiError("invalid_state", "This message was written for another kind of connector: deliver an update.");
  const { organization_id, stores } = await getDeliveryToStore(ctx, { ...message, ...of });
  const newer = await findNewerMessage(ctx.db, of);
  if (newer !== undefined)
    throw new ApiError("invalid_state", `A newer message about this release went to the store: send ${newer} again.`);
  if (stores.some((row) => isUnderWay(row, message)))
    throw new ApiError("invalid_state", "This message is still on its way: the service repeats it by itself.");
  const { delivery_id, release_id } = message;
  const work: Resend = { ...of, organization_id, delivery_id, release_id, step: "send", polls_left: MAX_POLLS };
  await enqueueResend(ctx, work, { kind });
  return message;
}

function isUnderWay({ status, attempts }: StoreRow, { attempt, kind, sent_at }: SentMessage): boolean {
  if (attempts !== attempt) return false;
  if (kind === "takedown") return status === "takedown_requested" && sent_at === null;
  return status === "queued" || status === "sending" || status === "stalled";
}

/** In the place of the pipeline's work, so that both never call the store for one release at a time. */
async function enqueueResend(
  ctx: Transaction,
  work: Resend,
  { kind, after_ms = 0 }: { kind: ConnectorKind; after_ms?: number },
): Promise<void> {
  const run_at = new Date(ctx.clock.now().getTime() + after_ms);
  if (makesConnections(kind)) return enqueue(ctx, resendByCall, work, { run_at, ...placeOfCall(work) });
  return enqueue(ctx, resendMessage, work, { run_at, ...placeOfWork(work) });
}

export type ResendOutcome = { receipt: Receipt; kind: ConnectorKind; attempt: number } | undefined;

/** Undefined if a newer message was written since: it must be the last one that the store gets. */
export async function performResend(ctx: Context, work: Resend, parts: ConnectorParts): Promise<ResendOutcome> {
  const { store_id, message_id, step } = work;
  const [store, toStore, newer] = await Promise.all([
    findStoreAtWork(ctx.db, store_id),
    step === "poll" ? findTicket(ctx.db, message_id) : findMessage(ctx.db, message_id),
    findNewerMessage(ctx.db, { store_id, message_id }),
  ]);
  if (!store || !toStore || newer !== undefined) return undefined;
  if (store.status === "paused") throw new Error(`${store_id} is paused: the message is sent when it is active again.`);
  const kind = getConnectorKind(parts.connectors, store.connector.kind);
  const receipt = await callWith(ctx, parts, { store, kind, toStore });
  const { attempt } = "message" in toStore ? toStore.message : toStore;
  return { receipt, kind, attempt };
}

export async function endResend(ctx: Transaction, work: Resend, outcome: ResendOutcome): Promise<void> {
  if (!outcome) return;
  const { store_id, step, polls_left } = work;
  const { receipt, kind, attempt } = outcome;
  await keepWrittenBack(ctx, work, receipt);
  if (receipt.has_more) return enqueueResend(ctx, work, { kind });
  const delivery = await getDeliveryToStore(ctx, work);
  const { answer, ask_after_ms } = receipt;
  const isWaiting = delivery.stores.some(({ status }) => status === "ingesting" || status === "takedown_requested");
  if (answer) await recordAnswer(ctx, delivery, { store_id, attempt, answer });
  else if (ask_after_ms !== undefined && !isWaiting && polls_left > 0)
    await enqueueResend(ctx, { ...work, step: "poll", polls_left: polls_left - 1 }, { kind, after_ms: ask_after_ms });
  if (step === "send") await noteSent(ctx, { ...work, is_fetched: kind.is_fetched ?? false });
}
