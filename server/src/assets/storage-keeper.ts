// Whose files these are. Two marks lie in the storage.
//
// `owner` names the database by an id that it keeps: one that belongs to another is not even started with.
//
// A restored copy of a database has the same id. It knows nothing of what the original was given since, and whatever it removes
// is lost to both. So `keeper` names the place where the database lives, its server and its number there, which no dump
// carries along: only the database that lives there removes files. To a copy all else is allowed; what it would remove
// waits. Where the original is gone, the operator deletes `keeper`, and the next one who asks takes its place.

import type { Context } from "../platform/context.ts";
import { keepSetting } from "../platform/database/installation.ts";
import { StartRefused } from "../platform/errors.ts";
import { findDatabasePlace } from "./queries.ts";

/** Asked at the start, and before anything is removed. False: another copy of this database keeps the files. */
export async function mayRemove(ctx: Context): Promise<boolean> {
  await assertOwnStorage(ctx);
  const place = await findDatabasePlace(ctx.db);
  return (await ctx.blobs.keepMark("keeper", place)) === place;
}

async function assertOwnStorage(ctx: Context): Promise<void> {
  const id = await keepSetting(ctx.db, "storage_id", ctx.chance.uuid());
  if ((await ctx.blobs.keepMark("owner", id)) === id) return;
  throw new StartRefused(
    "The files in SEGUE_STORAGE are those of another database: give each database a storage of its own, or connect the one they belong to.",
  );
}
