// Prepares the stores of a delivery before they are started, while no transaction is open and nothing is locked: a
// document takes time to write and to check. If one of the stores gets a document, the messages to all of them are
// built here, so that they are still started together. When they are started (begin-steps.ts), all is planned again if
// anything that was read here has changed.

import { md5Sums } from "../../assets/md5.ts";
import { getConnectorKind, isWritten, makesConnections } from "../../connectors/kinds.ts";
import type { MessageProblem } from "../../ddex/ern.ts";
import { ernVersion } from "../../messages/ern/document.ts";
import { filesToSend } from "../../messages/ern/files.ts";
import type { ErnSettings } from "../../messages/ern/settings.ts";
import type { StoreMessage, Ticket } from "../../messages/message.ts";
import { type Context, timestamp } from "../../platform/context.ts";
import type { Owned } from "../../platform/owned.ts";
import type { ConnectorParts } from "../../stores/actions.ts";
import { listStoresAtWork, type StoreAtWork } from "../../stores/queries.ts";
import { type Addressed, buildVersioned } from "../build-message.ts";
import type { StoreWork } from "../job-definitions.ts";
import { listStoresOf } from "../move-stores.ts";
import type { StoreRow } from "../queries.ts";
import { type KeptMessage, listMessages, listTickets, takeMessageTimes } from "../sent/message-queries.ts";
import { isDue, isPoll, messageIdOf } from "../store-work.ts";
import { sortedBy, writeDocument, writtenAs } from "../write-message.ts";
import type { Called } from "./call-store.ts";

/**
 * A message that is stored when its store is started, unless there are problems, or the release is not `version` any
 * more.
 */
type Draft = { message: KeptMessage; problems: readonly MessageProblem[]; release: Owned; version: string };

/** `called` is undefined if the store is gone. Without a draft the message is built when the store is started. */
export type Planned = { work: StoreWork; called: Called | "paused" | undefined; draft?: Draft };

/** Work at a store that is reached over a connection, which has to wait for one. */
export type HandedOn = { work: StoreWork; is_handed_on: true };

/** Plans the works of one delivery, one result for each, in their order. */
export async function planOrHandOn(
  ctx: Context,
  works: readonly StoreWork[],
  parts: ConnectorParts,
): Promise<(Planned | HandedOn)[]> {
  const found = await findStores(ctx, works, parts);
  const isHandedOn = ({ called }: Planned) => called && called !== "paused" && makesConnections(called.kind);
  const here = await draftAll(
    ctx,
    found.filter((step) => !isHandedOn(step)),
    parts,
  );
  return found.map(({ work }) => here.find((step) => step.work === work) ?? { work, is_handed_on: true });
}

/** One for each, in their order. They are all of one delivery. */
export async function planSteps(ctx: Context, works: readonly StoreWork[], parts: ConnectorParts): Promise<Planned[]> {
  return draftAll(ctx, await findStores(ctx, works, parts), parts);
}

async function findStores(ctx: Context, works: readonly StoreWork[], parts: ConnectorParts): Promise<Planned[]> {
  const stores = await listStoresAtWork(
    ctx.db,
    works.map(({ store_id }) => store_id),
  );
  return works.map((work): Planned => {
    const store = stores.find(({ store_id }) => store_id === work.store_id);
    if (store?.status === "paused") return { work, called: "paused" };
    return { work, called: store && { store, kind: getConnectorKind(parts.connectors, store.connector.kind) } };
  });
}

async function draftAll(ctx: Context, planned: readonly Planned[], parts: ConnectorParts): Promise<Planned[]> {
  const sends = planned.filter(({ work }) => !isPoll(work));
  if (!sends.some(({ called }) => getsDocument(called))) return [...planned];
  const drafts = await makeDrafts(ctx, sends, parts);
  return planned.map((step) => ({ ...step, ...drafts.get(step.work) }));
}

function getsDocument(called: Planned["called"]): boolean {
  return called !== undefined && called !== "paused" && isWritten(called.kind, called.store);
}

type Drafts = ReadonlyMap<StoreWork, { draft: Draft }>;

/** For the first try of each: a later one sends what is kept. */
async function makeDrafts(ctx: Context, sends: readonly Planned[], parts: ConnectorParts): Promise<Drafts> {
  const works = sends.map(({ work }) => work);
  const [one] = works;
  if (!one) return new Map();
  const { organization_id, release_id, delivery_id } = one;
  const stores = await listStoresOf(ctx, works);
  const due = sends.flatMap(({ work, called }) => {
    const row = stores.find(({ store_id }) => store_id === work.store_id);
    return row && isDue(row, work) && called && called !== "paused" ? [{ ...called, work, row }] : [];
  });
  const tried = due.filter(({ row }) => row.status !== "queued").map(({ work }) => work);
  const kept = await findKept(ctx, tried);
  const first = due.filter(({ work }) => !kept.has(messageIdOf(work)));
  const release = { organization_id, id: release_id };
  const addressees = await timed(ctx, first);
  const { messages, version } = await buildVersioned(ctx, { id: delivery_id, organization_id, release_id }, addressees);
  const drafts = new Map<StoreWork, { draft: Draft }>();
  const bodies = new Map<unknown, number>();
  const addressed = messages.map((message, index) => {
    const called = first[index];
    if (!called) throw new Error("There is a message for each store.");
    const body = "tracks" in message.message ? message.message.tracks : undefined;
    bodies.set(body, bodies.get(body) ?? bodies.size);
    return { message, called, order: `${bodies.get(body)} ${writtenAs(called.store)}` };
  });
  // One after the other, and those that get the same next to each other: what they have in common is written once.
  for (const { message, called } of sortedBy(addressed, ({ order }) => order)) {
    drafts.set(called.work, {
      draft: {
        ...(await writeDraft(ctx, { parts, called, kept: message, organization_id: release.organization_id })),
        release,
        version,
      },
    });
  }
  return drafts;
}

/** At a store with folders, the time of a message is part of their names. */
async function timed(ctx: Context, due: readonly (Called & Parameters<typeof addressedTo>[0])[]): Promise<Addressed[]> {
  const store_ids = due.filter(({ kind }) => kind.writes_back).map(({ row }) => row.store_id);
  const times = store_ids.length > 0 ? await takeMessageTimes(ctx.db, { store_ids, now: timestamp(ctx) }) : undefined;
  return due.map((one) => ({
    ...addressedTo(one),
    created_at: times?.get(one.row.store_id),
    lyrics: (one.store.connector as Partial<ErnSettings>).lyrics,
  }));
}

type Drafting = { parts: ConnectorParts; called: Called; kept: KeptMessage; organization_id: string };

async function writeDraft(
  ctx: Context,
  { parts, called, kept, organization_id }: Drafting,
): Promise<Pick<Draft, "message" | "problems">> {
  if (!getsDocument(called) || isNowhere(kept.message)) return { message: kept, problems: [] };
  const md5_sums = await sumsFor(ctx, organization_id, { store: called.store, message: kept.message });
  const { document, problems } = await writeDocument(ctx, parts, { ...called, message: kept.message, md5_sums });
  return { message: { ...kept, document }, problems };
}

/** ERN 3 names the files that go with it by their MD5. */
async function sumsFor(
  ctx: Context,
  organization_id: string,
  { store, message }: { store: StoreAtWork; message: StoreMessage },
): Promise<ReadonlyMap<string, string> | undefined> {
  if (message.kind === "takedown" || ernVersion(store.capabilities) !== "3.8.3") return undefined;
  const resend_files = (store.connector as { resend_files?: unknown }).resend_files === true;
  const files = filesToSend(message, { resend_files }).map(({ file }) => file);
  return md5Sums(ctx, organization_id, files);
}

/** Rights were narrowed while the message waited. */
export function isNowhere(message: StoreMessage): boolean {
  return message.kind !== "takedown" && message.territory_codes.length === 0;
}

/** The messages that earlier tries have stored, by their ids. */
export async function findKept(
  ctx: Context,
  works: readonly StoreWork[],
): Promise<ReadonlyMap<string, KeptMessage | Ticket>> {
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

export function addressedTo({ row, work }: { row: StoreRow; work: StoreWork }): Addressed {
  return { row, is_takedown: work.step === "takedown" };
}
