// Sales of many organizations, put by a few statements where imports would have left them: matched, and on no statement yet.

import type { Db, TransactionDb } from "../src/platform/database/db.ts";
import { newId } from "../src/platform/ids.ts";
import { sumTotals } from "../src/royalties/reports/queries.ts";

const territories = ["DE", "FR", "US", "GB", "JP", "BR", "SE", "MX", "IN", "ZA"];

/** Organizations with the terms of an existing one; their ids are `<prefix>1` and so on. */
export async function insertOrganizations(
  db: Db,
  { like, prefix, count }: { like: string; prefix: string; count: number },
): Promise<void> {
  await db`
    insert into organizations
    select (jsonb_populate_record(o, jsonb_build_object('id', ${prefix}::text || n, 'isrc_prefix', null))).*
    from organizations o, generate_series(1, ${count}::int) n
    where o.id = ${like}`;
}

export type ManySales = {
  store_id: string;
  period: string;
  rows: number;
  recordings: number;
  /** The owners of the recordings, in turn. */
  organizations: { prefix: string; count: number };
  /** Each recording has rows in all of them. */
  currencies?: readonly string[];
};

/** Each row becomes a line item of its own: the rows of one recording differ in their rates. */
export async function insertManySales(db: Db, sales: ManySales): Promise<void> {
  const { store_id, period, rows, recordings, organizations, currencies = ["EUR"] } = sales;
  const [report] = await db<{ number: string }[]>`
    insert into sales_reports (id, store_id, period, status, rows, totals, warnings, created_at, updated_at)
    values (${newId("rep")}, ${store_id}, ${period}, 'imported', ${rows}, '[]', '[]', now(), now()) returning number::text`;
  const number = report?.number ?? "";
  await insertRecordings(db, { recordings, organizations });
  await db`
    insert into sales_rows (report, line, play_count, unit_rate, isrc, territory, currency, usage_period)
    select ${number}::bigint, n + 2, n % 9000, 0.001 + (n / ${recordings}::bigint) * 0.0000001,
      'QZBEN24' || lpad(((n * 7919) % ${recordings}::bigint)::text, 5, '0'), (${territories}::text[])[n % 10 + 1],
      (${currencies as string[]}::text[])[n / ${recordings}::bigint % ${currencies.length} + 1], ${period}
    from generate_series(0, ${rows}::bigint - 1) n`;
  await db`
    insert into sales_works (report, isrc, upc, rows, amounts, organization_id, release_id, track_ids, is_assigned)
    select ${number}::bigint, recording.isrc, '', rows, amounts, t.organization_id, t.release_id, array[t.id], true
    from (
      select isrc, sum(rows) as rows, jsonb_object_agg(currency, amount::text) as amounts
      from (
        select isrc, currency, count(*) as rows, sum(play_count * unit_rate) as amount
        from sales_rows where report = ${number} group by isrc, currency) as in_currency
      group by isrc) recording
    join tracks t on t.id = 'trk_' || ${organizations.prefix}::text || right(recording.isrc, 5)::int`;
  await sumTotals(db as TransactionDb, number);
  // As the job after an import does.
  await db`select brin_summarize_new_values('sales_rows_place')`;
}

/** Ten on a release. A close gives nothing to a track that is gone. */
export async function insertRecordings(
  db: Db,
  { recordings, organizations: { prefix, count } }: Pick<ManySales, "recordings" | "organizations">,
): Promise<void> {
  const of = db`
    select n, ${prefix}::text || n % ${count}::int + 1 as organization_id, 'rel_' || ${prefix}::text || n / (10 * ${count}::int) || '_' || n % ${count}::int as release_id
    from generate_series(0, ${recordings}::int - 1) n`;
  await db`
    insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, explicit, status, search, created_at, updated_at)
    select distinct on (release_id) release_id, organization_id, 'Midnight', '[]'::jsonb, date '2030-03-01', 'Bench', '036000291452',
      '{WORLD}'::text[], false, 'draft', '', now(), now()
    from (${of}) made on conflict do nothing`;
  await db`
    insert into tracks (id, organization_id, release_id, title, isrc, disc_number, track_number, explicit, created_at, updated_at)
    select 'trk_' || ${prefix}::text || n, organization_id, release_id, 'Midnight ' || n, 'QZ-BEN-24-' || lpad(n::text, 5, '0'), 1, n + 1, false, now(), now()
    from (${of}) made on conflict do nothing`;
}

/**
 * Each organization has so many payees, and so many contracts that share all of its recordings: one for all, the others for tracks of
 * their own. Each contract has three of the payees and two terms, and every other an advance.
 */
export async function insertContracts(
  db: Db,
  {
    organizations: { prefix, count },
    contracts,
    payees,
  }: Pick<ManySales, "organizations"> & Record<"contracts" | "payees", number>,
): Promise<void> {
  const organization = db`(select n as o, ${prefix}::text || n as organization_id from generate_series(1, ${count}::int) n) as organization`;
  const made = db`${organization} cross join generate_series(1, ${contracts}::int) c`;
  await db`
    insert into payees (id, organization_id, name, paid_by, status, created_at, updated_at)
    select 'pye_' || organization_id || '_' || p, organization_id, 'Payee ' || p, case when p % 4 = 0 then 'organization' else 'operator' end,
      'active', now(), now()
    from ${organization} cross join generate_series(1, ${payees}::int) p`;
  const terms = JSON.stringify([{ rate: "0.7", territories: ["US", "GB"] }, { rate: "0.8" }]);
  await db`
    insert into contracts (id, organization_id, name, level, terms, status, version, created_at, updated_at)
    select 'con_' || organization_id || '_' || c, organization_id, 'Contract ' || c, case when c = 1 then 'all' else 'track' end,
      ${terms}::text::jsonb, 'active', 1, now(), now()
    from ${made}`;
  await db`
    insert into contract_versions (contract_id, organization_id, version, name, applies_to, terms, shares, created_at)
    select id, organization_id, version, name, '{"all": true}', terms, '[]', created_at
    from contracts where organization_id like ${`${prefix}%`}`;
  await db`
    insert into contract_targets (contract_id, organization_id, target_id, place)
    select 'con_' || organization_id || '_' || c, organization_id, id, place
    from (
      select t.id, t.organization_id, row_number() over (partition by t.organization_id order by t.id) as place
      from tracks t where t.organization_id like ${`${prefix}%`}) as track
    cross join lateral (select 2 + place % ${contracts}::int as c) as target
    where c <= ${contracts}::int`;
  await db`
    insert into contract_shares (contract_id, organization_id, payee_id, share, place)
    select 'con_' || organization_id || '_' || c, organization_id, 'pye_' || organization_id || '_' || (c + s) % ${payees}::int + 1, 0.25, s
    from ${made} cross join generate_series(1, 3) s`;
  await db`
    insert into contract_costs (id, organization_id, contract_id, kind, amount, currency, description, status, created_at)
    select 'cst_' || organization_id || '_' || c, organization_id, 'con_' || organization_id || '_' || c, 'advance', 500, 'EUR', 'Advance', 'open', now()
    from ${made} where c % 2 = 0`;
}
