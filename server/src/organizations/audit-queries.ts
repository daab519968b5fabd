import type { Db, Fragment, TransactionDb } from "../platform/database/db.ts";
import type { AuditEntry } from "../platform/http/audit-entry.ts";
import { keyset, type Page, type PageAsked, selectOrdered, selectPage } from "../platform/http/pagination.ts";

export type AuditRow = AuditEntry & { id: string; created_at: string };
/** As it is shown: the API and the column have an older name for the principal's id. */
export type ShownAuditRow = Omit<AuditRow, "principal_id" | "about_organization_id"> & { organization_id: string };

/** Returns the statement, not a promise: it may be sent as a part of another one. */
export function insertAuditRow(db: TransactionDb, row: AuditRow): Fragment {
  return db`
    insert into audit_log (id, created_at, organization_id, actor, request_id, operation, resource_id, fields, about_organization_id)
    values (${row.id}, ${row.created_at}, ${row.principal_id}, ${row.actor}, ${row.request_id}, ${row.operation}, ${row.resource_id}, ${row.fields}, ${row.about_organization_id ?? null})`;
}

export type AuditFilter = { actor?: string; operation?: string; resource_id?: string };

const columns = (db: Db) => db`id, created_at, organization_id, actor, request_id, operation, resource_id, fields`;

const filtered = (db: Db, { actor, operation, resource_id }: AuditFilter) => db`
  ${actor === undefined ? db`` : db`and actor = ${actor}`}
  ${operation === undefined ? db`` : db`and operation = ${operation}`}
  ${resource_id === undefined ? db`` : db`and resource_id = ${resource_id}`}`;

/**
 * The organization's own entries, and those of the operator about it. Each part follows an index of its own and ends where
 * the page ends; the database merges them.
 */
export async function listAuditRows(
  db: Db,
  organization_id: string,
  asked: PageAsked & AuditFilter,
): Promise<Page<ShownAuditRow>> {
  const { after, limit } = asked;
  const part = (whose: Fragment) => db`
    (select id, created_at from audit_log where ${whose} ${filtered(db, asked)}
      ${keyset(db, after, { created_at: "created_at", id: "id" })} limit ${limit + 1})`;
  const found = db`
    select id, created_at from (
      ${part(db`organization_id = ${organization_id}`)}
      union all
      ${part(db`about_organization_id = ${organization_id}`)}) as told
    order by created_at desc, id desc`;
  return selectOrdered(db, asked, { found, rows: db`select ${columns(db)} from audit_log` });
}

/** Operator only. `only_of` null: not limited to one organization. */
export async function listAnyAuditRows(
  db: Db,
  filter: PageAsked & AuditFilter & { only_of: string | null },
): Promise<Page<ShownAuditRow>> {
  const { only_of } = filter;
  return selectPage(db, filter, {
    from: db`audit_log`,
    where: db`${only_of === null ? db`true` : db`organization_id = ${only_of}`} ${filtered(db, filter)}`,
    rows: db`select ${columns(db)} from audit_log`,
  });
}
