// Reads the answers that stores write into a folder of theirs.
//
// The problem. A store answers more than once and late: first that it has the release, weeks later that it took it
// away. It names its files as it likes.
//
// The procedure. While a store is active, its folder is read again and again, for all messages at once: one login,
// however many wait for an answer. Files that were read before are passed over by their names and versions. Each new
// one is read, and the messages that it names decide what it is about. If it names a release alone, it is about the
// newest message of that release that the store has not answered, or about the last one if all are answered. If several
// organizations sent the store a release with that code, it is about none: one of them would get the answer to another,
// so the operator reports it. It is kept as it came, and the newest word about a message is its answer, by the store's
// own time. An answer that was given before changes nothing.
//
// When it fails. Each message is answered in a transaction of its own, and a file counts as seen when all of its
// messages are. After a crash it is read again, and messages that it answered before are not answered twice. A file
// that is no acknowledgement, is too large or cannot be read counts as seen too: no file stops those behind it. A round
// is limited in files, bytes and time.

import type { Collected, ListedFile, WrittenBack } from "../../connectors/connector.ts";
import { type ConnectorSettings, getConnectorKind, kindsThatWriteBack } from "../../connectors/kinds.ts";
import { acknowledgedAnswer } from "../../ddex/acknowledged-answer.ts";
import { type Acknowledgement, tryReadAcknowledgement } from "../../ddex/acknowledgement.ts";
import { TransportFailure } from "../../messages/message.ts";
import { type Context, type Transaction, timestamp, transaction } from "../../platform/context.ts";
import { enqueue, enqueueAll } from "../../platform/jobs/queue.ts";
import { append } from "../../platform/long-list.ts";
import type { ConnectorParts } from "../../stores/actions.ts";
import { findStoreAtWork } from "../../stores/queries.ts";
import { recordAnswer } from "../answer.ts";
import { placeOfReading, type Reading, readAcknowledgements } from "../job-definitions.ts";
import { getDeliveryToStore } from "../move-stores.ts";
import { callInTime } from "../pipeline/call-store.ts";
import {
  findNewestAcknowledged,
  listUnseen,
  markSeen,
  setNextReading,
  takeDueReadings,
} from "../sent/acknowledgement-queries.ts";
import { digestOfWriting, keepWriting } from "../sent/keep-acknowledgement.ts";
import { findSentMessage, listSentTickets, listTicketsOfReleases, type SentTicket } from "../sent/sent-queries.ts";
import { isSameAnswer } from "../sent/store-message.ts";

/** If a reading is lost, the store is read again after this time. */
const LEASE_S = 3_600;
const ASK_EVERY_S = 300;
const LISTED_AT_ONCE = 10_000;

/** Queues a reading of each store that is due. */
export async function queueReadings(ctx: Transaction, { connectors }: ConnectorParts): Promise<void> {
  const kinds = kindsThatWriteBack(connectors);
  const store_ids = await takeDueReadings(ctx.db, { kinds, now: timestamp(ctx), lease_s: LEASE_S });
  if (store_ids.length === 0) return;
  await enqueueAll(
    ctx,
    readAcknowledgements,
    store_ids.map((store_id) => ({ payload: { store_id }, ...placeOfReading({ store_id }) })),
  );
}

export type ReadingOutcome = { has_more: boolean; ask_every_s: number } | undefined;

/** Undefined: nothing is read from this store now. */
export async function performReading(
  ctx: Context,
  { store_id }: Reading,
  parts: ConnectorParts,
): Promise<ReadingOutcome> {
  const store = await findStoreAtWork(ctx.db, store_id);
  if (!store || store.status === "paused") return undefined;
  const kind = getConnectorKind(parts.connectors, store.connector.kind);
  const ask_every_s = Number((store.connector as ConnectorSettings).ask_every_s ?? ASK_EVERY_S);
  const unseen = async (listed: readonly ListedFile[]) => {
    const found: ListedFile[] = [];
    for (let from = 0; from < listed.length; from += LISTED_AT_ONCE)
      append(found, await listUnseen(ctx.db, store_id, listed.slice(from, from + LISTED_AT_ONCE)));
    return found;
  };
  try {
    const collected = await callInTime(ctx, parts, { store, kind }, async (connector, signal) =>
      connector.collect?.({ signal, unseen }),
    );
    if (collected) await takeFiles(ctx, store_id, collected.files);
    return { has_more: collected?.has_more ?? false, ask_every_s };
  } catch (error) {
    // The store is read again when it is due. That it is away shows in what is sent to it.
    if (error instanceof TransportFailure) return { has_more: false, ask_every_s };
    throw error;
  }
}

export async function endReading(ctx: Transaction, { store_id }: Reading, outcome: ReadingOutcome): Promise<void> {
  const { has_more = false, ask_every_s = ASK_EVERY_S } = outcome ?? {};
  if (has_more) return enqueue(ctx, readAcknowledgements, { store_id }, placeOfReading({ store_id }));
  const next_at = new Date(ctx.clock.now().getTime() + ask_every_s * 1000).toISOString();
  await setNextReading(ctx.db, store_id, next_at);
}

type Found = { writing: WrittenBack; read: Acknowledgement };
/** `icpns`: the codes that name the message's release, where files name no message. A release may have two. */
type About = { ticket: SentTicket; icpns: string[]; found: Found[] };

/** Message by message: all that the files say of one is taken together. */
async function takeFiles(ctx: Context, store_id: string, files: Collected["files"]): Promise<void> {
  const found: Found[] = [];
  for (const { name, bytes } of files) {
    const read = bytes && (await tryReadAcknowledgement(bytes));
    if (!bytes || !read) continue;
    const created_at = notAhead(read.created_at, timestamp(ctx));
    found.push({ writing: { bytes, name, made_at: created_at }, read: { ...read, created_at } });
  }
  for (const about of await findMessages(ctx, store_id, found))
    await transaction(ctx, (ctx) => takeFound(ctx, { store_id, about }));
  await transaction(ctx, ({ db }) => markSeen(db, { store_id, files, seen_at: timestamp(ctx) }));
}

const DAY_MS = 86_400_000;

/** The clock of a store may be wrong. No later answer is newer than a time far ahead, so such a time counts as now. */
function notAhead(created_at: string | undefined, now: string): string | undefined {
  return created_at !== undefined && Date.parse(created_at) - Date.parse(now) > DAY_MS ? now : created_at;
}

/** The messages to this store that the files are about. */
async function findMessages(ctx: Context, store_id: string, all: readonly Found[]): Promise<About[]> {
  const named = new Map<string, Found[]>();
  const unnamed: { icpn: string; sha256: string; found: Found }[] = [];
  for (const found of all) {
    const { message_ids, icpns } = subjectsOf(found.read);
    for (const message_id of message_ids) {
      const files_about = named.get(message_id) ?? [];
      files_about.push(found);
      named.set(message_id, files_about);
    }
    const sha256 = digestOfWriting(found.writing).toString("hex");
    for (const icpn of icpns) unnamed.push({ icpn, sha256, found });
  }
  const about = new Map<string, About>();
  for (const ticket of await listSentTickets(ctx.db, store_id, [...named.keys()]))
    about.set(ticket.message_id, { ticket, icpns: [], found: named.get(ticket.message_id) ?? [] });
  for (const { place, icpn, ...ticket } of await listTicketsOfReleases(ctx.db, store_id, unnamed)) {
    const one = about.get(ticket.message_id) ?? { ticket, icpns: [], found: [] };
    const more = unnamed[place]?.found;
    if (more) one.found.push(more);
    one.icpns.push(icpn);
    about.set(ticket.message_id, one);
  }
  return [...about.values()];
}

/** Message ids that may be ours, and the codes of releases of which no message is named. */
function subjectsOf({ releases }: Acknowledgement): { message_ids: Set<string>; icpns: Set<string> } {
  const [message_ids, icpns] = [new Set<string>(), new Set<string>()];
  for (const { icpn = "", messages } of releases) {
    const ids = messages.map(({ message_id }) => message_id).filter((id) => id !== "");
    for (const id of ids) if (/^[\w.-]{1,300}$/.test(id)) message_ids.add(id);
    if (ids.length === 0 && /^\d{8,14}$/.test(icpn)) icpns.add(icpn);
  }
  return { message_ids, icpns };
}

async function takeFound(
  ctx: Transaction,
  { store_id, about: { ticket, icpns, found } }: { store_id: string; about: About },
): Promise<void> {
  const { message_id, delivery_id, attempt } = ticket;
  const delivery = await getDeliveryToStore(ctx, { delivery_id, store_id });
  const newest_before = await findNewestAcknowledged(ctx.db, { store_id, message_id });
  const fresh: Found[] = [];
  for (const one of found) if (await keepWriting(ctx, { store_id, message_id }, one.writing)) fresh.push(one);
  const isLater = ({ read }: Found) => (read.created_at ?? "") >= (newest_before ?? "");
  const answer = acknowledgedAnswer(
    fresh.filter(isLater).map(({ read }) => read),
    { ...ticket, icpns },
  );
  if (answer === undefined || answer === "in_progress") return;
  const before = await findSentMessage(ctx.db, { store_id, message_id });
  if (before?.answer && isSameAnswer(before.answer, answer)) return;
  await recordAnswer(ctx, delivery, { store_id, attempt, answer });
}
