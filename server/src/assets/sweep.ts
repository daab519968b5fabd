// What is never completed, and what a crash left behind. Nothing that is still being written can be older than its link is
// good for, and a link is good for a day: what is older, and named by nothing, is nobody's.

import { randomUUID } from "node:crypto";
import { keepSetting } from "../organizations/queries.ts";
import { type Context, transaction } from "../platform/context.ts";
import { StartRefused } from "../platform/errors.ts";
import { discardScratch } from "../platform/scratch.ts";
import { advanceAsset, discard } from "./actions.ts";
import { expired, UPLOAD_HOURS } from "./asset.ts";
import { deleteParts, listExpired, listUnused, lockAsset } from "./queries.ts";

const AT_ONCE = 100;
/** For what began in the last moment. */
const GRACE_HOURS = 1;

/** What one of them cannot do keeps none of the others from its work. */
export async function sweep(ctx: Context): Promise<void> {
  const steps = [
    () => expireUploads(ctx),
    () => ctx.blobs.discardUnfinished(hoursAgo(ctx, UPLOAD_HOURS + GRACE_HOURS)),
    () => sweepBlobs(ctx),
    () => discardScratch(),
  ];
  const failed: unknown[] = [];
  for (const step of steps) await Promise.resolve(step()).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

async function expireUploads(ctx: Context): Promise<void> {
  const before = hoursAgo(ctx, GRACE_HOURS).toISOString();
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    const late = await listExpired(ctx.db, before, AT_ONCE);
    for (const { organization_id, id } of late) await expireUpload(ctx, organization_id, id);
    found = late.length;
  }
}

async function expireUpload(ctx: Context, organization_id: string, id: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const asset = await lockAsset(ctx.db, organization_id, id);
    if (asset?.status !== "awaiting_upload") return;
    await advanceAsset(ctx, organization_id, "expire", { asset, known: { failure: expired } });
    await discard(ctx, await deleteParts(ctx.db, organization_id, id));
  });
}

/**
 * A database knows nothing of another's files, and would take all of them for nobody's: each side remembers the other.
 * Asked at the start, and before anything is removed.
 */
export async function assertOwnStorage(ctx: Context): Promise<void> {
  const id = await keepSetting(ctx.db, "storage_id", randomUUID());
  if ((await ctx.blobs.keepOwner(id)) === id) return;
  throw new StartRefused(
    "The files in SEGUE_STORAGE are those of another database: give each database a storage of its own, or connect the one they belong to.",
  );
}

export async function sweepBlobs(ctx: Context): Promise<void> {
  await assertOwnStorage(ctx);
  const before = hoursAgo(ctx, UPLOAD_HOURS + GRACE_HOURS);
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    // First what is there, then what is named: a key that is listed was given long before.
    const page = await ctx.blobs.list(after);
    const old = page.blobs.filter(({ written_at }) => written_at < before).map(({ key }) => key);
    for (const key of old.length > 0 ? await listUnused(ctx.db, old) : []) await ctx.blobs.delete(key);
    after = page.next;
  }
}

function hoursAgo(ctx: Context, hours: number): Date {
  return new Date(ctx.clock.now().getTime() - hours * 3_600_000);
}
