// Keeps the documents that stores wrote back, as they came.

import { createHash } from "node:crypto";
import type { Receipt, WrittenBack } from "../../connectors/connector.ts";
import { type Transaction, timestamp } from "../../platform/context.ts";
import { keepAcknowledgement } from "./acknowledgement-queries.ts";

type OfMessage = { store_id: string; message_id: string };

/**
 * Keeps the documents that came back with a call, each once. False: all of them were known, so the answer in them was
 * taken before.
 */
export async function keepWrittenBack(
  ctx: Transaction,
  { store_id, message_id }: OfMessage,
  { acknowledgements = [] }: Receipt,
): Promise<boolean> {
  let isNews = acknowledgements.length === 0;
  for (const writing of acknowledgements)
    isNews = (await keepWriting(ctx, { store_id, message_id }, writing)) || isNews;
  return isNews;
}

/** False: it was known. */
export function keepWriting(ctx: Transaction, of: OfMessage, writing: WrittenBack): Promise<boolean> {
  return keepAcknowledgement(ctx.db, {
    store_id: of.store_id,
    message_id: of.message_id,
    name: writing.name ?? null,
    digest: digestOfWriting(writing),
    made_at: possibleTime(writing.made_at),
    received_at: timestamp(ctx),
    document: writing.bytes,
  });
}

export function digestOfWriting({ bytes }: WrittenBack): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** The store may write anything as its time. */
function possibleTime(made_at = ""): string | null {
  const year = new Date(made_at).getUTCFullYear();
  return year >= 1 && year <= 9999 ? new Date(made_at).toISOString() : null;
}
