import { type Db, type Fragment, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Adjustment, AnyBalance, BalanceTransaction } from "./balance.ts";
import type { Movement } from "./movement.ts";

/** Amounts are text: JSON's numbers are read as floats by some. */
export type MovementRow = Omit<Movement, "entries"> & { id: string; entries: Readonly<Record<string, string>> };

/**
 * Transactions, entries and balances in one statement. Balances are locked in one order, those of payees after all others, so that two
 * calls never wait in a ring.
 */
export async function insertMovements(db: TransactionDb, rows: readonly MovementRow[], now: string): Promise<void> {
  await db`
    with ${given(db, rows)},
    moved as (
      insert into balances (organization_id, currency, available, in_transit, created_at)
      select organization_id, currency, available, in_transit, ${now} from sums order by organization_id, currency
      on conflict (organization_id, currency) do update
        set available = balances.available + excluded.available, in_transit = balances.in_transit + excluded.in_transit
      returning 1),
    moved_of_payees as (
      insert into payee_balances (payee_id, organization_id, currency, available, in_transit, created_at)
      select payee_id, organization_id, currency, coalesce(sum(of_payee), 0), coalesce(sum(in_transit_of_payee), 0), ${now}
      from given where payee_id is not null and (select count(*) from moved) >= 0
      group by payee_id, organization_id, currency order by payee_id, currency
      on conflict (payee_id, currency) do update set
        available = payee_balances.available + excluded.available, in_transit = payee_balances.in_transit + excluded.in_transit),
    entered as (${enteredFrom(db, db`given`)})
    ${postedFrom(db, db`given`, now)}`;
}

/**
 * The same for one movement that takes from `available` and has no payee. False, and nothing is written, where less is available.
 */
export async function insertCoveredMovement(db: TransactionDb, row: MovementRow, now: string): Promise<boolean> {
  const covered = db`given join moved using (organization_id, currency)`;
  const { count } = await db`
    with ${given(db, [row])},
    moved as (
      update balances b set available = b.available + s.available, in_transit = b.in_transit + s.in_transit
      from sums s
      where b.organization_id = s.organization_id and b.currency = s.currency and b.available + s.available >= 0
      returning b.organization_id, b.currency),
    entered as (${enteredFrom(db, covered)})
    ${postedFrom(db, covered, now)}`;
  return count === 1;
}

/** The movements, and as `sums` what they do to balances of organizations. Those on accounts of payees alone do nothing to them. */
function given(db: TransactionDb, rows: readonly MovementRow[]): Fragment {
  return db`
    given as materialized (
      select id, organization_id, payee_id, currency, type, source_id, description, entries,
        (entries ->> 'available')::numeric as available, (entries ->> 'in_transit')::numeric as in_transit,
        coalesce(entries ->> 'payees', entries ->> 'owed')::numeric as of_payee,
        (entries ->> 'payees_in_transit')::numeric as in_transit_of_payee
      from jsonb_to_recordset(${json(db, rows)}) as given (
        id text, organization_id text, payee_id text, currency text, type text, source_id text, description text, entries jsonb)),
    sums as (
      select organization_id, currency, coalesce(sum(available), 0) as available, coalesce(sum(in_transit), 0) as in_transit
      from given where available is not null or in_transit is not null group by organization_id, currency)`;
}

function enteredFrom(db: TransactionDb, from: Fragment): Fragment {
  return db`
    insert into ledger_entries (transaction_id, account, amount)
    select id, account, entry.amount::numeric from ${from} cross join jsonb_each_text(entries) as entry (account, amount)`;
}

function postedFrom(db: TransactionDb, from: Fragment, now: string): Fragment {
  return db`
    insert into ledger_transactions
      (id, organization_id, payee_id, currency, type, source_id, amount, payee_amount, description, created_at)
    select id, organization_id, payee_id, currency, type, source_id, available, of_payee, description, ${now} from ${from}`;
}

// Balances, and what changed them

export type BalanceRow = { currency: string; available: string; pending: string };

export async function listBalances(db: Db, organization_id: string): Promise<BalanceRow[]> {
  return db<BalanceRow[]>`
    select currency, available, in_transit as pending from balances
    where organization_id = ${organization_id} order by currency`;
}

/** Until the transaction ends no other movement changes it. */
export async function lockBalance(
  db: TransactionDb,
  { organization_id, currency }: { organization_id: string; currency: string },
): Promise<{ available: string } | undefined> {
  const [row] = await db<{ available: string }[]>`
    select available from balances where organization_id = ${organization_id} and currency = ${currency} for no key update`;
  return row;
}

/** The same for a payee. Its organization must be locked: it then changes by no other transaction. */
export async function findPayeeBalance(
  db: TransactionDb,
  { payee_id, currency }: { payee_id: string; currency: string },
): Promise<{ available: string } | undefined> {
  const [row] = await db<{ available: string }[]>`
    select available from payee_balances where payee_id = ${payee_id} and currency = ${currency}`;
  return row;
}

/** The balances of all organizations, the newest first. */
export async function listAnyBalances(
  db: Db,
  { only_of, ...asked }: PageAsked & { only_of: string | null },
): Promise<Page<AnyBalance>> {
  return selectPage(db, asked, {
    from: db`balances b`,
    where: only_of === null ? db`true` : db`b.organization_id = ${only_of}`,
    order: { created_at: "b.created_at", id: "b.id" },
    rows: db`
      select b.id, b.organization_id, o.name as organization_name, b.currency, b.available, b.in_transit as pending
      from balances b join organizations o on o.id = b.organization_id`,
  });
}

export async function listTransactions(
  db: Db,
  filter: PageAsked & { organization_id: string; currency?: string },
): Promise<Page<BalanceTransaction>> {
  const { organization_id, currency } = filter;
  const where = db`
    organization_id = ${organization_id} and amount is not null
    ${currency === undefined ? db`` : db`and currency = ${currency}`}`;
  return selectPage(db, filter, {
    from: db`ledger_transactions`,
    where,
    rows: db`
      select id, case when payee_id is null then type else 'split' end as type, amount, currency, source_id, description, created_at
      from ledger_transactions`,
  });
}

/** `paid_by`: who pays its payee at that time, since only then does it change the organization's balance. */
export async function insertAdjustment(
  db: TransactionDb,
  row: Adjustment & { payee_id?: string; paid_by?: string },
): Promise<void> {
  await db`
    insert into adjustments (id, organization_id, payee_id, paid_by, currency, amount, reason, created_at)
    values (${row.id}, ${row.organization_id}, ${row.payee_id ?? null}, ${row.paid_by ?? null}, ${row.currency}, ${row.amount},
      ${row.reason}, ${row.created_at})`;
}
