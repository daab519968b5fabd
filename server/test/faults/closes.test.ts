// The service is killed in the middle of a close that converts and shares by contracts, again and again: each organization has all of its
// statement and its payees' statements or nothing of it, and after the restart the close comes to its end, whether somebody asks for it again or not.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../src/platform/database/db.ts";
import { newId } from "../../src/platform/ids.ts";
import { insertContracts, insertManySales, insertOrganizations, insertRecordings } from "../many-sales.ts";
import { callerAt } from "../world.ts";
import { makeOrganization, makeStruckNode, type Node, OPERATOR_KEY, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report } from "./scale.ts";

const ROUNDS = atScale({ short: 1, full: 20 });
const ROWS = atScale({ short: 4_000, full: 100_000 });
const ORGANIZATIONS = atScale({ short: 50, full: 200 });
const RECORDINGS = 1_000;
const CONTRACTS = 4;
const PAYEES = 6;
const STORES = ["store_auralis", "store_northwave"];
const prefix = "org_fault";
const currencies = ["EUR", "USD"];
const STATEMENTS = ORGANIZATIONS + ORGANIZATIONS / 2;
const RATE = "0.9214";

let node: Node;
let database: Database;
beforeAll(async () => {
  const struck = await makeStruckNode();
  node = struck.node;
  await node.start();
  database = openDatabase(await struck.address(), 1);
  const { id } = await makeOrganization(node, { fee_rate: "0.15", withholding_rate: "0.1" });
  await insertOrganizations(database.db, { like: id, prefix, count: ORGANIZATIONS });
  // Every other one is stated in one currency, the rest in two.
  const organizations = { prefix, count: ORGANIZATIONS };
  await insertRecordings(database.db, { recordings: RECORDINGS, organizations });
  await insertContracts(database.db, { organizations, contracts: CONTRACTS, payees: PAYEES });
  await database.db`
    update organizations set payout_currency = 'EUR' where id like ${`${prefix}%`} and right(id, 1)::int % 2 = 0`;
});
afterAll(async () => {
  await database.close();
  await removeNodes();
});

/** Answers with the status, or with nothing where the connection was lost. A close that takes longer than a request is asked for again. */
async function close(period: string): Promise<number | undefined> {
  const operator = callerAt(node.url ?? "", OPERATOR_KEY);
  for (;;) {
    const status = await operator.call(`POST /v1/operator/periods/${period}/close`).then(
      ({ status }) => status,
      () => undefined,
    );
    if (status !== 503) return status;
    await sleep(1_000);
  }
}

async function statusOf(period: string): Promise<string | undefined> {
  const [row] = await database.db<{ status: string }[]>`select status from periods where period = ${period}`;
  return row?.status;
}

/** The statements of the period. An organization with a statement has all of it; one without has nothing. */
async function statementsOf(period: string): Promise<string[]> {
  const rows = await database.db<{ id: string; is_whole: boolean; is_planned: boolean }[]>`
    select s.id,
      exists (select 1 from closing_statements where statement_id = s.id and is_written) as is_planned,
      s.gross_amount = (select sum(earnings) from line_items where statement_id = s.id)
        and s.line_item_count = (select count(*) from line_items where statement_id = s.id)
        and s.net_amount = (select sum(net_amount) from royalties where statement_id = s.id)
        and s.net_amount = (select amount from ledger_transactions where type = 'statement' and source_id = s.id)
        and 1 = (select count(*) from events
          where organization_id = s.organization_id and event_type = 'statement.available' and position(s.id in body) > 0)
        and ${PAYEES} = (select count(*) from payee_statements where statement_id = s.id)
        and (select sum(share_amount) from payee_statements where statement_id = s.id) = (
          select sum(p.share_amount) from payee_statement_shares p join payee_statements y on y.id = p.payee_statement_id
          where y.statement_id = s.id)
        and ${PAYEES} = (select count(*) from events
          where organization_id = s.organization_id and event_type = 'payee_statement.available' and position(s.id in body) > 0)
        as is_whole
    from statements s where period = ${period} order by id`;
  expect(rows.filter(({ is_whole, is_planned }) => !is_whole || !is_planned)).toEqual([]);
  const [orphans] = await database.db`
    select (select count(*)::int from ledger_transactions t
        where type = 'statement' and not exists (select 1 from statements where id = t.source_id)
          and not exists (select 1 from payee_statements where id = t.source_id)) as movements,
      (select count(*)::int from closing_statements c
        where is_written and not exists (select 1 from statements where id = c.statement_id)) as promises`;
  expect(orphans).toEqual({ movements: 0, promises: 0 });
  return rows.map(({ id }) => id);
}

/** Tells from what a kill left where it landed. */
const landings = [
  "before it began",
  "before the first line item",
  "between two parts of the line items",
  "before the first statement",
  "between two statements",
  "before it was closed",
  "after it was closed",
] as const;

async function landingOf(period: string): Promise<(typeof landings)[number]> {
  const status = await statusOf(period);
  if (status === undefined) return "before it began";
  if (status === "closed") return "after it was closed";
  const [found] = await database.db<{ gathered: number; to_gather: number; written: number; planned: number }[]>`
    select (select count(*)::int from closing_stores where period = ${period}) as gathered,
      ${STORES.length} * count(distinct part)::int as to_gather, count(*)::int as planned,
      count(*) filter (where is_written)::int as written
    from closing_statements where period = ${period}`;
  const { gathered = 0, to_gather = 0, written = 0, planned = 0 } = found ?? {};
  if (gathered === 0) return "before the first line item";
  if (gathered < to_gather) return "between two parts of the line items";
  if (written === 0) return "before the first statement";
  return written < planned ? "between two statements" : "before it was closed";
}

async function insertSales(period: string): Promise<void> {
  const sales = {
    period,
    rows: ROWS,
    recordings: RECORDINGS,
    organizations: { prefix, count: ORGANIZATIONS },
    currencies,
  };
  await database.db`
    insert into exchange_rates (id, period, from_currency, to_currency, rate, source, created_at)
    values (${newId("rat")}, ${period}, 'USD', 'EUR', ${RATE}, 'manual', now())`;
  for (const store_id of STORES) await insertManySales(database.db, { ...sales, store_id });
}

/** As if the time had passed after which a worker that is silent counts as dead. */
const expireLeases = () => database.db`update workers set lease_until = now() - interval '1 second'`;

async function untilClosed(period: string): Promise<void> {
  await expect.poll(() => statusOf(period), { interval: 100 }).toBe("closed");
}

async function untilFirstStatement(period: string): Promise<void> {
  const hasOne = async () =>
    (await database.db`select 1 from closing_statements where period = ${period} and is_written limit 1`).length > 0;
  await expect.poll(hasOne, { interval: 2 }).toBe(true);
}

test(
  "kill during a close: each statement whole or not there, none twice, and the close comes to its end",
  async () => {
    // Kills come at any moment of a close. How long one takes here is measured by one that is left alone.
    await insertSales("2009-01");
    const began_ms = performance.now();
    expect(await close("2009-01")).toBe(200);
    const length_ms = performance.now() - began_ms;
    const landed = new Map<string, number>(landings.map((landing) => [landing, 0]));
    let alone = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // All of them have ended, however many rounds there are.
      const period = `${2010 + Math.floor(round / 12)}-${String((round % 12) + 1).padStart(2, "0")}`;
      await insertSales(period);
      const asking = close(period);
      // Statements are written within the last moments of a close. Every third kill waits for them.
      if (round % 3 === 2) await untilFirstStatement(period);
      else await sleep(between(0, length_ms));
      await node.kill();
      await asking;
      await expireLeases();
      const status = await statusOf(period);
      const landing = await landingOf(period);
      landed.set(landing, (landed.get(landing) ?? 0) + 1);
      const before = await statementsOf(period);
      // A close keeps the rates that it began with.
      if (status !== undefined) await database.db`update exchange_rates set rate = 99 where period = ${period}`;
      await node.start();
      // Every other time the operator does not ask again: a job goes on with what has begun.
      if (status === undefined || round % 2 === 0) expect(await close(period)).toBe(200);
      else alone += 1;
      await untilClosed(period);
      const after = await statementsOf(period);
      expect(after).toHaveLength(STATEMENTS);
      expect(after).toEqual(expect.arrayContaining(before));
      expect(await close(period)).toBe(200);
      expect(await statementsOf(period)).toEqual(after);
    }
    const [sums] = await database.db<{ reported: string; stated: string }[]>`
      select (
          select trim_scale(sum(play_count * unit_rate * case when r.currency <> o.payout_currency then ${RATE}::numeric else 1 end))::text
          from sales_rows r join sales_works w on w.report = r.report and w.isrc = r.isrc join organizations o on o.id = w.organization_id) as reported,
        (select trim_scale(sum(gross_amount))::text from statements) as stated`;
    expect(sums?.stated).toBe(sums?.reported);
    const operator = callerAt(node.url ?? "", OPERATOR_KEY);
    const { is_right, balances } = (await operator.call("GET /v1/operator/ledger/check")).body;
    expect(is_right).toBe(true);
    // Each statement has a balance; so have payees, if an advance did not take all.
    expect(balances).toBeGreaterThan(STATEMENTS);
    expect(balances).toBeLessThanOrEqual(STATEMENTS * (1 + PAYEES));
    const places = [...landed].map(([landing, times]) => count(times, `landed ${landing}`));
    report("kill during a close", count(ROUNDS, "rounds"), ...places, count(alone, "ended by the job alone"));
    expect(node.crashes).toEqual([]);
  },
  CAMPAIGN_LIMIT_MS,
);
