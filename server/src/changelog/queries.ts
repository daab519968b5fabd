import type { Db, TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectOrdered } from "../platform/http/pagination.ts";
import type { ChangelogEntry } from "./changelog.ts";

export async function insertEntry(db: TransactionDb, entry: ChangelogEntry): Promise<void> {
  await db`
    insert into changelog (id, date, title, body, created_at)
    values (${entry.id}, ${entry.date}, ${entry.title}, ${entry.body}, ${entry.created_at})`;
}

/** By the day of the change, whenever it was written down. A page goes on after an entry, and entries never go. */
export async function listEntries(db: Db, asked: PageAsked): Promise<Page<ChangelogEntry>> {
  const { after } = asked;
  return selectOrdered(db, asked, {
    found: db`
      select id, created_at from changelog
      ${after ? db`where (date, created_at, id) < (select date, created_at, id from changelog where id = ${after[1]})` : db``}
      order by date desc, created_at desc, id desc`,
    rows: db`select id, date, title, body, created_at from changelog`,
  });
}

/** The organizations that get an event for each new entry. */
export async function listReaders(db: Db, tier: string): Promise<{ id: string }[]> {
  return db<{ id: string }[]>`select id from organizations where tier = ${tier} and status = 'active' order by id`;
}
