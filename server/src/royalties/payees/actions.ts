import { Readable } from "node:stream";
import type { Context } from "../../platform/context.ts";
import { csvCell } from "../../platform/csv-cell.ts";
import { notFound } from "../../platform/errors.ts";
import type { Page, PageAsked } from "../../platform/http/pagination.ts";
import { type PayeeLineItem, type PayeeStatementRow, shownPayeeLineItem } from "../payee-statement.ts";
import { lineItemNumber } from "../statements/queries.ts";
import { findPayeeStatement, listPayeeLineItems, type NamedPayeeLineItem, type PayeesOf } from "./queries.ts";

export async function getPayeeStatement(ctx: Context, payees: PayeesOf, id: string): Promise<PayeeStatementRow> {
  const statement = await findPayeeStatement(ctx.db, payees, id);
  if (!statement) throw notFound("payee statement");
  return statement;
}

export async function pageOfPayeeLineItems(
  ctx: Context,
  { limit, after }: PageAsked,
  statement: PayeeStatementRow,
): Promise<Page<PayeeLineItem>> {
  const below = after && lineItemNumber(after[1]);
  const found = await listPayeeLineItems(ctx.db, { statement, below, limit: limit + 1 });
  const rows = found.slice(0, limit).map((row) => shownPayeeLineItem(row, statement.currency));
  const last = rows.at(-1);
  return { rows, last: last && [statement.created_at, last.id], has_more: found.length > limit };
}

const columns = [
  "id",
  "contract_id",
  "isrc",
  "title",
  "artist",
  "upc",
  "label",
  "track_id",
  "release_id",
  "store_id",
  "territory",
  "play_count",
  "usage_period",
  "base_amount",
  "rate",
  "share",
  "amount",
] as const satisfies (keyof NamedPayeeLineItem)[];

const EXPORTED_AT_ONCE = 1_000;

/** All of them, as CSV (RFC 4180), read while it is sent. */
export function exportPayeeLineItems(ctx: Context, statement: PayeeStatementRow): Readable {
  return Readable.from(writeCsv(ctx, statement));
}

async function* writeCsv(ctx: Context, statement: PayeeStatementRow): AsyncGenerator<string> {
  yield `${columns.join(",")},currency\r\n`;
  let below: string | undefined;
  for (;;) {
    const rows = await listPayeeLineItems(ctx.db, { statement, below, limit: EXPORTED_AT_ONCE });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => csvLine(row, statement.currency)).join("");
    below = lineItemNumber(last.id);
  }
}

function csvLine(row: NamedPayeeLineItem, currency: string): string {
  const { title, artist, upc, label } = row;
  const cells = { ...shownPayeeLineItem(row, currency), title, artist, upc, label };
  return `${columns.map((column) => csvCell(String(cells[column] ?? ""))).join(",")},${currency}\r\n`;
}
