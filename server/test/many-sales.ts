// Sales of many organizations, put by a few statements where imports would have left them: matched, and on no statement yet.

import type { Db } from "../src/platform/database/db.ts";
import { newId } from "../src/platform/ids.ts";

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
  /** Whose recordings they are, in turn. */
  organizations: { prefix: string; count: number };
};

/** Each row becomes a line item of its own: the rows of one recording differ in their rates. */
export async function insertManySales(db: Db, sales: ManySales): Promise<void> {
  const { store_id, period, rows, recordings, organizations } = sales;
  const [report] = await db<{ number: string }[]>`
    insert into sales_reports (id, store_id, period, status, rows, totals, warnings, created_at, updated_at)
    values (${newId("rep")}, ${store_id}, ${period}, 'imported', ${rows}, '[]', '[]', now(), now()) returning number::text`;
  const number = report?.number ?? "";
  await db`
    insert into sales_rows (report, line, play_count, unit_rate, isrc, territory, currency, usage_period)
    select ${number}::bigint, n + 2, n % 9000, 0.001 + (n / ${recordings}::bigint) * 0.0000001,
      'QZBEN24' || lpad(((n * 7919) % ${recordings}::bigint)::text, 5, '0'), (${territories}::text[])[n % 10 + 1], 'EUR', ${period}
    from generate_series(0, ${rows}::bigint - 1) n`;
  await db`
    insert into sales_works (report, isrc, upc, rows, amounts, organization_id, release_id, track_ids, is_assigned)
    select ${number}::bigint, 'QZBEN24' || lpad(n::text, 5, '0'), '', ${rows}::bigint / ${recordings}::bigint, '{"EUR": "1"}',
      ${organizations.prefix}::text || n % ${organizations.count}::int + 1, 'rel_bench' || n / 10, array['trk_bench' || n], true
    from generate_series(0, ${recordings}::int - 1) n`;
  // As the job after an import does.
  await db`select brin_summarize_new_values('sales_rows_place')`;
}
