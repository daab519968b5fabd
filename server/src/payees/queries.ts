import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import { containing, foldText } from "../platform/search.ts";
import type { OwnPayees } from "./own-payees.ts";
import type { AnyPayee } from "./payee.ts";
import type { PaymentRow } from "./payment.ts";

/** A payee with its payment details as they are kept. `sealed` null: it has none. */
export type PayeeRow = AnyPayee & {
  [column in "method" | "last4" | "sealed" | "changed_at"]: PaymentRow[column] | null;
};

const columns = (db: Db) => db`
  p.id, p.organization_id, p.name, p.email, p.external_id, p.paid_by, p.minimum_payouts,
  jsonb_build_object('country', p.tax_country, 'form', p.tax_form, 'received_on', p.tax_received_on, 'expires_on', p.tax_expires_on,
    'withholding_rate', p.withholding_rate::text, 'withholding_territories', p.withholding_territories) as tax,
  p.status, p.created_at, p.updated_at, d.method, d.last4, d.sealed, d.changed_at`;

const joined = (db: Db) => db`payees p left join payment_details d on d.owner_id = p.id`;

const order = { created_at: "p.created_at", id: "p.id" };

export async function listPayees(
  db: Db,
  organization_id: string,
  asked: PageAsked & { q?: string; status?: string },
): Promise<Page<PayeeRow>> {
  const { q, status } = asked;
  const named = (text: string) => db`
    (lower(normalize(p.name, NFKC)) like ${containing(foldText(text))} or p.id = ${text} or p.external_id = ${text}
      or p.email = ${text.toLowerCase()})`;
  return selectPage(db, asked, {
    from: db`payees p`,
    where: db`
      p.organization_id = ${organization_id}
      ${status === undefined ? db`` : db`and p.status = ${status}`}
      ${q === undefined ? db`` : db`and ${named(q)}`}`,
    rows: db`select ${columns(db)} from ${joined(db)}`,
    order,
  });
}

/** The payees of all organizations, the newest first. */
export async function listAnyPayees(
  db: Db,
  { only_of, ...asked }: PageAsked & { only_of: string | null },
): Promise<Page<PayeeRow>> {
  return selectPage(db, asked, {
    from: db`payees p`,
    where: only_of === null ? db`true` : db`p.organization_id = ${only_of}`,
    rows: db`select ${columns(db)} from ${joined(db)}`,
    order,
  });
}

export async function findPayee(db: Db, { organization_id, id }: Owned): Promise<PayeeRow | undefined> {
  const [row] = await db<PayeeRow[]>`
    select ${columns(db)} from ${joined(db)} where p.organization_id = ${organization_id} and p.id = ${id}`;
  return row;
}

/** Changes of one payee wait for each other. Lock the organization first where both are locked. */
export async function lockPayee(db: TransactionDb, { organization_id, id }: Owned): Promise<PayeeRow | undefined> {
  const [row] = await db<PayeeRow[]>`
    select ${columns(db)} from ${joined(db)} where p.organization_id = ${organization_id} and p.id = ${id}
    for no key update of p`;
  return row;
}

export async function countPayees(db: TransactionDb, organization_id: string): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from payees where organization_id = ${organization_id}`;
  return row.count;
}

export async function insertPayee(db: TransactionDb, row: AnyPayee): Promise<void> {
  const { tax } = row;
  await db`
    insert into payees (id, organization_id, name, email, external_id, paid_by, minimum_payouts, tax_country, tax_form,
      tax_received_on, tax_expires_on, withholding_rate, withholding_territories, status, created_at, updated_at)
    values (${row.id}, ${row.organization_id}, ${row.name}, ${row.email}, ${row.external_id}, ${row.paid_by},
      ${json(db, row.minimum_payouts)}, ${tax.country}, ${tax.form}, ${tax.received_on}, ${tax.expires_on},
      ${tax.withholding_rate}, ${tax.withholding_territories}, ${row.status}, ${row.created_at}, ${row.updated_at})`;
}

export async function updatePayeeRow(db: TransactionDb, row: AnyPayee): Promise<void> {
  const { tax } = row;
  await db`
    update payees
    set name = ${row.name}, email = ${row.email}, external_id = ${row.external_id}, paid_by = ${row.paid_by},
      minimum_payouts = ${json(db, row.minimum_payouts)}, tax_country = ${tax.country}, tax_form = ${tax.form},
      tax_received_on = ${tax.received_on}, tax_expires_on = ${tax.expires_on}, withholding_rate = ${tax.withholding_rate},
      withholding_territories = ${tax.withholding_territories}, status = ${row.status}, updated_at = ${row.updated_at}
    where organization_id = ${row.organization_id} and id = ${row.id}`;
}

export async function deletePayeeRow(db: TransactionDb, { organization_id, id }: Owned): Promise<void> {
  await db`delete from payees where organization_id = ${organization_id} and id = ${id}`;
}

export async function listOwnBalances(
  db: Db,
  { organization_id, payee_ids }: OwnPayees,
): Promise<{ payee_id: string; name: string; currency: string; available: string; pending: string }[]> {
  return db<{ payee_id: string; name: string; currency: string; available: string; pending: string }[]>`
    select p.id as payee_id, p.name, b.currency, b.available, b.in_transit as pending
    from payees p join payee_balances b on b.payee_id = p.id
    where p.organization_id = ${organization_id} and p.id = any(${payee_ids as string[]}::text[])
    order by p.name, p.id, b.currency`;
}

/** True while any of its money is not zero, payouts that are under way included. */
export async function hasPayeeMoney(db: Db, { organization_id, id }: Owned): Promise<boolean> {
  const [row] = await db<[{ has_money: boolean }]>`
    select exists (
      select from payee_balances
      where organization_id = ${organization_id} and payee_id = ${id} and (available <> 0 or in_transit <> 0)) as has_money`;
  return row.has_money;
}

/** One contract that has not ended and shares with the payee. */
export async function findOpenContractOf(db: Db, { organization_id, id }: Owned): Promise<{ id: string } | undefined> {
  const [row] = await db<{ id: string }[]>`
    select c.id from contract_shares s join contracts c on c.id = s.contract_id
    where c.organization_id = ${organization_id} and s.payee_id = ${id} and c.status <> 'ended'
    order by c.id limit 1`;
  return row;
}

/** A use that keeps a payee: a contract, also by an earlier version of it, a statement, a payout, a payment or an adjustment. */
export async function findUseOfPayee(db: Db, { organization_id, id }: Owned): Promise<{ use: string } | undefined> {
  const [row] = await db<{ use: string }[]>`
    select use from (
      select 'contract' as use where exists (select from contract_shares where organization_id = ${organization_id} and payee_id = ${id})
        or exists (
          select from contract_versions where organization_id = ${organization_id} and shares @> ${json(db, [{ payee_id: id }])})
      union all select 'statement' where exists (select from payee_statements where payee_id = ${id})
      union all select 'payout' where exists (select from payouts where payee_id = ${id})
      union all select 'payment' where exists (select from payee_payments where payee_id = ${id})
      union all select 'adjustment' where exists (select from adjustments where payee_id = ${id})
      union all select 'conversion' where exists (select from conversions where payee_id = ${id})) as uses
    limit 1`;
  return row;
}
