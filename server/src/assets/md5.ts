// The MD5 of files, which ERN 3 names them by. New files get it while they are uploaded. For a file of before, it is
// computed when a message needs it first, and kept. Two that compute it at once find the same; one that is killed leaves
// the files that it has finished.

import { createHash } from "node:crypto";
import { type Context, transaction } from "../platform/context.ts";
import { assertWanted } from "../platform/signal.ts";
import { findMd5Sums, keepMd5 } from "./checksum-queries.ts";

type StoredFile = { asset_id: string; blob_key: string };

/** By asset. Call it outside any transaction: files are read whole. */
export async function md5Sums(
  ctx: Context,
  organization_id: string,
  files: readonly StoredFile[],
): Promise<Map<string, string>> {
  const known = await findMd5Sums(
    ctx.db,
    organization_id,
    files.map(({ asset_id }) => asset_id),
  );
  for (const { asset_id, blob_key } of files) {
    if (known.has(asset_id)) continue;
    const checksum_md5 = await md5Of(ctx, blob_key);
    await transaction(ctx, (ctx) => keepMd5(ctx.db, { organization_id, id: asset_id }, checksum_md5));
    known.set(asset_id, checksum_md5);
  }
  return known;
}

async function md5Of({ blobs, signal }: Context, blob_key: string): Promise<string> {
  const bytes = await blobs.get(blob_key);
  if (!bytes) throw new Error(`The bytes of the blob ${blob_key} are gone.`);
  const hash = createHash("md5");
  for await (const chunk of bytes) {
    assertWanted(signal);
    hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
}
