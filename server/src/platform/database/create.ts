import { StartRefused } from "../errors.ts";
import { type Db, openDatabase } from "./db.ts";
import { errorCode } from "./failure.ts";
import type { DatabaseAddress } from "./url.ts";

/** Creates the database unless it exists, empty or as a copy. `maintenance` is any other database of the same server. */
export async function ensureDatabase(maintenance: DatabaseAddress, name: string, template?: string): Promise<void> {
  const { db, close } = openDatabase(maintenance, 1);
  try {
    const [found] = await db`select 1 from pg_database where datname = ${name}`;
    if (found) return;
    // Files are copied as they are: page by page takes twice the processor time.
    const copied = template === undefined ? "" : `template ${quoted(template)} strategy file_copy`;
    await db.unsafe(`create database ${quoted(name)} ${copied}`);
  } catch (error) {
    // Another node created it at the same moment.
    if (errorCode(error) === "42P04" || errorCode(error) === "23505") return;
    if (errorCode(error) !== "42501") throw error;
    throw missingDatabase(name);
  } finally {
    await close();
  }
}

export function missingDatabase(name: string): StartRefused {
  return new StartRefused(
    `The database ${quoted(name)} does not exist, and the user of Segue may not create it: create it first.`,
  );
}

/** Whether the user of this connection could create a database. */
export async function mayCreateDatabases(db: Db): Promise<boolean> {
  const [role] = await db<{ may_create: boolean }[]>`
    select rolcreatedb or rolsuper as may_create from pg_roles where rolname = current_user`;
  return role?.may_create === true;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
