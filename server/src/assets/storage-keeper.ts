// Which database owns the files. Two marks are in the storage.
//
// `owner` is an id that the database also stores. If they differ, the storage belongs to another database, and the service
// does not start.
//
// A restored copy of a database has the same id. It does not know the files that the original got since, and a file that it
// removes is lost to both. So `keeper` names the server of the database and its number there, which no dump contains. Only
// the database at that place removes files; a copy may do everything else, and its removals wait. If the original is gone,
// the operator deletes `keeper`, and the next database that asks takes its place.
//
// A backup copies the rows first and then, perhaps for hours, the files that they name. No file may be removed meanwhile, so
// the backup holds a lock of the database, and removals wait until it is released.

import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/db.ts";
import { isLockedOut } from "../platform/database/failure.ts";
import { findSetting, keepSetting } from "../platform/database/installation.ts";
import { StartRefused } from "../platform/errors.ts";
import type { Blobs } from "../platform/storage/blobs.ts";
import { areFilesLocked, findDatabasePlace, lockFiles } from "./queries.ts";

/**
 * Call it right before a file is removed, and after the check that no row names it. False: another copy of this database
 * owns the files, or a backup is running.
 */
export async function mayRemove(ctx: Context): Promise<boolean> {
  return (await keepsFiles(ctx)) && !(await areFilesLocked(ctx.db));
}

/**
 * A backup calls it before it reads the rows, on its own connection: until that ends, no file is removed. A file that was
 * about to be removed is named by no row that the backup will see.
 */
export async function holdFiles(db: Db): Promise<void> {
  try {
    await lockFiles(db);
  } catch (error) {
    if (!isLockedOut(error)) throw error;
    throw new StartRefused("Another backup or restore of this database is running: wait until it has ended.");
  }
}

/** Called at the start. False: another copy of this database owns the files. */
export async function keepsFiles(ctx: Context): Promise<boolean> {
  await assertOwnStorage(ctx);
  const place = await findDatabasePlace(ctx.db);
  return (await ctx.blobs.keepMark("keeper", place)) === place;
}

async function assertOwnStorage(ctx: Context): Promise<void> {
  const id = await keepSetting(ctx.db, "storage_id", ctx.chance.uuid());
  assertOwner(await ctx.blobs.keepMark("owner", id), id);
}

/** Writes nothing: a storage that has no owner yet fits. `db` undefined: no start has used the database yet. */
export async function assertStorageFits(db: Db | undefined, blobs: Blobs): Promise<void> {
  const owner = await blobs.findMark("owner");
  if (owner !== undefined) assertOwner(owner, db && (await findSetting(db, "storage_id")));
}

function assertOwner(owner: string, id: string | undefined): void {
  if (owner === id) return;
  throw new StartRefused(
    "The files in SEGUE_STORAGE belong to another database. Give each database its own storage, or connect the database they belong to.",
  );
}
