// The bytes of an asset, for the holder of the link. They come from a stranger, so a browser must save them and never run them.

import { Readable } from "node:stream";
import type { Context } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import type { Answer } from "../platform/http/route.ts";
import type { Blobs, ByteRange } from "../platform/storage/blobs.ts";
import { mediaTypeOf } from "./asset.ts";
import type { Pass } from "./links.ts";
import { findAsset, findPeaks } from "./queries.ts";

export const thumbnailSizes = ["96", "320", "960"] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];

type Asked = { method: string; range: string | string[] | undefined };

export const safely = {
  "content-security-policy": "sandbox; default-src 'none'",
  "cache-control": "private, no-store",
};

export async function downloadAsset(ctx: Context, pass: Pass, asked: Asked): Promise<Answer> {
  const asset = await findAsset(ctx.db, { organization_id: pass.organization_id, id: pass.asset_id });
  if (asset?.status !== "ready" || !asset.blob_key) throw notFound("download link");
  const format = (asset.audio ?? asset.image)?.format ?? "";
  const headers = {
    ...safely,
    "content-type": mediaTypeOf[format] ?? "application/octet-stream",
    "content-disposition": attachment(asset.filename),
  };
  return sendBlob(ctx.blobs, asset.blob_key, asked, { noun: "download link", headers });
}

export async function downloadThumbnail(
  ctx: Context,
  pass: Pass,
  asked: Asked & { size?: ThumbnailSize },
): Promise<Answer> {
  const asset = await findAsset(ctx.db, { organization_id: pass.organization_id, id: pass.asset_id });
  if (!asset?.thumbnail_key) throw notFound("thumbnail link");
  // Lists show thumbnails again and again. A thumbnail never changes, and the link is as long as the secret is.
  const kept = { "cache-control": "private, max-age=600" };
  const headers = { ...safely, ...kept, "content-type": "image/jpeg", "content-disposition": "inline" };
  // The one picture of an older version serves as all sizes until they are made.
  const part = asset.thumbnail_bytes && partOf(asset.thumbnail_bytes, thumbnailSizes.indexOf(asked.size ?? "320"));
  return sendBlob(ctx.blobs, asset.thumbnail_key, asked, { noun: "thumbnail link", headers, part });
}

function partOf(lengths: readonly number[], index: number): ByteRange {
  const first = lengths.slice(0, index).reduce((sum, length) => sum + length, 0);
  return { first, last: first + (lengths[index] ?? 0) - 1 };
}

export async function readPeaks(ctx: Context, pass: Pass): Promise<{ peaks: number[] }> {
  const peaks = await findPeaks(ctx.db, { organization_id: pass.organization_id, id: pass.asset_id });
  if (!peaks) throw notFound("peaks link");
  return { peaks: [...peaks] };
}

/** `noun`: what is missing, if the bytes are. `part`: only these bytes of the blob are shown. */
export async function sendBlob(
  blobs: Blobs,
  key: string,
  { method, range: asked }: Asked,
  { noun, headers: kind, part }: { noun: string; headers: Readonly<Record<string, string>>; part?: ByteRange | null },
): Promise<Answer> {
  const size = part ? part.last - part.first + 1 : await blobs.size(key);
  if (size === undefined) throw notFound(noun);
  const range = readRange(asked, size);
  const length = range ? range.last - range.first + 1 : size;
  const headers = {
    ...kind,
    "accept-ranges": "bytes",
    "content-length": String(length),
    ...(range && { "content-range": `bytes ${range.first}-${range.last}/${size}` }),
  };
  const status = range ? 206 : 200;
  // Without a stream, the framework would send a length of 0.
  if (method === "HEAD") return { status, headers, payload: Readable.from([]) };
  const payload = await blobs.get(key, part ? within(part, range) : range);
  if (!payload) throw notFound(noun);
  return { status, headers, payload };
}

function within(part: ByteRange, range: ByteRange | undefined): ByteRange {
  return range ? { first: part.first + range.first, last: part.first + range.last } : part;
}

/** One range, as players request it. An unreadable range is ignored, as RFC 9110 says; a range beyond the end is refused. */
export function readRange(asked: string | string[] | undefined, size: number): ByteRange | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(String(asked ?? "")) ?? [];
  if (from === "" && to === "") return undefined;
  const first = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < first) return undefined;
  if (first < size && first <= last) return { first, last };
  throw new ApiError("invalid_request", `The range lies beyond the end of ${size} bytes.`, [], {
    "content-range": `bytes */${size}`,
  });
}

/** RFC 6266: a name that old clients can read, and the name itself, escaped as RFC 5987 has it. */
export function attachment(filename: string): string {
  const name = filename.replaceAll(/[/\\]/g, "_").toWellFormed();
  const plain = name.replaceAll(/[^\x20-\x7e]|["%]/g, "_");
  const escaped = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped}`;
}
