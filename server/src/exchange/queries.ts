import type { Db, TransactionDb } from "../platform/database/db.ts";
import type { MessageResult } from "./received-message.ts";

export type MessageKey = { organization_id: string; sender_party_id: string; message_id: string };
export type MessageRow = MessageKey & { message_type: string; digest: Buffer; made_at: string; received_at: string };

/**
 * False where the message is known. While another transaction takes the same message, the statement waits: if that one fails, this
 * one takes the message.
 */
export async function insertReceived(db: TransactionDb, row: MessageRow): Promise<boolean> {
  const { count } = await db`
    insert into ddex_messages (organization_id, sender_party_id, message_id, message_type, digest, made_at, received_at)
    values (${row.organization_id}, ${row.sender_party_id}, ${row.message_id}, ${row.message_type}, ${row.digest},
      ${row.made_at}, ${row.received_at})
    on conflict do nothing`;
  return count === 1;
}

export async function findReceived(
  db: Db,
  { organization_id, sender_party_id, message_id }: MessageKey,
): Promise<{ digest: Buffer; release_id: string | null } | undefined> {
  const [row] = await db<{ digest: Buffer; release_id: string | null }[]>`
    select digest, release_id from ddex_messages
    where organization_id = ${organization_id} and sender_party_id = ${sender_party_id} and message_id = ${message_id}`;
  return row;
}

export async function concludeReceived(
  db: TransactionDb,
  { organization_id, sender_party_id, message_id }: MessageKey,
  { result, release_id }: { result: MessageResult; release_id: string | null },
): Promise<void> {
  await db`
    update ddex_messages set result = ${result}, release_id = ${release_id}
    where organization_id = ${organization_id} and sender_party_id = ${sender_party_id} and message_id = ${message_id}`;
}

/** When the newest message that was taken for this release was made. A date far ahead counts as a day after it came. */
export async function findNewestMade(db: Db, release_id: string): Promise<string | undefined> {
  const [row] = await db<{ made_at: string }[]>`
    select least(made_at, received_at + interval '1 day') as made_at from ddex_messages where release_id = ${release_id} order by made_at desc limit 1`;
  return row?.made_at;
}

export type ReceivedPlace = MessageKey & { received_at: string };

/** The oldest first, those after one. Kept ones are among them: the caller goes on behind them. */
export async function listOldReceived(
  db: Db,
  { before, after, limit }: { before: string; after: ReceivedPlace; limit: number },
): Promise<ReceivedPlace[]> {
  return db<ReceivedPlace[]>`
    select received_at, organization_id, sender_party_id, message_id from ddex_messages
    where received_at < ${before} and (received_at, organization_id, sender_party_id, message_id)
      > (${after.received_at}::timestamptz, ${after.organization_id}, ${after.sender_party_id}, ${after.message_id})
    order by received_at, organization_id, sender_party_id, message_id limit ${limit}`;
}

/** Deletes these, except the newest of each release: it says which messages come too late. */
export async function deleteOldReceived(db: TransactionDb, old: readonly ReceivedPlace[]): Promise<void> {
  const [organization_ids, senders] = [old.map((row) => row.organization_id), old.map((row) => row.sender_party_id)];
  const message_ids = old.map((row) => row.message_id);
  await db`
    delete from ddex_messages m
    using unnest(${organization_ids}::text[], ${senders}::text[], ${message_ids}::text[])
      as given (organization_id, sender_party_id, message_id)
    where m.organization_id = given.organization_id and m.sender_party_id = given.sender_party_id
      and m.message_id = given.message_id
      and (m.release_id is null or exists (
        select 1 from ddex_messages later
        where later.release_id = m.release_id
          and (later.made_at, later.received_at, later.sender_party_id, later.message_id)
            > (m.made_at, m.received_at, m.sender_party_id, m.message_id)))`;
}

/** Messages about one code wait for each other: two that come at once must not both create its release. */
export async function lockCode(db: TransactionDb, organization_id: string, { icpn }: { icpn: string }): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(${`segue icpn ${organization_id} ${icpn}`}, 0))`;
}

/** Those that are no drafts first, then the newest. */
export async function listOfCode(
  db: Db,
  organization_id: string,
  { upc, ean }: { upc: string | null; ean: string | null },
): Promise<{ id: string; status: string }[]> {
  return db<{ id: string; status: string }[]>`
    select id, status from (
      select id, status, created_at from releases where organization_id = ${organization_id} and upc = ${upc}
      union select id, status, created_at from releases where organization_id = ${organization_id} and ean = ${ean}) found
    order by status = 'draft', created_at desc, id desc limit 2`;
}

export type FoundFile = { id: string; type: string; checksum_sha256: string | null; filename: string };

/** The newest of each kind and checksum, and of each kind and name. Those that failed are no files to send. */
export async function findFiles(
  db: Db,
  organization_id: string,
  { checksums, names }: { checksums: readonly string[]; names: readonly string[] },
): Promise<{ by_checksum: FoundFile[]; by_name: FoundFile[] }> {
  const [by_checksum, by_name] = await Promise.all([
    db<FoundFile[]>`
      select distinct on (type, checksum_sha256) id, type, checksum_sha256, filename from assets
      where checksum_sha256 = any(${checksums}) and organization_id = ${organization_id} and status <> 'failed'
      order by type, checksum_sha256, status = 'ready' desc, created_at desc, id desc`,
    db<FoundFile[]>`
      select distinct on (type, filename) id, type, checksum_sha256, filename from assets
      where organization_id = ${organization_id} and md5(filename) = any(array(select md5(name) from unnest(${names}::text[]) as name))
        and filename = any(${names}) and status <> 'failed'
      order by type, filename, created_at desc, id desc`,
  ]);
  return { by_checksum, by_name };
}
