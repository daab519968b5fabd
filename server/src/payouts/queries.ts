import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import type { AnyPayout, Payout } from "./payout.ts";

const columns = (db: Db) => db`
  id, organization_id, amount, currency, status, hold, failure_reason, reference, created_at, updated_at, paid_at`;

/** "0" where the organization has none for the currency. */
export async function findMinimumPayout(
  db: Db,
  { organization_id, currency }: { organization_id: string; currency: string },
): Promise<string> {
  const [row] = await db<{ minimum: string | null }[]>`
    select minimum_payouts ->> ${currency} as minimum from organizations where id = ${organization_id}`;
  return row?.minimum ?? "0";
}

export async function insertPayout(db: TransactionDb, row: AnyPayout): Promise<void> {
  await db`
    insert into payouts (id, organization_id, amount, currency, status, created_at, updated_at)
    values (${row.id}, ${row.organization_id}, ${row.amount}, ${row.currency}, ${row.status}, ${row.created_at}, ${row.updated_at})`;
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

const shownPayouts = (db: Db) => ({ from: db`payouts`, rows: db`select ${columns(db)} from payouts` });

export async function listPayouts(
  db: Db,
  organization_id: string,
  filter: PageAsked & { status?: string; updated_since?: string },
): Promise<Page<AnyPayout>> {
  const ofStatus = filter.status === undefined ? db`` : db`and status = ${filter.status}`;
  return selectPage(db, filter, { ...shownPayouts(db), where: db`organization_id = ${organization_id} ${ofStatus}` });
}

/** Operator only: not limited to one organization. */
export async function listAnyPayouts(db: Db, filter: PageAsked & { status?: string }): Promise<Page<AnyPayout>> {
  const where = filter.status === undefined ? db`true` : db`status = ${filter.status}`;
  return selectPage(db, filter, { ...shownPayouts(db), where });
}
