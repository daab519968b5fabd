// Files that are either whole or not there: bytes go to a file beside it, which gets its final name when all of them have arrived.

import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { SegueConnectionError } from "@segue/sdk";
import { sumOf } from "../upload/media-file.ts";

type Content = string | AsyncIterable<Uint8Array>;

/** Hidden, so that an import does not take it for a file of the catalogue. */
function partOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.part`);
}

export async function writeWhole(path: string, content: Content): Promise<void> {
  await writePart(path, content);
  renameSync(partOf(path), path);
}

/** Returns the SHA-256 of what was written beside `path`. */
async function writePart(path: string, content: Content): Promise<string> {
  mkdirSync(dirname(path), { recursive: true });
  const hash = createHash("sha256");
  const counting = async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const piece of bytes) {
      hash.update(piece);
      yield piece;
    }
  };
  const source = typeof content === "string" ? Readable.from([Buffer.from(content)]) : Readable.from(content);
  await pipeline(source, counting, createWriteStream(partOf(path)));
  return hash.digest("hex");
}

/** Fetches it unless an earlier run has. A file with other bytes, of an asset that was replaced, is fetched again. */
export async function fetchWhole(
  path: string,
  checksum_sha256: string,
  fetched: () => AsyncIterable<Uint8Array>,
): Promise<"fetched" | "there"> {
  if (existsSync(path) && (await sumOf(path, "sha256")) === checksum_sha256) return "there";
  const sum = await writePart(path, fetched());
  if (sum !== checksum_sha256) {
    rmSync(partOf(path));
    const message = `${basename(path)} arrived with other bytes than the service has. Run the same command again to continue.`;
    throw new SegueConnectionError("unreachable", message);
  }
  renameSync(partOf(path), path);
  return "fetched";
}
