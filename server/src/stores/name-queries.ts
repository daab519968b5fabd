import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import { reportKey } from "./report-name.ts";

/** Changes of names wait for each other, so that two stores may exchange theirs without a deadlock. */
export async function lockReportNames(db: TransactionDb): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('segue report names', 0))`;
}

export async function deleteReportNames(db: TransactionDb, store_id: string): Promise<void> {
  await db`delete from store_report_names where store_id = ${store_id}`;
}

/** Returns the keys that could be inserted: the others belong to other stores. */
export async function insertReportNames(
  db: TransactionDb,
  store_id: string,
  names: readonly string[],
): Promise<Set<string>> {
  const given = names.map((name, place) => ({ key: reportKey(name), name, place }));
  const rows = await db<{ key: string }[]>`
    insert into store_report_names (key, store_id, name, place)
    select key, ${store_id}, name, place from jsonb_to_recordset(${json(db, given)}) as given (key text, name text, place integer)
    order by key
    on conflict (key) do nothing returning key`;
  return new Set(rows.map(({ key }) => key));
}

/** The store of every name, by its key (`reportKey`). A store has a hundred at most. */
export async function findReportNames(db: Db): Promise<Map<string, string>> {
  const rows = await db<{ key: string; store_id: string }[]>`select key, store_id from store_report_names`;
  return new Map(rows.map(({ key, store_id }) => [key, store_id]));
}

export async function findReportNamesOf(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ key: string; store_id: string }[]>`
    select key, store_id from store_report_names where key = any(${keys as string[]}::text[])`;
  return new Map(rows.map(({ key, store_id }) => [key, store_id]));
}
