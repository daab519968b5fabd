// The operations of a store that fetches on its feed. Each function gets the id of the store that calls, and finds the
// messages of this store alone.

import { mediaTypeOf } from "../../assets/asset.ts";
import { attachment, sendBlob } from "../../assets/download.ts";
import { nameFiles } from "../../messages/ern/files.ts";
import { findLyricsFile, type LyricsFile } from "../../messages/ern/lyrics.ts";
import type { MessageFile, StoreAnswer } from "../../messages/message.ts";
import { type Context, type Transaction, timestamp } from "../../platform/context.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import type { Page, PageAsked } from "../../platform/http/pagination.ts";
import type { Answer, Headers } from "../../platform/http/route.ts";
import { recordAnswer } from "../answer.ts";
import { getDeliveryToStore } from "../move-stores.ts";
import {
  type FeedPlace,
  findFedDocument,
  findFedMessage,
  findFeedMessage,
  findFeedNumber,
  listFeedEntries,
  markFetched,
} from "../sent/feed-queries.ts";
import { findSentContent } from "../sent/sent-queries.ts";
import { documentAnswer, type FeedMessage, isAnswerTo, isSameAnswer } from "../sent/store-message.ts";

export async function listFeed(
  ctx: Context,
  store_id: string,
  { after_message, ...page }: PageAsked & { after_message?: string },
): Promise<Page<FeedMessage>> {
  const later_than =
    after_message === undefined ? "0" : await findFeedNumber(ctx.db, { store_id, message_id: after_message });
  if (later_than !== undefined) return listFeedEntries(ctx.db, store_id, { ...page, later_than });
  const issue = "names no message of this feed";
  throw new ApiError("invalid_request", `The query parameter \`after\` ${issue}.`, [{ field: "after", issue }]);
}

/** `HEAD` fetches nothing, so it leaves the message as not fetched. */
export async function readFedMessage(ctx: Context, of: FeedPlace, method: string): Promise<Answer> {
  const kept = await findFedDocument(ctx.db, of);
  if (!kept) throw notFound("message");
  if (method !== "HEAD") await markFetched(ctx.db, { ...of, fetched_at: timestamp(ctx) });
  return documentAnswer(kept);
}

type AskedBytes = { method: string; range: Headers[string] };

/** By the name that the message gives it, also if the store should have it from an earlier message. */
export async function readFedFile(
  ctx: Context,
  { name, ...of }: FeedPlace & { name: string },
  asked: AskedBytes,
): Promise<Answer> {
  const message = await findFedMessage(ctx.db, of);
  if (!message) throw notFound("message");
  const described = message.kind === "takedown" ? message.taken : message;
  const file = nameFiles(described).find((file) => file.name === name)?.file;
  if (file) return sendMessageFile(ctx, { ...file, filename: name }, asked);
  const lyrics = findLyricsFile(described, name);
  // A store gets only the lyrics that its message names.
  const document = lyrics && (await findFedDocument(ctx.db, of))?.document;
  if (!lyrics || !document?.includes(`<URI>${lyrics.uri}</URI>`)) throw notFound("file");
  return lyricsAnswer(lyrics);
}

function lyricsAnswer({ name, bytes }: LyricsFile): Answer {
  const headers = {
    "cache-control": "private, no-store",
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": attachment(name),
  };
  return { status: 200, headers, payload: bytes };
}

/** For the operator, who brings the files to a store by hand. By the asset's id, as the message names it. */
export async function readSentFile(
  ctx: Context,
  { asset_id, ...of }: FeedPlace & { asset_id: string },
  asked: AskedBytes,
): Promise<Answer> {
  const message = await findSentContent(ctx.db, of);
  if (!message) throw notFound("message");
  const { files } = message.kind === "takedown" ? message.taken : message;
  const file = files.find((file) => file.asset_id === asset_id);
  if (!file) throw notFound("file");
  return sendMessageFile(ctx, file, asked);
}

function sendMessageFile(ctx: Context, file: MessageFile, asked: AskedBytes): Promise<Answer> {
  const format = (file.audio ?? file.image)?.format ?? "";
  const headers = {
    "cache-control": "private, no-store",
    "content-type": mediaTypeOf[format] ?? "application/octet-stream",
    "content-disposition": attachment(file.filename),
  };
  return sendBlob(ctx.blobs, file.blob_key, asked, { noun: "file", headers });
}

/**
 * The same answer again changes nothing. An answer to an earlier attempt, or one that comes after the message was replaced,
 * changes nothing either, and is kept in the history as ignored.
 */
export async function answerFedMessage(ctx: Transaction, of: FeedPlace, answer: StoreAnswer): Promise<FeedMessage> {
  const { delivery_id, kind, attempt } = await getFeedMessage(ctx, of);
  if (!isAnswerTo(kind, answer))
    throw new ApiError("invalid_state", `A message of the kind ${kind} cannot be answered with ${answer.status}.`);
  const { store_id } = of;
  const delivery = await getDeliveryToStore(ctx, { delivery_id, store_id });
  // Read again under the delivery's lock: two reports may come at once.
  const before = await getFeedMessage(ctx, of);
  if (before.answer && isSameAnswer(before.answer, answer)) return before;
  await recordAnswer(ctx, delivery, { store_id, attempt, answer });
  return getFeedMessage(ctx, of);
}

async function getFeedMessage(ctx: Context, of: FeedPlace): Promise<FeedMessage> {
  const message = await findFeedMessage(ctx.db, of);
  if (!message) throw notFound("message");
  return message;
}
