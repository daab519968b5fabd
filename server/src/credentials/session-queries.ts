import type { Db, TransactionDb } from "../platform/database/db.ts";
import type { SignedInPerson } from "../platform/http/principal.ts";
import type { Owned } from "../platform/owned.ts";
import type { MemberRole, StaffRole } from "../rights/role.ts";
import { bytesOf, type Holder } from "./queries.ts";

/**
 * The owner of a session or link: an API key, the operator by the hash of the operator key, or a person. The column
 * `organization_id` holds the id of the principal.
 */
export type SessionOwner = { principal_id: string } & (
  | { api_key_id: string; operator_hash: null; person: null }
  | { api_key_id: null; operator_hash: Buffer; person: null }
  | { api_key_id: null; operator_hash: null; person: SignedInPerson }
);

/** Where a person signed in from. */
export type SessionPlace = { address: string | null; user_agent: string | null };

export async function insertSession(
  db: TransactionDb,
  row: SessionOwner & SessionPlace & { id: string; hash: Buffer; created_at: string; expires_at: string },
): Promise<void> {
  const { person } = row;
  await db`
    insert into dashboard_sessions (id, hash, organization_id, api_key_id, operator_hash, person_id, member_id, staff_id,
      is_federated, address, user_agent, created_at, last_seen_at, expires_at)
    values (${row.id}, ${row.hash}, ${row.principal_id}, ${row.api_key_id}, ${row.operator_hash}, ${person?.id ?? null},
      ${person?.member_id ?? null}, ${person?.staff_id ?? null}, ${person?.is_federated ?? false}, ${row.address},
      ${row.user_agent}, ${row.created_at}, ${row.created_at}, ${row.expires_at})`;
}

/**
 * Ends all but the newest sessions of one owner. Sign-ins at the same moment would each wait for the rows of the others, in a circle.
 * So a row that another one ends is left to it. A few sessions too many may remain until the next sign-in.
 */
export async function deleteOldSessions(db: TransactionDb, owner: SessionOwner, kept: number): Promise<void> {
  const ofOwner = owner.person
    ? db`person_id = ${owner.person.id}`
    : db`organization_id = ${owner.principal_id} and person_id is null
        and api_key_id is not distinct from ${owner.api_key_id}`;
  await db`
    delete from dashboard_sessions where hash in (
      select hash from dashboard_sessions where hash in (
        select hash from dashboard_sessions where ${ofOwner}
        order by created_at desc, hash offset ${kept} limit 100)
      for update skip locked)`;
}

export async function deleteSessionsOfKey(db: TransactionDb, { organization_id, id }: Owned): Promise<void> {
  await db`delete from dashboard_sessions where organization_id = ${organization_id} and api_key_id = ${id}`;
}

export async function deleteSessionsOfMember(db: TransactionDb, member_id: string): Promise<void> {
  await db`delete from dashboard_sessions where member_id = ${member_id}`;
}

export async function deleteSessionsOfStaff(db: TransactionDb, staff_id: string): Promise<void> {
  await db`delete from dashboard_sessions where staff_id = ${staff_id}`;
}

/** By its token alone: the browser that has it signs in again or out. */
export async function deleteSession(db: TransactionDb, hash: Buffer): Promise<void> {
  await db`delete from dashboard_sessions where hash = ${hash}`;
}

/** `but`: a session that stays. */
export async function deleteSessionsOfPerson(db: TransactionDb, person_id: string, but?: Buffer): Promise<void> {
  await db`
    delete from dashboard_sessions
    where person_id = ${person_id} ${but ? db`and hash <> ${but}` : db``}`;
}

export async function setView(
  db: TransactionDb,
  { hash, organization_id, viewed_until }: { hash: Buffer; organization_id: string; viewed_until: string },
): Promise<void> {
  await db`
    update dashboard_sessions set viewed_organization_id = ${organization_id}, viewed_until = ${viewed_until}
    where hash = ${hash}`;
}

export async function insertLink(
  db: TransactionDb,
  row: SessionOwner & { hash: Buffer; expires_at: string },
): Promise<void> {
  await db`
    insert into dashboard_links (hash, api_key_id, operator_hash, expires_at)
    values (${row.hash}, ${row.api_key_id}, ${row.operator_hash}, ${row.expires_at})`;
}

/** False if it was used before, or has expired. Two that use it at once: the second waits for the first, then finds none. */
export async function useLink(db: TransactionDb, hash: Buffer, now: string): Promise<boolean> {
  const { count } = await db`delete from dashboard_links where hash = ${hash} and expires_at > ${now}`;
  return count === 1;
}

/** The key behind a session or a link, and until when it lasts. `actor` null: the operator's. */
export type Visitor = { by: Buffer; ends_at: string } & (Holder | { actor: null });

/** The seat of a person: a member or staff, and the organization of the member or of staff's view. */
export type Seat = {
  person_id: string;
  is_federated: boolean;
  has_second_factor: boolean;
  /** The person is staff, in this session or not. */
  is_staff: boolean;
  member: { id: string; role: MemberRole; labels: string[] | null; payee_ids: string[] | null } | null;
  staff: { id: string; role: StaffRole } | null;
  viewed_until: string | null;
  organization: Pick<Holder, "organization_id" | "tier" | "status"> | null;
};
export type PersonVisitor = Seat & { by: Buffer; ends_at: string };

/** A session whose key was revoked counts as unknown, and one of the operator whose key was changed since. */
export async function findSessions(
  db: Db,
  hashes: readonly Buffer[],
  { operator_hash, now }: { operator_hash: Buffer; now: string },
): Promise<(Visitor | PersonVisitor)[]> {
  const wanted = bytesOf(db, hashes);
  const rows = await db<(Visitor & { person: Seat | null })[]>`
    with seen as (
      update dashboard_sessions set last_seen_at = ${now}
      where hash = any(${wanted}) and person_id is not null
        and last_seen_at < ${now}::timestamptz - interval '4 minutes'
      returning member_id, staff_id
    ), seen_members as (
      update members set last_seen_at = ${now} where id in (select member_id from seen)
    ), seen_staff as (
      update staff set last_seen_at = ${now} where id in (select staff_id from seen)
    )
    select s.hash as by, s.expires_at as ends_at,
      k.id as actor, k.scopes, k.expires_at, o.id as organization_id, o.tier, o.status, o.rate_limit,
      case when p.id is not null then jsonb_build_object('person_id', p.id, 'is_federated', s.is_federated,
        'has_second_factor', p.totp_confirmed_at is not null, 'is_staff', f.id is not null,
        'member', case when m.id is not null then jsonb_build_object('id', m.id, 'role', m.role, 'labels', m.labels, 'payee_ids', m.payee_ids) end,
        'staff', case when s.staff_id is not null then jsonb_build_object('id', f.id, 'role', f.role) end,
        'viewed_until', to_char(s.viewed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'organization', case when o.id is not null then
          jsonb_build_object('organization_id', o.id, 'tier', o.tier, 'status', o.status) end) end as person
    from dashboard_sessions s
    left join api_keys k on k.id = s.api_key_id and k.revoked_at is null
    left join people p on p.id = s.person_id and p.status = 'active'
    left join members m on m.id = s.member_id and m.status = 'active'
    left join staff f on f.person_id = p.id and f.status = 'active'
    left join organizations o on o.id = coalesce(k.organization_id, m.organization_id, s.viewed_organization_id)
    where s.hash = any(${wanted})
      and (k.id is not null or s.operator_hash = ${operator_hash}
        or (p.id is not null and (m.id is not null or f.id = s.staff_id)))`;
  return rows.map(({ person, ...visitor }) => {
    const { by, ends_at } = visitor;
    return person ? { by, ends_at, ...person } : visitor;
  });
}

export async function findLinks(db: Db, hashes: readonly Buffer[], operator_hash: Buffer): Promise<Visitor[]> {
  return db<Visitor[]>`
    select s.hash as by, s.expires_at as ends_at, k.id as actor, k.scopes, k.expires_at, o.id as organization_id, o.tier,
      o.status, o.rate_limit
    from dashboard_links s
    left join api_keys k on k.id = s.api_key_id and k.revoked_at is null
    left join organizations o on o.id = k.organization_id
    where s.hash = any(${bytesOf(db, hashes)}) and (k.id is not null or s.operator_hash = ${operator_hash})`;
}

export async function deleteExpiredSessions(db: TransactionDb, now: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from dashboard_sessions where hash in (
      select hash from dashboard_sessions where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)`;
  return count;
}

export async function deleteExpiredLinks(db: TransactionDb, now: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from dashboard_links where hash in (
      select hash from dashboard_links where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)`;
  return count;
}
