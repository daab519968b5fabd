// Processing: another process checks the uploaded bytes, and the asset takes what it finds. It can stop and start again at
// any point: before the last transaction nothing has changed, except that an unused thumbnail may be in the storage,
// which the sweep removes.

import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Context, Transaction } from "../platform/context.ts";
import { withScratch } from "../platform/storage/scratch.ts";
import { advanceAsset, beginBlob, discard } from "./actions.ts";
import { type AssetRow, type Preview, unprocessed } from "./asset.ts";
import { FileFailure } from "./inspection/failure.ts";
import { DeadlinePassed, inspectFile } from "./inspection/inspect.ts";
import type { AssetReference } from "./job-definitions.ts";
import { findAsset, lockAsset } from "./queries.ts";

export type Inspected = Pick<AssetRow, "failure" | "audio" | "image"> & { preview: Preview };

const noPreview: Preview = { peaks: null, mean_color: null, thumbnail_key: null, thumbnail_bytes: null };
const nothing: Inspected = { failure: null, audio: null, image: null, preview: noPreview };

/** A deadline may be missed because the machine slept or was busy. After three in a row, the file is at fault. */
const TRIES_IN_TIME = 3;

/** Undefined where there is nothing to do any more. */
export async function examineAsset(
  ctx: Context,
  { organization_id, asset_id }: AssetReference,
  attempts: number,
): Promise<{ asset: AssetRow; findings: Inspected } | undefined> {
  const asset = await findAsset(ctx.db, { organization_id, id: asset_id });
  if (asset?.status !== "processing") return undefined;
  try {
    return { asset, findings: await examine(ctx, asset, asset.blob_key ?? "") };
  } catch (error) {
    if (!(error instanceof DeadlinePassed) || attempts < TRIES_IN_TIME) throw error;
    return { asset, findings: { ...nothing, failure: new FileFailure("took_too_long").failure } };
  }
}

/** Looks into the bytes of the key. */
export async function examine(
  ctx: Context,
  { type, size_bytes }: Pick<AssetRow, "type" | "size_bytes">,
  blob_key: string,
): Promise<Inspected> {
  return withScratch(async (folder) => {
    const thumbnails_path = join(folder, "thumbnails");
    const found = await ctx.blobs.withFile(blob_key, (path) =>
      inspectFile({ processes: ctx.child_process_limit, path, type, size_bytes, thumbnails_path }),
    );
    if (!found) throw new Error(`The bytes of the blob ${blob_key} are gone.`);
    if ("failure" in found) return { ...nothing, failure: found.failure };
    if ("image" in found)
      return { ...nothing, image: found.image, preview: await keepThumbnails(ctx, found, thumbnails_path) };
    return { ...nothing, audio: found.audio, preview: outline(found.peaks) };
  });
}

async function keepThumbnails(
  ctx: Context,
  { mean_color, thumbnail_bytes }: { mean_color: string; thumbnail_bytes: number[] },
  path: string,
): Promise<Preview> {
  const thumbnail_key = await beginBlob(ctx);
  await ctx.blobs.put(thumbnail_key, createReadStream(path));
  return { peaks: null, mean_color, thumbnail_key, thumbnail_bytes };
}

export function outline(peaks: string | null): Preview {
  return { ...noPreview, peaks: peaks === null ? null : Buffer.from(peaks, "base64") };
}

/** The bytes of a failed asset are useless and may be hostile, so they are deleted at once. */
export async function concludeAsset(
  ctx: Transaction,
  organization_id: string,
  { asset, findings }: { asset: AssetRow; findings: Inspected },
): Promise<void> {
  if (!findings.failure) {
    const moved = await advanceAsset(ctx, organization_id, "accept", { asset, known: findings });
    if (!moved) await discard(ctx, [findings.preview.thumbnail_key]);
    return;
  }
  const known = { ...findings, blob_key: null };
  const moved = await advanceAsset(ctx, organization_id, "refuse", { asset, known });
  if (moved) await discard(ctx, [asset.blob_key]);
}

/** The asset's job is parked: the asset fails, and an event tells the partner. */
export async function giveUpAsset(ctx: Transaction, { organization_id, asset_id }: AssetReference): Promise<void> {
  const asset = await lockAsset(ctx.db, { organization_id, id: asset_id });
  if (asset?.status !== "processing") return;
  await advanceAsset(ctx, organization_id, "give_up", { asset, known: { failure: unprocessed } });
}

/** The operator retries the job. An asset that was deleted or replaced in the meantime stays as it is. */
export async function tryAssetAgain(ctx: Transaction, { organization_id, asset_id }: AssetReference): Promise<void> {
  const asset = await lockAsset(ctx.db, { organization_id, id: asset_id });
  if (asset?.status !== "failed" || asset.failure?.code !== unprocessed.code) return;
  await advanceAsset(ctx, organization_id, "try_again", { asset, known: { failure: null } });
}
