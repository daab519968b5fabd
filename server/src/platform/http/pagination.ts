// A page is limited in rows and in bytes: a list of a hundred rows of a megabyte would cost a hundred megabytes here
// and in the database, for each client that asks. The bytes are counted where the rows are, so that no more are handed
// over than a page may hold.
//
// A list is two statements. The first finds the ids, which is cheap however large the rows are. The second reads the
// rows one after the other, adds up their bytes as JSON, and stops before the page would be too large. It runs with a
// small limit first, which nearly every page keeps. A larger page waits for its turn and then takes all it may: only so
// many large pages are made at once, so the memory they take stays the same however many clients ask.

import type { Db, Fragment } from "../database/db.ts";
import { ApiError } from "../errors.ts";
import type { InTurn } from "../fair-semaphore.ts";
import { GivenTimestamp } from "../schema.ts";
import { createSeal } from "../seal.ts";

/** The last row of a page. `created_at` is RFC 3339 with milliseconds and Z, as rows have it. */
export type Position = readonly [created_at: string, id: string];

/** A client's request: how many rows, after which one. Large pages are made `in_turn`. */
export type PageAsked = { limit: number; after: Position | undefined; in_turn: InTurn };

/** `last` is where the next page goes on. */
export type Page<Row> = { rows: Row[]; last: Position | undefined; has_more: boolean };

/** The columns that order a list. Ids follow the time, so a table may be ordered by them alone. */
type Order = { created_at?: string; id: string };

/**
 * `from`: the table, joined with what the condition needs. `where`: the condition, which both statements repeat.
 * `rows`: `select … from …` of the rows as they are shown.
 */
export type List = { from: Fragment; where: Fragment; rows: Fragment; order?: Order };

/** A list with an order of its own. `found`: `id` and `created_at` of all that match, in order. */
export type OrderedList = { found: Fragment; rows: Fragment };

// Bytes of JSON. Most pages are smaller than the first limit. None is larger than the second, unless one row is.
const PAGE_BYTES = 1_048_576;
const LARGE_PAGE_BYTES = 4 * 1_048_576;

const newest = { created_at: "created_at", id: "id" };

/** The one way to read a list: newest first or, with `updated_since`, the oldest change first. A filter is a part of `where`. */
export async function selectPage<Row>(
  db: Db,
  asked: PageAsked & { updated_since?: string },
  list: List,
): Promise<Page<Row>> {
  const { from, where, rows, order = newest } = list;
  const { created_at, id } = { ...newest, ...order };
  const { after, updated_since } = asked;
  const found =
    updated_since === undefined
      ? db`
        select ${db(id)} as id, ${db(created_at)} as created_at from ${from} where ${where} ${keyset(db, after, order)}`
      : db`
        select ${db(id)} as id, updated_at as created_at from ${from} where ${where} ${changes(db, after, updated_since)}`;
  return selectOrdered(db, asked, { found, rows: db`${rows} where ${where}` });
}

/** A separate index finds the changed rows, however large the table is. A position's time is then that of the change. */
function changes(db: Db, after: Position | undefined, updated_since: string) {
  return db`
    and updated_at >= ${updated_since} ${after ? db`and (updated_at, id) > (${after[0]}, ${after[1]})` : db``}
    order by updated_at, id`;
}

/** The end of a statement with a `where`: an index leads to the row after the last one seen, however far down it is. */
export function keyset(db: Db, after: Position | undefined, { created_at, id }: Order) {
  if (created_at === undefined) return db`${after ? db`and ${db(id)} < ${after[1]}` : db``} order by ${db(id)} desc`;
  return db`
    ${after ? db`and (${db(created_at)}, ${db(id)}) < (${after[0]}, ${after[1]})` : db``}
    order by ${db(created_at)} desc, ${db(id)} desc`;
}

/** For the few lists that are not ordered by time alone. */
export async function selectOrdered<Row>(
  db: Db,
  { limit, in_turn }: Omit<PageAsked, "after">,
  list: OrderedList,
): Promise<Page<Row>> {
  const found = await db<{ id: string; created_at: string }[]>`${list.found} limit ${limit + 1}`;
  const ids = found.slice(0, limit).map(({ id }) => id);
  if (ids.length === 0) return { rows: [], last: undefined, has_more: false };
  const { rows, count } =
    (await readRows<Row>(db, list.rows, ids, { bytes: PAGE_BYTES, is_all: true })) ??
    (await in_turn(() => readRows<Row>(db, list.rows, ids, { bytes: LARGE_PAGE_BYTES, is_all: false }))) ??
    nothing;
  const last = found[count - 1];
  return { rows, last: last && [last.created_at, last.id], has_more: count < found.length };
}

const nothing = { rows: [], count: 0 };

/** For lists that clients synchronize: rows changed at or after this moment, the oldest change first. */
export const UpdatedSince = GivenTimestamp({
  description:
    "Only what changed at or after this moment, the oldest change first. Deletions are not listed. Overlap by a minute: " +
    "ask from a minute before the last `updated_at` you have seen.",
});

/** For the answer to a write that shows many rows: these, in this order, as far as a page holds them. */
export async function selectWithin<Row>(
  db: Db,
  rows: Fragment,
  ids: readonly string[],
): Promise<{ rows: Row[]; has_more: boolean }> {
  const read = await readRows<Row>(db, rows, [...ids], { bytes: LARGE_PAGE_BYTES, is_all: false });
  return { rows: read?.rows ?? [], has_more: (read?.count ?? 0) < ids.length };
}

type Counted<Row> = Row & { id: string | null; page_place: number; page_bytes: number };

/**
 * Returns as many rows as fit, but at least one. `is_all`: returns all rows or none. A row that was deleted since it
 * was found is skipped.
 */
async function readRows<Row>(
  db: Db,
  rows: Fragment,
  ids: string[],
  { bytes, is_all }: { bytes: number; is_all: boolean },
): Promise<{ rows: Row[]; count: number } | undefined> {
  // `offset 0` keeps a row's computed values from being computed again for its size.
  const read = await db<Counted<Row>[]>`
    with recursive page as (
      select 0 as page_place, 0 as page_bytes, listed.* from (select 1) as start left join (${rows}) as listed on false
      union all
      select page_place + 1, page_bytes + size.bytes, shown.*
      from page
      left join lateral (
        select * from (${rows}) as listed where listed.id = (${ids}::text[])[page_place + 1] offset 0) as shown on true
      cross join lateral (
        select case when shown.id is null then 0 else octet_length(row_to_json(shown)::text) end as bytes offset 0) as size
      where page_place < cardinality(${ids}::text[])
        and (page_bytes + size.bytes <= ${bytes} or (page_bytes = 0 and not ${is_all}::boolean)))
    select * from page
    where page_place > 0 and (not ${is_all}::boolean or (select max(page_place) from page) = cardinality(${ids}::text[]))`;
  if (read.length === 0) return undefined;
  const present = read.filter(({ id }) => id !== null);
  return { rows: present.map(({ page_place, page_bytes, ...row }) => row as unknown as Row), count: read.length };
}

/** The same page, with every row as `show` shows it. */
export function mapPage<Row, Shown>(page: Page<Row>, show: (row: Row) => Shown): Page<Shown> {
  return { ...page, rows: page.rows.map(show) };
}

/**
 * A cursor is a position that only this service can read or write. `bound_to` names what it belongs to (organization,
 * route, filters). Opened for anything else, it is as invalid as a forged one.
 */
export type CursorSeal = {
  seal(position: Position, bound_to: string): string;
  open(cursor: string, bound_to: string): Position;
};

export function cursorSeal(key: Buffer): CursorSeal {
  const { seal, open } = createSeal(key);
  return {
    seal,
    open(cursor, bound_to) {
      const position = open(cursor, bound_to);
      if (position === undefined) throw invalidCursor();
      return position as Position;
    },
  };
}

/** The shape of the answer. */
export function shownPage<Row>(
  { rows, last, has_more }: Page<Row>,
  sealPosition: (position: Position) => string,
): { data: Row[]; next_cursor: string | null; has_more: boolean } {
  return { data: rows, next_cursor: has_more && last ? sealPosition(last) : null, has_more };
}

function invalidCursor(): ApiError {
  return new ApiError("invalid_cursor", "The cursor is not one that this list returned for these filters.");
}
