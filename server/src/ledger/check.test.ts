// The proof of the books finds a fault wherever it is, from the rows of reports to the balances.

import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { type Catalogue, makeCatalogue } from "../../test/sales.ts";
import { createWorld, type World } from "../../test/world.ts";

const REPORTS = "/v1/operator/sales-reports";
const period = "2022-01";

let world: World;
let catalogue: Catalogue;
let report_id: string;
let statement_id: string;
beforeAll(async () => {
  world = await createWorld();
  catalogue = await makeCatalogue(world);
  await must(world.operator, `PATCH /v1/operator/organizations/${world.label.id}`, {
    fee_rate: "0.1",
    withholding_rate: "0.3",
  });
  const rows = [`${catalogue.isrc},DE,10,1,EUR`, `${catalogue.isrc},FR,4,0.5,EUR`, "GB-ZZZ-20-00001,DE,3,1,EUR"];
  report_id = await importReport(period, rows);
  await must(world.operator, `POST /v1/operator/periods/${period}/close`);
  await importReport("2022-02", [`${catalogue.isrc},DE,5,1,EUR`]);
  const { id } = (await must(world.operator, `GET /v1/operator/statements?period=${period}`)).body.data[0];
  statement_id = id;
  const body = { currency: "EUR", amount: "2.50", reason: "An advance" };
  await must(world.operator, `POST /v1/operator/organizations/${world.label.id}/adjustments`, body);
  const payout = (await must(world.label, "POST /v1/payouts", { currency: "EUR", amount: "1.00" })).body;
  await must(world.operator, `POST /v1/operator/payouts/${payout.id}/pay`, {});
});
afterAll(() => world.close());

async function importReport(month: string, rows: readonly string[]): Promise<string> {
  const raw = new Uint8Array(Buffer.from(`isrc,territory,play_count,unit_rate,currency\n${rows.join("\n")}\n`));
  const path = `POST ${REPORTS}?store_id=store_one&period=${month}`;
  const answer = await world.operator.call(path, { raw, headers: { "content-type": "text/csv" } });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const check = async () => (await must(world.operator, "GET /v1/operator/ledger/check")).body;

test("right books are right, with what was booked on each account by month and currency", async () => {
  const found = await check();
  expect(found).toMatchObject({ is_right: true, balances: 1, statements: 1, reports: 2, differences: [] });
  // Gross 12, fee 1.20, tax 3.24.
  const month = world.clock.now().toISOString().slice(0, 7);
  expect(found.sums).toEqual([
    {
      month,
      currency: "EUR",
      fees: "1.20",
      taxes: "3.24",
      stores: "-12.00",
      bank: "1.00",
      adjustments: "-2.50",
      exchange: "0.00",
    },
  ]);
});

const number = () => world.ctx.db`(select number from sales_reports where id = ${report_id})`;

/** A fault, how to break and mend it, and the differences that the check must report. */
const faults: [fault: string, run: () => Promise<unknown>, undo: () => Promise<unknown>, expected: object[]][] = [
  [
    "a row that was changed",
    () => world.ctx.db`update sales_rows set play_count = 11 where report = ${number()} and line = 2`,
    () => world.ctx.db`update sales_rows set play_count = 10 where report = ${number()} and line = 2`,
    [
      { field: "rows", compared_with: "works", balance: "16", found: "15", currency: "EUR" },
      { field: "totals", compared_with: "rows", balance: "15", found: "16" },
    ],
  ],
  [
    "a row that came twice",
    () => world.ctx.db`insert into sales_rows select * from sales_rows where report = ${number()} and line = 4`,
    () => world.ctx.db`
      delete from sales_rows where ctid = (select max(ctid) from sales_rows where report = ${number()} and line = 4)`,
    [
      { field: "row count", compared_with: "rows", balance: "3", found: "4" },
      { field: "rows", compared_with: "works" },
      { field: "totals", compared_with: "rows" },
    ],
  ],
  [
    "what was taken, and is on no statement",
    () => world.ctx.db`update sales_works set closed_in = null where report = ${number()} and reason is null`,
    () => world.ctx.db`update sales_works set closed_in = ${period} where report = ${number()} and reason is null`,
    [{ field: "gross", compared_with: "taken", balance: "12", found: "0" }],
  ],
  [
    "a line item that was changed",
    () =>
      world.ctx
        .db`update line_items set earnings = earnings + 1 where statement_id = ${statement_id} and territory = 'DE'`,
    () =>
      world.ctx
        .db`update line_items set earnings = earnings - 1 where statement_id = ${statement_id} and territory = 'DE'`,
    [{ field: "gross", compared_with: "line items", balance: "12", found: "13" }],
  ],
  [
    "a royalty that was changed",
    () =>
      world.ctx
        .db`update royalties set fee_amount = 1, net_amount = net_amount + 0.2 where statement_id = ${statement_id}`,
    () =>
      world.ctx
        .db`update royalties set fee_amount = 1.2, net_amount = net_amount - 0.2 where statement_id = ${statement_id}`,
    [
      { field: "fee", compared_with: "royalties", balance: "1.2", found: "1" },
      { field: "net", compared_with: "royalties" },
    ],
  ],
  [
    "a statement that was changed",
    () => world.ctx.db`update statements set tax_amount = 3, net_amount = net_amount + 0.24 where id = ${statement_id}`,
    () =>
      world.ctx.db`update statements set tax_amount = 3.24, net_amount = net_amount - 0.24 where id = ${statement_id}`,
    [
      { field: "available", compared_with: "causes" },
      { field: "tax", compared_with: "royalties", balance: "3", found: "3.24" },
      { field: "net", compared_with: "royalties" },
    ],
  ],
  [
    "an unmatched sum that was changed",
    () => world.ctx.db`update sales_reports set unmatched_totals = '[]' where id = ${report_id}`,
    () => world.ctx.db`
      update sales_reports set unmatched_totals = '[{"currency": "EUR", "amount": "3"}]' where id = ${report_id}`,
    [{ field: "unmatched", compared_with: "works", balance: "0", found: "3" }],
  ],
];

test.each(faults)("%s is found", async (_fault, run, undo, expected) => {
  await run();
  const found = await check();
  await undo();
  expect(found.is_right).toBe(false);
  expect(found.differences).toHaveLength(expected.length);
  expect(found.differences).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
  expect((await check()).is_right).toBe(true);
});

test("a close that is under way, a report that is being imported and one that was reversed are no fault", async () => {
  await must(world.operator, `POST ${REPORTS}/${report_id}/reverse`);
  await world.ctx.db`insert into periods (period, status, started_at) values ('2022-02', 'closing', now())`;
  await world.ctx.db`update sales_works set closed_in = '2022-02' where closed_in is null and reason is null`;
  await world.ctx.db`
    insert into sales_reports (id, store_id, period, status, importer, rows, totals, warnings, created_at, updated_at)
    values ('rep_half', 'store_one', '2022-03', 'importing', 'one', 7, '[]', '[]', now(), now())`;
  expect(await check()).toMatchObject({ is_right: true, differences: [] });
});

test("a report of more rows than are summed at once is summed by windows of lines", async () => {
  await world.ctx.db`
    update sales_reports set rows = 600000 where id = ${report_id}`;
  const { differences } = await check();
  expect(differences).toEqual([
    expect.objectContaining({ source_id: report_id, field: "row count", compared_with: "rows", found: "3" }),
    expect.objectContaining({ source_id: report_id, field: "row count", compared_with: "works", found: "3" }),
  ]);
});
