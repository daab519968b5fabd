// Work at the stores of one delivery is taken up: what each is to be called with is decided and stored (see pipeline.ts).

import { type Transaction, withCommit } from "../platform/context.ts";
import type { ConnectorParts } from "../stores/actions.ts";
import type { StoreMessage, Ticket } from "../stores/connector.ts";
import { getConnectorKind, isWritten } from "../stores/connector-kinds.ts";
import { listStoresAtWork } from "../stores/queries.ts";
import { reached } from "./answer.ts";
import type { Called } from "./call-store.ts";
import { hasRelease, messageId } from "./delivery.ts";
import type { StoreWork } from "./job-definitions.ts";
import { type Addressed, buildMessages } from "./message.ts";
import { insertMessages, type KeptMessage, listMessages, listTickets } from "./message-queries.ts";
import { getDeliveryToStores, type Move, moveStores } from "./move-stores.ts";
import { type LockedDelivery, type StoreRow, updateDeliveryStores } from "./queries.ts";
import { assertOnePerStore, isDue, isPoll, isTakedown, messageIdOf } from "./store-work.ts";
import { refusal, type WrittenDocument } from "./written-message.ts";

// Time for what comes around a call: from the decision until the call, and from its end until the result is stored.
const AROUND_A_CALL_MS = 10_000;

/** What is to be called, and with what. A poll needs the ticket alone. */
export type Begun = Called & { toStore: KeptMessage | Ticket };
/** A message that has no document yet. */
export type Unwritten = Called & Omit<KeptMessage, "document">;
export type WrittenStep = Unwritten & { work: StoreWork; written: WrittenDocument };

type Due = Called & { work: StoreWork; row: StoreRow };
type Call = Due & { toStore: KeptMessage; is_new: boolean };
type Beginning = Begun | Unwritten | { is_paused: true } | undefined;

/** One result for each, in their order. Undefined: there is nothing to do any more. */
export async function beginSteps(
  ctx: Transaction,
  works: readonly StoreWork[],
  { connectors }: ConnectorParts,
): Promise<Beginning[]> {
  assertOnePerStore(works);
  const [delivery, stores, kept] = await Promise.all([
    getDeliveryToStores(ctx, works),
    listStoresAtWork(ctx.db, storesOf(works)),
    findKept(ctx, works),
  ]);
  const beginnings = new Map<StoreWork, Beginning>();
  const unbuilt: Due[] = [];
  const calls: Call[] = [];
  for (const work of works) {
    const row = delivery.stores.find(({ store_id }) => store_id === work.store_id);
    const store = stores.find(({ store_id }) => store_id === work.store_id);
    if (!row || !store || !isDue(row, work)) continue;
    if (store.status === "paused") {
      beginnings.set(work, { is_paused: true });
      continue;
    }
    const due = { work, row, store, kind: getConnectorKind(connectors, store.connector.kind) };
    const toStore = kept.get(messageIdOf(work));
    if (isPoll(work)) beginnings.set(work, { ...due, toStore: toStore ?? earlierTicket(row, work) });
    else if (toStore && "message" in toStore) calls.push({ ...due, toStore, is_new: false });
    else unbuilt.push(due);
  }
  const messages = await buildMessages(ctx, delivery, unbuilt.map(addressedTo));
  for (const [index, due] of unbuilt.entries()) {
    const toStore = messages[index];
    if (!toStore) continue;
    const { message, text } = toStore;
    if (isWritten(due.kind, due.store) && !isNowhere(message)) beginnings.set(due.work, { ...due, message, text });
    else calls.push({ ...due, toStore, is_new: true });
  }
  for (const call of await beginCalls(ctx, delivery, { calls })) beginnings.set(call.work, call);
  return works.map((work) => beginnings.get(work));
}

/** The second transaction, for stores that get documents. Time has passed: each is looked at again. */
export async function beginWritten(ctx: Transaction, steps: readonly WrittenStep[]): Promise<(Begun | undefined)[]> {
  const works = steps.map(({ work }) => work);
  assertOnePerStore(works);
  const [delivery, kept] = await Promise.all([getDeliveryToStores(ctx, works), findKept(ctx, works)]);
  const calls: Call[] = [];
  const refused: Move[] = [];
  for (const { work, store, kind, message, text, written } of steps) {
    const row = delivery.stores.find(({ store_id }) => store_id === work.store_id);
    if (!row || !isDue(row, work)) continue;
    const due = { work, row, store, kind };
    const earlier = kept.get(messageIdOf(work));
    if (earlier && "message" in earlier) calls.push({ ...due, toStore: earlier, is_new: false });
    else if (written.problems.length > 0) refused.push(refusal(due, written.problems));
    else calls.push({ ...due, toStore: { message, text, document: written.document }, is_new: true });
  }
  const begun = new Map((await beginCalls(ctx, delivery, { calls, refused })).map((call) => [call.work, call]));
  return works.map((work) => begun.get(work));
}

/** Stores new messages, and moves stores to `sending`. Answers with the calls that are to be made. */
async function beginCalls(
  ctx: Transaction,
  delivery: LockedDelivery,
  { calls, refused = [] }: { calls: readonly Call[]; refused?: readonly Move[] },
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
  if (kept.length > 0) await withCommit(ctx, insertMessages(ctx.db, delivery, kept));
  return begun;
}

/** Rights were narrowed while the message waited. */
function isNowhere(message: StoreMessage): boolean {
  return message.kind !== "takedown" && message.territory_codes.length === 0;
}

const storesOf = (works: readonly StoreWork[]) => works.map(({ store_id }) => store_id);

/** What earlier tries of these messages have left, by their ids. */
async function findKept(ctx: Transaction, works: readonly StoreWork[]): Promise<Map<string, KeptMessage | Ticket>> {
  const asked = works.filter(isPoll).map(messageIdOf);
  const sent = works.filter((work) => !isPoll(work)).map(messageIdOf);
  const [tickets, messages] = await Promise.all([
    asked.length > 0 ? listTickets(ctx.db, asked) : [],
    sent.length > 0 ? listMessages(ctx.db, sent) : [],
  ]);
  return new Map<string, KeptMessage | Ticket>([
    ...tickets.map((ticket) => [ticket.message_id, ticket] as const),
    ...messages.map(({ message_id, message, document }) => [message_id, { message, document }] as const),
  ]);
}

/** For a message that an earlier version sent and did not keep. */
function earlierTicket({ history, updated_at }: StoreRow, work: StoreWork): Ticket {
  const kind = isTakedown(work) ? "takedown" : hasRelease(history) ? "update" : "new";
  const { store_id, attempt } = work;
  return { message_id: messageId(work, kind), store_id, attempt, kind, created_at: updated_at };
}

function addressedTo({ row, work }: Due): Addressed {
  return { row, is_takedown: work.step === "takedown" };
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
