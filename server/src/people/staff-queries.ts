import type { Db, TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import { isNamed, shownPerson } from "./person-queries.ts";
import type { Staff } from "./staff.ts";

const columns = (db: Db) => db`
  s.id, ${shownPerson(db)} as person, s.role, s.status, s.invited_by, s.invited_at,
  case when s.status = 'invited' then s.invitation_expires_at end as invitation_expires_at, s.created_at, s.last_seen_at`;

const joined = (db: Db) => db`staff s join people p on p.id = s.person_id`;

export async function listStaff(
  db: Db,
  asked: PageAsked & { role?: string; status?: string; q?: string },
): Promise<Page<Staff>> {
  const { role, status, q } = asked;
  return selectPage(db, asked, {
    from: q === undefined ? db`staff s` : joined(db),
    where: db`
      true
      ${role === undefined ? db`` : db`and s.role = ${role}`}
      ${status === undefined ? db`` : db`and s.status = ${status}`}
      ${q === undefined ? db`` : db`and ${isNamed(db, q)}`}`,
    rows: db`select ${columns(db)} from ${joined(db)}`,
    order: { created_at: "s.created_at", id: "s.id" },
  });
}

export async function findStaff(db: Db, id: string): Promise<Staff | undefined> {
  const [row] = await db<Staff[]>`select ${columns(db)} from ${joined(db)} where s.id = ${id}`;
  return row;
}

/** Changes of staff wait for each other, so that it can be counted. There is no row that all of it belongs to. */
export async function lockAllStaff(db: TransactionDb): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('segue staff', 0))`;
}

/** The acceptance of an invitation waits, too. */
export async function lockStaff(db: TransactionDb, id: string): Promise<Staff | undefined> {
  const [row] = await db<Staff[]>`select ${columns(db)} from ${joined(db)} where s.id = ${id} for update of s`;
  return row;
}

export async function findStaffOfPerson(
  db: Db,
  person_id: string,
): Promise<Pick<Staff, "id" | "role" | "status"> | undefined> {
  const [row] = await db<Pick<Staff, "id" | "role" | "status">[]>`
    select id, role, status from staff where person_id = ${person_id}`;
  return row;
}

/** Invitations that have expired do not count. */
export async function countStaff(db: TransactionDb, now: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from staff where status <> 'invited' or invitation_expires_at > ${now}`;
  return row?.count ?? 0;
}

export async function countOtherAdmins(db: TransactionDb, id: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from staff where role = 'admin' and status = 'active' and id <> ${id}`;
  return row?.count ?? 0;
}

export async function insertStaff(
  db: TransactionDb,
  row: Pick<Staff, "id" | "role" | "invited_by" | "invited_at"> & { person_id: string; invitation_expires_at: string },
): Promise<void> {
  await db`
    insert into staff (id, person_id, role, status, invited_by, invited_at, invitation_expires_at, created_at)
    values (${row.id}, ${row.person_id}, ${row.role}, 'invited', ${row.invited_by}, ${row.invited_at},
      ${row.invitation_expires_at}, ${row.invited_at})`;
}

export async function updateStaffRow(db: TransactionDb, row: Pick<Staff, "id" | "role" | "status">): Promise<void> {
  await db`update staff set role = ${row.role}, status = ${row.status} where id = ${row.id}`;
}

export async function prolongStaff(
  db: TransactionDb,
  row: { id: string; invitation_expires_at: string },
): Promise<void> {
  await db`update staff set invitation_expires_at = ${row.invitation_expires_at} where id = ${row.id}`;
}

/** Its links and sessions go with it. */
export async function deleteStaff(db: TransactionDb, id: string): Promise<void> {
  await db`delete from staff where id = ${id}`;
}
