import {
  type byIndexAlone,
  type Database,
  openDatabase,
  type TransactionDb,
} from "../server/src/platform/database/db.ts";

/** A pool of one connection. Statements sent on it arrive in order, so a floor sends `begin` and `commit` itself. */
export type Line = Omit<Database, "db"> & { db: TransactionDb };

export function openLine(socket_dir: string, settings: Partial<typeof byIndexAlone> = {}): Line {
  const database = openDatabase({ socket_dir, username: "segue", database: "segue" }, 1, settings);
  return { ...database, db: database.db as TransactionDb };
}
