import type { Db, TransactionDb } from "../platform/database/db.ts";
import type { AuditEntry } from "../platform/http/audit-entry.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";

export type AuditRow = AuditEntry & { id: string; created_at: string };
/** As it is shown: the API and the column have an older name for the principal's id. */
export type ShownAuditRow = Omit<AuditRow, "principal_id" | "about_organization_id"> & { organization_id: string };

export async function insertAuditRow(db: TransactionDb, row: AuditRow): Promise<void> {
  await db`
    insert into audit_log (id, created_at, organization_id, actor, request_id, operation, resource_id, fields, about_organization_id)
    values (${row.id}, ${row.created_at}, ${row.principal_id}, ${row.actor}, ${row.request_id}, ${row.operation}, ${row.resource_id}, ${row.fields}, ${row.about_organization_id ?? null})`;
}

/** Operator only. `only_of` null: not limited to one organization. */
export async function listAnyAuditRows(
  db: Db,
  filter: PageAsked & { only_of: string | null },
): Promise<Page<ShownAuditRow>> {
  const { only_of } = filter;
  return selectPage(db, filter, {
    from: db`audit_log`,
    where: only_of === null ? db`true` : db`organization_id = ${only_of}`,
    rows: db`select id, created_at, organization_id, actor, request_id, operation, resource_id, fields from audit_log`,
  });
}
