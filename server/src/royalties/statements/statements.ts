import { Readable } from "node:stream";
import type { Context } from "../../platform/context.ts";
import { csvCell } from "../../platform/csv-cell.ts";
import { type Issue, notFound, problem } from "../../platform/errors.ts";
import { mapPage, type Page, type PageAsked } from "../../platform/http/pagination.ts";
import type { Owned } from "../../platform/owned.ts";
import { shownAmount } from "../../standards/currency.ts";
import { findSources } from "../closing/trace-queries.ts";
import type { Royalty, RoyaltyRow } from "../royalty.ts";
import { amountTexts, daysOf, type LineItem, type StatementRow, shownLineItem } from "../statement.ts";
import {
  findAnyStatement,
  findStatement,
  lineItemNumber,
  listLineItemRows,
  listNamedLineItems,
  listRoyaltiesByPage,
  listRoyaltyRows,
  type NamedLineItem,
  type RoyaltyFilter,
} from "./queries.ts";

export async function getStatement(ctx: Context, owned: Owned): Promise<StatementRow> {
  const statement = await findStatement(ctx.db, owned);
  if (!statement) throw notFound("statement");
  return statement;
}

/** For the operator. */
export async function getAnyStatement(ctx: Context, id: string): Promise<StatementRow> {
  const statement = await findAnyStatement(ctx.db, id);
  if (!statement) throw notFound("statement");
  return statement;
}

export async function listLineItems(
  ctx: Context,
  { limit, after }: PageAsked,
  statement: StatementRow,
): Promise<Page<LineItem>> {
  const below = after && lineItemNumber(after[1]);
  const sources = await findSources(ctx.db, statement.id);
  const found = await listLineItemRows(ctx.db, { statement, below, limit: limit + 1 });
  const rows = found.slice(0, limit).map((row) => shownLineItem(row, sources));
  const last = rows.at(-1);
  return { rows, last: last && [statement.created_at, last.id], has_more: found.length > limit };
}

type ExportedLineItem = LineItem & Pick<NamedLineItem, "title" | "artist" | "upc" | "label">;

const columns = [
  "id",
  "isrc",
  "title",
  "artist",
  "upc",
  "track_id",
  "release_id",
  "store_id",
  "territory",
  "play_count",
  "unit_rate",
  "earnings",
  "currency",
  "usage_period",
  "label",
  "report_ids",
  "rate_is",
  "reported_currency",
  "reported_earnings",
  "exchange_rate",
] as const satisfies (keyof ExportedLineItem)[];

const EXPORTED_AT_ONCE = 1_000;

/** All of them, as CSV (RFC 4180), read while it is sent. */
export function exportLineItems(ctx: Context, statement: StatementRow): Readable {
  return Readable.from(writeCsv(ctx, statement));
}

async function* writeCsv(ctx: Context, statement: StatementRow): AsyncGenerator<string> {
  yield `${columns.join(",")}\r\n`;
  const sources = await findSources(ctx.db, statement.id);
  let below: string | undefined;
  for (;;) {
    const rows = await listNamedLineItems(ctx.db, { statement, below, limit: EXPORTED_AT_ONCE });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => csvLine(shownLineItem(row, sources), row)).join("");
    below = lineItemNumber(last.id);
  }
}

function csvLine(item: LineItem, { title, artist, upc, label }: NamedLineItem): string {
  const cells = { ...item, title, artist, upc, label, report_ids: item.report_ids.join(" ") };
  return `${columns.map((column) => csvCell(String(cells[column] ?? ""))).join(",")}\r\n`;
}

type CountedPage = { page?: number; per_page?: number };

/** Before a cursor is read: beside a page number, a bad one is not the fault to tell of. */
export function countedPageIssues(query: CountedPage & { limit?: number; cursor?: string }): Issue[] {
  const counted = query.page === undefined ? "per_page" : "page";
  const isMixed = query[counted] !== undefined && (query.limit !== undefined || query.cursor !== undefined);
  return isMixed ? [problem(counted, "cannot be used together with `limit` or `cursor`")] : [];
}

const DEFAULT_PER_PAGE = 20;

export async function listRoyalties(
  ctx: Context,
  organization_id: string,
  { page, per_page, ...filter }: RoyaltyFilter & CountedPage,
  asked: PageAsked,
): Promise<Page<Royalty>> {
  if (page === undefined && per_page === undefined)
    return mapPage(await listRoyaltyRows(ctx.db, { organization_id, ...filter, ...asked }), shownRoyalty);
  const counted = { page: page ?? 1, per_page: per_page ?? DEFAULT_PER_PAGE };
  const rows = await listRoyaltiesByPage(ctx.db, { organization_id, ...filter, ...counted });
  const has_more = rows.length > counted.per_page;
  return { rows: rows.slice(0, counted.per_page).map(shownRoyalty), last: undefined, has_more };
}

function shownRoyalty(row: RoyaltyRow): Royalty {
  const { id, statement_id, release_id, store_id, currency } = row;
  const taxable_amount = row.taxable_amount === null ? null : shownAmount(row.taxable_amount, currency);
  return {
    id,
    statement_id,
    ...daysOf(row.period),
    release_id,
    store_id,
    ...amountTexts(row),
    taxable_amount,
    currency,
  };
}
