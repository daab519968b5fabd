import type { TransactionDb } from "../../platform/database/db.ts";
import { copyIn } from "../../platform/database/table-copy.ts";
import { ownersOf, reasonOf } from "../matching/match-queries.ts";
import { preferIndexes } from "./queries.ts";

/** A table of this transaction alone: what a report's rows are about, before it is matched. Filled by one of the two below. */
export async function createWorks(db: TransactionDb): Promise<void> {
  await db`
    create temporary table report_works (isrc text not null, upc text not null, rows bigint not null, amounts jsonb not null) on commit drop`;
}

export async function copyWorks(db: TransactionDb, batches: Iterable<Uint8Array>): Promise<void> {
  await copyIn(db, "report_works", batches);
}

export async function sumWorks(db: TransactionDb, number: string): Promise<void> {
  await preferIndexes(db, true);
  await db`
    insert into report_works
    select coalesce(isrc, ''), coalesce(upc, ''), sum(rows), jsonb_object_agg(currency, trim_scale(amount)::text)
    from (
      select isrc, upc, currency, count(*) as rows, sum(play_count * unit_rate) as amount
      from sales_rows where report = ${number} group by isrc, upc, currency) by_currency
    group by 1, 2`;
  await preferIndexes(db, false);
}

/** Each is matched where it can be. They are inserted in the order of their key, which fills its index from one end. */
export async function insertWorks(
  db: TransactionDb,
  { number, store_id }: { number: string; store_id: string },
): Promise<void> {
  await db`analyze report_works`;
  const owners = ownersOf(db, db`(select ${store_id}::text as store_id, isrc, upc from report_works)`);
  await db`
    insert into sales_works (report, isrc, upc, rows, amounts, reason, organization_id, release_id, track_ids)
    select ${number}::bigint, w.isrc, w.upc, w.rows, w.amounts,
      ${reasonOf(db)}, owner.organization_id, owner.release_id,
      owner.track_ids
    from report_works w left join (${owners}) owner on owner.isrc = w.isrc and owner.upc = w.upc
    order by w.isrc, w.upc`;
}
