import type { Db, TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import { containing, foldText } from "../platform/search.ts";
import type { Person } from "./person.ts";

/** The person `p` of a statement, as members and staff show it. */
export const shownPerson = (db: Db) => db`jsonb_build_object('id', p.id, 'email', p.email, 'name', p.name)`;

/** `q` is a part of the name or the email of the person `p`. */
export const isNamed = (db: Db, q: string) => db`
  (p.email like ${containing(foldText(q))} or lower(normalize(p.name, NFKC)) like ${containing(foldText(q))})`;

const columns = (db: Db) => db`
  p.id, p.email, p.name, p.status, p.email_verified_at, p.password is not null as has_password,
  case when p.totp_confirmed_at is null then 'none' else 'totp' end as second_factor, p.issuer as identity_provider,
  p.created_at, p.last_sign_in_at`;

export async function listPeople(db: Db, asked: PageAsked & { q?: string; status?: string }): Promise<Page<Person>> {
  const { q, status } = asked;
  return selectPage(db, asked, {
    from: db`people p`,
    where: db`
      ${status === undefined ? db`true` : db`p.status = ${status}`}
      ${q === undefined ? db`` : db`and (${isNamed(db, q)} or p.id = ${q})`}`,
    rows: db`select ${columns(db)} from people p`,
    order: { created_at: "p.created_at", id: "p.id" },
  });
}

export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const [row] = await db<Person[]>`select ${columns(db)} from people p where p.id = ${id}`;
  return row;
}

export async function lockPerson(db: TransactionDb, id: string): Promise<Person | undefined> {
  const [row] = await db<Person[]>`select ${columns(db)} from people p where p.id = ${id} for update of p`;
  return row;
}

/**
 * The person with this address, who is made if there is none. Updating the row locks it: two that invite an address at once
 * find one person, and no sweep removes it meanwhile.
 */
export async function upsertPerson(
  db: TransactionDb,
  row: { id: string; email: string; name: string; created_at: string },
): Promise<{ id: string; email: string; name: string }> {
  const [person] = await db<{ id: string; email: string; name: string }[]>`
    insert into people (id, email, name, status, created_at)
    values (${row.id}, ${row.email}, ${row.name}, 'invited', ${row.created_at})
    on conflict (email) do update set email = excluded.email
    returning id, email, name`;
  return person ?? row;
}

/** Removes a person who never accepted an invitation and has none left. Lock the person before. */
export async function deleteUninvitedPerson(db: TransactionDb, id: string): Promise<void> {
  await db`
    delete from people p where p.id = ${id} and p.status = 'invited'
      and not exists (select from members where person_id = p.id)
      and not exists (select from staff where person_id = p.id)`;
}

export async function updatePersonStatus(
  db: TransactionDb,
  { id, status }: Pick<Person, "id" | "status">,
): Promise<void> {
  await db`update people set status = ${status} where id = ${id}`;
}

export async function unbindIdentity(db: TransactionDb, id: string): Promise<void> {
  await db`update people set issuer = null, subject = null where id = ${id}`;
}

/** Everything that refers to the person goes with it: memberships, links, sessions, codes, addresses and mails. */
export async function deletePerson(db: TransactionDb, id: string): Promise<void> {
  await db`delete from people where id = ${id}`;
}
