// The message that a store gets, and the takedown message. Each is built once and stored, so that every try sends the same
// content under the same id.

import { lyricsKeeper } from "../messages/ern/lyrics.ts";
import type { ErnSettings } from "../messages/ern/settings.ts";
import type { MessageFile, ReleaseMessage, Ticket } from "../messages/message.ts";
import { getOrganization } from "../organizations/actions.ts";
import { type Context, timestamp } from "../platform/context.ts";
import { yielding } from "../platform/yielding.ts";
import { type ApprovedContent, findContent, getApprovedContent } from "../releases/approved-content.ts";
import { findMessageVersion } from "../releases/preflight/queries.ts";
import { hasRelease, messageId } from "./delivery.ts";
import { messageTerms } from "./delivery-terms.ts";
import type { DeliveryColumns, StoreRow } from "./queries.ts";
import { overlap } from "./reach.ts";
import {
  findMessageRelease,
  type KeptMessage,
  listReleaseFiles,
  listTakenMessages,
  type MessageOwner,
  type TakenMessage,
} from "./sent/message-queries.ts";

type OfRelease = Pick<DeliveryColumns, "id" | "organization_id" | "release_id">;

/**
 * A store of the delivery, and whether it is to take the release down. `created_at`: the message's time, now if it is left out.
 * `lyrics`: those that the store takes, none if it is left out.
 */
export type Addressed = {
  row: StoreRow;
  is_takedown: boolean;
  created_at?: string | undefined;
  lyrics?: ErnSettings["lyrics"] | undefined;
};

/** One for each store, in their order. All that they have in common is read, and written as JSON, once. Under the release's lock. */
export async function buildMessages(
  ctx: Context,
  delivery: OfRelease,
  addressed: readonly Addressed[],
): Promise<KeptMessage[]> {
  const isSent = addressed.some(({ is_takedown }) => !is_takedown);
  return buildEach(ctx, delivery, { addressed, content: isSent ? readContent(ctx, delivery) : undefined });
}

/** Without the lock: with the version of all that they are made of. It is read first, so if anything changes meanwhile, it will differ. */
export async function buildVersioned(
  ctx: Context,
  delivery: OfRelease,
  addressed: readonly Addressed[],
): Promise<{ messages: KeptMessage[]; version: string }> {
  const own = { organization_id: delivery.organization_id, id: delivery.release_id };
  const isSent = addressed.some(({ is_takedown }) => !is_takedown);
  const content = isSent ? await readContent(ctx, delivery, { isVersioned: true }) : undefined;
  const version = content?.version ?? (await findMessageVersion(ctx.db, own));
  return { messages: await buildEach(ctx, delivery, { addressed, content }), version };
}

type Building = { addressed: readonly Addressed[]; content: Content | Promise<Content> | undefined };

async function buildEach(ctx: Context, delivery: OfRelease, building: Building): Promise<KeptMessage[]> {
  const { addressed } = building;
  const known = addressed.filter(({ row, is_takedown }) => is_takedown || hasRelease(row.history));
  const [content, taken] = await Promise.all([
    building.content,
    known.length > 0 ? listTakenMessages(ctx.db, delivery.id, known.map(storeOf)) : new Map<string, TakenMessage>(),
  ]);
  const built: KeptMessage[] = [];
  for (const { row, is_takedown, created_at = timestamp(ctx), lyrics } of addressed) {
    const last = taken.get(row.store_id);
    const about = { row, last, created_at };
    if (is_takedown || !content) built.push(await buildTakedown(ctx, delivery, about));
    else built.push(await buildMessage(ctx, delivery, { ...about, content, lyrics }));
  }
  return built;
}

const storeOf = ({ row }: Addressed) => row.store_id;

/** The parts of a release's messages. */
export type MessageParts = {
  approved: ApprovedContent;
  owner: MessageOwner;
  stored: readonly Omit<MessageFile, "is_at_store">[];
};
type Content = MessageParts & {
  version?: string | undefined;
  /** By the store's territories, its terms and the files that it has: what a message says, and the same as JSON. */
  written: Map<string, { body: MessageBody; content: string }>;
};
export type MessageBody = Omit<ReleaseMessage, keyof Ticket>;

async function readContent(
  ctx: Context,
  { organization_id, release_id }: OfRelease,
  { isVersioned } = { isVersioned: false },
): Promise<Content> {
  const own = { organization_id, id: release_id };
  const reading = findMessageRelease(ctx.db, own, { isVersioned });
  if (isVersioned) await reading;
  const [approved, stored, found] = await Promise.all([
    getApprovedContent(ctx, own, reading),
    listReleaseFiles(ctx.db, own),
    reading,
  ]);
  if (!found) throw new Error(`${release_id} is not there any more.`);
  return { approved, stored, owner: found.owner, version: found.message_version, written: new Map() };
}

/** `last`: the message that the store took last. */
type About = { row: StoreRow; last: TakenMessage | undefined; created_at: string };

/** Rights may have ended since it was queued, so there may be no territory left. */
async function buildMessage(
  ctx: Context,
  delivery: OfRelease,
  { row, content, last, created_at, lyrics }: About & { content: Content } & Pick<Addressed, "lyrics">,
): Promise<KeptMessage> {
  const kind = hasRelease(row.history) ? "update" : "new";
  const ticket = ticketFor(delivery, row, { kind, created_at });
  const at_store = kind === "update" ? (last?.message.files ?? []) : [];
  const terms = messageTerms(row, content.approved, created_at);
  const at_store_key = at_store.map(({ checksum_sha256 }) => checksum_sha256).join();
  const key = `${row.territory_codes.join()} ${at_store_key} ${lyrics} ${terms ? JSON.stringify(terms) : ""}`;
  const body = () => yielding(messageBody(content, row.territory_codes, { at_store, lyrics }), ctx.signal);
  const known = content.written.get(key) ?? writeBody({ ...(await body()), ...(terms && { terms }) });
  content.written.set(key, known);
  const text = { own: JSON.stringify(ticket), content: known.content };
  return { message: { ...ticket, kind, ...known.body }, document: null, text };
}

function writeBody(body: MessageBody): { body: MessageBody; content: string } {
  return { body, content: JSON.stringify(body) };
}

/** `max_lyrics`: the characters of lyrics in the whole message, if it is not a message that is kept. */
type Chosen = { at_store?: readonly MessageFile[]; max_lyrics?: number } & Pick<Addressed, "lyrics">;

/**
 * In these territories, as far as the release and the licence have them. A track with its own gets only those that are left. It yields
 * after each track: there may be a thousand.
 */
export function* messageBody(
  { approved, owner, stored }: MessageParts,
  codes: readonly string[],
  { at_store = [], lyrics, max_lyrics }: Chosen = {},
): Generator<undefined, MessageBody, undefined> {
  const { release } = approved;
  const keepLyrics = lyricsKeeper(lyrics, max_lyrics);
  const territory_codes = overlap(codes, [release.territories, owner.licensed_territories]);
  const tracks: MessageBody["tracks"][number][] = [];
  for (const { territory, ...track } of approved.tracks) {
    tracks.push({ ...track, ...keepLyrics(track), territory: territory && overlap(territory_codes, [territory]) });
    yield;
  }
  const files = messageFiles(approved, stored, at_store);
  return { organization: partyOf(owner), release, tracks, territory_codes, files };
}

/** Built from the message that the store took last, even if the release has changed since. */
async function buildTakedown(
  ctx: Context,
  delivery: OfRelease,
  { row, last, created_at }: About,
): Promise<KeptMessage> {
  const taken = last?.message ?? (await presentMessage(ctx, delivery, row));
  const taken_version = last?.ern?.split("").join(".");
  const ticket = ticketFor(delivery, row, { kind: "takedown", created_at });
  const reason = row.takedown_reason;
  const version = taken_version === undefined ? {} : { taken_version };
  return { message: { ...ticket, kind: "takedown", reason, taken, ...version }, document: null };
}

/**
 * For a store whose message was not kept: an earlier version sent it, or the operator reported the store's answer before anything
 * was sent. The store's territories stay as they are: a takedown ends rights and grants none.
 */
async function presentMessage(ctx: Context, delivery: OfRelease, store: StoreRow): Promise<ReleaseMessage> {
  const { organization_id, release_id } = delivery;
  const [content, owner, stored] = await Promise.all([
    findContent(ctx, { organization_id, id: release_id }),
    getOrganization(ctx, organization_id),
    listReleaseFiles(ctx.db, { organization_id, id: release_id }),
  ]);
  if (!content) throw new Error(`${release_id} is not there any more.`);
  const files = messageFiles(content, stored);
  const { territory_codes } = store;
  const organization = partyOf(owner);
  const ticket = ticketFor(delivery, store, { kind: "new", created_at: timestamp(ctx) });
  const tracks = content.tracks.map((track) => ({ ...track, lyrics: null, lyrics_synced: null }));
  return { ...ticket, kind: "new", organization, release: content.release, tracks, territory_codes, files };
}

/** The party that the message is sent for. */
function partyOf({
  name,
  ddex_party_id,
}: Omit<MessageOwner, "licensed_territories">): Omit<MessageOwner, "licensed_territories"> {
  return { name, ddex_party_id };
}

function ticketFor(
  delivery: OfRelease,
  { store_id, attempts: attempt }: StoreRow,
  { kind, created_at }: Pick<Ticket, "kind" | "created_at">,
): Ticket {
  const message_id = messageId({ delivery_id: delivery.id, store_id, attempt }, kind);
  return { message_id, store_id, attempt, kind, created_at };
}

/** Artwork first, then as the tracks name them, each once. */
function messageFiles(
  { release, tracks }: ApprovedContent,
  stored: readonly Omit<MessageFile, "is_at_store">[],
  at_store: readonly MessageFile[] = [],
): MessageFile[] {
  const byId = new Map(stored.map((file) => [file.asset_id, file]));
  const named = new Set([release.artwork_asset_id, ...tracks.map(({ audio_asset_id }) => audio_asset_id)]);
  const sent = new Set(at_store.map(({ checksum_sha256 }) => checksum_sha256));
  return [...named].flatMap((id) => {
    const file = id === null ? undefined : byId.get(id);
    return file ? [{ ...file, is_at_store: sent.has(file.checksum_sha256) }] : [];
  });
}
