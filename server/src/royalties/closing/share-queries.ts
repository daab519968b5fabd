// Statements shared by contracts: what each contract holds of them, and the rows that say what came of it.

import { type Db, json, type TransactionDb } from "../../platform/database/db.ts";
import { netPart, termRate } from "../term-queries.ts";

/** A contract's part of one statement. `taxed` has, for each payee that is taxed in some territories only, the part of these. */
export type ContractSum = {
  statement_id: string;
  contract_id: string;
  version: number;
  payable_amount: string;
  line_item_count: number;
  last_usage_period: string;
  taxed: Readonly<Record<string, string>> | null;
};

/** Statements, and the organizations that they are of. */
export type Stated = { statement_ids: readonly string[]; organization_ids: readonly string[] };

/**
 * A line is held by the contract of its track, else of its release, else of its release's label, else by the one for everything. Which
 * one it was is kept by track and month: line items of payee statements are read by it. All tables are joined by hash (`joinByHash`), so
 * each is read by the organizations alone.
 */
export async function shareLines(
  db: TransactionDb,
  { statement_ids, organization_ids }: Stated,
): Promise<ContractSum[]> {
  const ids = organization_ids as string[];
  const line = { store_id: db`part.store_id`, territory: db`part.territory`, usage_period: db`part.usage_period` };
  return db<ContractSum[]>`
    with ${heldLines(db, { statement_ids, organization_ids })},
    kept as (
      insert into contract_tracks (statement_id, track_id, release_id, usage_period, contract_id)
      select statement_id, track_id, release_id, usage_period, contract_id from held),
    part as materialized (
      select statement_id, contract_id, store_id, territory, usage_period, sum(earnings) as earnings, sum(items) as items
      from line join held using (statement_id, track_id, release_id, usage_period)
      group by statement_id, contract_id, store_id, territory, usage_period),
    payable as materialized (
      select statement_id, contract_id, territory, max(usage_period) as last_usage_period, sum(items) as items,
        sum(earnings * rate) as amount
      from (
        select part.*, ${netPart(db, db`stated`, line)} * coalesce(${termRate(db, db`c.terms`, line)}, 0) as rate
        from part join stated using (statement_id) join contract c on c.id = part.contract_id) as part
      group by statement_id, contract_id, territory),
    taxed as (
      select statement_id, contract_id, jsonb_object_agg(payee_id, amount::text) as amounts
      from (
        select p.statement_id, contract_id, s.payee_id, sum(p.amount) as amount
        from payable p
        join contract_shares s using (contract_id)
        join payees y on y.id = s.payee_id
        where s.organization_id = any(${ids}::text[]) and y.organization_id = any(${ids}::text[])
          and p.territory = any(y.withholding_territories)
        group by p.statement_id, contract_id, s.payee_id) as by_payee
      group by statement_id, contract_id)
    select sums.*, c.version, taxed.amounts as taxed
    from (
      select statement_id, contract_id, trim_scale(sum(amount))::text as payable_amount, to_jsonb(sum(items)) as line_item_count,
        max(last_usage_period) as last_usage_period
      from payable group by statement_id, contract_id) as sums
    join contract c on c.id = contract_id
    left join taxed using (statement_id, contract_id)
    order by statement_id, contract_id`;
}

/** `line`: what was earned, by all that decides about it. `held`: the contract of each track and month. */
const heldLines = (db: TransactionDb, { statement_ids, organization_ids }: Stated) => db`
    stated as materialized (
      select id as statement_id, organization_id, fee_rate, fee_terms, withholding_rate, withholding_territories
      from statements where id = any(${statement_ids as string[]}::text[])),
    line as materialized (
      select statement_id, track_id, release_id, usage_period, store_id, territory, sum(earnings) as earnings, count(*) as items
      from line_items where statement_id = any(${statement_ids as string[]}::text[])
      group by statement_id, track_id, release_id, usage_period, store_id, territory),
    contract as materialized (
      select id, organization_id, level, label, version, terms, coalesce(starts_on, '') as starts_on, coalesce(ends_on, '9999-12') as ends_on
      from contracts where organization_id = any(${organization_ids as string[]}::text[]) and status <> 'draft'),
    target as materialized (
      select c.*, t.target_id from contract c join contract_targets t on t.contract_id = c.id
      where t.organization_id = any(${organization_ids as string[]}::text[])),
    labelled as materialized (
      select id, label from releases
      where organization_id = any(${organization_ids as string[]}::text[]) and exists (select 1 from contract where level = 'label')),
    held as materialized (
      select distinct on (statement_id, track_id, release_id, usage_period) statement_id, track_id, release_id, usage_period,
        coalesce(of_track.id, of_release.id, of_label.id, of_all.id) as contract_id
      from (select distinct statement_id, track_id, release_id, usage_period from line) as sold
      join stated using (statement_id)
      left join labelled r on r.id = sold.release_id
      left join target of_track on of_track.level = 'track' and of_track.organization_id = stated.organization_id
        and of_track.target_id = sold.track_id and sold.usage_period between of_track.starts_on and of_track.ends_on
      left join target of_release on of_release.level = 'release' and of_release.organization_id = stated.organization_id
        and of_release.target_id = sold.release_id and sold.usage_period between of_release.starts_on and of_release.ends_on
      left join contract of_label on of_label.level = 'label' and of_label.organization_id = stated.organization_id
        and of_label.label = r.label and sold.usage_period between of_label.starts_on and of_label.ends_on
      left join contract of_all on of_all.level = 'all' and of_all.organization_id = stated.organization_id
        and sold.usage_period between of_all.starts_on and of_all.ends_on
      where coalesce(of_track.id, of_release.id, of_label.id, of_all.id) is not null
      order by statement_id, track_id, release_id, usage_period)`;

export type ShareRow = {
  contract_id: string;
  contract_name: string;
  payee_id: string;
  payee_name: string;
  share: string;
  paid_by: "operator" | "organization";
  withholding_rate: string;
  is_taxed_everywhere: boolean;
};

export async function listSharesOf(db: Db, contract_ids: readonly string[]): Promise<ShareRow[]> {
  return db<ShareRow[]>`
    select s.contract_id, c.name as contract_name, s.payee_id, y.name as payee_name, s.share, y.paid_by, y.withholding_rate,
      y.withholding_territories is null as is_taxed_everywhere
    from contract_shares s join payees y on y.id = s.payee_id join contracts c on c.id = s.contract_id
    where s.contract_id = any(${contract_ids as string[]}::text[])
    order by s.contract_id, s.place`;
}

export type CostRow = { id: string; contract_id: string; currency: string; amount: string; recouped_amount: string };

/** Oldest first: those that have something outstanding, or may get something back. */
export async function listRecoupableCosts(db: Db, contract_ids: readonly string[]): Promise<CostRow[]> {
  return db<CostRow[]>`
    select id, contract_id, currency, amount, recouped_amount from contract_costs
    where contract_id = any(${contract_ids as string[]}::text[]) and status <> 'cancelled'
    order by contract_id, created_at, id`;
}

/** The balances of their payees, before anything of this close. */
export async function listBalancesOfShares(
  db: Db,
  contract_ids: readonly string[],
): Promise<{ payee_id: string; currency: string; available: string }[]> {
  return db<{ payee_id: string; currency: string; available: string }[]>`
    select payee_id, currency, available from payee_balances
    where payee_id in (select payee_id from contract_shares where contract_id = any(${contract_ids as string[]}::text[]))`;
}

/** Adds to what they have recouped. Returns those that have nothing outstanding any more. */
export async function recoupCosts(
  db: TransactionDb,
  changes: readonly { id: string; change: string }[],
): Promise<{ id: string; amount: string }[]> {
  const rows = await db<{ id: string; amount: string; status: string }[]>`
    update contract_costs c
    set recouped_amount = recouped_amount + change,
      status = case when recouped_amount + change = amount then 'recouped' else 'open' end
    from jsonb_to_recordset(${json(db, changes)}) as given (id text, change numeric)
    where c.id = given.id
    returning c.id, c.amount, c.status`;
  return rows.filter(({ status }) => status === "recouped");
}

export type NewContractStatement = Omit<ContractSum, "taxed"> & { organization_id: string; recouped_amount: string };

export async function insertContractStatements(
  db: TransactionDb,
  rows: readonly NewContractStatement[],
): Promise<void> {
  await db`
    insert into contract_statements (statement_id, contract_id, organization_id, version, payable_amount, recouped_amount,
      line_item_count, last_usage_period)
    select statement_id, contract_id, organization_id, version, payable_amount, recouped_amount, line_item_count, last_usage_period
    from jsonb_to_recordset(${json(db, rows)}) as given (statement_id text, contract_id text, organization_id text, version integer,
      payable_amount numeric, recouped_amount numeric, line_item_count bigint, last_usage_period text)`;
}

/** Each with its shares, as `contracts`. */
export async function insertPayeeStatements(db: TransactionDb, rows: readonly object[]): Promise<void> {
  await db`
    with given as materialized (
      select * from jsonb_to_recordset(${json(db, rows)}) as given (id text, organization_id text, payee_id text, payee_name text,
        statement_id text, period text, currency text, share_amount numeric, taxable_amount numeric, tax_rate numeric, tax_amount numeric,
        net_amount numeric, paid_by text, line_item_count bigint, balance_before numeric, contracts jsonb, created_at timestamptz)),
    written as (
      insert into payee_statements (id, organization_id, payee_id, payee_name, statement_id, period, currency, share_amount,
        taxable_amount, tax_rate, tax_amount, net_amount, paid_by, line_item_count, balance_before, organization_name, created_at)
      select given.id, organization_id, payee_id, payee_name, statement_id, period, currency, share_amount, taxable_amount, tax_rate,
        tax_amount, net_amount, paid_by, line_item_count, balance_before, o.name, given.created_at
      from given join organizations o on o.id = organization_id)
    insert into payee_statement_shares (payee_statement_id, contract_id, share, share_amount)
    select given.id, contract_id, share, shared.share_amount
    from given cross join jsonb_to_recordset(contracts) as shared (contract_id text, share numeric, share_amount numeric)`;
}
