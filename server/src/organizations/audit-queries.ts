import type { Db } from "../platform/database/db.ts";
import type { AuditEntry } from "../platform/http/operation.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";

export type AuditRow = AuditEntry & { id: string; created_at: string };

export async function insertAuditRow(db: Db, row: AuditRow): Promise<void> {
  await db`
    insert into audit_log (id, created_at, organization_id, actor, request_id, operation, resource_id, fields)
    values (${row.id}, ${row.created_at}, ${row.organization_id}, ${row.actor}, ${row.request_id}, ${row.operation}, ${row.resource_id}, ${row.fields})`;
}

export async function listAuditRows(db: Db, filter: PageAsked & { organization_id?: string }): Promise<Page<AuditRow>> {
  const { organization_id } = filter;
  return selectPage(db, filter, {
    from: db`audit_log`,
    where: organization_id === undefined ? db`true` : db`organization_id = ${organization_id}`,
    rows: db`select id, created_at, organization_id, actor, request_id, operation, resource_id, fields from audit_log`,
  });
}
