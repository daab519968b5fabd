// Messages as the operator sees them, of one store.

import type { StoreMessage, Ticket } from "../../messages/message.ts";
import type { Db } from "../../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../../platform/http/pagination.ts";
import { utc } from "../queries.ts";
import { documentText, messageText } from "./message-queries.ts";
import type { KeptDocument, SentMessage } from "./store-message.ts";

const shown = (db: Db) => db`
  select message_id as id, message_id, delivery_id, (select release_id from deliveries where id = delivery_id) as release_id,
    attempt, kind, created_at, sent_at, answered_at, answer, ${acknowledgements(db)}
  from store_messages`;

const SHOWN_ACKNOWLEDGEMENTS = 50;

const acknowledgements = (db: Db) => db`
  coalesce((
    select jsonb_agg(jsonb_build_object('sha256', encode(digest, 'hex'), 'name', name, 'made_at', ${utc(db, db`made_at`)},
      'received_at', ${utc(db, db`received_at`)}) order by received_at, digest desc)
    from (
      select digest, name, made_at, received_at from store_acknowledgements a
      where a.store_id = store_messages.store_id and a.message_ids @> array[store_messages.message_id]
      order by received_at desc, digest limit ${SHOWN_ACKNOWLEDGEMENTS}) newest), '[]') as acknowledgements`;

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
    select ${documentText(db)} as document, case when document is null then ${messageText(db)} end as json from store_messages
    where store_id = ${store_id} and message_id = ${message_id}`;
  return row;
}

/** With its files, as it was written. */
export async function findSentContent(db: Db, { store_id, message_id }: OfStore): Promise<StoreMessage | undefined> {
  const [row] = await db<{ message: StoreMessage }[]>`
    select ${messageText(db)}::json as message from store_messages
    where store_id = ${store_id} and message_id = ${message_id}`;
  return row?.message;
}

export type SentTicket = Pick<Ticket, "message_id" | "attempt" | "kind"> & { delivery_id: string };

/** Those of the ids that are messages to this store. */
export async function listSentTickets(db: Db, store_id: string, message_ids: readonly string[]): Promise<SentTicket[]> {
  return db<SentTicket[]>`
    select message_id, delivery_id, attempt, kind from store_messages
    where store_id = ${store_id} and message_id = any(${message_ids as string[]}) order by message_id`;
}

/** `icpn`: as the store wrote it. `sha256`: of the acknowledgement that names it. */
export type NamedRelease = { icpn: string; sha256: string };

/**
 * For each release that an acknowledgement names, the newest message about it to this store that has no answer, or the last one if all
 * have one. `place`: of the given one. None if the same bytes were taken before: they say nothing about a later message. None if
 * more than one organization sent the store a release with this code: a code alone does not say whose release the store means.
 */
export async function listTicketsOfReleases(
  db: Db,
  store_id: string,
  named: readonly NamedRelease[],
): Promise<(SentTicket & { place: number; icpn: string })[]> {
  const [icpns, sums] = [named.map(({ icpn }) => icpn), named.map(({ sha256 }) => sha256)];
  // A message that is not marked as sent yet comes last: what a store says at once may be read before that mark is written.
  // A code may be written with more or fewer zeros before it than we keep.
  const codes = icpns.map((icpn) => icpn.replace(/^0+/, ""));
  const [upcs, eans] = [codes.map((code) => code.padStart(12, "0")), codes.map((code) => code.padStart(13, "0"))];
  return db<(SentTicket & { place: number; icpn: string })[]>`
    with candidates as materialized (
      select place, icpn, given.sha256, d.organization_id, d.release_id, m.message_id, m.delivery_id, m.attempt, m.kind, m.answered_at, m.sent_at,
        m.created_at
      from unnest(${icpns}::text[], ${upcs}::text[], ${eans}::text[], ${sums}::text[]) with ordinality as given (icpn, upc, ean, sha256, place)
        cross join lateral (
          select id from releases where releases.upc = given.upc
          union select id from releases where releases.ean = given.ean) as release
        join deliveries d on d.release_id = release.id
        join store_messages m on m.delivery_id = d.id and m.store_id = ${store_id})
    select distinct on (place) place::int - 1 as place, icpn, message_id, delivery_id, attempt, kind
    from candidates c
    where not exists (
        select 1 from store_acknowledgements a
          join store_messages named on named.message_id = any(a.message_ids)
          join deliveries other on other.id = named.delivery_id
        where a.store_id = ${store_id} and a.digest = decode(c.sha256, 'hex') and other.release_id = c.release_id)
      and place in (select place from candidates group by place having min(organization_id) = max(organization_id))
    order by place, answered_at is null desc, sent_at is not null desc, created_at desc, attempt desc, kind = 'takedown' desc`;
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
