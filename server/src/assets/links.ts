// Links that need no credential: each is sealed for one asset, one purpose and a time. An asset is shown with them.

import { notFound } from "../platform/errors.ts";
import type { Seal } from "../platform/seal.ts";
import type { Asset, AssetRow } from "./asset.ts";

/** `public_url` is known once the server listens. */
export type Links = { public_url: string; readonly seal: Seal };

const DOWNLOAD_MINUTES = 10;

const purposes = { upload: "upload", download: "download", thumbnail: "thumbnail", peaks: "peaks" } as const;
type Purpose = keyof typeof purposes;

/** The rights of the holder of a link. */
export type Pass = { organization_id: string; asset_id: string; expires_at: string };

function sealPass({ seal }: Links, purpose: Purpose, { organization_id, asset_id, expires_at }: Pass): string {
  return seal.seal([organization_id, asset_id, expires_at], `asset ${purpose}`);
}

/** A link that is forged, expired or for another purpose is `not_found`. */
export function openPass({ seal }: Links, purpose: Purpose, token: string, now: Date): Pass {
  const pass = seal.open(token, `asset ${purpose}`) as [string, string, string] | undefined;
  if (!pass || new Date(pass[2]) <= now) throw notFound(`${purpose} link`);
  const [organization_id, asset_id, expires_at] = pass;
  return { organization_id, asset_id, expires_at };
}

export function showAsset(links: Links, organization_id: string, row: AssetRow, now: Date): Asset {
  const expires_at = new Date(now.getTime() + DOWNLOAD_MINUTES * 60_000).toISOString();
  const pass = { organization_id, asset_id: row.id, expires_at };
  const shown = assetWithoutLinks(row);
  if (row.status === "awaiting_upload") return { ...shown, upload: uploadOf(links, organization_id, row) };
  if (row.status !== "ready") return shown;
  const link = (path: string, purpose: Purpose) => `${links.public_url}/v1/${path}/${sealPass(links, purpose, pass)}`;
  return {
    ...shown,
    audio: shown.audio && { ...shown.audio, peaks_url: row.has_peaks ? link("peaks", "peaks") : null },
    image: shown.image && { ...shown.image, thumbnail_url: row.thumbnail_key ? link("thumbnails", "thumbnail") : null },
    download_url: link("downloads", "download"),
  };
}

// A list is asked for again and again, and each new link would make the browser load the picture again. So a link is kept
// for as long as it is used, in memory, and made anew only when less than its time is left.
const MAX_KEPT_LINKS = 10_000;

export type ThumbnailLinks = (artwork: { organization_id: string; asset_id: string }, now: Date) => string;

/** Links to the thumbnails of artwork that is in use, without asking the database. Each is valid for ten minutes or more. */
export function thumbnailLinks(links: Links): ThumbnailLinks {
  const kept = new Map<string, { url: string; until_ms: number }>();
  return ({ organization_id, asset_id }, now) => {
    const known = kept.get(asset_id);
    if (known && known.until_ms > now.getTime()) return known.url;
    const until_ms = now.getTime() + DOWNLOAD_MINUTES * 60_000;
    const expires_at = new Date(until_ms + DOWNLOAD_MINUTES * 60_000).toISOString();
    const token = sealPass(links, "thumbnail", { organization_id, asset_id, expires_at });
    const url = `${links.public_url}/v1/thumbnails/${token}`;
    if (kept.size >= MAX_KEPT_LINKS) kept.clear();
    kept.set(asset_id, { url, until_ms });
    return url;
  };
}

/** For an event: it is sent long after any link has expired, so it has none. */
export function assetWithoutLinks(row: AssetRow): Asset {
  const { id, type, filename, content_type, size_bytes, checksum_sha256, status, failure } = row;
  const { created_at, updated_at } = row;
  const file = { id, type, filename, content_type, size_bytes, checksum_sha256 };
  const audio = row.audio && { ...row.audio, peaks_url: null };
  const image = row.image && { ...row.image, mean_color: row.mean_color, thumbnail_url: null };
  return { ...file, status, failure, audio, image, download_url: null, upload: null, created_at, updated_at };
}

function uploadOf(links: Links, organization_id: string, row: AssetRow): Asset["upload"] {
  const expires_at = row.upload_expires_at;
  const url = `${links.public_url}/v1/uploads/${sealPass(links, "upload", { organization_id, asset_id: row.id, expires_at })}`;
  const headers = { "content-type": row.content_type };
  return { method: "PUT", url, headers, expires_at, resumable_url: `${url}/resumable` };
}
