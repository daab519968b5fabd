// Keeps the names of a statement's tracks, and the reports that its line items came from. Both are written once, when
// line items are gathered, so a statement stays as it was when the catalogue changes.

import type { Db, Fragment, TransactionDb } from "../../platform/database/db.ts";
import type { Gathering } from "./gathering-queries.ts";

/**
 * The names of the tracks of these items (statement_id, track_id, release_id), as the catalogue has them now. Names
 * that are kept already stay. Each is looked up by itself: a close names few of the tracks that the catalogue has.
 */
async function keepNames(db: TransactionDb, items: Fragment): Promise<void> {
  await db`
    insert into statement_tracks (statement_id, track_id, release_id, title, artist, upc, label)
    select item.*, t.title,
      (select string_agg(artist->>'name', ', ' order by place)
       from jsonb_array_elements(coalesce(t.artists, r.artists)) with ordinality as named (artist, place)
       where artist->>'role' = 'main'),
      r.upc, r.label
    from (select distinct statement_id, track_id, release_id from (${items}) as items) as item
    left join lateral (select title, artists from tracks where id = item.track_id offset 0) as t on true
    left join lateral (select artists, upc, label from releases where id = item.release_id offset 0) as r on true
    on conflict do nothing`;
}

/** Keeps the names for the shares that are gathered next. */
export async function keepNamesOfShares(db: TransactionDb): Promise<void> {
  await keepNames(db, db`select statement_id, track_id, release_id from closing_shares`);
}

/** Keeps the names for line items that are written: of these statements, at one store or at all. */
export async function keepNamesOfItems(
  db: TransactionDb,
  statement_ids: readonly string[],
  store_id: string | null,
): Promise<void> {
  await keepNames(
    db,
    db`
    select statement_id, track_id, release_id from line_items
    where statement_id = any(${statement_ids as string[]}::text[]) ${store_id === null ? db`` : db`and store_id = ${store_id}`}`,
  );
}

/**
 * Parts that an earlier version of Segue gathered while nodes were replaced: that version kept neither names nor
 * reports.
 */
export async function listNotTraced(db: Db): Promise<Gathering[]> {
  return db<Gathering[]>`select period, store_id, part from closing_stores where reports is null`;
}

/** All reports that its close took rows of; which of them a line item came from is not known. Answers with its statements. */
export async function traceGathering(db: TransactionDb, { period, store_id, part }: Gathering): Promise<string[]> {
  const { count } = await db`
    update closing_stores set reports = array(
      select number from sales_reports r
      where r.store_id = ${store_id}
        and exists (select 1 from sales_works w where w.closed_in = ${period} and w.report = r.number)
      order by number)
    where period = ${period} and store_id = ${store_id} and part = ${part} and reports is null`;
  if (count === 0) return [];
  const rows = await db<{ statement_id: string }[]>`
    select statement_id from closing_statements where period = ${period} and part = ${part}`;
  return rows.map(({ statement_id }) => statement_id);
}

/** The ids of the reports that each store's line items of a statement were gathered from, in the order of their bits. */
export async function findSources(db: Db, statement_id: string): Promise<Map<string, string[]>> {
  const rows = await db<{ store_id: string; report_ids: string[] }[]>`
    select c.store_id, array_agg(r.id order by place) as report_ids
    from closing_statements s
    join closing_stores c on c.period = s.period and c.part = s.part
    cross join unnest(c.reports) with ordinality as gathered (number, place)
    join sales_reports r on r.number = gathered.number
    where s.statement_id = ${statement_id}
    group by c.store_id`;
  return new Map(rows.map(({ store_id, report_ids }) => [store_id, report_ids]));
}
