// How much room a disk has. Uploads leave a reserve, so that they cannot fill the disk for its other users, above all
// the database.

import { statfs } from "node:fs/promises";
import { StorageFull } from "./blobs.ts";

const GIB = 1024 ** 3;
/** The larger of the two is kept free. PostgreSQL's log alone may take a GiB before it is written anew. */
const RESERVE = { bytes: GIB, share: 0.05 };
// Concurrent uploads cannot fill the reserve in less time than this.
const MEASURE_EVERY_MS = 1_000;

export type Room = { free_bytes: number; total_bytes: number };
export type MeasuredDisk = Room & { disk: "files" | "database"; path: string };

/** A database needs this much to write at all: its log grows by pieces of 16 MiB, several at a time. */
const DATABASE_NEEDS_BYTES = 256 * 1024 ** 2;
const WARNED_BELOW_BYTES = 2 * GIB;

/** Why the service cannot go on: the disk of its own database is full. */
export function diskFault(disks: readonly MeasuredDisk[]): string | undefined {
  const full = disks.find(({ disk, free_bytes }) => disk === "database" && free_bytes < DATABASE_NEEDS_BYTES);
  return full && `The disk of the database is full (${full.path} has ${sizeOf(full)} left); make room there.`;
}

/** One line for the log of a start, if little room is left. */
export function diskWarning(disks: readonly MeasuredDisk[]): string | undefined {
  const low = disks.filter(({ free_bytes }) => free_bytes < WARNED_BELOW_BYTES);
  if (low.length === 0) return undefined;
  const each = low.map((one) => `${one.path} has ${sizeOf(one)} left`).join(", and ");
  return `Less than 2 GiB is free: ${each}. Uploads are refused before the disk is full; make room`;
}

function sizeOf({ free_bytes }: Room): string {
  return `${Math.floor(free_bytes / 1024 ** 2)} MiB`;
}

/** Bytes that uploads may still write before they are refused; negative once they are. */
export function writableBytes({ free_bytes, total_bytes }: Room): number {
  return free_bytes - Math.max(RESERVE.bytes, total_bytes * RESERVE.share);
}

export type DiskRoom = {
  assert(size_bytes: number): Promise<void>;
  /** The bytes as they are, until the room is used up. */
  watch<Bytes extends Uint8Array>(bytes: AsyncIterable<Bytes>): AsyncGenerator<Bytes>;
};

/** `measure` is for tests: no real disk is filled. */
export type Disk = { path: string; measure?: (() => Promise<Room>) | undefined };

export function createDiskRoom({ path, measure = () => measureDisk(path) }: Disk): DiskRoom {
  let known: { at_ms: number; room: Promise<Room> } | undefined;
  const isStale = () => !known || performance.now() - known.at_ms > MEASURE_EVERY_MS;
  async function assert(size_bytes: number): Promise<void> {
    if (!known || isStale()) known = { at_ms: performance.now(), room: measure() };
    if (writableBytes(await known.room) < size_bytes) throw new StorageFull();
  }
  return {
    assert,
    async *watch(bytes) {
      await assert(0);
      for await (const chunk of bytes) {
        if (isStale()) await assert(chunk.length);
        yield chunk;
      }
    },
  };
}

export async function measureDisk(path: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}
