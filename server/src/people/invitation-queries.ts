import type { TransactionDb } from "../platform/database/db.ts";
import type { InvitationLink } from "./invitation.ts";

/** An invitation is to an organization or to the operator's staff. */
export type InvitedTo = { member_id: string; staff_id: null } | { member_id: null; staff_id: string };

export async function insertInvitationLink(
  db: TransactionDb,
  row: InvitedTo & Omit<InvitationLink, "token"> & { person_id: string; created_at: string; expires_at: string },
): Promise<void> {
  await db`
    insert into person_links (hash, kind, person_id, member_id, staff_id, verifies, created_at, expires_at)
    values (${row.hash}, 'invitation', ${row.person_id}, ${row.member_id}, ${row.staff_id}, ${row.verifies}, ${row.created_at}, ${row.expires_at})`;
}

export async function deleteInvitationLinks(db: TransactionDb, { member_id, staff_id }: InvitedTo): Promise<void> {
  const of = member_id === null ? db`staff_id = ${staff_id}` : db`member_id = ${member_id}`;
  await db`delete from person_links where kind = 'invitation' and ${of}`;
}
