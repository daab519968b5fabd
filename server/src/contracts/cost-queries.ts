import type { Db, TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import { decimal } from "../standards/decimal.ts";
import type { CostStatus, KeptCost } from "./cost.ts";
import type { RecoupableCost } from "./sharing.ts";

const columns = (db: Db) => db`
  id, organization_id, contract_id, kind, amount, currency, description, recouped_amount, status, created_at`;

export async function countCosts(db: Db, { organization_id, id }: Owned): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from contract_costs where organization_id = ${organization_id} and contract_id = ${id}`;
  return row?.count ?? 0;
}

export async function insertCost(db: TransactionDb, row: KeptCost): Promise<void> {
  await db`
    insert into contract_costs (id, organization_id, contract_id, kind, amount, currency, description, recouped_amount, status, created_at)
    values (${row.id}, ${row.organization_id}, ${row.contract_id}, ${row.kind}, ${row.amount}, ${row.currency}, ${row.description},
      ${row.recouped_amount}, ${row.status}, ${row.created_at})`;
}

export async function findCost(db: Db, contract: Owned, cost_id: string): Promise<KeptCost | undefined> {
  const [row] = await db<KeptCost[]>`
    select ${columns(db)} from contract_costs
    where organization_id = ${contract.organization_id} and contract_id = ${contract.id} and id = ${cost_id}`;
  return row;
}

/** Compare-and-set: undefined where it has another status by now. */
export async function moveCostRow(
  db: TransactionDb,
  { organization_id, id }: Owned,
  { from, to }: { from: CostStatus; to: CostStatus },
): Promise<KeptCost | undefined> {
  const [row] = await db<KeptCost[]>`
    update contract_costs set status = ${to}
    where organization_id = ${organization_id} and id = ${id} and status = ${from}
    returning ${columns(db)}`;
  return row;
}

export async function listCosts(db: Db, contract: Owned, asked: PageAsked): Promise<Page<KeptCost>> {
  return selectPage(db, asked, {
    from: db`contract_costs`,
    where: db`organization_id = ${contract.organization_id} and contract_id = ${contract.id}`,
    rows: db`select ${columns(db)} from contract_costs`,
  });
}

/** Those in a currency that are not cancelled, the oldest first. */
export async function listUncancelledCosts(
  db: Db,
  { organization_id, id }: Owned,
  currency: string,
): Promise<RecoupableCost[]> {
  const rows = await db<{ id: string; amount: string; recouped_amount: string }[]>`
    select id, amount, recouped_amount from contract_costs
    where organization_id = ${organization_id} and contract_id = ${id} and currency = ${currency} and status <> 'cancelled'
    order by created_at, id`;
  return rows.map(({ id, amount, recouped_amount }) => ({
    id,
    amount: decimal(amount),
    recouped: decimal(recouped_amount),
  }));
}
