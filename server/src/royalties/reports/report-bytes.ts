// The bytes of a report as they come: counted, unpacked where they are packed by gzip, and digested. A few packed kilobytes may
// unpack to gigabytes, so both lengths have a limit and so has their ratio.

import { createHash, type Hash } from "node:crypto";
import { PassThrough, pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { ApiError } from "../../platform/errors.ts";
import type { Headers } from "../../platform/http/route.ts";

const GIB = 2 ** 30;
const MAX_BYTES = 4 * GIB;
const MAX_UNPACKED_BYTES = 16 * GIB;
// A report of real rows packs to a tenth or a thirtieth. Small files may pack to anything.
const MAX_RATIO = 200;
const FREE_OF_RATIO_BYTES = 64 * 2 ** 20;

export type ReportBytes = { unpacked: AsyncIterable<Buffer>; digest(): Buffer };

/** The bytes of an archive, which are not unpacked while they come. */
export function archiveBytes(headers: Headers, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if ((encodingOf(headers) ?? "identity") !== "identity")
    throw new ApiError("unsupported_media_type", "Send an archive as it is, without `Content-Encoding`.");
  if (Number(headers["content-length"] ?? 0) > MAX_BYTES) throw tooLarge();
  return limit(bytes, { packed: 0 });
}

export function reportBytes(headers: Headers, bytes: AsyncIterable<Buffer>): ReportBytes {
  const encoding = encodingOf(headers) ?? "identity";
  if (encoding !== "identity" && encoding !== "gzip")
    throw new ApiError("unsupported_media_type", "Send the body as it is, or with `Content-Encoding: gzip`.");
  if (Number(headers["content-length"] ?? 0) > MAX_BYTES) throw tooLarge();
  const hash = createHash("sha256");
  return { unpacked: digested(unpack(bytes, encoding === "gzip"), hash), digest: () => hash.digest() };
}

/** As the sender named it. */
export function encodingOf(headers: Headers): string | null {
  return headers["content-encoding"] === undefined ? null : String(headers["content-encoding"]).toLowerCase();
}

async function* digested(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** A file that was packed before it was sent looks as one that is packed for the way. */
async function* unpack(bytes: AsyncIterable<Buffer>, isSaidToBePacked: boolean): AsyncGenerator<Buffer> {
  const counted = { packed: 0 };
  const limited = limit(bytes, counted);
  const first = await firstBytes(limited);
  const rest = startingWith(first, limited);
  if (!isSaidToBePacked && !(first[0] === 0x1f && first[1] === 0x8b)) return yield* rest;
  const gunzip = createGunzip();
  const packed = new PassThrough();
  pipeline(rest, packed, gunzip, () => undefined);
  let unpacked = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge();
      if (unpacked > FREE_OF_RATIO_BYTES && unpacked > counted.packed * MAX_RATIO) throw tooDense();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ApiError ? error : broken();
  }
}

/** As many as tell whether it is packed, or all there are. */
async function firstBytes(bytes: AsyncGenerator<Buffer>): Promise<Buffer> {
  let first: Buffer = Buffer.alloc(0);
  while (first.length < 2) {
    const { value, done } = await bytes.next();
    if (done) return first;
    first = Buffer.concat([first, value]);
  }
  return first;
}

async function* limit(bytes: AsyncIterable<Buffer>, counted: { packed: number }): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    counted.packed += chunk.length;
    if (counted.packed > MAX_BYTES) throw tooLarge();
    yield chunk;
  }
}

async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    yield* rest;
  } finally {
    // A reader that stops at the first piece has not come to the rest.
    await rest.return(undefined);
  }
}

function tooLarge(): ApiError {
  return new ApiError("payload_too_large", "A report has at most 4 GiB, and 16 GiB unpacked.");
}

function tooDense(): ApiError {
  return new ApiError("payload_too_large", `The body unpacks to more than ${MAX_RATIO} times its length.`);
}

function broken(): ApiError {
  return new ApiError("validation_failed", "The gzip data are damaged, or end too early.");
}
