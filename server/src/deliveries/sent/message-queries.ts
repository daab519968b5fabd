import type { MessageFile, ReleaseMessage, StoreAnswer, StoreMessage, Ticket } from "../../messages/message.ts";
import type { Organization } from "../../organizations/organization.ts";
import { type Db, type Fragment, json, type TransactionDb } from "../../platform/database/db.ts";
import type { Compound } from "../../platform/database/joint.ts";
import type { Owned } from "../../platform/owned.ts";
import { messageVersion } from "../../releases/preflight/queries.ts";
import { findReviewedRelease, type ReviewedRelease } from "../../releases/queries.ts";

/** `document` null: the store gets the message as JSON. `text`: that JSON, where it was written already. */
export type KeptMessage = { message: StoreMessage; document: string | null; text?: MessageText | undefined };

/** A message as two JSON objects: its own values, and what other messages of the delivery may say, too. */
export type MessageText = { own: string; content: string };

/** The two as one object: what JSON.stringify writes for the message. */
export function wholeText({ own, content }: MessageText): string {
  return `${own.slice(0, -1)},${content.slice(1)}`;
}

/** The same in a statement about `store_messages`. */
export const messageText = (db: Db) => db`
  case when content_id is null then message::text
    else concat(left(message::text, -1), ',', substr((select content from message_contents where id = content_id), 2)) end`;

/** The document for the store, if it gets one. */
export const documentText = (db: Db) => db`
  case when document_id is null then document
    else concat(document, (select content from message_contents where id = document_id)) end`;

export async function findMessage(db: Db, message_id: string): Promise<KeptMessage | undefined> {
  const [row] = await listMessages(db, [message_id]);
  return row;
}

export async function listMessages(
  db: Db,
  message_ids: readonly string[],
): Promise<(KeptMessage & { message_id: string })[]> {
  return db<(KeptMessage & { message_id: string })[]>`
    select message_id, ${messageText(db)}::json as message, ${documentText(db)} as document from store_messages
    where message_id = any(${message_ids as string[]}::text[])`;
}

export async function findTicket(db: Db, message_id: string): Promise<Ticket | undefined> {
  const [row] = await listTickets(db, [message_id]);
  return row;
}

/** Without what they say, which may be large. */
export async function listTickets(db: Db, message_ids: readonly string[]): Promise<Ticket[]> {
  return db<Ticket[]>`
    select message_id, store_id, attempt, kind, created_at from store_messages
    where message_id = any(${message_ids as string[]}::text[])`;
}

/**
 * As text, which JSON columns keep as it is: what is sent again has the same bytes as what was sent first. The files that they name
 * are locked, so that none is deleted meanwhile; `files` names the locked ones, because a part that nothing reads would not run. Fails
 * if one is gone since a message was built.
 */
export function insertMessages(
  db: TransactionDb,
  { organization_id, id: delivery_id, release_id }: Owned & { release_id: string },
  kept: readonly KeptMessage[],
): Compound {
  const messages = sharedContents(
    kept.map(({ message, text }) => ({ id: message.message_id, content: text?.content })),
  );
  const cut = kept.map(({ document }) => cutDocument(document));
  const documents = sharedContents(
    kept.map(({ message }, index) => ({ id: `${message.message_id} document`, content: cut[index]?.rest })),
  );
  const rows = kept.map(({ message, document, text }, index) => {
    const { message_id, store_id, attempt, kind, created_at } = message;
    const content_id = text && messages.get(text.content);
    const own = text && (content_id ? text.own : wholeText(text));
    const document_id = documents.get(cut[index]?.rest ?? "");
    return {
      message_id,
      store_id,
      attempt,
      kind,
      own: own ?? JSON.stringify(message),
      document: document_id ? cut[index]?.own : document,
      created_at,
      content_id,
      document_id,
    };
  });
  const shared = [...messages, ...documents].map(([content, id]) => ({ id, content }));
  const assets = namedAssets(kept);
  const parts = db`
    contents as (
      insert into message_contents (id, content)
      select id, content from jsonb_to_recordset(${json(db, shared)}) as given (id text, content text)),
    locked as materialized (
      select id from assets where organization_id = ${organization_id} and id = any(${assets}::text[]) order by id for key share),
    files as (
      insert into sent_assets (organization_id, asset_id, release_id)
      select ${organization_id}, coalesce(locked.id, named.id), ${release_id}
      from unnest(${assets}::text[]) as named (id) left join locked on locked.id = named.id
      on conflict do nothing)`;
  const statement = db`
    insert into store_messages (message_id, organization_id, delivery_id, store_id, attempt, kind, message, content_id, document, document_id, created_at)
    select message_id, ${organization_id}, ${delivery_id}, store_id, attempt, kind, own::json, content_id, document, document_id, created_at
    from jsonb_to_recordset(${json(db, rows)}) as given (message_id text, store_id text, attempt integer, kind text, own text,
      content_id text, document text, document_id text, created_at timestamptz)`;
  return { with: parts, statement };
}

/** A takedown needs no file: it only says what the store has. */
function namedAssets(kept: readonly KeptMessage[]): string[] {
  const files = kept.flatMap(({ message }) => (message.kind === "takedown" ? [] : message.files));
  return [...new Set(files.map(({ asset_id }) => asset_id))];
}

/** Contents that at least two of them share, with the id of the first that has it. */
function sharedContents(said: readonly { id: string; content: string | undefined }[]): Map<string, string> {
  const first = new Map<string, string>();
  const shared = new Map<string, string>();
  for (const { id, content } of said) {
    if (content === undefined) continue;
    const before = first.get(content);
    if (before === undefined) first.set(content, id);
    else shared.set(content, before);
  }
  return shared;
}

const END_OF_HEADER = "</MessageHeader>";

/** The header is a document's own. Others may share what follows it. */
function cutDocument(document: string | null): { own: string; rest: string } | undefined {
  const end = document?.indexOf(END_OF_HEADER) ?? -1;
  if (document === null || end < 0) return undefined;
  const place = end + END_OF_HEADER.length;
  return { own: document.slice(0, place), rest: document.slice(place) };
}

/**
 * A time for a message to each of these stores that no other message to that store has: now, or just after the last one. A last one that
 * is more than a minute ahead was written by a wrong clock, and is not followed.
 */
export async function takeMessageTimes(
  db: Db,
  { store_ids, now }: { store_ids: readonly string[]; now: string },
): Promise<Map<string, string>> {
  const rows = await db<{ store_id: string; last_at: string }[]>`
    insert into store_message_times as known (store_id, last_at)
    select store_id, ${now} from unnest(${store_ids as string[]}::text[]) as given (store_id) group by store_id order by store_id
    on conflict (store_id) do update set last_at = case
      when known.last_at > excluded.last_at + interval '1 minute' then excluded.last_at
      else greatest(excluded.last_at, known.last_at + interval '1 millisecond') end
    returning store_id, last_at`;
  return new Map(rows.map(({ store_id, last_at }) => [store_id, last_at]));
}

/** The marks of a message. Fields that are left out stay as they are. */
export type MessageMark = {
  message_id: string;
  /** The store has all of it. A message that is sent again has the time of the last. */
  sent_at?: string;
  answer?: StoreAnswer;
  answered_at?: string;
  /** The answer changed nothing. It is kept only if the message has no answer yet. */
  is_late?: boolean;
};

/**
 * `delivered`: the store has what this message describes. Without a message (the operator reported before it was sent) nothing
 * is marked.
 */
export function markMessages(db: TransactionDb, marks: readonly MessageMark[]): Fragment {
  const rows = new Map<string, object>();
  for (const { message_id, ...mark } of marks) {
    const taken_at = mark.answer?.status === "delivered" && !mark.is_late ? mark.answered_at : undefined;
    rows.set(message_id, { ...rows.get(message_id), message_id, ...mark, ...(taken_at && { taken_at }) });
  }
  const isKept = db`given.answer is not null and (given.is_late is not true or m.answered_at is null)`;
  return db`
    update store_messages m
    set sent_at = coalesce(given.sent_at, m.sent_at), taken_at = coalesce(given.taken_at, m.taken_at),
      answer = case when ${isKept} then given.answer else m.answer end,
      answered_at = case when ${isKept} then given.answered_at else m.answered_at end
    from jsonb_to_recordset(${json(db, [...rows.values()])}) as given (message_id text, sent_at timestamptz, answer jsonb,
      answered_at timestamptz, is_late boolean, taken_at timestamptz)
    where m.message_id = given.message_id`;
}

/** `ern`: the digits of the version of ERN that it had; null: it was none. */
export type TakenMessage = { message: ReleaseMessage; ern: string | null };

/** The message that each of these stores took last. */
export async function listTakenMessages(
  db: Db,
  delivery_id: string,
  store_ids: readonly string[],
): Promise<Map<string, TakenMessage>> {
  const rows = await db<(TakenMessage & { store_id: string })[]>`
    select distinct on (store_id) store_id, ${messageText(db)}::json as message,
      substring(left(document, 200) from 'http://ddex.net/xml/ern/([0-9]+)') as ern
    from store_messages
    where delivery_id = ${delivery_id} and store_id = any(${store_ids as string[]}::text[]) and taken_at is not null
    order by store_id, attempt desc`;
  return new Map(rows.map(({ store_id, message, ern }) => [store_id, { message, ern }]));
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

/**
 * Deletes these, except a delivery's last message to each store, and the one that the store took last: a takedown is
 * built from it. A content goes with the last message that has it.
 */
export async function deleteSuperseded(db: TransactionDb, message_ids: readonly string[]): Promise<void> {
  await db`
    with gone as (
      delete from store_messages m
      where message_id = any(${message_ids as string[]}::text[])
        and exists (
          select 1 from store_messages later
          where later.delivery_id = m.delivery_id and later.store_id = m.store_id and later.attempt > m.attempt)
        and (taken_at is null or exists (
          select 1 from store_messages later
          where later.delivery_id = m.delivery_id and later.store_id = m.store_id and later.attempt > m.attempt
            and later.taken_at is not null))
      returning message_id, delivery_id, content_id, document_id)
    delete from message_contents c
    using (
      select delivery_id, content_id as id from gone union select delivery_id, document_id from gone) as left_by
    where c.id = left_by.id and not exists (
      select 1 from store_messages m
      where m.delivery_id = left_by.delivery_id and c.id in (m.content_id, m.document_id)
        and m.message_id not in (select message_id from gone))`;
}

/** The organization that a message is sent for. */
export type MessageOwner = Pick<Organization, "name" | "ddex_party_id" | "licensed_territories">;

/** The release with its organization, and if `isVersioned` with the version of all that messages are made of. */
export function findMessageRelease(
  db: Db,
  own: Owned,
  { isVersioned }: { isVersioned: boolean },
): Promise<(ReviewedRelease & { owner: MessageOwner; message_version?: string }) | undefined> {
  const owner = db`
    select jsonb_build_object('name', name, 'ddex_party_id', ddex_party_id, 'licensed_territories', licensed_territories)
    from organizations where id = ${own.organization_id}`;
  const version = isVersioned ? db`, (${messageVersion(db, own)}) as message_version` : db``;
  return findReviewedRelease(db, own, db`, (${owner}) as owner ${version}`);
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
