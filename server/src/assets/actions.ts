import { emit } from "../events/actions.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { isForeignKeyViolation } from "../platform/database/failure.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import type { Owned } from "../platform/owned.ts";
import { transition } from "../platform/state-machine.ts";
import type { Sight } from "../rights/sight.ts";
import {
  type AssetRow,
  assertWithinQuota,
  assetTransitions,
  type NewAsset,
  type Preview,
  UPLOAD_HOURS,
} from "./asset.ts";
import { removeBlobs } from "./job-definitions.ts";
import { assetWithoutLinks } from "./links.ts";
import {
  deleteAssetRow,
  deleteParts,
  findAsset,
  findStorageUse,
  insertAsset,
  insertBlobWrite,
  isAssetOnItsWay,
  lockAssetForDeletion,
  moveAsset,
} from "./queries.ts";

export async function createAsset(ctx: Transaction, by: Sight, given: NewAsset): Promise<AssetRow> {
  await ctx.blobs.assertRoom(given.size_bytes);
  const row = { ...newAsset(ctx, given), status: "awaiting_upload" as const };
  await keepAsset(ctx, by, row);
  return row;
}

/** Stores the asset only if the organization's quota allows it. */
export async function keepAsset(ctx: Transaction, { organization_id, person_id }: Sight, row: AssetRow): Promise<void> {
  await insertAsset(ctx.db, organization_id, { ...row, made_by: person_id });
  const use = await findStorageUse(ctx.db, organization_id);
  if (use) assertWithinQuota(use, row.size_bytes);
}

/** An early check, before bytes are made in vain. Two requests at once may both pass: `keepAsset` decides. */
export async function assertQuotaFor(ctx: Context, organization_id: string, size_bytes: number): Promise<void> {
  const use = await findStorageUse(ctx.db, organization_id);
  if (use) assertWithinQuota({ ...use, used_bytes: use.used_bytes + size_bytes }, size_bytes);
}

export function newAsset(ctx: Context, given: NewAsset): AssetRow {
  const now = ctx.clock.now();
  const { checksum_sha256 = null, ...fields } = given;
  return {
    id: newId("ast"),
    ...fields,
    checksum_sha256: checksum_sha256?.toLowerCase() ?? null,
    checksum_md5: null,
    status: "awaiting_upload",
    failure: null,
    audio: null,
    image: null,
    blob_key: null,
    mean_color: null,
    thumbnail_key: null,
    thumbnail_bytes: null,
    has_peaks: false,
    upload_expires_at: new Date(now.getTime() + UPLOAD_HOURS * 3_600_000).toISOString(),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

export async function getAsset(ctx: Context, own: Owned): Promise<AssetRow> {
  const asset = await findAsset(ctx.db, own);
  if (!asset) throw notFound("asset");
  return asset;
}

/** The database decides whether the asset is in use: what names it at the same moment, a release or a message, is seen, or fails. */
export async function deleteAsset(ctx: Transaction, own: Owned): Promise<void> {
  // Lock the asset, then its parts: the same order as when an upload is completed, so the two cannot deadlock.
  if (!(await lockAssetForDeletion(ctx.db, own))) throw notFound("asset");
  // Looked up now, because the rows it reads are deleted with the asset. Thrown later, because a release that uses the
  // asset is the better reason.
  const isOnItsWay = await isAssetOnItsWay(ctx.db, own);
  const parts = await deleteParts(ctx.db, own);
  const gone = await deleteAssetRow(ctx.db, own).catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error;
    throw new ApiError(
      "invalid_state",
      "A release or a track uses the asset, or its approved version does. Detach it first, and have that change approved.",
    );
  });
  if (!gone) throw notFound("asset");
  if (isOnItsWay)
    throw new ApiError(
      "invalid_state",
      "A delivery on its way needs the file. Delete the asset when the store has answered, or cancel what is stalled.",
    );
  await discard(ctx, [gone.blob_key, gone.thumbnail_key, ...parts]);
}

/**
 * Moves the asset by a row of its table, stores what is known now, and emits the event. Undefined if another request moved
 * or deleted the asset in the meantime: then nothing happened.
 */
export async function advanceAsset(
  ctx: Transaction,
  organization_id: string,
  trigger: keyof typeof assetTransitions,
  { asset, known }: { asset: AssetRow; known: Partial<AssetRow> & { preview?: Preview } },
): Promise<AssetRow | undefined> {
  const { to, event } = transition(assetTransitions, trigger, asset.status);
  const row = { ...asset, ...known, status: to, updated_at: timestamp(ctx) };
  const moved = await moveAsset(ctx.db, organization_id, asset.status, row);
  if (moved && event !== "none") {
    const data = { ...assetWithoutLinks(moved), previous_status: asset.status };
    await emit(ctx, { organization_id, event_type: event, data });
  }
  return moved;
}

/** Records the key before the first byte is written. If no asset uses the bytes in the end, the sweep finds them by this record. */
export async function beginBlob(ctx: Context): Promise<string> {
  const key = newId("blb");
  await insertBlobWrite(ctx.db, key, timestamp(ctx));
  return key;
}

/** Call it in the transaction that stops using the bytes. They are then deleted: now, or later if the storage is unreachable. */
export async function discard(ctx: Transaction, keys: readonly (string | null)[]): Promise<void> {
  const present = keys.filter((key) => key !== null);
  if (present.length > 0) await enqueue(ctx, removeBlobs, { keys: present });
}
