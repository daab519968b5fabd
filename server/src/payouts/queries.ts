import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import type { AnyPayout, Payout } from "./payout.ts";

const columns = (db: Db) => db`
  id, organization_id, payee_id, payee_name, amount, currency, status, hold, failure_reason, reference, created_at, updated_at, paid_at`;

/** Whose money is paid out: a payee's, or with null the organization's own. */
export type PaidParty = { organization_id: string; payee_id: string | null };

/** The terms of a payout. `minimum` is "0" where there is none for the currency. */
export async function findPayoutTerms(
  db: Db,
  { organization_id, payee_id, currency, today }: PaidParty & { currency: string; today: string },
): Promise<{ minimum: string; lacks_tax_form: boolean }> {
  const [row] = await db<{ minimum: string | null; lacks_tax_form: boolean }[]>`
    select (case when p.id is null then o.minimum_payouts else p.minimum_payouts end) ->> ${currency} as minimum,
      p.id is not null and o.requires_tax_form and not (
        p.tax_form is not null and coalesce(p.tax_received_on <= ${today}, true) and coalesce(p.tax_expires_on >= ${today}, true))
      as lacks_tax_form
    from organizations o left join payees p on p.organization_id = o.id and p.id = ${payee_id}
    where o.id = ${organization_id}`;
  return { minimum: row?.minimum ?? "0", lacks_tax_form: row?.lacks_tax_form ?? false };
}

/** A change of payment details locks the organization alone. */
export async function lockAgainstNewDetails(db: TransactionDb, organization_id: string): Promise<void> {
  await db`select from organizations where id = ${organization_id} for share`;
}

export async function findPaymentDetails(
  db: Db,
  { organization_id, payee_id }: PaidParty,
): Promise<{ sealed: string; changed_at: string } | undefined> {
  const [row] = await db<{ sealed: string; changed_at: string }[]>`
    select sealed, changed_at from payment_details
    where organization_id = ${organization_id} and owner_id = ${payee_id ?? organization_id}`;
  return row;
}

/** `details`: the payment details to pay by, sealed. */
export async function insertPayout(db: TransactionDb, row: AnyPayout & { details: string | null }): Promise<void> {
  await db`
    insert into payouts (id, organization_id, payee_id, payee_name, details, amount, currency, status, created_at, updated_at)
    values (${row.id}, ${row.organization_id}, ${row.payee_id}, ${row.payee_name}, ${row.details}, ${row.amount}, ${row.currency},
      ${row.status}, ${row.created_at}, ${row.updated_at})`;
}

export async function findPayout(db: Db, { organization_id, id }: Owned): Promise<AnyPayout | undefined> {
  const [row] = await db<AnyPayout[]>`
    select ${columns(db)} from payouts where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

/** Operator only: not limited to one organization. */
export async function findAnyPayout(db: Db, id: string): Promise<AnyPayout | undefined> {
  const [row] = await db<AnyPayout[]>`select ${columns(db)} from payouts where id = ${id}`;
  return row;
}

/** Compare-and-set: false where it has another status by now. */
export async function movePayoutRow(db: TransactionDb, from: Payout["status"], row: AnyPayout): Promise<boolean> {
  const { count } = await db`
    update payouts
    set status = ${row.status}, hold = ${json(db, row.hold)}, failure_reason = ${row.failure_reason}, reference = ${row.reference},
      updated_at = ${row.updated_at}, paid_at = ${row.paid_at}
    where organization_id = ${row.organization_id} and id = ${row.id} and status = ${from}`;
  return count === 1;
}

type PayoutFilter = { status?: string; payee_id?: string };

const filtered = (db: Db, { status, payee_id }: PayoutFilter) => db`
  ${status === undefined ? db`` : db`and status = ${status}`}
  ${payee_id === undefined ? db`` : db`and payee_id = ${payee_id}`}`;

const shownPayouts = (db: Db) => ({ from: db`payouts`, rows: db`select ${columns(db)} from payouts` });

export async function listPayouts(
  db: Db,
  organization_id: string,
  filter: PageAsked & PayoutFilter & { updated_since?: string },
): Promise<Page<AnyPayout>> {
  const where = db`organization_id = ${organization_id} ${filtered(db, filter)}`;
  return selectPage(db, filter, { ...shownPayouts(db), where });
}

/** Operator only: not limited to one organization. */
export async function listAnyPayouts(db: Db, filter: PageAsked & PayoutFilter): Promise<Page<AnyPayout>> {
  return selectPage(db, filter, { ...shownPayouts(db), where: db`true ${filtered(db, filter)}` });
}

// Several at once

/** Locked in the order of their ids, after their organizations: whatever locks several does it so. */
export async function lockPendingPayouts(
  db: TransactionDb,
  { organization_id, payee_id }: PaidParty,
): Promise<AnyPayout[]> {
  return db<AnyPayout[]>`
    select ${columns(db)} from payouts
    where organization_id = ${organization_id} and status = 'pending'
      and ${payee_id === null ? db`payee_id is null` : db`payee_id = ${payee_id}`}
    order by id for no key update`;
}

/** Movements of payees' money need their organizations locked. Closes lock organizations in this order, too. */
export async function lockOrganizationsOfPayees(db: TransactionDb, ids: readonly string[]): Promise<void> {
  await db`
    select from organizations
    where id in (select organization_id from payouts where id = any(${ids as string[]}::text[]) and payee_id is not null)
    order by id for no key update`;
}

export async function lockPayouts(db: TransactionDb, ids: readonly string[]): Promise<AnyPayout[]> {
  return db<AnyPayout[]>`
    select ${columns(db)} from payouts where id = any(${ids as string[]}::text[]) order by id for no key update`;
}

/** They were locked before, and all move alike. */
export async function movePayoutRows(
  db: TransactionDb,
  ids: readonly string[],
  to: Pick<AnyPayout, "status" | "hold" | "reference" | "updated_at" | "paid_at">,
): Promise<void> {
  await db`
    update payouts
    set status = ${to.status}, hold = ${json(db, to.hold)}, reference = ${to.reference}, updated_at = ${to.updated_at},
      paid_at = ${to.paid_at}
    where id = any(${ids as string[]}::text[])`;
}

// The export

/** As it is kept for the export, with the name of its organization and its details, sealed. */
export type ExportedPayout = AnyPayout & { organization_name: string; details: string | null };
export type ExportFilter = { statuses: readonly string[]; currency?: string; as_of: string };

const exported = (db: Db, { statuses, currency, as_of }: ExportFilter) => db`
  p.status = any(${statuses as string[]}::text[]) and p.created_at <= ${as_of}
  ${currency === undefined ? db`` : db`and p.currency = ${currency}`}`;

export async function countExportedPayouts(db: Db, filter: ExportFilter): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from payouts p where ${exported(db, filter)}`;
  return row?.count ?? 0;
}

/** The oldest first. */
export async function listExportedPayouts(
  db: Db,
  filter: ExportFilter,
  { after, limit }: { after: ExportedPayout | undefined; limit: number },
): Promise<ExportedPayout[]> {
  return db<ExportedPayout[]>`
    select ${columns(db)}, details, organization_name from (
      select p.*, o.name as organization_name from payouts p join organizations o on o.id = p.organization_id
      where ${exported(db, filter)} ${after ? db`and (p.created_at, p.id) > (${after.created_at}, ${after.id})` : db``}
      order by p.created_at, p.id limit ${limit}) as p
    order by created_at, id`;
}
