import type { TransactionDb } from "../src/platform/database/db.ts";

/** The rows of these tables and the entries of their indexes that this transaction has read. */
export async function countRead(db: TransactionDb, tables: readonly string[]): Promise<number> {
  const [row] = await db<{ read: number }[]>`
    with given as (select name::regclass as id from unnest(${tables as string[]}::text[]) as name)
    select sum(pg_stat_get_xact_tuples_returned(place) + pg_stat_get_xact_tuples_fetched(place))::int as read
    from (select id::oid from given union all select indexrelid from pg_index where indrelid in (select id from given)) as places (place)`;
  return row?.read ?? 0;
}
