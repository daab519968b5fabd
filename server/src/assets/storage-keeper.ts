// Whose files these are. Two marks lie in the storage.
//
// `owner` names the database by an id that it keeps: one that belongs to another is not even started with.
//
// A restored copy of a database has the same id. It knows nothing of what the original was given since, and whatever it removes
// is lost to both. So `keeper` names the place where the database lives, its server and its number there, which no dump
// carries along: only the database that lives there removes files. To a copy all else is allowed; what it would remove
// waits. Where the original is gone, the operator deletes `keeper`, and the next one who asks takes its place.
//
// A backup copies the rows first and then, perhaps for hours, the files that they name. So nothing is removed meanwhile: the
// backup holds a lock of the database, and what was to be removed waits as a copy's does.

import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/db.ts";
import { isLockedOut } from "../platform/database/failure.ts";
import { keepSetting } from "../platform/database/installation.ts";
import { StartRefused } from "../platform/errors.ts";
import { areFilesLocked, findDatabasePlace, lockFiles } from "./queries.ts";

/**
 * Asked right before anything is removed, and after it was found that nothing names it. False: another copy of this database
 * keeps the files, or a backup is being made.
 */
export async function mayRemove(ctx: Context): Promise<boolean> {
  return (await keepsFiles(ctx)) && !(await areFilesLocked(ctx.db));
}

/**
 * For a backup, before it looks at the rows, on a connection of its own: until that ends, no file is removed. What was about
 * to be removed is named by no row that the backup will see.
 */
export async function holdFiles(db: Db): Promise<void> {
  try {
    await lockFiles(db);
  } catch (error) {
    if (!isLockedOut(error)) throw error;
    throw new StartRefused("Another backup or restore of this database is running: wait until it has ended.");
  }
}

/** Asked at the start. False: another copy of this database keeps the files. */
export async function keepsFiles(ctx: Context): Promise<boolean> {
  await assertOwnStorage(ctx);
  const place = await findDatabasePlace(ctx.db);
  return (await ctx.blobs.keepMark("keeper", place)) === place;
}

async function assertOwnStorage(ctx: Context): Promise<void> {
  const id = await keepSetting(ctx.db, "storage_id", ctx.chance.uuid());
  if ((await ctx.blobs.keepMark("owner", id)) === id) return;
  throw new StartRefused(
    "The files in SEGUE_STORAGE belong to another database. Give each database its own storage, or connect the database they belong to.",
  );
}
