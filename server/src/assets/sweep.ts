// Removes uploads that were never completed and files that a crash left behind. A link is valid for a day, so a file that is
// older than that is not being written any more. The sweep looks only at files that this database began to write itself: an
// unknown file may belong to another database.

import { type Context, transaction } from "../platform/context.ts";
import type { Owned } from "../platform/owned.ts";
import { discardScratch } from "../platform/storage/scratch.ts";
import { advanceAsset, discard } from "./actions.ts";
import { expired, UPLOAD_HOURS } from "./asset.ts";
import {
  deleteBlobWrites,
  deleteParts,
  listBlobWrites,
  listExpired,
  listUnused,
  lockAsset,
  postponeBlobWrites,
} from "./queries.ts";
import { mayRemove } from "./storage-keeper.ts";

const AT_ONCE = 100;
/** Added to a link's life, for an upload that began at its last moment. */
const GRACE_HOURS = 1;

/** The tasks are independent: if one fails, the others still run. */
export async function sweep(ctx: Context): Promise<void> {
  const steps = [() => expireUploads(ctx), () => discardUnfinished(ctx), () => sweepBlobs(ctx), () => discardScratch()];
  const failed: unknown[] = [];
  for (const step of steps) await Promise.resolve(step()).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

async function expireUploads(ctx: Context): Promise<void> {
  const before = hoursAgo(ctx, GRACE_HOURS).toISOString();
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    const late = await listExpired(ctx.db, before, AT_ONCE);
    for (const { organization_id, id } of late) await expireUpload(ctx, { organization_id, id });
    found = late.length;
  }
}

async function expireUpload(ctx: Context, { organization_id, id }: Owned): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const asset = await lockAsset(ctx.db, { organization_id, id });
    if (asset?.status !== "awaiting_upload") return;
    await advanceAsset(ctx, organization_id, "expire", { asset, known: { failure: expired } });
    await discard(ctx, await deleteParts(ctx.db, { organization_id, id }));
  });
}

async function discardUnfinished(ctx: Context): Promise<void> {
  if (await mayRemove(ctx)) await ctx.blobs.discardUnfinished(hoursAgo(ctx, UPLOAD_HOURS + GRACE_HOURS));
}

export async function sweepBlobs(ctx: Context): Promise<void> {
  const before = hoursAgo(ctx, UPLOAD_HOURS + GRACE_HOURS).toISOString();
  const errors: unknown[] = [];
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    const keys = await listBlobWrites(ctx.db, before, AT_ONCE);
    const unused = await listUnused(ctx.db, keys);
    // After that list: a backup that begins from now on does not name them.
    if (!(await mayRemove(ctx))) break;
    const failed = await deleteEach(ctx, unused);
    await transaction(ctx, async (ctx) => {
      await deleteBlobWrites(
        ctx.db,
        keys.filter((key) => !failed.has(key)),
      );
      await postponeBlobWrites(ctx.db, [...failed.keys()], ctx.clock.now().toISOString());
    });
    for (const error of failed.values()) errors.push(error);
    // The storage is unreachable. Stop here: each further file would wait for it too.
    found = failed.size === AT_ONCE ? 0 : keys.length;
  }
  if (errors.length > 0) throw errors[0];
}

/** Returns the files that could not be deleted, and why. A file that can never be deleted does not block the others. */
async function deleteEach(ctx: Context, keys: readonly string[]): Promise<Map<string, unknown>> {
  const failed = new Map<string, unknown>();
  for (const key of keys) await ctx.blobs.delete(key).catch((error: unknown) => failed.set(key, error));
  return failed;
}

/** False: another copy of this database owns the files, or a backup is running. */
export async function removeKeys(ctx: Context, keys: readonly string[]): Promise<boolean> {
  if (!(await mayRemove(ctx))) return false;
  for (const key of keys) await ctx.blobs.delete(key);
  return true;
}

function hoursAgo(ctx: Context, hours: number): Date {
  return new Date(ctx.clock.now().getTime() - hours * 3_600_000);
}
