// The environment that a database belongs to. Two names may lead to one server, so the database itself stores it.

import type { Db } from "./platform/database/db.ts";
import { findSetting, keepSetting, UNFINISHED_RESTORE } from "./platform/database/installation.ts";
import { StartRefused } from "./platform/errors.ts";

export async function assertOwnDatabase(db: Db, name: string): Promise<void> {
  assertOwner(await keepSetting(db, "environment", name), name);
}

/** Writes nothing: a database that has no owner yet fits. */
export async function assertDatabaseFits(db: Db, name: string): Promise<void> {
  assertOwner((await findSetting(db, "environment")) ?? name, name);
}

function assertOwner(owner: string, name: string): void {
  if (owner === name) return;
  if (owner === UNFINISHED_RESTORE)
    throw new StartRefused(`A restore into the database of ${name} was not finished: run \`segue restore\` again.`);
  throw new StartRefused(
    `The database of ${name} already belongs to ${owner}: give each environment its own database.`,
  );
}
