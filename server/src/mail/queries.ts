import { json, type TransactionDb } from "../platform/database/db.ts";

export type NewMailRow = {
  id: string;
  kind: string;
  about_organization: string | null;
  person_id: string | null;
  recipient: string;
  subject: string;
  content: string;
  expires_at: string | null;
};

/**
 * In the sandbox an organization reads the mails of its members. A mail about no organization is readable by the one that
 * the person belongs to: if there are several, or the person is staff, its links would open doors of others.
 */
export async function insertMails(
  db: TransactionDb,
  rows: readonly NewMailRow[],
  { now, is_live }: { now: string; is_live: boolean },
): Promise<void> {
  const reader = db`
    coalesce(about_organization, (
      select min(members.organization_id) from members where members.person_id = given.person_id
      having count(*) = 1 and not exists (select from staff where staff.person_id = given.person_id)))`;
  await db`
    insert into mails (id, kind, organization_id, person_id, recipient, subject, content, status, created_at, expires_at, reader_id)
    select id, kind, about_organization, person_id, recipient, subject, content, 'queued', ${now}, expires_at, ${is_live ? db`null` : reader}
    from jsonb_to_recordset(${json(db, rows)}) as given (id text, kind text, about_organization text, person_id text, recipient text,
      subject text, content text, expires_at timestamptz)`;
}
