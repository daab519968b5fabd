import type { Db, TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { PersonSession } from "./me.ts";

export async function listSessionsOf(
  db: Db,
  { person_id, current, now, ...asked }: PageAsked & { person_id: string; current: Buffer; now: string },
): Promise<Page<PersonSession>> {
  return selectPage(db, asked, {
    from: db`dashboard_sessions`,
    where: db`person_id = ${person_id} and expires_at > ${now}`,
    rows: db`
      select id, created_at, last_seen_at, expires_at, address, user_agent, hash = ${current} as is_current
      from dashboard_sessions`,
  });
}

export async function deleteSessionOf(db: TransactionDb, person_id: string, id: string): Promise<boolean> {
  const { count } = await db`delete from dashboard_sessions where person_id = ${person_id} and id = ${id}`;
  return count === 1;
}
