import type { Db } from "../platform/database/db.ts";
import type { LedgerDifference } from "./difference.ts";

/** In the order of their ids, those after one. */
export async function listOrganizationsToCheck(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from organizations where id > ${after} order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Every balance of these organizations against the entries of the ledger, against the transactions that partners see, and against
 * their causes. One statement sees one moment, so movements that are posted meanwhile make no difference.
 */
export async function listDifferences(
  db: Db,
  organizations: readonly string[],
  limit: number,
): Promise<LedgerDifference[]> {
  const theirs = db`organization_id = any(${organizations as string[]}::text[])`;
  return db<LedgerDifference[]>`
    with kept as (
      select organization_id, currency, available, in_transit as pending from balances where ${theirs}),
    entered as (
      select t.organization_id, t.currency, sum(e.amount) as total,
        sum(e.amount) filter (where e.account = 'available') as available,
        sum(e.amount) filter (where e.account = 'in_transit') as pending
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.${theirs} group by t.organization_id, t.currency),
    booked as (
      select organization_id, currency, sum(amount) as available from ledger_transactions
      where ${theirs} and amount is not null group by organization_id, currency),
    causes as (
      select organization_id, currency, net_amount as available, 0 as pending from statements where ${theirs}
      union all select organization_id, currency, -share_amount, 0 from payee_statements where ${theirs} and paid_by = 'operator'
      union all select organization_id, currency, amount, 0 from adjustments where ${theirs} and payee_id is null
      union all select organization_id, currency, -amount, 0 from adjustments where ${theirs} and paid_by = 'operator'
      union all select organization_id, from_currency, -from_amount, 0 from conversions where ${theirs} and payee_id is null
      union all select organization_id, to_currency, to_amount, 0 from conversions where ${theirs} and payee_id is null
      union all select organization_id, currency, case when status in ('failed', 'cancelled') then 0 else -amount end,
        case when status in ('pending', 'on_hold', 'processing') then amount else 0 end
      from payouts where ${theirs} and payee_id is null),
    caused as (
      select organization_id, currency, sum(available) as available, sum(pending) as pending from causes
      group by organization_id, currency)
    select organization_id, currency, null as source_id, field, compared_with, balance::text, found::text
    from kept
    full join entered using (organization_id, currency)
    full join booked using (organization_id, currency)
    full join caused using (organization_id, currency)
    cross join lateral (values
      ('all accounts', 'zero', 0::numeric, coalesce(entered.total, 0)),
      ('available', 'entries', coalesce(kept.available, 0), coalesce(entered.available, 0)),
      ('pending', 'entries', coalesce(kept.pending, 0), coalesce(entered.pending, 0)),
      ('available', 'transactions', coalesce(kept.available, 0), coalesce(booked.available, 0)),
      ('available', 'causes', coalesce(kept.available, 0), coalesce(caused.available, 0)),
      ('pending', 'causes', coalesce(kept.pending, 0), coalesce(caused.pending, 0))) as proof (field, compared_with, balance, found)
    where balance <> found
    order by organization_id, currency limit ${limit}`;
}

export async function countBalances(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select ((select count(*) from balances) + (select count(*) from payee_balances))::integer as count`;
  return row?.count ?? 0;
}

/** The accounts that money comes from and goes to. Partners see the others. */
export const shownAccounts = ["fees", "taxes", "stores", "bank", "adjustments", "exchange"] as const;
type Booked = { month: string; currency: string; account: (typeof shownAccounts)[number]; amount: string };

/** The sums that these organizations' movements added to each account, by the month in which they were booked. */
export async function listBookedSums(db: Db, organizations: readonly string[]): Promise<Booked[]> {
  return db<Booked[]>`
    select to_char(t.created_at at time zone 'UTC', 'YYYY-MM') as month, t.currency, e.account, sum(e.amount)::text as amount
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.organization_id = any(${organizations as string[]}::text[]) and e.account = any(${[...shownAccounts]}::text[])
    group by 1, t.currency, e.account`;
}
