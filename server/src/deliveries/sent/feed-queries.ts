// The feed of a store that fetches: numbered entries, each for one message.
//
// A store goes on after the last message that it has seen, so no entry may become visible below that one later. The row of
// `store_feeds` is locked from the moment it gives a number until the entry commits: numbers commit in their order.
//
// A release has one listed entry, which a unique index holds: a newer message takes the place of the older one, fetched or not.

import type { StoreMessage } from "../../messages/message.ts";
import type { Db, TransactionDb } from "../../platform/database/db.ts";
import { type Page, type PageAsked, selectOrdered } from "../../platform/http/pagination.ts";
import { documentText, messageText } from "./message-queries.ts";
import type { FeedMessage, KeptDocument } from "./store-message.ts";

/** A message, and the store in whose feed it must be. */
export type FeedPlace = { store_id: string; message_id: string };

/** At the end of the store's feed, in the place of the release's earlier entry. */
export async function offerMessage(
  db: TransactionDb,
  { store_id, release_id, message_id }: { store_id: string; release_id: string; message_id: string },
): Promise<void> {
  const [feed] = await db<{ last_number: string }[]>`
    insert into store_feeds (store_id, last_number) values (${store_id}, 1)
    on conflict (store_id) do update set last_number = store_feeds.last_number + 1
    returning last_number::text`;
  await db`
    update feed_entries set is_replaced = true
    where store_id = ${store_id} and release_id = ${release_id} and not is_replaced`;
  await db`
    insert into feed_entries (store_id, number, message_id, release_id)
    values (${store_id}, ${feed?.last_number ?? ""}, ${message_id}, ${release_id})`;
}

const shown = (db: Db) => db`
  select m.message_id as id, m.message_id, m.delivery_id, e.release_id, m.kind, m.attempt, m.created_at, e.fetched_at, m.answered_at, m.answer
  from feed_entries e join store_messages m on m.message_id = e.message_id`;

/** Oldest first. A paused store gets nothing new. */
export async function listFeedEntries(
  db: Db,
  store_id: string,
  asked: PageAsked & { later_than: string },
): Promise<Page<FeedMessage>> {
  // A position holds the number in the place of a time: what is sent again while the store pages has a new one.
  const after = asked.after?.[0] ?? asked.later_than;
  return selectOrdered(db, asked, {
    found: db`
      select message_id as id, number::text as created_at from feed_entries
      where store_id = ${store_id} and not is_replaced and number > ${after}
        and exists (select 1 from stores where store_id = ${store_id} and status = 'active')
      order by number`,
    rows: db`${shown(db)} where e.store_id = ${store_id} and not e.is_replaced`,
  });
}

/**
 * The number after which a store goes on that has seen this message. A message that was sent again has several entries: what
 * counts is the last one from which the store fetched it, so that the store finds the new entry.
 */
export async function findFeedNumber(db: Db, of: FeedPlace): Promise<string | undefined> {
  const [row] = await db<{ number: string | null }[]>`
    select coalesce(max(number) filter (where fetched_at is not null), min(number))::text as number
    from feed_entries where store_id = ${of.store_id} and message_id = ${of.message_id}`;
  return row?.number ?? undefined;
}

/** Its last entry, listed or replaced. */
export async function findFeedMessage(db: Db, { store_id, message_id }: FeedPlace): Promise<FeedMessage | undefined> {
  const [row] = await db<FeedMessage[]>`
    ${shown(db)} where e.store_id = ${store_id} and e.message_id = ${message_id} order by e.number desc limit 1`;
  return row;
}

/** When the store fetches a message from an entry, the message is sent. */
export async function markFetched(
  db: Db,
  { store_id, message_id, fetched_at }: FeedPlace & { fetched_at: string },
): Promise<void> {
  await db`
    with fetched as (
      update feed_entries set fetched_at = ${fetched_at}
      where store_id = ${store_id} and message_id = ${message_id} and fetched_at is null
      returning message_id)
    update store_messages set sent_at = ${fetched_at}
    where message_id in (select message_id from fetched)`;
}

/** With what the store gets, word for word. */
export async function findFedDocument(db: Db, of: FeedPlace): Promise<KeptDocument | undefined> {
  const [row] = await db<KeptDocument[]>`
    select ${documentText(db)} as document, case when document is null then ${messageText(db)} end as json from store_messages
    where message_id = ${of.message_id} and ${isInFeed(db, of)}`;
  return row;
}

/** As values, to find a file of it. */
export async function findFedMessage(db: Db, of: FeedPlace): Promise<StoreMessage | undefined> {
  const [row] = await db<{ message: StoreMessage }[]>`
    select ${messageText(db)}::json as message from store_messages where message_id = ${of.message_id} and ${isInFeed(db, of)}`;
  return row?.message;
}

function isInFeed(db: Db, { store_id, message_id }: FeedPlace) {
  return db`exists (select 1 from feed_entries where store_id = ${store_id} and message_id = ${message_id})`;
}
