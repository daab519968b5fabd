import type { ListedFile } from "../../connectors/connector.ts";
import type { Db, TransactionDb } from "../../platform/database/db.ts";

/** `digest`: SHA-256 of the bytes, by which the same acknowledgement is kept once, however often a store sends it. */
export type KeptAcknowledgement = {
  store_id: string;
  digest: Buffer;
  message_id: string;
  name: string | null;
  made_at: string | null;
  received_at: string;
  document: Buffer;
};

/** As the store sent it. False: it is known to be about this message already. */
export async function keepAcknowledgement(db: TransactionDb, kept: KeptAcknowledgement): Promise<boolean> {
  const { count } = await db`
    insert into store_acknowledgements (store_id, digest, message_ids, name, made_at, received_at, document)
    values (${kept.store_id}, ${kept.digest}, array[${kept.message_id}], ${kept.name}, ${kept.made_at}, ${kept.received_at},
      ${kept.document})
    on conflict (store_id, digest) do update set message_ids = store_acknowledgements.message_ids || excluded.message_ids
    where not store_acknowledgements.message_ids @> excluded.message_ids`;
  return count === 1;
}

type OfMessage = { store_id: string; message_id: string };

/** When the store made the newest one about this message, by its own time. A time far ahead counts as a day after it came. */
export async function findNewestAcknowledged(
  db: Db,
  { store_id, message_id }: OfMessage,
): Promise<string | null | undefined> {
  const [row] = await db<{ made_at: string | null }[]>`
    select least(made_at, received_at + interval '1 day') as made_at from store_acknowledgements
    where store_id = ${store_id} and message_ids @> array[${message_id}]
    order by 1 desc nulls last limit 1`;
  return row?.made_at;
}

export async function findAcknowledgement(
  db: Db,
  { store_id, message_id, sha256 }: OfMessage & { sha256: string },
): Promise<Buffer | undefined> {
  const [row] = await db<{ document: Buffer }[]>`
    select document from store_acknowledgements
    where store_id = ${store_id} and digest = decode(${sha256}, 'hex') and message_ids @> array[${message_id}]`;
  return row?.document;
}

/** Those of the listed files that were not read, or that the store has written anew since, in their order. */
export async function listUnseen(db: Db, store_id: string, listed: readonly ListedFile[]): Promise<ListedFile[]> {
  const [names, versions] = [listed.map(({ name }) => name), listed.map(({ version }) => version)];
  return db<ListedFile[]>`
    select given.name, given.version
    from unnest(${names}::text[], ${versions}::text[]) with ordinality as given (name, version, place)
    where not exists (
      select 1 from acknowledgement_files f
      where f.store_id = ${store_id} and f.name = given.name and f.version = given.version)
    order by place`;
}

export async function markSeen(
  db: TransactionDb,
  { store_id, files, seen_at }: { store_id: string; files: readonly ListedFile[]; seen_at: string },
): Promise<void> {
  const [names, versions] = [files.map(({ name }) => name), files.map(({ version }) => version)];
  await db`
    insert into acknowledgement_files (store_id, name, version, seen_at)
    select ${store_id}, name, version, ${seen_at} from unnest(${names}::text[], ${versions}::text[]) as given (name, version)
    on conflict (store_id, name) do update set version = excluded.version, seen_at = excluded.seen_at`;
}

/**
 * The active stores of these kinds whose folder is due: each is handed out once, until `setNextReading` or for `lease_s`. A store
 * that never got a message has nothing to write back.
 */
export async function takeDueReadings(
  db: TransactionDb,
  { kinds, now, lease_s }: { kinds: readonly string[]; now: string; lease_s: number },
): Promise<string[]> {
  const rows = await db<{ store_id: string }[]>`
    insert into acknowledgement_readings as reading (store_id, next_at)
    select store_id, ${now}::timestamptz + make_interval(secs => ${lease_s}) from stores
    where status = 'active' and connector->>'kind' = any(${kinds as string[]}) and connector->>'acknowledgements' <> ''
      and exists (select 1 from store_messages m where m.store_id = stores.store_id)
    order by store_id
    on conflict (store_id) do update set next_at = excluded.next_at where reading.next_at <= ${now}
    returning store_id`;
  return rows.map(({ store_id }) => store_id);
}

export async function setNextReading(db: TransactionDb, store_id: string, next_at: string): Promise<void> {
  await db`update acknowledgement_readings set next_at = ${next_at} where store_id = ${store_id}`;
}

export type AcknowledgementPlace = { received_at: string; store_id: string; sha256: string };

/** The oldest first, those after one. Kept ones are among them: the caller goes on behind them. */
export async function listOldAcknowledgements(
  db: Db,
  { before, after, limit }: { before: string; after: AcknowledgementPlace; limit: number },
): Promise<AcknowledgementPlace[]> {
  return db<AcknowledgementPlace[]>`
    select received_at, store_id, encode(digest, 'hex') as sha256 from store_acknowledgements
    where received_at < ${before}
      and (received_at, store_id, digest) > (${after.received_at}::timestamptz, ${after.store_id}, decode(${after.sha256}, 'hex'))
    order by received_at, store_acknowledgements.store_id, digest limit ${limit}`;
}

/** Deletes these, except the last one about each message that is kept itself. */
export async function deleteOldAcknowledgements(
  db: TransactionDb,
  old: readonly AcknowledgementPlace[],
): Promise<void> {
  const [store_ids, sums] = [old.map(({ store_id }) => store_id), old.map(({ sha256 }) => sha256)];
  await db`
    delete from store_acknowledgements a
    using unnest(${store_ids}::text[], ${sums}::text[]) as given (store_id, sha256)
    where a.store_id = given.store_id and a.digest = decode(given.sha256, 'hex') and not exists (
      select 1 from store_messages m
      where m.message_id = any(a.message_ids) and m.store_id = a.store_id and not exists (
        select 1 from store_acknowledgements later
        where later.store_id = a.store_id and later.message_ids @> array[m.message_id]
          and (coalesce(later.made_at, '-infinity'), later.received_at, later.digest)
            > (coalesce(a.made_at, '-infinity'), a.received_at, a.digest)))`;
}
