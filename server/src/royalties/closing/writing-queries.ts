// Statements written from the sums of their line items, by the terms of their organizations.

import type { TransactionDb } from "../../platform/database/db.ts";
import type { StatementRow } from "../statement.ts";
import { termRate } from "../term-queries.ts";
import type { PlannedStatement } from "./close-queries.ts";

/**
 * An organization's money moves one thing at a time. Locked in one order, so that two closes never wait in a ring. Returns those whose
 * contracts share what they earn.
 */
export async function lockTerms(db: TransactionDb, organization_ids: readonly string[]): Promise<Set<string>> {
  const ids = organization_ids as string[];
  await db`select 1 from organizations where id = any(${ids}::text[]) order by id for no key update`;
  // A statement of its own: contracts that were changed while it waited for the lock are seen as they are now.
  const rows = await db<{ id: string }[]>`
    select given.id from unnest(${ids}::text[]) as given (id)
    where exists (select 1 from contracts where organization_id = given.id and status <> 'draft')`;
  return new Set(rows.map(({ id }) => id));
}

export type NewStatement = PlannedStatement & { digits: number };
type Written = { period: string; is_sandbox: boolean; created_at: string };

/**
 * Where an organization has terms of fees, `by_terms` has the earnings of its lines with the rate of each, as `planned` tells. Rates
 * are looked up once for each store, territory and month.
 */
const feesByTerms = (db: TransactionDb) => db`
    sold as materialized (
      select p.statement_id, item.*
      from planned p
      cross join lateral (
        select release_id, store_id, territory, usage_period, sum(earnings) as earnings from line_items
        where statement_id = p.statement_id
        group by release_id, store_id, territory, usage_period) as item
      where p.fee_terms is not null),
    rate_of as materialized (
      select line.*, coalesce(${termRate(db, db`p.fee_terms`, { store_id: db`line.store_id`, territory: db`line.territory`, usage_period: db`line.usage_period` })}, p.fee_rate) as rate,
        p.withholding_territories is null or line.territory = any(p.withholding_territories) as is_taxed
      from (select distinct statement_id, store_id, territory, usage_period from sold) as line
      join planned p using (statement_id)),
    by_terms as materialized (
      select statement_id, release_id, store_id, rate, is_taxed, sum(earnings) as earnings
      from sold join rate_of using (statement_id, store_id, territory, usage_period)
      group by statement_id, release_id, store_id, rate, is_taxed),
    fee_of as (
      select statement_id, release_id, store_id, sum(earnings * rate) as fee,
        coalesce(sum(earnings * rate) filter (where is_taxed), 0) as taxed_fee
      from by_terms group by statement_id, release_id, store_id),
    rates_used as (
      select statement_id,
        jsonb_agg(jsonb_build_object('rate', trim_scale(rate)::text, 'gross_amount', trim_scale(gross)::text) order by rate) as fee_rates
      from (select statement_id, rate, sum(earnings) as gross from by_terms group by statement_id, rate) as used
      group by statement_id)`;

/**
 * For each statement, its sums become a royalty for each release and store, the statement with their totals, and what earnings are
 * asked by. Fee and tax are rounded once for each royalty; where only some territories are taxed, gross and fee in the tax are
 * theirs, which the sums do not tell: there the line items are read. So they are where fees differ by store or territory.
 */
export async function insertStatements(
  db: TransactionDb,
  given: readonly NewStatement[],
  { period, is_sandbox, created_at }: Written,
): Promise<StatementRow[]> {
  const ids = given.map(({ statement_id }) => statement_id);
  return db<StatementRow[]>`
    with planned as materialized (
      select statement_id, organization_id, currency, digits, exchange_rates, fee_rate, nullif(fee_terms, '[]') as fee_terms,
        withholding_rate as tax_rate, withholding_territories
      from unnest(${ids}::text[], ${given.map(({ organization_id }) => organization_id)}::text[],
        ${given.map(({ currency }) => currency)}::text[], ${given.map(({ digits }) => digits)}::int[],
        ${given.map(({ exchange_rates }) => JSON.stringify(exchange_rates))}::text[]::jsonb[])
        as given (statement_id, organization_id, currency, digits, exchange_rates)
      join organizations o on o.id = organization_id),
    sum_of as materialized (
      delete from closing_sums where statement_id = any(${ids}::text[])
      returning statement_id, store_id, grouped_by, month, key, play_count, earnings, items),
    ${feesByTerms(db)},
    taxed as (
      select p.statement_id, item.*
      from planned p
      cross join lateral (
        select release_id, store_id, sum(earnings) as taxed from line_items
        where statement_id = p.statement_id and territory = any(p.withholding_territories)
        group by release_id, store_id) as item
      where p.withholding_territories is not null),
    summed as (
      select statement_id, key as release_id, store_id, sum(earnings) as gross, sum(items) as items
      from sum_of where grouped_by = 'release' group by statement_id, key, store_id),
    due as (
      select p.*, s.release_id, s.store_id, s.gross, s.items,
        case when p.withholding_territories is null then s.gross else coalesce(t.taxed, 0) end as taxed, f.fee as exact_fee, f.taxed_fee
      from summed s
      join planned p using (statement_id)
      left join taxed t using (statement_id, release_id, store_id)
      left join fee_of f using (statement_id, release_id, store_id)),
    rounded as materialized (
      select *, round_half_even(coalesce(exact_fee, gross * fee_rate), digits) as fee, round_half_even(taxable * tax_rate, digits) as tax
      from (select *, taxed - round_half_even(coalesce(taxed_fee, taxed * fee_rate), digits) as taxable from due) as due),
    written as (
      insert into royalties (id, organization_id, statement_id, period, release_id, store_id, gross_amount, fee_amount, taxable_amount,
        tax_amount, net_amount, currency, created_at)
      select 'roy_' || substr(statement_id, 5, 16)
          || lpad(to_hex(row_number() over (partition by statement_id order by release_id, store_id)), 10, '0'),
        organization_id, statement_id, ${period}, release_id, store_id, gross, fee, taxable, tax, gross - fee - tax, currency,
        ${created_at}::timestamptz
      from rounded),
    added as (
      insert into earnings (organization_id, currency, grouped_by, month, key, play_count, earnings)
      select organization_id, currency, grouped_by, month, key, sum(play_count), sum(earnings)
      from (
        select statement_id, grouped_by, month, key, play_count, earnings from sum_of
        union all
        select statement_id, 'store', month, store_id, play_count, earnings from sum_of where grouped_by = 'month') as part
      join planned using (statement_id)
      group by organization_id, grouped_by, currency, month, key
      order by organization_id, grouped_by, currency, month, key
      on conflict (organization_id, grouped_by, currency, month, key) do update
      set play_count = earnings.play_count + excluded.play_count, earnings = earnings.earnings + excluded.earnings)
    insert into statements (id, organization_id, period, currency, gross_amount, fee_amount, tax_amount, net_amount, fee_rate,
      withholding_rate, withholding_territories, line_item_count, exchange_rates, fee_terms, fee_rates, is_sandbox, created_at)
    select statement_id, organization_id, ${period}, currency, sum(gross), sum(fee), sum(tax), sum(gross - fee - tax), fee_rate,
      tax_rate, withholding_territories, sum(items), exchange_rates, fee_terms, fee_rates, ${is_sandbox}, ${created_at}::timestamptz
    from rounded left join rates_used using (statement_id)
    group by statement_id, organization_id, currency, exchange_rates, fee_rate, fee_terms, fee_rates, tax_rate, withholding_territories
    order by organization_id, currency
    returning id, organization_id, period, currency, gross_amount, fee_amount, tax_amount, net_amount, fee_rate, withholding_rate,
      withholding_territories, line_item_count::float8 as line_item_count, exchange_rates, fee_rates, created_at`;
}
