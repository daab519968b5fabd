import { storageQuotas } from "../organizations/organization.ts";
import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import { copyOut } from "../platform/database/table-copy.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import type { Sight } from "../rights/sight.ts";
import { andSeenAsset } from "../rights/sight-queries.ts";
import type { AssetRow, AssetStatus, Preview } from "./asset.ts";

const columns = (db: Db) => db`
  id, type, filename, content_type, size_bytes::float8 as size_bytes, checksum_sha256, checksum_md5, status, failure, audio, image, blob_key,
  thumbnail_key,
  thumbnail_bytes, mean_color, peaks is not null as has_peaks, upload_expires_at, created_at, updated_at`;

export async function insertAsset(
  db: TransactionDb,
  organization_id: string,
  row: AssetRow & { made_by: string | null },
): Promise<void> {
  await db`
    insert into assets (id, organization_id, type, filename, content_type, size_bytes, checksum_sha256, checksum_md5, status, failure, audio,
      image, blob_key, upload_expires_at, made_by, created_at, updated_at)
    values (${row.id}, ${organization_id}, ${row.type}, ${row.filename}, ${row.content_type}, ${row.size_bytes},
      ${row.checksum_sha256}, ${row.checksum_md5}, ${row.status}, ${json(db, row.failure)}, ${json(db, row.audio)}, ${json(db, row.image)},
      ${row.blob_key}, ${row.upload_expires_at}, ${row.made_by}, ${row.created_at}, ${row.updated_at})`;
}

export type StorageUse = { used_bytes: number; awaiting_uploads: number; quota_bytes: number };

/** Call it after an insert, which waits for other open inserts: so theirs are counted too. */
export async function findStorageUse(db: Db, organization_id: string): Promise<StorageUse | undefined> {
  const [row] = await db<StorageUse[]>`
    select coalesce(used_bytes, 0)::float8 as used_bytes, coalesce(awaiting_uploads, 0) as awaiting_uploads,
      coalesce(storage_quota_bytes, (${json(db, storageQuotas)} ->> tier)::bigint)::float8 as quota_bytes
    from organizations left join organization_storage on organization_id = id where id = ${organization_id}`;
  return row;
}

export async function findAsset(db: Db, { organization_id, id }: Owned): Promise<AssetRow | undefined> {
  const [row] = await db<AssetRow[]>`
    select ${columns(db)} from assets where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

export async function listAssetsOf(db: Db, organization_id: string, ids: readonly string[]): Promise<AssetRow[]> {
  return db<AssetRow[]>`
    select ${columns(db)} from assets where organization_id = ${organization_id} and id = any(${ids as string[]}::text[])`;
}

/** Changes of one asset wait for each other; rows that refer to it can still be written. */
export async function lockAsset(db: TransactionDb, { organization_id, id }: Owned): Promise<AssetRow | undefined> {
  const [row] = await db<AssetRow[]>`
    select ${columns(db)} from assets where organization_id = ${organization_id} and id = ${id} for no key update`;
  return row;
}

/** For its deletion: waits for rows that are being written with its id, and lets none be written until the end. */
export async function lockAssetForDeletion(db: TransactionDb, { organization_id, id }: Owned): Promise<boolean> {
  const [row] = await db`select 1 from assets where organization_id = ${organization_id} and id = ${id} for update`;
  return row !== undefined;
}

/**
 * Does a store still get a message that names the asset, or fetch its files? Call it under the lock: messages that were
 * written before are seen. The release may have been sent again without the asset since, so the message itself is
 * asked. Content that hundreds of stores share is searched once.
 */
export async function isAssetOnItsWay(db: TransactionDb, { organization_id, id }: Owned): Promise<boolean> {
  const [row] = await db`
    with underway as materialized (
      select m.message, m.content_id from sent_assets a
      join deliveries d on d.release_id = a.release_id
      join delivery_stores s on s.delivery_id = d.id and s.status in ('sending', 'stalled', 'ingesting')
      join store_messages m on m.delivery_id = s.delivery_id and m.store_id = s.store_id and m.attempt = s.attempts
      where a.organization_id = ${organization_id} and a.asset_id = ${id})
    select 1 from underway where strpos(message::text, ${id}) > 0
    union all
    select 1 from message_contents where id in (select content_id from underway) and strpos(content, ${id}) > 0
    limit 1`;
  return row !== undefined;
}

/** Compare-and-set: undefined where the asset is not in that status any more, or gone. */
export async function moveAsset(
  db: TransactionDb,
  organization_id: string,
  from: AssetStatus,
  { preview, ...row }: AssetRow & { preview?: Preview },
): Promise<AssetRow | undefined> {
  const [moved] = await db<AssetRow[]>`
    update assets
    set status = ${row.status}, checksum_sha256 = ${row.checksum_sha256}, checksum_md5 = ${row.checksum_md5}, failure = ${json(db, row.failure)},
      audio = ${json(db, row.audio)}, image = ${json(db, row.image)}, blob_key = ${row.blob_key},
      updated_at = ${row.updated_at} ${preview ? db`, ${previewColumns(db, preview)}` : db``}
    where organization_id = ${organization_id} and id = ${row.id} and status = ${from}
    returning ${columns(db)}`;
  return moved;
}

/** Fails if a release or a track uses the asset, or the approved version of a release. */
export async function deleteAssetRow(db: TransactionDb, { organization_id, id }: Owned): Promise<AssetRow | undefined> {
  const [row] = await db<AssetRow[]>`
    delete from assets where organization_id = ${organization_id} and id = ${id} returning ${columns(db)}`;
  return row;
}

export async function listAssets(
  db: Db,
  sight: Sight,
  filter: PageAsked & { type?: string; status?: string },
): Promise<Page<AssetRow>> {
  const { type, status } = filter;
  const where = db`
    organization_id = ${sight.organization_id} ${andSeenAsset(db, sight)}
    ${type === undefined ? db`` : db`and type = ${type}`}
    ${status === undefined ? db`` : db`and status = ${status}`}`;
  return selectPage(db, filter, {
    from: db`assets`,
    where,
    rows: db`select ${columns(db)} from assets`,
  });
}

/** Ready assets that an older version checked. */
export async function listWithoutPreview(db: Db, limit: number): Promise<(AssetRow & { organization_id: string })[]> {
  return db<(AssetRow & { organization_id: string })[]>`
    select organization_id, ${columns(db)} from assets where status = 'ready' and not has_preview order by id limit ${limit}`;
}

/** Compare-and-set: false where the asset is gone, or has its preview already. Without a preview, the asset keeps what it has. */
export async function updatePreview(
  db: TransactionDb,
  { organization_id, id }: Owned,
  preview: Preview | undefined,
): Promise<boolean> {
  const { count } = await db`
    update assets set ${preview ? previewColumns(db, preview) : db`has_preview = true`}
    where organization_id = ${organization_id} and id = ${id} and status = 'ready' and not has_preview`;
  return count === 1;
}

function previewColumns(db: Db, { peaks, mean_color, thumbnail_key, thumbnail_bytes }: Preview) {
  return db`
    has_preview = true, peaks = ${peaks}, mean_color = ${mean_color}, thumbnail_key = ${thumbnail_key},
    thumbnail_bytes = ${thumbnail_bytes}`;
}

export async function findPeaks(db: Db, { organization_id, id }: Owned): Promise<Buffer | undefined> {
  const [row] = await db<{ peaks: Buffer }[]>`
    select peaks from assets where organization_id = ${organization_id} and id = ${id} and peaks is not null`;
  return row?.peaks;
}

export async function listExpired(
  db: Db,
  before: string,
  limit: number,
): Promise<{ organization_id: string; id: string }[]> {
  return db<{ organization_id: string; id: string }[]>`
    select organization_id, id from assets
    where status = 'awaiting_upload' and upload_expires_at <= ${before} order by upload_expires_at limit ${limit}`;
}

type UploadClaim = { organization_id: string; asset_id: string; writer: string; claim_s: number };

/** False if another request holds the claim. An asset that takes no bytes needs no claim. */
export async function claimUpload(
  db: Db,
  { organization_id, asset_id, writer, claim_s }: UploadClaim,
): Promise<boolean> {
  const [held] = await db`
    with free as (
      update assets
      set upload_writer = ${writer}, upload_claimed_until = clock_timestamp() + make_interval(secs => ${claim_s})
      where organization_id = ${organization_id} and id = ${asset_id} and status = 'awaiting_upload'
        and (upload_claimed_until is null or upload_claimed_until < clock_timestamp())
      returning 1)
    select 1 from assets
    where organization_id = ${organization_id} and id = ${asset_id} and status = 'awaiting_upload' and not exists (select 1 from free)`;
  return held === undefined;
}

/** False: the claim expired, and another request has it or had it. */
export async function renewUpload(
  db: Db,
  { organization_id, asset_id, writer, claim_s }: UploadClaim,
): Promise<boolean> {
  const { count } = await db`
    update assets set upload_claimed_until = clock_timestamp() + make_interval(secs => ${claim_s})
    where organization_id = ${organization_id} and id = ${asset_id} and upload_writer = ${writer}`;
  return count === 1;
}

export async function releaseUpload(db: Db, { organization_id, asset_id, writer }: UploadClaim): Promise<void> {
  await db`
    update assets set upload_writer = null, upload_claimed_until = null
    where organization_id = ${organization_id} and id = ${asset_id} and upload_writer = ${writer}`;
}

/** A piece of a resumable upload that is there. */
export type Part = { offset_bytes: number; size_bytes: number; blob_key: string };

export async function listParts(db: Db, { organization_id, id: asset_id }: Owned): Promise<Part[]> {
  return db<Part[]>`
    select offset_bytes::float8 as offset_bytes, size_bytes::float8 as size_bytes, blob_key from asset_parts
    where organization_id = ${organization_id} and asset_id = ${asset_id} order by offset_bytes`;
}

export async function insertPart(
  db: TransactionDb,
  { organization_id, id: asset_id }: Owned,
  part: Part,
): Promise<void> {
  await db`
    insert into asset_parts (organization_id, asset_id, offset_bytes, size_bytes, blob_key)
    values (${organization_id}, ${asset_id}, ${part.offset_bytes}, ${part.size_bytes}, ${part.blob_key})`;
}

/** Returns the keys of the bytes that are not needed any more. */
export async function deleteParts(db: TransactionDb, { organization_id, id: asset_id }: Owned): Promise<string[]> {
  const rows = await db<{ blob_key: string }[]>`
    delete from asset_parts where organization_id = ${organization_id} and asset_id = ${asset_id} returning blob_key`;
  return rows.map(({ blob_key }) => blob_key);
}

/** Records bytes that are about to be written. The record stays until the sweep has checked them. */
export async function insertBlobWrite(db: Db, key: string, begun_at: string): Promise<void> {
  await db`insert into blob_writes (key, begun_at) values (${key}, ${begun_at})`;
}

export async function listBlobWrites(db: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    select key from blob_writes where begun_at <= ${before} order by begun_at limit ${limit}`;
  return rows.map(({ key }) => key);
}

export async function deleteBlobWrites(db: TransactionDb, keys: readonly string[]): Promise<void> {
  await db`delete from blob_writes where key = any(${keys as string[]})`;
}

/** They are looked at again after all others. */
export async function postponeBlobWrites(db: TransactionDb, keys: readonly string[], begun_at: string): Promise<void> {
  await db`update blob_writes set begun_at = ${begun_at} where key = any(${keys as string[]})`;
}

/** The server, and the database's number on it: a dump that is restored elsewhere has another. */
export async function findDatabasePlace(db: Db): Promise<string> {
  const [row] = await db<{ place: string }[]>`
    select system_identifier::text || '/' || oid::text as place
    from pg_control_system() cross join pg_database where datname = current_database()`;
  return row?.place ?? "";
}

// Any number that nothing else locks.
const FILES_LOCK = 7_348_202;

/** Until the connection ends. Waits for another that holds them, for as long as the session may wait for a lock. */
export async function lockFiles(db: Db): Promise<void> {
  await db`select pg_advisory_lock(${FILES_LOCK})`;
}

export async function areFilesLocked(db: Db): Promise<boolean> {
  const [row] = await db<{ is_free: boolean }[]>`select pg_try_advisory_xact_lock_shared(${FILES_LOCK}) as is_free`;
  return row?.is_free !== true;
}

/** The key of every file that a row names, a line each. */
export function copyNamedKeys(db: Db): AsyncGenerator<Buffer> {
  return copyOut(db, `(${NAMED})`);
}

const NAMED = `
  select blob_key from assets where blob_key is not null
  union all select thumbnail_key from assets where thumbnail_key is not null
  union all select blob_key from asset_parts
  union all select file_key from sales_reports where file_key is not null`;

/** Without thumbnails, which are small. */
export async function measureNamed(db: Db): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select (coalesce((select sum(size_bytes) from assets where blob_key is not null), 0)
      + coalesce((select sum(size_bytes) from asset_parts), 0)
      + coalesce((select sum(file_bytes) from sales_reports), 0))::float8 as bytes`;
  return row?.bytes ?? 0;
}

/** Those of these keys that no row names. */
export async function listUnused(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    select key from unnest(${keys as string[]}::text[]) as stored (key)
    where not exists (select 1 from assets where blob_key = key)
      and not exists (select 1 from assets where thumbnail_key = key)
      and not exists (select 1 from asset_parts where blob_key = key)
      and not exists (select 1 from sales_reports where file_key = key)`;
  return rows.map(({ key }) => key);
}
