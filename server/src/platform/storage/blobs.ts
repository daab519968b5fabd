// Files: in a local folder, or in S3-compatible storage. One interface, one conformance suite (blobs.test.ts).
//
// A key is an id made by `newId` and nothing else, so no name that a client chose ever becomes a path. A blob is stored
// whole or not at all. A half-written blob of a crash is invisible, and `discardUnfinished` removes it.

import { Readable } from "node:stream";
import { ApiError } from "../errors.ts";

export type Blobs = {
  /** If `bytes` throws, nothing is kept, and the caller gets that error. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Throws `StorageFull` unless enough stays free after this many bytes. */
  assertRoom(size_bytes: number): Promise<void>;
  /** Undefined if there is no such blob. The caller must read the stream to its end or destroy it. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>;
  size(key: string): Promise<number | undefined>;
  /** For work that needs a path: the file exists while the work runs. Undefined if there is no such blob. */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T | undefined>;
  /** A missing blob counts as deleted. */
  delete(key: string): Promise<void>;
  /**
   * Writes a mark unless one exists, and returns the mark that is stored. If two different marks are written at the
   * same moment, the last one stays, so the caller must check each time.
   */
  keepMark(name: Mark, value: string): Promise<string>;
  findMark(name: Mark): Promise<string | undefined>;
  /** Removes uploads that were begun before this time and never finished. Returns how many. */
  discardUnfinished(before: Date): Promise<number>;
};

/** The first and the last byte, both included. */
export type ByteRange = { first: number; last: number };

const RETRY_AFTER_S = "5";

/** Marks: whose storage this is, and who may remove its files. No key looks like these names. */
export type Mark = "owner" | "keeper";

/** The storage is unavailable or full: the caller may retry. The log line says why. */
export class StorageAway extends ApiError {
  constructor(cause: unknown) {
    const message = "The file storage is unavailable for a moment; send the same request again.";
    super("service_unavailable", message, [], { "retry-after": RETRY_AFTER_S });
    this.cause = cause;
    this.stack = `${this.stack}\nCaused by: ${cause instanceof Error ? cause.stack : String(cause)}`;
  }
}

/** Longer than clients wait by themselves: room is made by a person, so the caller should be told at once. */
const ROOM_AFTER_S = "300";

/** Thrown before the disk is full, to protect its other users, above all the database. */
export class StorageFull extends ApiError {
  constructor() {
    const message =
      "There is no room for this on the disk of the service: the operator must make room. Send the same request again then.";
    super("service_unavailable", message, [], { "retry-after": ROOM_AFTER_S });
  }
}

/** Reports every error of the storage as unavailable storage. */
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
    // Only an error thrown here is the source's. If the storage fails, it throws into this generator at the yield.
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

/**
 * A read that breaks off is the storage's failure, for any reader. A reader that stops before the first byte still
 * closes the stream.
 */
export function readBytes(stream: Readable): Readable {
  const bytes = Readable.from(blamingStorage(stream), { objectMode: false });
  // A generator that never ran cannot close it in its `finally`.
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

/** A file with another name is not ours and is left alone: desktops and consoles leave their own files everywhere. */
export function isKey(name: string): boolean {
  return /^[a-z]{3}_[0-9a-z]{26}$/.test(name);
}
