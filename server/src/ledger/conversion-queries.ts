import type { Db, TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { ConversionRow } from "./conversion.ts";

export async function insertConversion(db: TransactionDb, row: ConversionRow): Promise<void> {
  await db`
    insert into conversions (id, organization_id, payee_id, from_currency, from_amount, to_currency, to_amount, rate, reason, created_at)
    values (${row.id}, ${row.organization_id}, ${row.payee_id}, ${row.from_currency}, ${row.from_amount}, ${row.to_currency}, ${row.to_amount},
      ${row.rate}, ${row.reason}, ${row.created_at})`;
}

/** Undefined: the organization has no such payee. */
export async function findPayerOf(
  db: Db,
  { organization_id, payee_id }: { organization_id: string; payee_id: string },
): Promise<{ paid_by: string } | undefined> {
  const [row] = await db<{ paid_by: string }[]>`
    select paid_by from payees where organization_id = ${organization_id} and id = ${payee_id}`;
  return row;
}

export async function listConversions(
  db: Db,
  { organization_id, ...asked }: PageAsked & { organization_id: string },
): Promise<Page<ConversionRow>> {
  return selectPage(db, asked, {
    from: db`conversions`,
    where: db`organization_id = ${organization_id}`,
    rows: db`
      select id, organization_id, payee_id, from_currency, from_amount::text, to_currency, to_amount::text, trim_scale(rate)::text as rate, reason,
        created_at
      from conversions`,
  });
}
