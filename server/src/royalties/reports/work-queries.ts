import type { Db, TransactionDb } from "../../platform/database/db.ts";
import { copyIn } from "../../platform/database/table-copy.ts";
import { keyset, type Page, type PageAsked } from "../../platform/http/pagination.ts";
import { ownersOf, reasonOf, worthOf } from "../matching/match-queries.ts";
import { type Owner, preferIndexes } from "./queries.ts";
import { showTotals, type UnmatchedWork } from "./sales-report.ts";

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
      select isrc, upc, currency, count(*) as rows, sum(coalesce(amount, play_count * unit_rate)) as amount
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
    insert into sales_works (report, isrc, upc, rows, amounts, worth, reason, organization_id, release_id, track_ids)
    select ${number}::bigint, w.isrc, w.upc, w.rows, w.amounts,
      case when owner.organization_id is null then ${worthOf(db)} else 0 end, ${reasonOf(db)}, owner.organization_id, owner.release_id,
      owner.track_ids
    from report_works w left join (${owners}) owner on owner.isrc = w.isrc and owner.upc = w.upc
    order by w.isrc, w.upc`;
}

/** A work by its key: '' stands for no code. */
export type WorkKey = { isrc: string; upc: string };

/** Those of these works that are not matched. Answers with which. */
export async function assignNamedWorks(
  db: TransactionDb,
  { number, works, owner }: { number: string; works: readonly WorkKey[]; owner: Owner },
): Promise<WorkKey[]> {
  return db<WorkKey[]>`
    update sales_works w
    set reason = null, organization_id = ${owner.organization_id}, release_id = ${owner.release_id}, track_ids = ${owner.track_ids},
      is_assigned = true
    from unnest(${works.map(({ isrc }) => isrc)}::text[], ${works.map(({ upc }) => upc)}::text[]) as given (isrc, upc)
    where w.report = ${number} and w.isrc = given.isrc and w.upc = given.upc and w.reason is not null
    returning w.isrc, w.upc`;
}

type ListedWork = Pick<UnmatchedWork, "rows" | "totals" | "reason"> & WorkKey & { worth: string; id: string };

/** Those that no organization earns by yet, the most money first. When a report is reversed, they are dropped. */
export async function listUnmatchedWorks(
  db: Db,
  asked: Pick<PageAsked, "after" | "limit"> & { number: string; reversed_by: string | null },
): Promise<Page<UnmatchedWork>> {
  const { number, reversed_by, after, limit } = asked;
  if (reversed_by !== null) return { rows: [], last: undefined, has_more: false };
  const found = await db<ListedWork[]>`
    select isrc, upc, to_jsonb(rows) as rows, reason, worth::text as worth, id,
      (select jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount) order by currency)
        from jsonb_each_text(amounts) as given (currency, amount)) as totals
    from (
      select isrc, upc, rows, amounts, reason, worth, isrc || ' ' || upc as id
      from sales_works where report = ${number} and reason is not null) as unmatched
    where true ${keyset(db, after, { created_at: "unmatched.worth", id: "id" })} limit ${limit + 1}`;
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows: rows.map(showWork), last: last && [last.worth, last.id], has_more: found.length > limit };
}

/** A row without any code has its line in the place of its UPC. */
function showWork({ isrc, upc, rows, totals, reason }: ListedWork): UnmatchedWork {
  const isLine = upc.startsWith("#");
  return {
    isrc: isrc || null,
    upc: isLine ? null : upc || null,
    line: isLine ? Number(upc.slice(1)) : null,
    rows,
    totals: showTotals(totals),
    reason,
  };
}
