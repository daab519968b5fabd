// The rows of a report, in the order of their lines: all of them, those of a track or a statement, or those that are not matched.
//
// The problem. A report has millions of rows, and there is no index by what is asked for: a B-tree would double the time of an
// import. But a report's rows lie together in the order of their lines, so a window of lines is found by a small index.
//
// The procedure. A page is read window by window, each larger than the last: the first few lines hold a page of all rows, and a few
// rows among millions are found by a few large windows. A request looks through so many lines at most. Then its page has fewer rows
// than were asked for, or none, while `has_more` is true: the next page goes on from there. A line that sold several recordings together
// has a row for each, so a cursor also says how many rows of its line were shown.

import type { Db, Fragment } from "../../platform/database/db.ts";
import { mapPage, type Page, type PageAsked } from "../../platform/http/pagination.ts";
import { placeInFile, type ReadFile, type ReportedRow, type UnmatchedRow } from "./sales-report.ts";

const FIRST_WINDOW_LINES = 2_000;
const LARGEST_WINDOW_LINES = 1_000_000;
const GROWTH = 10;
const MAX_LINES = 4_000_000;

export type RowFilter = { isrc?: string; track_id?: string; statement_id?: string };
/** `files` of an archive, whose lines are counted through all of them. */
type Asked = Pick<PageAsked, "after" | "limit"> & { number: string; store_id: string; files: readonly ReadFile[] };

/** A condition on works (`w`) and one on rows (`r`). */
type Wanted = { works: Fragment; rows: Fragment };

export async function listReportedRows(db: Db, asked: Asked, filter: RowFilter): Promise<Page<ReportedRow>> {
  const wanted = await conditionsOf(db, filter);
  if (!wanted) return { rows: [], last: undefined, has_more: false };
  return mapPage(await listRows<ReportedRow>(db, asked, wanted), (row) => inItsFile(row, asked.files));
}

/** Those that no organization earns by yet. When a report is reversed, they are dropped. */
export async function listUnmatched(
  db: Db,
  { reversed_by, ...asked }: Asked & { reversed_by: string | null },
): Promise<Page<UnmatchedRow>> {
  if (reversed_by !== null) return { rows: [], last: undefined, has_more: false };
  const page = await listRows<ReportedRow>(db, asked, { works: db`w.reason is not null`, rows: db`true` });
  return mapPage(page, ({ reason, ...row }) => ({ ...inItsFile(row, asked.files), reason: reason ?? "unknown" }));
}

const inItsFile = <Row extends { line: number }>(row: Row, files: readonly ReadFile[]) => ({
  ...row,
  ...placeInFile(row.line, files),
});

/** Undefined: no row can have it. */
async function conditionsOf(db: Db, { isrc, track_id, statement_id }: RowFilter): Promise<Wanted | undefined> {
  const works = [db`true`];
  const rows = [db`true`];
  if (isrc !== undefined) {
    works.push(db`w.isrc = ${isrc}`);
    rows.push(db`r.isrc = ${isrc}`);
  }
  if (track_id !== undefined) works.push(db`${track_id} = any(w.track_ids)`);
  if (statement_id !== undefined) {
    const [statement] = await db<{ period: string; organization_id: string; currency: string }[]>`
      select period, organization_id, currency from closing_statements where statement_id = ${statement_id} and is_written`;
    if (!statement) return undefined;
    works.push(db`w.closed_in = ${statement.period} and w.organization_id = ${statement.organization_id}`);
    rows.push(db`coalesce(w.stated_in, r.currency) = ${statement.currency}`);
  }
  return { works: all(db, works), rows: all(db, rows) };
}

const all = (db: Db, conditions: readonly Fragment[]) =>
  conditions.reduce((whole, condition) => db`${whole} and ${condition}`);

async function listRows<Row extends { line: number }>(db: Db, asked: Asked, wanted: Wanted): Promise<Page<Row>> {
  const { number, after, limit } = asked;
  const found: Row[] = [];
  const [shown, began] = [Number(after?.[0] || 0), Number(after?.[1] ?? 0)];
  let line = shown > 0 ? began - 1 : began;
  let has_more = await hasWorks(db, number, wanted);
  for (let lines = FIRST_WINDOW_LINES; has_more && line - began < MAX_LINES && found.length <= limit; ) {
    const offset = line < began ? shown : 0;
    const window = {
      number,
      sender: asked.store_id,
      from: line,
      to: line + lines,
      offset,
      limit: limit + 1 - found.length,
    };
    for (const row of await listRowsIn<Row>(db, window, wanted)) found.push(row);
    line = window.to;
    lines = Math.min(lines * GROWTH, LARGEST_WINDOW_LINES);
    has_more = await hasLineAfter(db, number, line);
  }
  if (found.length <= limit) return { rows: found, last: ["", String(line)], has_more };
  const rows = found.slice(0, limit);
  const last = rows.at(-1)?.line ?? line;
  if (found[limit]?.line !== last) return { rows, last: ["", String(last)], has_more: true };
  const of_last = rows.filter((row) => row.line === last).length + (last === began ? shown : 0);
  return { rows, last: [String(of_last), String(last)], has_more: true };
}

async function hasWorks(db: Db, number: string, { works }: Wanted): Promise<boolean> {
  return (await db`select 1 from sales_works w where report = ${number} and ${works} limit 1`).length > 0;
}

async function hasLineAfter(db: Db, number: string, line: number): Promise<boolean> {
  return (await db`select 1 from sales_rows where report = ${number} and line > ${line} limit 1`).length > 0;
}

type Window = { number: string; sender: string; from: number; to: number; offset: number; limit: number };

/**
 * A sale of a whole release has no track: its tracks share it. A row without any code has its line in the place of its UPC, and belongs
 * to what the operator assigned it to.
 */
function listRowsIn<Row extends object>(db: Db, window: Window, { works, rows }: Wanted) {
  return db<Row[]>`
    select to_jsonb(r.line) as line, r.isrc, case when r.upc not like '#%' then r.upc end as upc, r.territory, to_jsonb(r.play_count) as play_count,
      trim_scale(case when r.amount is null then r.unit_rate when r.play_count = 0 then 0
        else div(r.amount * 1000000000000, r.play_count) * 0.000000000001 end)::text as unit_rate,
      trim_scale(r.amount)::text as amount, r.currency, r.usage_period, coalesce(r.store_id, ${window.sender}) as store_id, w.organization_id, w.release_id,
      case when w.isrc <> '' or (w.upc like '#%' and cardinality(w.track_ids) = 1) then w.track_ids[1] end as track_id, w.reason, s.statement_id
    from sales_rows r
    join sales_works w on w.report = r.report and w.isrc = coalesce(r.isrc, '') and w.upc = coalesce(r.upc, '') and ${works}
    left join closing_statements s
      on s.period = w.closed_in and s.organization_id = w.organization_id and s.currency = coalesce(w.stated_in, r.currency) and s.is_written
    where r.report = ${window.number} and r.line > ${window.from} and r.line <= ${window.to} and ${rows}
    order by r.line, r.isrc, r.unit_rate limit ${window.limit} offset ${window.offset}`;
}
