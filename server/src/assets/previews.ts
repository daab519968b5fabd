// Previews of files that an older version checked. The file itself was accepted then and stays as it is; only its preview is made,
// a few files at a time, and no client waits for it.

import { type Context, transaction } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { discard } from "./actions.ts";
import type { AssetRow, Preview } from "./asset.ts";
import { DeadlinePassed } from "./inspection/inspect.ts";
import { examine } from "./processing.ts";
import { listWithoutPreview, updatePreview } from "./queries.ts";

const AT_ONCE = 20;

/** True if there may be more. */
export async function makePreviews(ctx: Context): Promise<boolean> {
  const assets = await listWithoutPreview(ctx.db, AT_ONCE);
  for (const asset of assets) await keepPreview(ctx, asset, await previewOf(ctx, asset));
  return assets.length === AT_ONCE;
}

/**
 * Undefined for a file that is gone or cannot be decoded any more: it keeps what it has, and is not tried again, so it cannot stop the
 * others. If the storage or the machine is too busy, the job is tried again.
 */
async function previewOf(ctx: Context, asset: AssetRow): Promise<Preview | undefined> {
  try {
    const { failure, preview } = await examine(ctx, asset, asset.blob_key ?? "");
    return failure ? undefined : preview;
  } catch (error) {
    const isBusy = error instanceof ApiError && error.code === "service_unavailable";
    if (isBusy && !(error instanceof DeadlinePassed)) throw error;
    return undefined;
  }
}

async function keepPreview(
  ctx: Context,
  asset: AssetRow & { organization_id: string },
  preview: Preview | undefined,
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const isKept = await updatePreview(ctx.db, asset, preview);
    if (preview) await discard(ctx, [isKept ? asset.thumbnail_key : preview.thumbnail_key]);
  });
}
