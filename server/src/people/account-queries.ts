// The account of a person: its password, its second factor, and the seats in which it may act.

import type { Seat } from "../credentials/session-queries.ts";
import type { Db, TransactionDb } from "../platform/database/db.ts";

export type Account = {
  id: string;
  email: string;
  name: string;
  status: "invited" | "active" | "disabled";
  email_verified_at: string | null;
  password: string | null;
  totp_secret: string | null;
  totp_offered_at: string | null;
  totp_confirmed_at: string | null;
  issuer: string | null;
  notifications: Record<string, boolean>;
  last_organization_id: string | null;
  created_at: string;
  last_sign_in_at: string | null;
};

const columns = (db: Db) => db`
  id, email, name, status, email_verified_at, password, totp_secret, totp_offered_at, totp_confirmed_at, issuer,
  notifications, last_organization_id, created_at, last_sign_in_at`;

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await db<Account[]>`select ${columns(db)} from people where email = ${email}`;
  return row;
}

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const [row] = await db<Account[]>`select ${columns(db)} from people where id = ${id}`;
  return row;
}

export async function lockAccount(db: TransactionDb, id: string): Promise<Account | undefined> {
  const [row] = await db<Account[]>`select ${columns(db)} from people where id = ${id} for update`;
  return row;
}

/** An active member or staff entry of a person. `organization` is null for staff. */
export type OpenSeat = Pick<Seat, "member" | "staff"> & {
  organization: (NonNullable<Seat["organization"]> & { name: string }) | null;
};

/** All active seats: memberships first, the oldest first. */
export async function findSeats(db: Db, person_id: string): Promise<OpenSeat[]> {
  return db<OpenSeat[]>`
    select jsonb_build_object('id', m.id, 'role', m.role, 'labels', m.labels, 'payee_ids', m.payee_ids) as member, null as staff,
      jsonb_build_object('organization_id', o.id, 'tier', o.tier, 'status', o.status, 'name', o.name) as organization,
      m.joined_at as since, m.id as seat_id
    from members m join organizations o on o.id = m.organization_id
    where m.person_id = ${person_id} and m.status = 'active'
    union all
    select null, jsonb_build_object('id', f.id, 'role', f.role), null, 'infinity', f.id
    from staff f where f.person_id = ${person_id} and f.status = 'active'
    order by since, seat_id`;
}

export async function noteSignIn(
  db: TransactionDb,
  { id, now, seat_of }: { id: string; now: string; seat_of: string | null },
): Promise<void> {
  await db`
    update people set last_sign_in_at = ${now}, last_organization_id = coalesce(${seat_of}, last_organization_id)
    where id = ${id}`;
}

export async function noteSeat(db: TransactionDb, id: string, organization_id: string): Promise<void> {
  await db`update people set last_organization_id = ${organization_id} where id = ${id}`;
}

/** Only while the old hash stands: a password that was changed meanwhile stays. */
export async function replacePassword(
  db: TransactionDb,
  { id, old, password }: { id: string; old: string | null; password: string },
): Promise<boolean> {
  const { count } = await db`
    update people set password = ${password} where id = ${id} and password is not distinct from ${old}`;
  return count === 1;
}

export async function updateProfile(
  db: TransactionDb,
  { id, name, notifications }: { id: string; name: string; notifications: Record<string, boolean> },
): Promise<void> {
  await db`
    update people set name = ${name}, notifications = ${db.json(notifications)} where id = ${id}`;
}

// The second factor

/** A newer offer replaces the one before it. False if a factor is set already. */
export async function offerSecret(
  db: TransactionDb,
  { id, sealed, now }: { id: string; sealed: string; now: string },
): Promise<boolean> {
  const { count } = await db`
    update people set totp_secret = ${sealed}, totp_offered_at = ${now}, totp_step = null
    where id = ${id} and totp_confirmed_at is null`;
  return count === 1;
}

export async function confirmSecret(
  db: TransactionDb,
  { id, sealed, step, now }: { id: string; sealed: string; step: number; now: string },
): Promise<boolean> {
  const { count } = await db`
    update people set totp_confirmed_at = ${now}, totp_step = ${step}
    where id = ${id} and totp_secret = ${sealed} and totp_confirmed_at is null`;
  return count === 1;
}

/** Only a later step than the last is taken, so that no code works twice, not even at once. */
export async function takeStep(db: TransactionDb, id: string, step: number): Promise<boolean> {
  const { count } = await db`
    update people set totp_step = ${step}
    where id = ${id} and totp_confirmed_at is not null and (totp_step is null or totp_step < ${step})`;
  return count === 1;
}

export async function takeRecoveryCode(db: TransactionDb, person_id: string, hash: Buffer): Promise<boolean> {
  const { count } = await db`delete from recovery_codes where person_id = ${person_id} and hash = ${hash}`;
  return count === 1;
}

export async function replaceRecoveryCodes(
  db: TransactionDb,
  person_id: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db`delete from recovery_codes where person_id = ${person_id}`;
  for (const hash of hashes) await db`insert into recovery_codes (person_id, hash) values (${person_id}, ${hash})`;
}

export async function removeFactor(db: TransactionDb, person_id: string): Promise<void> {
  await db`
    update people set totp_secret = null, totp_offered_at = null, totp_confirmed_at = null, totp_step = null
    where id = ${person_id}`;
  await db`delete from recovery_codes where person_id = ${person_id}`;
}

// Addresses that a person has signed in from

export async function wasSeen(
  db: Db,
  { person_id, hash, since }: { person_id: string; hash: Buffer; since: string },
): Promise<boolean> {
  const [row] = await db`
    select 1 from seen_addresses where person_id = ${person_id} and hash = ${hash} and seen_at > ${since}`;
  return row !== undefined;
}

export async function noteSeen(
  db: TransactionDb,
  { person_id, hashes, now }: { person_id: string; hashes: readonly Buffer[]; now: string },
): Promise<void> {
  for (const hash of hashes)
    await db`
      insert into seen_addresses (person_id, hash, seen_at) values (${person_id}, ${hash}, ${now})
      on conflict (person_id, hash) do update set seen_at = excluded.seen_at`;
}
