// The settings of an installation, kept in its database: its environment, its secret, its storage.

import type { Db, TransactionDb } from "./db.ts";

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db<{ value: string }[]>`select value from settings where name = ${name}`;
  return row?.value;
}

/** Sets the value unless one is set. Returns the stored value, which another process may have set first. */
export async function keepSetting(db: Db, name: string, value: string): Promise<string> {
  await db`insert into settings (name, value) values (${name}, ${value}) on conflict (name) do nothing`;
  return (await findSetting(db, name)) ?? value;
}

export async function setSetting(db: Db, name: string, value: string): Promise<void> {
  await db`
    insert into settings (name, value) values (${name}, ${value}) on conflict (name) do update set value = excluded.value`;
}

/** Adds one to a number, which is 1 the first time. */
export async function countSetting(db: TransactionDb, name: string): Promise<void> {
  await db`
    insert into settings (name, value) values (${name}, '1')
    on conflict (name) do update set value = (settings.value::int + 1)::text`;
}

/** Whether an earlier start or restore has used this database. */
export async function hasSettings(db: Db): Promise<boolean> {
  const [table] = await db`select 1 where to_regclass('settings') is not null`;
  return table !== undefined;
}

/** The time at which the last backup was written, as RFC 3339. */
export const LAST_BACKUP = "last_backup_at";
/** How many backups by schedule have failed since then. */
export const BACKUP_FAILURES = "backup_failures";

/** Stored instead of the environment's name while a restore has not inserted all rows. */
export const UNFINISHED_RESTORE = "an unfinished restore";
