import type { Db } from "../platform/db.ts";

export async function insertEvent(
  db: Db,
  row: { id: string; organization_id: string; event_type: string; body: string; created_at: string },
): Promise<void> {
  await db`
    insert into events (id, organization_id, event_type, body, created_at)
    values (${row.id}, ${row.organization_id}, ${row.event_type}, ${row.body}, ${row.created_at})`;
}
