import type { Db, Fragment } from "../../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../../platform/http/pagination.ts";
import type { Owned } from "../../platform/owned.ts";
import type { RoyaltyRow } from "../royalty.ts";
import type { LineItemRow, StatementRow } from "../statement.ts";

const statementColumns = (db: Db) => db`
  id, organization_id, period, currency, gross_amount, fee_amount, tax_amount, net_amount, fee_rate, withholding_rate,
  withholding_territories, line_item_count::float8 as line_item_count, exchange_rates, fee_rates, created_at`;

/** `is_sandbox` false: those of a close alone, without those that partners made for themselves. */
type StatementFilter = { period?: string; currency?: string; is_sandbox?: boolean };

const statementsMatching = (db: Db, { period, currency, is_sandbox }: StatementFilter) => db`
  ${period === undefined ? db`` : db`and period = ${period}`} ${currency === undefined ? db`` : db`and currency = ${currency}`}
  ${is_sandbox === undefined ? db`` : db`and is_sandbox = ${is_sandbox}`}`;

export async function findStatement(db: Db, { organization_id, id }: Owned): Promise<StatementRow | undefined> {
  const [row] = await db<StatementRow[]>`
    select ${statementColumns(db)} from statements where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

export async function findAnyStatement(db: Db, id: string): Promise<StatementRow | undefined> {
  const [row] = await db<StatementRow[]>`select ${statementColumns(db)} from statements where id = ${id}`;
  return row;
}

export async function listStatements(
  db: Db,
  { organization_id, ...filter }: PageAsked & StatementFilter & { organization_id: string },
): Promise<Page<StatementRow>> {
  return selectPage(db, filter, {
    from: db`statements`,
    where: db`organization_id = ${organization_id} ${statementsMatching(db, filter)}`,
    rows: db`select ${statementColumns(db)} from statements`,
  });
}

/** The operator's: of all organizations, or of one. */
export async function listAnyStatements(
  db: Db,
  { of_organization, ...filter }: PageAsked & StatementFilter & { of_organization: string | null },
): Promise<Page<StatementRow>> {
  return selectPage(db, filter, {
    from: db`statements`,
    where: db`
    ${of_organization === null ? db`true` : db`organization_id = ${of_organization}`} ${statementsMatching(db, filter)}`,
    rows: db`select ${statementColumns(db)} from statements`,
  });
}

/** As JSON's numbers carry it exactly. A larger count, such as of ten thousand rows of 10¹², is shown as the largest. */
export const shownCount = (db: Db, count: Fragment) => db`
  to_jsonb(least(greatest(${count}, -9007199254740991), 9007199254740991))`;

const lineItemId = (db: Db) => db`'lin_' || substr(statement_id, 5, 16) || lpad(to_hex(number), 10, '0')`;

/** The number that stands at the end of a line item's id. */
export function lineItemNumber(id: string): string {
  return String(Number.parseInt(id.slice(-10), 16));
}

const conversion = (db: Db) => db`sender, is_quotient, reported_currency, reported_earnings, exchange_rate`;

type Asked = Pick<PageAsked, "limit"> & { statement: StatementRow; below: string | undefined };

/** Last first. All are of about one size, so that a page needs no counting of bytes. */
export async function listLineItemRows(db: Db, { statement, below, limit }: Asked): Promise<LineItemRow[]> {
  return db<LineItemRow[]>`
    select ${lineItemId(db)} as id, isrc, track_id, release_id, store_id, territory, ${shownCount(db, db`play_count`)} as play_count, unit_rate, earnings,
      ${statement.currency} as currency, usage_period, reports, ${conversion(db)}
    from line_items
    where statement_id = ${statement.id} ${below === undefined ? db`` : db`and number < ${below}`}
    order by number desc limit ${limit}`;
}

/**
 * A line item with the names that its track had when the statement was made. `offset 0` makes PostgreSQL look them up by their key, and
 * not read those of the whole statement for each page.
 */
export type NamedLineItem = LineItemRow & Record<"title" | "artist" | "upc" | "label", string | null>;

export async function listNamedLineItems(db: Db, asked: Asked): Promise<NamedLineItem[]> {
  const { statement, below, limit } = asked;
  return db<NamedLineItem[]>`
    with item as (
      select * from line_items
      where statement_id = ${statement.id} ${below === undefined ? db`` : db`and number < ${below}`}
      order by number desc limit ${limit})
    select ${lineItemId(db)} as id, isrc, track_id, release_id, store_id, territory, ${shownCount(db, db`play_count`)} as play_count,
      unit_rate, earnings, ${statement.currency} as currency, usage_period, reports, ${conversion(db)}, title, artist, upc, label
    from item left join lateral (
      select title, artist, upc, label from statement_tracks
      where statement_id = ${statement.id} and track_id = item.track_id and release_id = item.release_id
      offset 0) as named on true
    order by number desc`;
}

export type RoyaltyFilter = { statement_id?: string; release_id?: string; store_id?: string; period?: string };

const royaltyColumns = (db: Db) => db`
  id, statement_id, period, release_id, store_id, gross_amount, fee_amount, taxable_amount, tax_amount, net_amount, currency`;

const royaltiesMatching = (db: Db, organization_id: string, filter: RoyaltyFilter) => db`
  organization_id = ${organization_id}
  ${filter.statement_id === undefined ? db`` : db`and statement_id = ${filter.statement_id}`}
  ${filter.release_id === undefined ? db`` : db`and release_id = ${filter.release_id}`}
  ${filter.store_id === undefined ? db`` : db`and store_id = ${filter.store_id}`}
  ${filter.period === undefined ? db`` : db`and period = ${filter.period}`}`;

export async function listRoyaltyRows(
  db: Db,
  { organization_id, ...filter }: PageAsked & RoyaltyFilter & { organization_id: string },
): Promise<Page<RoyaltyRow>> {
  return selectPage(db, filter, {
    from: db`royalties`,
    where: royaltiesMatching(db, organization_id, filter),
    rows: db`select ${royaltyColumns(db)} from royalties`,
  });
}

/** The deprecated way: so many rows are counted off before the page. */
export async function listRoyaltiesByPage(
  db: Db,
  {
    organization_id,
    page,
    per_page,
    ...filter
  }: RoyaltyFilter & { organization_id: string; page: number; per_page: number },
): Promise<RoyaltyRow[]> {
  return db<RoyaltyRow[]>`
    select ${royaltyColumns(db)} from royalties where ${royaltiesMatching(db, organization_id, filter)}
    order by created_at desc, id desc limit ${per_page + 1} offset ${(page - 1) * per_page}`;
}
