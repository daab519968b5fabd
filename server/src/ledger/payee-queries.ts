// The balances of payees, and what closes shared by contracts. Reads tables of later ranks, as the other checks do.

import type { Db } from "../platform/database/db.ts";
import type { LedgerDifference } from "./difference.ts";

/**
 * Every payee's balance against the entries of the ledger, against the transactions that it sees, and against their causes. The debts of
 * organizations to payees whom they pay by themselves are booked twice, so they sum to zero.
 */
export async function listPayeeDifferences(
  db: Db,
  organizations: readonly string[],
  limit: number,
): Promise<LedgerDifference[]> {
  const theirs = db`organization_id = any(${organizations as string[]}::text[])`;
  return db<LedgerDifference[]>`
    with kept as (
      select organization_id, payee_id, currency, available, in_transit as pending from payee_balances where ${theirs}),
    entered as (
      select t.organization_id, t.payee_id, t.currency,
        sum(e.amount) filter (where e.account in ('payees', 'owed')) as available,
        sum(e.amount) filter (where e.account = 'payees_in_transit') as pending,
        sum(e.amount) filter (where e.account in ('owed', 'owing')) as debts
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.${theirs} and t.payee_id is not null group by t.organization_id, t.payee_id, t.currency),
    booked as (
      select organization_id, payee_id, currency, sum(payee_amount) as available from ledger_transactions
      where ${theirs} and payee_amount is not null group by organization_id, payee_id, currency),
    causes as (
      select organization_id, payee_id, currency, net_amount as available, 0 as pending from payee_statements where ${theirs}
      union all
      select organization_id, payee_id, currency, amount, 0 from adjustments where ${theirs} and payee_id is not null
      union all
      select p.organization_id, p.payee_id, p.currency, -p.amount, 0
      from payees y join payee_payments p on p.payee_id = y.id where y.${theirs}
      union all
      select organization_id, payee_id, from_currency, -from_amount, 0 from conversions where ${theirs} and payee_id is not null
      union all
      select organization_id, payee_id, to_currency, to_amount, 0 from conversions where ${theirs} and payee_id is not null
      union all
      select organization_id, payee_id, currency, case when status in ('failed', 'cancelled') then 0 else -amount end,
        case when status in ('pending', 'on_hold', 'processing') then amount else 0 end
      from payouts where ${theirs} and payee_id is not null),
    caused as (
      select organization_id, payee_id, currency, sum(available) as available, sum(pending) as pending from causes
      group by organization_id, payee_id, currency)
    select organization_id, currency, payee_id as source_id, field, compared_with, trim_scale(balance)::text as balance,
      trim_scale(found)::text as found
    from kept
    full join entered using (organization_id, payee_id, currency)
    full join booked using (organization_id, payee_id, currency)
    full join caused using (organization_id, payee_id, currency)
    cross join lateral (values
      ('owed and owing', 'zero', 0::numeric, coalesce(entered.debts, 0)),
      ('available', 'entries', coalesce(kept.available, 0), coalesce(entered.available, 0)),
      ('pending', 'entries', coalesce(kept.pending, 0), coalesce(entered.pending, 0)),
      ('available', 'transactions', coalesce(kept.available, 0), coalesce(booked.available, 0)),
      ('available', 'causes', coalesce(kept.available, 0), coalesce(caused.available, 0)),
      ('pending', 'causes', coalesce(kept.pending, 0), coalesce(caused.pending, 0))) as proof (field, compared_with, balance, found)
    where balance <> found
    order by organization_id, payee_id, currency limit ${limit}`;
}

/** Each payee statement against its shares of contracts, and what statements recouped of each contract against its costs. */
export async function listSharingDifferences(
  db: Db,
  organizations: readonly string[],
  limit: number,
): Promise<LedgerDifference[]> {
  const theirs = db`organization_id = any(${organizations as string[]}::text[])`;
  return db<LedgerDifference[]>`
    with shared as (
      select p.id, p.organization_id, p.currency, p.share_amount, p.tax_amount, p.net_amount, sum(s.share_amount) as of_contracts
      from payee_statements p left join payee_statement_shares s on s.payee_statement_id = p.id
      where p.${theirs} group by p.id),
    stated as (
      select c.organization_id, c.id, s.currency, sum(t.recouped_amount) as recouped
      from contracts c join contract_statements t on t.contract_id = c.id join statements s on s.id = t.statement_id
      where c.${theirs} group by c.organization_id, c.id, s.currency),
    paid_back as (
      select c.organization_id, c.id, k.currency, sum(k.recouped_amount) as recouped
      from contracts c join contract_costs k on k.contract_id = c.id
      where c.${theirs} group by c.organization_id, c.id, k.currency)
    select organization_id, currency, id as source_id, field, compared_with, trim_scale(balance)::text as balance,
      trim_scale(found)::text as found
    from (
      select organization_id, currency, id, proof.* from shared
      cross join lateral (values
        ('share', 'contracts', share_amount, coalesce(of_contracts, 0)),
        ('net', 'share less tax', net_amount, share_amount - tax_amount)) as proof (field, compared_with, balance, found)
      union all
      select organization_id, currency, id, 'recouped', 'costs', coalesce(stated.recouped, 0), coalesce(paid_back.recouped, 0)
      from stated full join paid_back using (organization_id, id, currency)) as compared
    where balance <> found
    order by organization_id, id, currency limit ${limit}`;
}
