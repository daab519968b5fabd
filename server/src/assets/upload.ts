// An upload streams bytes into storage under a new key and measures them on the way. When all bytes have arrived and are
// right, one transaction gives them to the asset and enqueues their processing. After any earlier failure the asset still
// awaits its upload. If two uploads finish, that transaction decides, and the bytes of the second are deleted. If the
// process dies in between, the sweep removes the bytes, because no asset uses them.

import { createHash } from "node:crypto";
import { audit } from "../organizations/actions.ts";
import { type Context, transaction } from "../platform/context.ts";
import { ApiError, notFound, problem, validationError } from "../platform/errors.ts";
import type { Headers } from "../platform/http/route.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import { advanceAsset, beginBlob, discard } from "./actions.ts";
import { type AssetRow, assetTransitions } from "./asset.ts";
import { processAsset } from "./job-definitions.ts";
import type { Pass } from "./links.ts";
import { deleteParts, findAsset } from "./queries.ts";
import { asOnlyWriter } from "./upload-claim.ts";

export type SentBytes = { headers: Headers; bytes: AsyncIterable<Buffer>; request_id: string };

export async function receiveUpload(ctx: Context, pass: Pass, sent: SentBytes): Promise<AssetRow> {
  return asOnlyWriter(ctx, pass, async (hold) => {
    const asset = await getAwaiting(ctx, pass);
    assertLength(sent.headers, asset.size_bytes);
    await ctx.blobs.assertRoom(asset.size_bytes);
    const blob_key = await beginBlob(ctx);
    const received = verify(hold(sent.bytes), asset);
    await ctx.blobs.put(blob_key, received.bytes);
    const known = { blob_key, ...received.checksums() };
    return completeUpload(ctx, pass, { asset, known, request_id: sent.request_id });
  });
}

export async function getAwaiting(ctx: Context, { organization_id, asset_id }: Pass): Promise<AssetRow> {
  const asset = await findAsset(ctx.db, { organization_id, id: asset_id });
  if (!asset) throw notFound("upload link");
  if (asset.status !== "awaiting_upload") throw alreadyUploaded(asset.status);
  return asset;
}

function alreadyUploaded(status: string): ApiError {
  return new ApiError(
    "invalid_state",
    `The asset is ${status} and takes no more bytes. Create a new asset for another file.`,
  );
}

/** Refuses a wrong Content-Length before the bytes are sent. */
function assertLength(headers: Headers, size_bytes: number): void {
  if (headers["content-length"] === undefined) return;
  const given = Number(headers["content-length"]);
  if (given > size_bytes) throw tooManyBytes(size_bytes);
  if (given < size_bytes) throw wrongBytes("size_bytes", `is ${size_bytes}, but only ${given} bytes are sent`);
}

export function tooManyBytes(size_bytes: number): ApiError {
  return new ApiError("payload_too_large", `The asset was created with ${size_bytes} bytes, but you sent more.`);
}

function wrongBytes(field: "size_bytes" | "checksum_sha256", issue: string): ApiError {
  return validationError([problem(field, issue)]);
}

/** MD5 is for messages of ERN 3, which cannot say SHA-256. */
type Checksums = { checksum_sha256: string; checksum_md5: string };

/** The bytes as they are, until one too many, or until the end shows that they are not what was promised. */
export function verify(
  bytes: AsyncIterable<Uint8Array>,
  { size_bytes, checksum_sha256 }: Pick<AssetRow, "size_bytes" | "checksum_sha256">,
): { bytes: AsyncIterable<Uint8Array>; checksums(): Checksums } {
  const [sha256, md5] = [createHash("sha256"), createHash("md5")];
  let seen = 0;
  let checksums: Checksums = { checksum_sha256: "", checksum_md5: "" };
  async function* verified() {
    for await (const chunk of bytes) {
      seen += chunk.length;
      if (seen > size_bytes) throw tooManyBytes(size_bytes);
      sha256.update(chunk);
      md5.update(chunk);
      yield chunk;
    }
    if (seen < size_bytes) throw wrongBytes("size_bytes", `is ${size_bytes}, but only ${seen} bytes came`);
    checksums = { checksum_sha256: sha256.digest("hex"), checksum_md5: md5.digest("hex") };
    if (checksum_sha256 !== null && checksums.checksum_sha256 !== checksum_sha256) {
      const issue = `is ${checksum_sha256}, but that of the bytes is ${checksums.checksum_sha256}`;
      throw wrongBytes("checksum_sha256", issue);
    }
  }
  return { bytes: verified(), checksums: () => checksums };
}

/** `spare` are bytes that were needed only until now. */
export async function completeUpload(
  ctx: Context,
  { organization_id, asset_id }: Pass,
  upload: {
    asset: AssetRow;
    known: Checksums & { blob_key: string };
    request_id: string;
    spare?: string[];
  },
): Promise<AssetRow> {
  const { asset, known, request_id, spare = [] } = upload;
  const done = await transaction(ctx, async (ctx) => {
    const moved = await advanceAsset(ctx, organization_id, "receive", { asset, known });
    if (!moved) return undefined;
    await discard(ctx, [...(await deleteParts(ctx.db, { organization_id, id: asset_id })), ...spare]);
    await enqueue(ctx, processAsset, { organization_id, asset_id }, { key: asset_id, group_key: organization_id });
    const entry = {
      principal_id: organization_id,
      actor: "upload_url",
      request_id,
      operation: "uploadAsset",
      resource_id: asset_id,
    };
    await audit(ctx, { ...entry, fields: [] });
    return moved;
  });
  if (done) return done;
  // Another upload was first, or the asset is gone. A failed commit would not come here: then the bytes may be in use.
  await transaction(ctx, (ctx) => discard(ctx, [known.blob_key, ...spare]));
  throw alreadyUploaded(assetTransitions.receive.to);
}
