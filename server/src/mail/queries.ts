import type { TransactionDb } from "../platform/database/db.ts";
import type { NewMail } from "./mail.ts";

export async function insertMail(
  db: TransactionDb,
  row: Omit<NewMail, "content"> & { id: string; subject: string; sealed: string; created_at: string },
): Promise<void> {
  await db`
    insert into mails (id, kind, organization_id, person_id, recipient, subject, content, status, created_at, expires_at)
    values (${row.id}, ${row.kind}, ${row.organization_id}, ${row.person_id}, ${row.to}, ${row.subject}, ${row.sealed},
      'queued', ${row.created_at}, ${row.expires_at ?? null})`;
}
