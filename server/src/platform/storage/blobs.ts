// Files: in a local folder, or in S3-compatible storage. One interface, one conformance suite (blobs.test.ts).
//
// A key is an id made by `newId` and nothing else, so no name that a client chose ever becomes a path. What is put is
// there whole or not at all. What a crash leaves half written is not seen, and `discardUnfinished` removes it.

import { Readable } from "node:stream";
import { ApiError } from "../errors.ts";

export type Blobs = {
  /** Where `bytes` throws, nothing is kept, and what it threw is what the caller gets. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Throws `StorageFull` unless so many bytes more leave enough free. */
  assertRoom(size_bytes: number): Promise<void>;
  /** Undefined: there is none. Whoever gets it reads it to its end or destroys it. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>;
  size(key: string): Promise<number | undefined>;
  /** For whoever needs a path: the file is there while the work lasts. Undefined: there is none. */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T | undefined>;
  /** What is not there is deleted already. */
  delete(key: string): Promise<void>;
  /**
   * Writes a mark, unless it stands there already, and answers with what stands there. Of two that differ and come in the
   * same moment the last one stays: whoever relies on it asks each time.
   */
  keepMark(name: Mark, value: string): Promise<string>;
  /** Removes what was begun before then and never finished. Answers with how many. */
  discardUnfinished(before: Date): Promise<number>;
};

/** The first and the last byte, both included. */
export type ByteRange = { first: number; last: number };

const RETRY_AFTER_S = "5";

/** Whose storage this is, and who may remove what lies in it. No key looks like these. */
export type Mark = "owner" | "keeper";

/** The storage is away or full: the caller may try the same again. Its log line says why. */
export class StorageAway extends ApiError {
  constructor(cause: unknown) {
    const message = "The file storage is away for a moment; send the same request again.";
    super("service_unavailable", message, [], { "retry-after": RETRY_AFTER_S });
    this.cause = cause;
    this.stack = `${this.stack}\nCaused by: ${cause instanceof Error ? cause.stack : String(cause)}`;
  }
}

const ROOM_AFTER_S = "60";

/** Before the disk is full, and what else lies on it comes to harm, the database above all. */
export class StorageFull extends ApiError {
  constructor() {
    const message = "The file storage has no room for this now; send the same request again later.";
    super("service_unavailable", message, [], { "retry-after": ROOM_AFTER_S });
  }
}

/** Whatever the storage throws is that it is away. */
export async function atStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StorageAway || error instanceof StorageFull ? error : new StorageAway(error);
  }
}

/** Stores with `store`; an error of the bytes themselves is passed on as it is. */
export async function storeBytes(
  bytes: AsyncIterable<Uint8Array>,
  store: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  let broken: { error: unknown } | undefined;
  async function* watched() {
    const source = bytes[Symbol.asyncIterator]();
    // Only what the source throws is its own: a storage that fails throws into this generator while it yields.
    const next = () =>
      source.next().catch((error: unknown) => {
        broken = { error };
        throw error;
      });
    try {
      for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value;
    } finally {
      await source.return?.();
    }
  }
  try {
    await store(watched());
  } catch (error) {
    throw broken ? broken.error : error instanceof StorageFull ? error : new StorageAway(error);
  }
}

/** What is read breaks off as the storage's fault, whoever reads it. Who stops before the first byte closes it all the same. */
export function readBytes(stream: Readable): Readable {
  const bytes = Readable.from(blamingStorage(stream), { objectMode: false });
  // A generator that never ran has no end in which it could do that itself.
  return bytes.once("close", () => stream.destroy());
}

async function* blamingStorage(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw new StorageAway(error);
  }
}

/** A key becomes a path or an address: nothing but an id may. */
export function assertKey(key: string): string {
  if (!isKey(key)) throw new Error("A blob's key is an id.");
  return key;
}

/** What has another name was not put by us, and is left alone: a desktop's or a console's own files lie everywhere. */
export function isKey(name: string): boolean {
  return /^[a-z]{3}_[0-9a-z]{26}$/.test(name);
}
