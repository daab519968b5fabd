import { type Db, json, type TransactionDb } from "../../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../../platform/http/pagination.ts";
import type { ExchangeRate } from "./rate.ts";

const columns = (db: Db) => db`
  id, period, from_currency as "from", to_currency as "to", trim_scale(rate)::text as rate, source, created_at`;

type RateFilter = { period?: string; from?: string; to?: string };

export async function listRates(db: Db, asked: PageAsked & RateFilter): Promise<Page<ExchangeRate>> {
  const { period, from, to } = asked;
  return selectPage(db, asked, {
    from: db`exchange_rates`,
    where: db`
      true ${period === undefined ? db`` : db`and period = ${period}`} ${from === undefined ? db`` : db`and from_currency = ${from}`}
      ${to === undefined ? db`` : db`and to_currency = ${to}`}`,
    rows: db`select ${columns(db)} from exchange_rates`,
  });
}

export type KeptRate = ExchangeRate & { is_new: boolean };

/** The pair of a month has one rate: a second one replaces it, and keeps its id. In one order, so that two files never wait in a ring. */
export async function upsertRates(db: TransactionDb, rates: readonly ExchangeRate[]): Promise<KeptRate[]> {
  return db<KeptRate[]>`
    insert into exchange_rates (id, period, from_currency, to_currency, rate, source, created_at)
    select id, period, "from", "to", rate, source, created_at
    from jsonb_to_recordset(${json(db, rates)}) as given (
      id text, period text, "from" text, "to" text, rate numeric, source text, created_at timestamptz)
    order by period, "from", "to"
    on conflict (period, from_currency, to_currency) do update set rate = excluded.rate, source = excluded.source
    returning ${columns(db)}, xmax = 0 as is_new`;
}

export async function deleteRateRow(db: TransactionDb, id: string): Promise<boolean> {
  const { count } = await db`delete from exchange_rates where id = ${id}`;
  return count > 0;
}
