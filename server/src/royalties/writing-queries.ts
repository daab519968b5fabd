// An organization's terms, and its statement written by them from its line items.

import type { TransactionDb } from "../platform/database/db.ts";
import type { PlannedStatement } from "./close-queries.ts";
import type { StatementRow } from "./statement.ts";

export type Terms = { fee_rate: string; withholding_rate: string; withholding_territories: string[] | null };

/** An organization's money moves one thing at a time. */
export async function lockTerms(db: TransactionDb, organization_id: string): Promise<Terms | undefined> {
  const [row] = await db<Terms[]>`
    select fee_rate, withholding_rate, withholding_territories from organizations where id = ${organization_id} for no key update`;
  return row;
}

export type NewStatement = PlannedStatement &
  Terms & { period: string; digits: number; is_sandbox: boolean; created_at: string };

/**
 * From its line items: a royalty for each release and store, the statement with their sums, and what earnings are asked by.
 * Fee and tax are rounded once for each royalty; where only some territories are taxed, gross and fee in the tax are theirs.
 */
export async function writeStatement(db: TransactionDb, given: NewStatement): Promise<StatementRow> {
  const { statement_id, organization_id, currency, period, digits, created_at } = given;
  const [fee_rate, tax_rate] = [db`${given.fee_rate}::numeric`, db`${given.withholding_rate}::numeric`];
  const taxed = given.withholding_territories
    ? db`coalesce(sum(earnings) filter (where territory = any(${given.withholding_territories}::text[])), 0)`
    : db`sum(earnings)`;
  const id_stem = `roy_${statement_id.slice(4, 20)}`;
  const [row] = await db<StatementRow[]>`
    with item as materialized ( -- rates and numbers of plays do not matter any more, so there are fewer rows to add up in many ways
      select release_id, store_id, territory, track_id, usage_period, sum(play_count) as play_count, sum(earnings) as earnings,
        count(*) as items
      from line_items where statement_id = ${statement_id}
      group by release_id, store_id, territory, track_id, usage_period),
    summed as (
      select release_id, store_id, sum(earnings) as gross, ${taxed} as taxed, sum(items) as items from item group by release_id, store_id),
    rounded as (
      select *, round_half_even(gross * ${fee_rate}, ${digits}) as fee,
        round_half_even((taxed - round_half_even(taxed * ${fee_rate}, ${digits})) * ${tax_rate}, ${digits}) as tax
      from summed),
    written as (
      insert into royalties (id, organization_id, statement_id, period, release_id, store_id, gross_amount, fee_amount, tax_amount,
        net_amount, currency, created_at)
      select ${id_stem} || lpad(to_hex(row_number() over (order by release_id, store_id)), 10, '0'), ${organization_id}, ${statement_id},
        ${period}, release_id, store_id, gross, fee, tax, gross - fee - tax, ${currency}, ${created_at}::timestamptz
      from rounded),
    added as (
      insert into earnings (organization_id, currency, grouped_by, month, key, play_count, earnings)
      select ${organization_id}, ${currency},
        case 15 - grouping(store_id, territory, track_id, release_id)
          when 8 then 'store' when 4 then 'territory' when 2 then 'track' when 1 then 'release' else 'month' end,
        usage_period, coalesce(store_id, territory, track_id, release_id, usage_period), sum(play_count), sum(earnings)
      from item
      group by grouping sets ((usage_period), (usage_period, store_id), (usage_period, territory), (usage_period, track_id),
        (usage_period, release_id))
      on conflict (organization_id, grouped_by, currency, month, key) do update
      set play_count = earnings.play_count + excluded.play_count, earnings = earnings.earnings + excluded.earnings)
    insert into statements (id, organization_id, period, currency, gross_amount, fee_amount, tax_amount, net_amount, fee_rate,
      withholding_rate, line_item_count, is_sandbox, created_at)
    select ${statement_id}, ${organization_id}, ${period}, ${currency}, sum(gross), sum(fee), sum(tax), sum(gross - fee - tax), ${fee_rate},
      ${tax_rate}, sum(items), ${given.is_sandbox}, ${created_at}::timestamptz
    from rounded
    returning id, organization_id, period, currency, gross_amount, fee_amount, tax_amount, net_amount, fee_rate, withholding_rate,
      line_item_count::float8 as line_item_count, created_at`;
  if (!row) throw new Error(`The statement ${statement_id} was not written.`);
  return row;
}
