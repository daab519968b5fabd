import type { Db } from "../../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../../platform/http/pagination.ts";
import { append } from "../../platform/long-list.ts";
import type { PayeeLineItem, PayeeStatementRow } from "../payee-statement.ts";
import { shownCount } from "../statements/queries.ts";
import { netPart, termRate } from "../term-queries.ts";

/** The payees whose statements are meant: all of the organization, or some alone. */
export type PayeesOf = { organization_id: string; only_of: readonly string[] | null };

const shownStatements = (db: Db) => ({
  from: db`payee_statements s`,
  order: { created_at: "s.created_at", id: "s.id" },
  rows: db`
    select s.id, s.organization_id, s.payee_id, s.payee_name, s.statement_id, s.period, s.currency, s.share_amount, s.taxable_amount, s.tax_rate,
      s.tax_amount, s.net_amount, s.paid_by, s.line_item_count::float8 as line_item_count, s.balance_before, s.organization_name, s.created_at, shared.contracts
    from payee_statements s
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('contract_id', p.contract_id, 'name', v.name, 'version', c.version,
        'payable_amount', c.payable_amount::text, 'recouped_amount', c.recouped_amount::text, 'share', p.share::text,
        'share_amount', p.share_amount::text) order by p.contract_id), '[]') as contracts
      from payee_statement_shares p
      join contract_statements c on c.statement_id = s.statement_id and c.contract_id = p.contract_id
      join contract_versions v on v.contract_id = c.contract_id and v.version = c.version
      where p.payee_statement_id = s.id) as shared`,
});

const ofPayees = (db: Db, { organization_id, only_of }: PayeesOf) => db`
  s.organization_id = ${organization_id}
  ${only_of === null ? db`` : db`and s.payee_id = any(${only_of as string[]}::text[])`}`;

export type StatementFilter = { payee_id?: string; statement_id?: string; period?: string; currency?: string };

export async function listPayeeStatements(
  db: Db,
  payees: PayeesOf,
  { payee_id, statement_id, period, currency, ...asked }: PageAsked & StatementFilter,
): Promise<Page<PayeeStatementRow>> {
  const where = db`
    ${ofPayees(db, payees)}
    ${payee_id === undefined ? db`` : db`and s.payee_id = ${payee_id}`}
    ${statement_id === undefined ? db`` : db`and s.statement_id = ${statement_id}`}
    ${period === undefined ? db`` : db`and s.period = ${period}`}
    ${currency === undefined ? db`` : db`and s.currency = ${currency}`}`;
  return selectPage(db, asked, { ...shownStatements(db), where });
}

export async function findPayeeStatement(db: Db, payees: PayeesOf, id: string): Promise<PayeeStatementRow | undefined> {
  const { rows } = shownStatements(db);
  const [row] = await db<PayeeStatementRow[]>`${rows} where ${ofPayees(db, payees)} and s.id = ${id}`;
  return row;
}

type Asked = { statement: PayeeStatementRow; below: string | undefined; limit: number };

export type NamedPayeeLineItem = PayeeLineItem & Record<"title" | "artist" | "upc" | "label", string | null>;

// A payee may have one line among many thousands of its organization's, or all of them.
const MIN_WINDOW = 100;
const MAX_WINDOW = 32_000;

/**
 * Last first, as the line items of the statement. These are read in windows by their numbers, until there are enough of the payee's:
 * a page costs as much at the end of a large statement as at its beginning. Without lines of the payee a window grows.
 */
export async function listPayeeLineItems(db: Db, { statement, below, limit }: Asked): Promise<NamedPayeeLineItem[]> {
  const rows: NamedPayeeLineItem[] = [];
  let end = below === undefined ? await numberAfter(db, statement.statement_id) : Number(below);
  for (let size = Math.max(limit, MIN_WINDOW); end > 1 && rows.length < limit; size = Math.min(size * 2, MAX_WINDOW)) {
    const start = Math.max(end - size, 1);
    append(rows, await listWindow(db, statement, { start, end, limit: limit - rows.length }));
    end = start;
  }
  return rows;
}

async function numberAfter(db: Db, statement_id: string): Promise<number> {
  const [row] = await db<{ number: string | null }[]>`
    select max(number)::text as number from line_items where statement_id = ${statement_id}`;
  return Number(row?.number ?? 0) + 1;
}

/**
 * They follow from the lines of the statement: which contract held a line, and by which terms, was kept when the statement was written.
 * `offset 0` makes PostgreSQL look up the contract and the names of each line by their keys. Its statistics do not know how few lines
 * a window has: it would read those of whole statements for each page.
 */
async function listWindow(
  db: Db,
  { id, statement_id }: PayeeStatementRow,
  { start, end, limit }: { start: number; end: number; limit: number },
): Promise<NamedPayeeLineItem[]> {
  const line = { store_id: db`l.store_id`, territory: db`l.territory`, usage_period: db`l.usage_period` };
  return db<NamedPayeeLineItem[]>`
    with stated as materialized (select * from statements where id = ${statement_id}),
    shared as materialized (
      select p.contract_id, p.share, v.terms
      from payee_statement_shares p
      join contract_statements c on c.statement_id = ${statement_id} and c.contract_id = p.contract_id
      join contract_versions v on v.contract_id = c.contract_id and v.version = c.version
      where p.payee_statement_id = ${id}),
    line as materialized (
      select l.*, h.contract_id
      from line_items l cross join lateral (
        select contract_id from contract_tracks
        where statement_id = ${statement_id} and track_id = l.track_id and release_id = l.release_id and usage_period = l.usage_period
        offset 0) as h
      where l.statement_id = ${statement_id} and l.number >= ${start} and l.number < ${end}),
    item as materialized (
      select l.*, shared.share, shared.terms from line l join shared using (contract_id) order by l.number desc limit ${limit}),
    rated as (
      select l.*, l.earnings * ${netPart(db, db`stated`, line)} as base_amount, coalesce(${termRate(db, db`l.terms`, line)}, 0) as rate
      from item l cross join stated)
    select 'lin_' || substr(statement_id, 5, 16) || lpad(to_hex(number), 10, '0') as id, contract_id, isrc, track_id, release_id, store_id,
      territory, ${shownCount(db, db`play_count`)} as play_count, usage_period, base_amount::text, rate::text, share::text,
      (base_amount * rate * share)::text as amount, title, artist, upc, label
    from rated r left join lateral (
      select title, artist, upc, label from statement_tracks
      where statement_id = ${statement_id} and track_id = r.track_id and release_id = r.release_id
      offset 0) as named on true
    order by number desc`;
}
