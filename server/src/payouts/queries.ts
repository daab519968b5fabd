import { type Db, json } from "../platform/database/db.ts";
import { changedSince, type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
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

export async function insertPayout(db: Db, row: AnyPayout): Promise<void> {
  await db`
    insert into payouts (id, organization_id, amount, currency, status, created_at, updated_at)
    values (${row.id}, ${row.organization_id}, ${row.amount}, ${row.currency}, ${row.status}, ${row.created_at}, ${row.updated_at})`;
}

/** Without an organization for the operator: anybody's. */
export async function findPayout(
  db: Db,
  { organization_id, id }: { organization_id?: string | undefined; id: string },
): Promise<AnyPayout | undefined> {
  const [row] = await db<AnyPayout[]>`
    select ${columns(db)} from payouts
    where id = ${id} ${organization_id === undefined ? db`` : db`and organization_id = ${organization_id}`}`;
  return row;
}

/** Compare-and-set: false where it has another status by now. */
export async function movePayout(db: Db, from: Payout["status"], row: AnyPayout): Promise<boolean> {
  const { count } = await db`
    update payouts
    set status = ${row.status}, hold = ${json(db, row.hold)}, failure_reason = ${row.failure_reason}, reference = ${row.reference},
      updated_at = ${row.updated_at}, paid_at = ${row.paid_at}
    where organization_id = ${row.organization_id} and id = ${row.id} and status = ${from}`;
  return count === 1;
}

type PayoutFilter = PageAsked & { organization_id?: string; status?: string; updated_since?: string };

export async function listPayouts(db: Db, filter: PayoutFilter): Promise<Page<AnyPayout>> {
  const { organization_id, status, updated_since, after } = filter;
  const matching = db`
    true
    ${organization_id === undefined ? db`` : db`and organization_id = ${organization_id}`}
    ${status === undefined ? db`` : db`and status = ${status}`}`;
  const newest = db`
    select id, created_at from payouts where ${matching}
    ${after ? db`and (created_at, id) < (${after[0]}, ${after[1]})` : db``} order by created_at desc, id desc`;
  const changed = (updated_since: string) => db`
    select id, updated_at as created_at from payouts where ${matching} ${changedSince(db, { after, updated_since })}`;
  return selectPage(db, filter, {
    found: updated_since === undefined ? newest : changed(updated_since),
    rows: db`select ${columns(db)} from payouts where ${matching}`,
  });
}
