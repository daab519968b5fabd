// Links that sign in or set a password, each good once.

import type { Db, TransactionDb } from "../platform/database/db.ts";

export type PersonLink = {
  person_id: string;
  member_id: string | null;
  staff_id: string | null;
  verifies: boolean;
};
type Asked = { hash: Buffer; kind: "invitation" | "password_reset"; now: string };

const columns = (db: Db) => db`person_id, member_id, staff_id, verifies`;

export async function findPersonLink(db: Db, { hash, kind, now }: Asked): Promise<PersonLink | undefined> {
  const [row] = await db<PersonLink[]>`
    select ${columns(db)} from person_links where hash = ${hash} and kind = ${kind} and expires_at > ${now}`;
  return row;
}

/** Two that use it at once: the second waits for the first, then finds none. All links of the invitation end with it. */
export async function takePersonLink(db: TransactionDb, { hash, kind, now }: Asked): Promise<PersonLink | undefined> {
  const [row] = await db<PersonLink[]>`
    delete from person_links where hash = ${hash} and kind = ${kind} and expires_at > ${now} returning ${columns(db)}`;
  if (!row) return undefined;
  const { person_id, member_id, staff_id } = row;
  await db`
    delete from person_links
    where person_id = ${person_id} and kind = ${kind}
      and member_id is not distinct from ${member_id} and staff_id is not distinct from ${staff_id}`;
  return row;
}

/** A newer link to set a password replaces the one before. */
export async function replaceResetLink(
  db: TransactionDb,
  row: { hash: Buffer; person_id: string; created_at: string; expires_at: string },
): Promise<void> {
  await db`delete from person_links where person_id = ${row.person_id} and kind = 'password_reset'`;
  await db`
    insert into person_links (hash, kind, person_id, verifies, created_at, expires_at)
    values (${row.hash}, 'password_reset', ${row.person_id}, true, ${row.created_at}, ${row.expires_at})`;
}

/** The seat that an invitation is to. `organization_name` null: the operator's staff. */
type InvitedSeat = { id: string; role: string; organization_name: string | null };

export async function findInvited(
  db: Db,
  { member_id, staff_id }: Pick<PersonLink, "member_id" | "staff_id">,
): Promise<InvitedSeat | undefined> {
  const [row] = await db<InvitedSeat[]>`
    select m.id, m.role, o.name as organization_name
    from members m join organizations o on o.id = m.organization_id where m.id = ${member_id}
    union all
    select f.id, f.role, null from staff f where f.id = ${staff_id}`;
  return row;
}

/** False if it is no invitation any more. */
export async function acceptMember(db: TransactionDb, id: string, now: string): Promise<boolean> {
  const { count } = await db`
    update members set status = 'active', joined_at = ${now}, last_seen_at = ${now} where id = ${id} and status = 'invited'`;
  return count === 1;
}

export async function acceptStaff(db: TransactionDb, id: string, now: string): Promise<boolean> {
  const { count } = await db`
    update staff set status = 'active', last_seen_at = ${now} where id = ${id} and status = 'invited'`;
  return count === 1;
}

/** Sets a password, with which the person becomes active. */
export async function setUpAccount(
  db: TransactionDb,
  row: { id: string; name: string; password: string; verified_at: string | null },
): Promise<void> {
  await db`
    update people set name = ${row.name}, password = ${row.password}, status = 'active',
      email_verified_at = coalesce(email_verified_at, ${row.verified_at})
    where id = ${row.id}`;
}

export async function verifyAccount(db: TransactionDb, id: string, now: string): Promise<void> {
  await db`update people set email_verified_at = coalesce(email_verified_at, ${now}) where id = ${id}`;
}
