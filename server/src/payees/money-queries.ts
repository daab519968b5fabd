import type { BalanceRow } from "../ledger/queries.ts";
import type { Db, TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import type { PaidPayee, PayeePayment, PayeeTransaction } from "./money.ts";

export async function findPaidPayee(db: Db, { organization_id, id }: Owned): Promise<PaidPayee | undefined> {
  const [row] = await db<PaidPayee[]>`
    select id, organization_id, name, paid_by from payees where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

export async function listBalancesOfPayee(db: Db, { organization_id, id }: Owned): Promise<BalanceRow[]> {
  return db<BalanceRow[]>`
    select currency, available, in_transit as pending from payee_balances
    where organization_id = ${organization_id} and payee_id = ${id} order by currency`;
}

export async function listPayeeTransactions(
  db: Db,
  { organization_id, id }: Owned,
  asked: PageAsked & { currency?: string },
): Promise<Page<PayeeTransaction>> {
  const { currency } = asked;
  return selectPage(db, asked, {
    from: db`ledger_transactions`,
    where: db`
      organization_id = ${organization_id} and payee_id = ${id} and payee_amount is not null
      ${currency === undefined ? db`` : db`and currency = ${currency}`}`,
    rows: db`
      select id, type, payee_amount as amount, currency, source_id, description, created_at from ledger_transactions`,
  });
}

export async function insertPayeePayment(
  db: TransactionDb,
  row: PayeePayment & { organization_id: string },
): Promise<void> {
  await db`
    insert into payee_payments (id, organization_id, payee_id, currency, amount, paid_on, reference, created_at)
    values (${row.id}, ${row.organization_id}, ${row.payee_id}, ${row.currency}, ${row.amount}, ${row.paid_on}, ${row.reference},
      ${row.created_at})`;
}
