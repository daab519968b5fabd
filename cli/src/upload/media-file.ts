// Local files that will become assets. Their problems are found before anything is sent.

import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { basename, extname } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AssetType } from "@segue/sdk";

export type MediaFile = { path: string; type: AssetType; content_type: string; size_bytes: number };

type Known = Pick<MediaFile, "type" | "content_type">;

const audio = (content_type: string): Known => ({ type: "audio", content_type });
const artwork = (content_type: string): Known => ({ type: "artwork", content_type });

const byExtension: Readonly<Record<string, Known>> = {
  ".wav": audio("audio/wav"),
  ".wave": audio("audio/wav"),
  ".flac": audio("audio/flac"),
  ".aif": audio("audio/aiff"),
  ".aiff": audio("audio/aiff"),
  ".mp3": audio("audio/mpeg"),
  ".jpg": artwork("image/jpeg"),
  ".jpeg": artwork("image/jpeg"),
  ".png": artwork("image/png"),
  ".tif": artwork("image/tiff"),
  ".tiff": artwork("image/tiff"),
};

export function knownTypeOf(path: string): Known | undefined {
  return byExtension[extname(path).toLowerCase()];
}

const lossy: Readonly<Record<string, string>> = {
  ".mp3": "MP3",
  ".m4a": "AAC",
  ".aac": "AAC",
  ".ogg": "Ogg Vorbis",
  ".opus": "Opus",
  ".wma": "WMA",
};

/** Why stores refuse audio with this extension. Undefined if they may take it, or if it is not audio. */
export function unfitAudio(path: string): string | undefined {
  const extension = extname(path).toLowerCase();
  const takes = "but stores take only WAV or FLAC";
  if (/^\.aiff?$/.test(extension)) return `is AIFF, ${takes}: convert it, which loses no quality`;
  const name = lossy[extension];
  return name && `is ${name}, ${takes}: export it again from the original`;
}

/** The file, or its problem. With a given type, the file may have any extension. */
export function findMediaFile(path: string, type?: AssetType): MediaFile | { issue: string } {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return { issue: "does not exist" };
  if (!found.isFile()) return { issue: "is not a file" };
  if (found.size === 0) return { issue: "is empty" };
  const known = knownTypeOf(path);
  if (known && type !== undefined && known.type !== type) return { issue: `is ${known.type}, not ${type}` };
  if (known) return { path, ...known, size_bytes: found.size };
  if (type) return { path, type, content_type: "application/octet-stream", size_bytes: found.size };
  return { issue: `has an unknown extension; use one of ${Object.keys(byExtension).join(" ")}` };
}

/** The body that creates its asset. */
export async function newAssetOf(file: MediaFile) {
  const { path, type, content_type, size_bytes } = file;
  const filename = basename(path).normalize("NFC");
  return { type, filename, content_type, size_bytes, checksum_sha256: await sumOf(path, "sha256") };
}

/** In hexadecimal digits. */
export async function sumOf(path: string, algorithm: string): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
