import type { Db, TransactionDb } from "../platform/database/db.ts";
import type { PaymentRow } from "./payment.ts";

/** Whose details they are: a payee's, or the organization's own. */
type PaymentOwner = Pick<PaymentRow, "organization_id" | "owner_id">;

export async function findPaymentRow(
  db: Db,
  { organization_id, owner_id }: PaymentOwner,
): Promise<PaymentRow | undefined> {
  const [row] = await db<PaymentRow[]>`
    select owner_id, organization_id, method, last4, sealed, changed_at from payment_details
    where organization_id = ${organization_id} and owner_id = ${owner_id}`;
  return row;
}

export async function upsertPaymentRow(db: TransactionDb, row: PaymentRow): Promise<void> {
  await db`
    insert into payment_details (owner_id, organization_id, method, last4, sealed, changed_at)
    values (${row.owner_id}, ${row.organization_id}, ${row.method}, ${row.last4}, ${row.sealed}, ${row.changed_at})
    on conflict (owner_id) do update
    set method = excluded.method, last4 = excluded.last4, sealed = excluded.sealed, changed_at = excluded.changed_at`;
}

/** False if there were none. */
export async function deletePaymentRow(
  db: TransactionDb,
  { organization_id, owner_id }: PaymentOwner,
): Promise<boolean> {
  const { count } = await db`
    delete from payment_details where organization_id = ${organization_id} and owner_id = ${owner_id}`;
  return count === 1;
}
