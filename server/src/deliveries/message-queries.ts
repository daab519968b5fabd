import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import type { Owned } from "../platform/owned.ts";
import type { MessageFile, ReleaseMessage, StoreAnswer, StoreMessage, Ticket } from "../stores/connector.ts";

/** `document` null: the message as JSON. */
export type KeptMessage = { message: StoreMessage; document: string | null };

export async function findMessage(db: Db, message_id: string): Promise<KeptMessage | undefined> {
  const [row] = await db<KeptMessage[]>`
    select message, document from store_messages where message_id = ${message_id}`;
  return row;
}

/** Without what it says, which may be large. */
export async function findTicket(db: Db, message_id: string): Promise<Ticket | undefined> {
  const [row] = await db<Ticket[]>`
    select message_id, store_id, attempt, kind, created_at from store_messages where message_id = ${message_id}`;
  return row;
}

/** As text, which JSON columns keep as it is: what is sent again has the same bytes as what was sent first. */
export async function insertMessage(
  db: TransactionDb,
  { organization_id, delivery_id }: { organization_id: string; delivery_id: string },
  { message, document }: KeptMessage,
): Promise<void> {
  const { message_id, store_id, attempt, kind, created_at } = message;
  await db`
    insert into store_messages (message_id, organization_id, delivery_id, store_id, attempt, kind, message, document, created_at)
    values (${message_id}, ${organization_id}, ${delivery_id}, ${store_id}, ${attempt}, ${kind},
      ${JSON.stringify(message)}::text::json, ${document}, ${created_at})`;
}

/** The store has all of it. What is sent again has the time of the last. */
export async function markSent(db: TransactionDb, message_id: string, sent_at: string): Promise<void> {
  await db`update store_messages set sent_at = ${sent_at} where message_id = ${message_id}`;
}

/**
 * `delivered`: the store has what this message describes. Without a message (the operator reported before it was sent) nothing
 * is marked.
 */
export async function markAnswered(
  db: TransactionDb,
  message_id: string,
  { answer, answered_at }: { answer: StoreAnswer; answered_at: string },
): Promise<void> {
  const isTaken = answer.status === "delivered";
  await db`
    update store_messages
    set answer = ${json(db, answer)}, answered_at = ${answered_at} ${isTaken ? db`, taken_at = ${answered_at}` : db``}
    where message_id = ${message_id}`;
}

/** An answer that changed nothing. It is kept only where the message has no answer yet. */
export async function markAnsweredLate(
  db: TransactionDb,
  message_id: string,
  { answer, answered_at }: { answer: StoreAnswer; answered_at: string },
): Promise<void> {
  await db`
    update store_messages set answer = ${json(db, answer)}, answered_at = ${answered_at}
    where message_id = ${message_id} and answered_at is null`;
}

/** The message that the store took last. */
export async function findTaken(db: Db, delivery_id: string, store_id: string): Promise<ReleaseMessage | undefined> {
  const [row] = await db<{ message: ReleaseMessage }[]>`
    select message from store_messages
    where delivery_id = ${delivery_id} and store_id = ${store_id} and taken_at is not null
    order by attempt desc limit 1`;
  return row?.message;
}

// Keeping

export type MessagePlace = { created_at: string; message_id: string };

/** The oldest first, those after one. Kept ones are among them: the caller goes on behind them. */
export async function listOldMessages(
  db: Db,
  { before, after, limit }: { before: string; after: MessagePlace; limit: number },
): Promise<MessagePlace[]> {
  return db<MessagePlace[]>`
    select created_at, message_id from store_messages
    where created_at < ${before} and (created_at, message_id) > (${after.created_at}::timestamptz, ${after.message_id})
    order by created_at, message_id limit ${limit}`;
}

/** Of these, all but a delivery's last message to each store, and the one that the store took last: a takedown is built from it. */
export async function deleteSuperseded(db: Db, message_ids: readonly string[]): Promise<void> {
  await db`
    delete from store_messages m
    where message_id = any(${message_ids as string[]}::text[])
      and exists (
        select 1 from store_messages later
        where later.delivery_id = m.delivery_id and later.store_id = m.store_id and later.attempt > m.attempt)
      and (taken_at is null or exists (
        select 1 from store_messages later
        where later.delivery_id = m.delivery_id and later.store_id = m.store_id and later.attempt > m.attempt
          and later.taken_at is not null))`;
}

type StoredFile = Omit<MessageFile, "is_at_store">;

/** The ready files of the release as it is, and those of what was approved of it. */
export async function listReleaseFiles(db: Db, { organization_id, id: release_id }: Owned): Promise<StoredFile[]> {
  return db<StoredFile[]>`
    select id as asset_id, type, filename, size_bytes::float8 as size_bytes, checksum_sha256, audio, image, blob_key
    from assets
    where organization_id = ${organization_id} and status = 'ready' and id = any(array(
      select artwork_asset_id from releases where organization_id = ${organization_id} and id = ${release_id}
      union all select audio_asset_id from tracks where organization_id = ${organization_id} and release_id = ${release_id}
      union all select asset_id from approved_assets where organization_id = ${organization_id} and release_id = ${release_id}))`;
}
