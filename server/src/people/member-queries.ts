import type { Db, TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import type { Member } from "./member.ts";
import { isNamed, shownPerson } from "./person-queries.ts";

const columns = (db: Db) => db`
  m.id, ${shownPerson(db)} as person, m.role, m.labels, m.payee_ids, m.status, m.invited_by, m.invited_at,
  case when m.status = 'invited' then m.invitation_expires_at end as invitation_expires_at, m.joined_at, m.last_seen_at`;

const joined = (db: Db) => db`members m join people p on p.id = m.person_id`;

export async function listMembers(
  db: Db,
  organization_id: string,
  asked: PageAsked & { role?: string; status?: string; q?: string },
): Promise<Page<Member>> {
  const { role, status, q } = asked;
  return selectPage(db, asked, {
    from: q === undefined ? db`members m` : joined(db),
    where: db`
      m.organization_id = ${organization_id}
      ${role === undefined ? db`` : db`and m.role = ${role}`}
      ${status === undefined ? db`` : db`and m.status = ${status}`}
      ${q === undefined ? db`` : db`and ${isNamed(db, q)}`}`,
    rows: db`select ${columns(db)} from ${joined(db)}`,
    order: { created_at: "m.invited_at", id: "m.id" },
  });
}

export async function findMember(db: Db, { organization_id, id }: Owned): Promise<Member | undefined> {
  const [row] = await db<Member[]>`
    select ${columns(db)} from ${joined(db)} where m.organization_id = ${organization_id} and m.id = ${id}`;
  return row;
}

/** Changes of one organization's members wait for each other, so that its owners can be counted. Returns its name. */
export async function lockMembers(db: TransactionDb, organization_id: string): Promise<{ name: string } | undefined> {
  const [row] = await db<{ name: string }[]>`
    select name from organizations where id = ${organization_id} for no key update`;
  return row;
}

/** The acceptance of an invitation waits, too. */
export async function lockMember(db: TransactionDb, { organization_id, id }: Owned): Promise<Member | undefined> {
  const [row] = await db<Member[]>`
    select ${columns(db)} from ${joined(db)} where m.organization_id = ${organization_id} and m.id = ${id}
    for update of m`;
  return row;
}

export async function findMemberOfPerson(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<{ id: string } | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from members where organization_id = ${organization_id} and person_id = ${person_id}`;
  return row;
}

/** Invitations that have expired do not count. */
export async function countMembers(
  db: TransactionDb,
  { organization_id, now }: { organization_id: string; now: string },
): Promise<{ members: number; open_invitations: number }> {
  const [row] = await db<{ members: number; open_invitations: number }[]>`
    select count(*)::int as members, count(*) filter (where status = 'invited')::int as open_invitations
    from members
    where organization_id = ${organization_id} and (status <> 'invited' or invitation_expires_at > ${now})`;
  return row ?? { members: 0, open_invitations: 0 };
}

export async function countOtherOwners(db: TransactionDb, { organization_id, id }: Owned): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from members
    where organization_id = ${organization_id} and role = 'owner' and status = 'active' and id <> ${id}`;
  return row?.count ?? 0;
}

export async function listActiveOwners(db: Db, organization_id: string): Promise<{ id: string; email: string }[]> {
  return db<{ id: string; email: string }[]>`
    select p.id, p.email from ${joined(db)}
    where m.organization_id = ${organization_id} and m.role = 'owner' and m.status = 'active' and p.status = 'active'
    order by p.id`;
}

export async function insertMember(
  db: TransactionDb,
  row: Pick<Member, "id" | "role" | "labels" | "payee_ids" | "invited_by" | "invited_at"> & {
    organization_id: string;
    person_id: string;
    invitation_expires_at: string;
  },
): Promise<void> {
  await db`
    insert into members (id, organization_id, person_id, role, labels, payee_ids, status, invited_by, invited_at, invitation_expires_at)
    values (${row.id}, ${row.organization_id}, ${row.person_id}, ${row.role}, ${row.labels}, ${row.payee_ids}, 'invited', ${row.invited_by},
      ${row.invited_at}, ${row.invitation_expires_at})`;
}

export async function updateMemberRow(
  db: TransactionDb,
  row: Pick<Member, "id" | "role" | "labels" | "payee_ids" | "status"> & { organization_id: string },
): Promise<void> {
  await db`
    update members set role = ${row.role}, labels = ${row.labels}, payee_ids = ${row.payee_ids}, status = ${row.status}
    where organization_id = ${row.organization_id} and id = ${row.id}`;
}

export async function prolongMember(db: TransactionDb, row: Owned & { invitation_expires_at: string }): Promise<void> {
  await db`
    update members set invitation_expires_at = ${row.invitation_expires_at}
    where organization_id = ${row.organization_id} and id = ${row.id}`;
}

/** Those of these ids that are payees of the organization. */
export async function findPayeesOf(db: Db, organization_id: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select id from payees where organization_id = ${organization_id} and id = any(${ids as string[]}::text[])`;
  return new Set(rows.map(({ id }) => id));
}

/** A payee that is deleted is read by no member any more. */
export async function removePayeeOfMembers(db: TransactionDb, { organization_id, id }: Owned): Promise<void> {
  await db`
    update members set payee_ids = array_remove(payee_ids, ${id})
    where organization_id = ${organization_id} and ${id} = any(payee_ids)`;
}

/** Its links and sessions go with it. */
export async function deleteMember(db: TransactionDb, { organization_id, id }: Owned): Promise<void> {
  await db`delete from members where organization_id = ${organization_id} and id = ${id}`;
}

type Membership = Owned & Pick<Member, "role" | "status">;

/** For the operator: in all organizations, in the order in which they are locked. */
export async function listAnyMembershipsOf(db: Db, person_id: string): Promise<Membership[]> {
  return db<Membership[]>`
    select id, organization_id, role, status from members where person_id = ${person_id} order by organization_id`;
}

export async function lockAnyMembershipsOf(db: TransactionDb, person_id: string): Promise<Membership[]> {
  return db<Membership[]>`
    select id, organization_id, role, status from members where person_id = ${person_id} order by organization_id
    for update`;
}
