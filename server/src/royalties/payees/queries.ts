import type { Db } from "../../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../../platform/http/pagination.ts";
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

/**
 * Last first, as the line items of the statement. They follow from these: which contract held a line, and by which terms, was
 * kept when the statement was written.
 */
export async function listPayeeLineItems(
  db: Db,
  { statement: { id, statement_id }, below, limit }: Asked,
): Promise<NamedPayeeLineItem[]> {
  const line = { store_id: db`l.store_id`, territory: db`l.territory`, usage_period: db`l.usage_period` };
  return db<NamedPayeeLineItem[]>`
    with item as (
      select l.*, h.contract_id, p.share, v.terms
      from line_items l
      join contract_tracks h using (statement_id, track_id, release_id, usage_period)
      join payee_statement_shares p on p.payee_statement_id = ${id} and p.contract_id = h.contract_id
      join contract_statements c on c.statement_id = l.statement_id and c.contract_id = h.contract_id
      join contract_versions v on v.contract_id = c.contract_id and v.version = c.version
      where l.statement_id = ${statement_id} ${below === undefined ? db`` : db`and l.number < ${below}`}
      order by l.number desc limit ${limit}),
    rated as (
      select l.*, l.earnings * ${netPart(db, db`stated`, line)} as base_amount, coalesce(${termRate(db, db`l.terms`, line)}, 0) as rate
      from item l join statements stated on stated.id = l.statement_id)
    select 'lin_' || substr(statement_id, 5, 16) || lpad(to_hex(number), 10, '0') as id, contract_id, isrc, track_id, release_id, store_id,
      territory, ${shownCount(db, db`play_count`)} as play_count, usage_period, base_amount::text, rate::text, share::text,
      (base_amount * rate * share)::text as amount, title, artist, upc, label
    from rated left join statement_tracks using (statement_id, track_id, release_id)
    order by number desc`;
}
