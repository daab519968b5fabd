// People by their account at the identity provider, and invitations that are accepted by it.

import type { TransactionDb } from "../platform/database/db.ts";

export type IdentityKey = { issuer: string; subject: string };

export async function lockPersonByIdentity(
  db: TransactionDb,
  { issuer, subject }: IdentityKey,
): Promise<{ id: string } | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from people where issuer = ${issuer} and subject = ${subject} for update`;
  return row;
}

export async function lockPersonByEmail(db: TransactionDb, email: string): Promise<{ id: string } | undefined> {
  const [row] = await db<{ id: string }[]>`select id from people where email = ${email} for update`;
  return row;
}

/** The constraint that two people who are bound to one account at once meet. */
export const IDENTITY_CONSTRAINT = "people_issuer_subject_key";

/** Binds the person, verifies its address, and drops a password that was set before this was verified. False: bound already. */
export async function bindIdentity(
  db: TransactionDb,
  { id, issuer, subject, now }: IdentityKey & { id: string; now: string },
): Promise<boolean> {
  const { count } = await db`
    update people set issuer = ${issuer}, subject = ${subject},
      password = case when email_verified_at is null then null else password end,
      email_verified_at = coalesce(email_verified_at, ${now})
    where id = ${id} and issuer is null`;
  return count === 1;
}

/** An invited person becomes active, and gets its name. */
export async function activatePerson(db: TransactionDb, { id, name }: { id: string; name: string }): Promise<void> {
  await db`update people set status = 'active', name = ${name} where id = ${id} and status = 'invited'`;
}

/** An open invitation of this person. */
export async function findOpenInvitation(
  db: TransactionDb,
  { id, person_id, now }: { id: string; person_id: string; now: string },
): Promise<{ member_id: string; staff_id: null } | { member_id: null; staff_id: string } | undefined> {
  const [member] = await db<{ member_id: string; staff_id: null }[]>`
    select id as member_id, null as staff_id from members
    where id = ${id} and person_id = ${person_id} and status = 'invited' and invitation_expires_at > ${now}`;
  if (member) return member;
  const [staff] = await db<{ member_id: null; staff_id: string }[]>`
    select null as member_id, id as staff_id from staff
    where id = ${id} and person_id = ${person_id} and status = 'invited' and invitation_expires_at > ${now}`;
  return staff;
}
