// Messages as the operator sees them, of one store.

import type { Db } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { KeptDocument, SentMessage } from "./store-message.ts";

const shown = (db: Db) => db`
  select message_id as id, message_id, delivery_id, (select release_id from deliveries where id = delivery_id) as release_id,
    attempt, kind, created_at, sent_at, answered_at, answer
  from store_messages`;

/** Newest first. */
export async function listSentMessages(
  db: Db,
  store_id: string,
  filter: PageAsked & { delivery_id?: string },
): Promise<Page<SentMessage>> {
  const { delivery_id } = filter;
  return selectPage(db, filter, {
    from: db`store_messages`,
    where: db`store_id = ${store_id} ${delivery_id === undefined ? db`` : db`and delivery_id = ${delivery_id}`}`,
    rows: shown(db),
    order: { created_at: "created_at", id: "message_id" },
  });
}

type OfStore = { store_id: string; message_id: string };

export async function findSentMessage(db: Db, { store_id, message_id }: OfStore): Promise<SentMessage | undefined> {
  const [row] = await db<SentMessage[]>`
    ${shown(db)} where store_id = ${store_id} and message_id = ${message_id}`;
  return row;
}

export async function findSentDocument(db: Db, { store_id, message_id }: OfStore): Promise<KeptDocument | undefined> {
  const [row] = await db<KeptDocument[]>`
    select document, case when document is null then message::text end as json from store_messages
    where store_id = ${store_id} and message_id = ${message_id}`;
  return row;
}

/** A later message about the same release, to the same store. */
export async function findNewerMessage(db: Db, { store_id, message_id }: OfStore): Promise<string | undefined> {
  const [row] = await db<{ message_id: string }[]>`
    select later.message_id
    from store_messages m join deliveries d on d.id = m.delivery_id
      join deliveries other on other.release_id = d.release_id
      join store_messages later on later.delivery_id = other.id and later.store_id = m.store_id
    where m.store_id = ${store_id} and m.message_id = ${message_id}
      and (later.created_at, later.attempt, later.kind = 'takedown') > (m.created_at, m.attempt, m.kind = 'takedown')
    order by later.created_at desc limit 1`;
  return row?.message_id;
}
