import { atStorage, type Blobs } from "./blobs.ts";
import { createDiskRoom, type Disk, type MeasuredDisk, measureDisk } from "./disk-room.ts";
import { type FolderStorage, openFolder } from "./folder.ts";
import type { S3Storage } from "./s3.ts";

/** The place of files. `database`: the disk of the embedded database, if there is one; it is left room too. */
export type Storage = (FolderStorage | S3Storage) & { database?: Disk | undefined };

/** `name` separates environments that share one storage. */
export async function openBlobs(storage: Storage, name: string): Promise<Blobs> {
  const blobs = await openPlace(storage, name);
  if (!storage.database) return blobs;
  const room = createDiskRoom(storage.database);
  return {
    ...blobs,
    put: (key, bytes) => blobs.put(key, room.watch(bytes)),
    async assertRoom(size_bytes) {
      await atStorage(room.assert(0));
      await blobs.assertRoom(size_bytes);
    },
  };
}

/** The disks of this machine that the service fills. One that cannot be measured is left out. */
export async function measureDisks(storage: Storage): Promise<MeasuredDisk[]> {
  const files = storage.kind === "folder" ? [{ disk: "files" as const, ...storage }] : [];
  const database = storage.database ? [{ disk: "database" as const, ...storage.database }] : [];
  const measured = await Promise.allSettled(
    [...files, ...database].map(async ({ disk, path, measure = () => measureDisk(path) }) => ({
      disk,
      path,
      ...(await measure()),
    })),
  );
  return measured.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

async function openPlace(storage: Storage, name: string): Promise<Blobs> {
  if (storage.kind === "folder") return openFolder(storage, name);
  // The S3 client is large, so it is loaded only when it is used.
  const { openBucket } = await import("./s3.ts");
  return openBucket(storage, name);
}

/** The memory of one upload in transit: S3 takes parts of some size, and several at once. */
export function memoryOfUpload({ kind }: Storage): number {
  return kind === "folder" ? 262_144 : 16_777_216;
}
