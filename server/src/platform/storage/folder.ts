// Blobs in a local folder. A file is written under `unfinished`, brought to the disk, and then renamed: whenever the
// process or the machine ends, there is the whole file or none. Its last two letters, which are random, choose the folder,
// so that no folder grows without bound.

import { constants } from "node:fs";
import { access, type FileHandle, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartRefused } from "../errors.ts";
import { newId } from "../ids.ts";
import { makeFolder } from "../make-folder.ts";
import { assertKey, atStorage, type Blobs, isKey, type Mark, readBytes, storeBytes } from "./blobs.ts";
import { createDiskRoom, type Room } from "./disk-room.ts";

const UNFINISHED = "unfinished";
const STAT_AT_ONCE = 64;

/** `measure`: how much room there is, where a test has none of its own to fill. */
export type FolderStorage = { kind: "folder"; path: string; measure?: () => Promise<Room> };

export async function openFolder({ path, measure }: FolderStorage, name: string): Promise<Blobs> {
  const root = join(path, name);
  await prepareFolder(root);
  const room = createDiskRoom({ path: root, measure });
  const folderOf = (key: string) => join(root, assertKey(key).slice(-2));
  const pathOf = (key: string) => join(folderOf(key), key);
  return {
    put: (key, bytes) =>
      storeBytes(bytes, async (bytes) => {
        const [draft, folder] = [join(root, UNFINISHED, assertKey(key)), folderOf(key)];
        await writeWhole(draft, room.watch(bytes));
        await makeFolder(folder);
        await rename(draft, pathOf(key));
        await syncFolder(folder);
        // Sync even if another process just made the folder: we cannot tell whether its name is on the disk
        // yet.
        await syncFolder(root);
      }),
    assertRoom: (size_bytes) => atStorage(room.assert(size_bytes)),
    async get(key, range) {
      const file = await atStorage(ifThere(open(pathOf(key), "r")));
      const ends = range && { start: range.first, end: range.last };
      return file && readBytes(file.createReadStream(ends));
    },
    size: async (key) => (await atStorage(ifThere(stat(pathOf(key)))))?.size,
    async withFile(key, work) {
      const found = await atStorage(ifThere(stat(pathOf(key))));
      return found && work(pathOf(key));
    },
    delete: (key) => atStorage(rm(pathOf(key), { force: true })),
    keepMark: (name, value) => atStorage(keepMark(root, name, value)),
    findMark: (name) => atStorage(ifThere(readFile(join(root, name), "utf8"))),
    discardUnfinished: (before) => atStorage(discardDrafts(join(root, UNFINISHED), before)),
  };
}

async function prepareFolder(root: string): Promise<void> {
  try {
    await makeFolder(join(root, UNFINISHED));
    await access(join(root, UNFINISHED), constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartRefused(
      `${root} cannot be written (${code}); set SEGUE_STORAGE to a folder that this user can write to.`,
    );
  }
}

async function writeWhole(draft: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(draft, "w", 0o600);
  try {
    await writeAll(file, bytes);
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
  await file.close();
}

// One system call for each network packet would cost more than the writing.
const WRITE_AT_ONCE = 512 * 1024;
// The disk begins while the rest still comes: at the end little is left to wait for.
const SYNC_EVERY = 8 * 1024 * 1024;

/** Reads on while it writes; never more than two pieces are in memory. */
async function writeAll(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const disk = { writing: Promise.resolve(), syncing: Promise.resolve(), unsynced: 0, isSyncing: false };
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < WRITE_AT_ONCE) continue;
    await disk.writing;
    disk.writing = whenAsked(writeChunks(file, waiting));
    disk.unsynced += size;
    if (disk.unsynced >= SYNC_EVERY && !disk.isSyncing) {
      disk.unsynced = 0;
      disk.isSyncing = true;
      disk.syncing = whenAsked(file.datasync().finally(() => (disk.isSyncing = false)));
    }
    waiting = [];
    size = 0;
  }
  await disk.writing;
  await writeChunks(file, waiting);
  await disk.syncing;
  await file.datasync();
}

/** The result is awaited later. Until then a failure must not count as an unhandled rejection. */
function whenAsked(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

async function writeChunks(file: FileHandle, chunks: Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return;
  const wanted = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const { bytesWritten } = await file.writev(chunks);
  // A disk that is almost full accepts a part first, and fails with the next write.
  if (bytesWritten < wanted) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

/** A name is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function keepMark(root: string, name: Mark, value: string): Promise<string> {
  const [path, draft] = [join(root, name), join(root, UNFINISHED, newId("blb"))];
  const found = await ifThere(readFile(path, "utf8"));
  if (found !== undefined) return found;
  await writeFile(draft, value, { mode: 0o600, flush: true });
  await rename(draft, path);
  await syncFolder(root);
  return readFile(path, "utf8");
}

async function discardDrafts(folder: string, before: Date): Promise<number> {
  const old = (await statAll(folder)).filter(({ written_at }) => written_at < before);
  for (const { key } of old) await rm(join(folder, key), { force: true });
  return old.length;
}

type Draft = { key: string; written_at: Date };

async function statAll(folder: string): Promise<Draft[]> {
  const names = ((await ifThere(readdir(folder))) ?? []).filter(isKey);
  const drafts: Draft[] = [];
  for (let first = 0; first < names.length; first += STAT_AT_ONCE) {
    const some = names.slice(first, first + STAT_AT_ONCE);
    const stats = await Promise.all(some.map((name) => ifThere(stat(join(folder, name)))));
    stats.forEach((found, index) => {
      if (found) drafts.push({ key: some[index] ?? "", written_at: found.mtime });
    });
  }
  return drafts;
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
