import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import {
  insertReport,
  itemsOf,
  makeRecordings,
  makeStore,
  nextPeriod,
  type Recordings,
  type Sale,
  statementsOf,
} from "../../../test/reported-sales.ts";
import { createWorld, type Member, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const id of ["store_east", "store_west", "store_sender"]) await makeStore(world, id);
});
afterAll(() => world.close());

const close = (period: string) => world.operator.call(`POST /v1/operator/periods/${period}/close`);
const setRate = async (period: string, from: string, rate: string, to = "EUR") =>
  (await must(world.operator, "POST /v1/operator/exchange-rates", { period, from, to, rate })).body;
const patch = (member: Member, body: object) =>
  must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, body);
const reverse = async (id: string) =>
  (await must(world.operator, `POST /v1/operator/sales-reports/${id}/reverse`)).body;

async function partner(terms: object = {}): Promise<{ member: Member } & Recordings> {
  const member = await world.organization({ fee_rate: "0.15", payout_currency: "EUR", ...terms });
  return { member, ...(await makeRecordings(member)) };
}

const paid = (isrc: string, amount: string, currency: string): Sale => ({
  isrc,
  play_count: 1,
  unit_rate: amount,
  currency,
});

async function report({ isrc, match }: Recordings, period: string, ...sales: [amount: string, currency: string][]) {
  const rows = sales.map(([amount, currency]) => paid(isrc, amount, currency));
  return insertReport(world, { store_id: "store_east", period, rows, match });
}

async function onlyStatement(member: Member, period: string) {
  const statements = await statementsOf(member, period);
  expect(statements).toHaveLength(1);
  return statements[0];
}

async function expectRightBooks() {
  const { body } = await must(world.operator, "GET /v1/operator/ledger/check");
  expect([body.is_right, body.differences]).toEqual([true, []]);
}

describe("works", () => {
  test("three currencies become one statement in the payout currency, with the rates it was made with", async () => {
    const { member, ...recordings } = await partner();
    const period = nextPeriod(world);
    await report(recordings, period, ["1284.53", "USD"], ["200.10", "GBP"], ["45000", "JPY"]);
    for (const [from, rate] of [
      ["USD", "0.9214"],
      ["GBP", "1.1725"],
      ["JPY", "0.0061"],
    ] as const)
      await setRate(period, from, rate);
    expect((await close(period)).status).toBe(200);
    const statement = await onlyStatement(member, period);
    expect(statement).toMatchObject({
      currency: "EUR",
      gross_amount: "1692.683192",
      fee_amount: "253.90",
      net_amount: "1438.783192",
      exchange_rates: [
        { from: "GBP", rate: "1.1725", source: "period" },
        { from: "JPY", rate: "0.0061", source: "period" },
        { from: "USD", rate: "0.9214", source: "period" },
      ],
    });
    const items = await itemsOf(member, statement.id);
    expect(items).toHaveLength(3);
    expect(items).toContainEqual(
      expect.objectContaining({
        currency: "EUR",
        earnings: "1183.565942",
        unit_rate: "1284.53",
        rate_is: "exact",
        reported_currency: "USD",
        reported_earnings: "1284.53",
        exchange_rate: "0.9214",
      }),
    );
    expect((await member.call("GET /v1/earnings")).body.data).toMatchObject([
      { currency: "EUR", earnings: "1692.683192", play_count: 3 },
    ]);
    const csv = await member.call(`GET /v1/statements/${statement.id}/line-items`, { headers: { accept: "text/csv" } });
    expect(csv.text).toContain(",exact,USD,1284.53,0.9214\r\n");
    await expectRightBooks();
  });

  test("an amount in the payout currency, and an organization without one, is not converted", async () => {
    const [one, other] = [await partner(), await partner({ payout_currency: null })];
    const period = nextPeriod(world);
    await report(one, period, ["7", "EUR"]);
    await report(other, period, ["5", "USD"], ["3", "EUR"]);
    expect((await close(period)).status).toBe(200);
    expect(await onlyStatement(one.member, period)).toMatchObject({ gross_amount: "7.00", exchange_rates: [] });
    const statements = await statementsOf(other.member, period);
    expect(
      statements.map((one: Record<string, unknown>) => [one.currency, one.gross_amount, one.exchange_rates]).sort(),
    ).toEqual([
      ["EUR", "3.00", []],
      ["USD", "5.00", []],
    ]);
    const [item] = await itemsOf(other.member, statements[0].id);
    expect(item).toMatchObject({
      rate_is: "exact",
      reported_currency: null,
      reported_earnings: null,
      exchange_rate: null,
    });
    await expectRightBooks();
  });

  test("the rate of the report comes before that of the period, and stays once its rows are on statements", async () => {
    const { member, ...recordings } = await partner();
    const period = nextPeriod(world);
    const id = await report(recordings, period, ["100", "USD"]);
    await setRate(period, "USD", "0.92");
    const path = `PATCH /v1/operator/sales-reports/${id}`;
    const rates = [{ from: "USD", to: "EUR", rate: "0.93" }];
    expect((await must(world.operator, path, { rates })).body).toMatchObject({
      rates,
      received: null,
      difference: null,
    });
    await close(period);
    expect(await onlyStatement(member, period)).toMatchObject({
      gross_amount: "93.00",
      exchange_rates: [{ from: "USD", rate: "0.93", source: "report" }],
    });
    const refused = await world.operator.call(path, { body: { rates: [] } });
    expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
    const received = { amount: "98.50", currency: "USD", on: "2026-04-02" };
    expect((await must(world.operator, path, { received })).body).toMatchObject({
      rates,
      received,
      difference: "-1.50",
    });
    expect((await must(world.operator, path, { received: null })).body).toMatchObject({
      received: null,
      difference: null,
    });
  });

  test("the rows of a converted statement are found from it", async () => {
    const { member, ...recordings } = await partner();
    const period = nextPeriod(world);
    const id = await report(recordings, period, ["100", "USD"], ["1", "EUR"]);
    await setRate(period, "USD", "0.92");
    await close(period);
    const { id: statement_id } = await onlyStatement(member, period);
    const rows = await must(world.operator, `GET /v1/operator/sales-reports/${id}/rows?statement_id=${statement_id}`);
    expect(rows.body.data).toHaveLength(2);
    for (const row of rows.body.data) expect(row.statement_id).toBe(statement_id);
  });
});

describe("a missing rate", () => {
  test("is named, and nothing has happened: the period is closed once the rate is set", async () => {
    const [one, other] = [await partner(), await partner({ payout_currency: null })];
    const period = nextPeriod(world);
    await report(one, period, ["1284.53", "USD"], ["200.10", "GBP"]);
    await report(other, period, ["5", "EUR"]);
    await setRate(period, "USD", "0.9214");
    const missing = `GET /v1/operator/exchange-rates/missing?period=${period}`;
    expect((await must(world.operator, missing)).body.data).toEqual([
      { from: "GBP", to: "EUR", amount: "200.10", organizations: 1, reports: 1 },
    ]);
    const refused = await close(period);
    expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
    expect(refused.body.error.details).toEqual([
      { field: "exchange_rates", issue: expect.stringContaining(`GBP to EUR for ${period}`) },
    ]);
    const all = await must(world.operator, `GET /v1/operator/statements?period=${period}`);
    expect(all.body.data).toEqual([]);
    await setRate(period, "GBP", "1.1725");
    expect((await must(world.operator, missing)).body.data).toEqual([]);
    expect((await close(period)).status).toBe(200);
    expect(await onlyStatement(one.member, period)).toMatchObject({ gross_amount: "1418.183192" });
    expect((await must(world.operator, missing)).body.data).toEqual([]);
    await expectRightBooks();
  });

  test("a rate that is changed or deleted after the close has begun changes nothing", async () => {
    const { member, ...recordings } = await partner();
    const period = nextPeriod(world);
    await report(recordings, period, ["100", "USD"]);
    const rate = await setRate(period, "USD", "0.92");
    await world.ctx.db`create or replace function change_rates() returns trigger language plpgsql as $$
      begin update exchange_rates set rate = 5 where period = new.period; return new; end $$`;
    await world.ctx
      .db`create trigger change_rates after insert on closing_stores for each row execute function change_rates()`;
    try {
      expect((await close(period)).status).toBe(200);
    } finally {
      await world.ctx.db`drop trigger change_rates on closing_stores`;
    }
    expect(await setRate(period, "USD", "5")).toMatchObject({ id: rate.id, rate: "5" });
    await must(world.operator, `DELETE /v1/operator/exchange-rates/${rate.id}`);
    expect(await onlyStatement(member, period)).toMatchObject({ gross_amount: "92.00" });
    await expectRightBooks();
  });
});

describe("a reversal", () => {
  test("is stated at the rate of what it takes back, whatever the rates and the payout currency are now", async () => {
    for (const payout_currency of ["EUR", null, "GBP"]) {
      const { member, ...recordings } = await partner();
      const [first, second] = [nextPeriod(world), nextPeriod(world)];
      const id = await report(recordings, first, ["1284.53", "USD"]);
      await setRate(first, "USD", "0.9214");
      await close(first);
      expect(await onlyStatement(member, first)).toMatchObject({ gross_amount: "1183.565942" });
      const { id: reversal } = await reverse(id);
      const refused = await world.operator.call(`PATCH /v1/operator/sales-reports/${reversal}`, {
        body: { rates: [] },
      });
      expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
      await patch(member, { payout_currency });
      await setRate(second, "USD", "0.90");
      await close(second);
      expect(await onlyStatement(member, second)).toMatchObject({
        currency: "EUR",
        gross_amount: "-1183.565942",
        exchange_rates: [{ from: "USD", rate: "0.9214", source: "period" }],
      });
      await expectRightBooks();
    }
  });

  test("of rows on no statement is taken together with them, at one rate", async () => {
    const { member, ...recordings } = await partner();
    const period = nextPeriod(world);
    const id = await report(recordings, period, ["100", "USD"]);
    await must(world.operator, `PATCH /v1/operator/sales-reports/${id}`, {
      rates: [{ from: "USD", to: "EUR", rate: "0.5" }],
    });
    await reverse(id);
    expect((await must(world.operator, `GET /v1/operator/exchange-rates/missing?period=${period}`)).body.data).toEqual(
      [],
    );
    await close(period);
    expect(await onlyStatement(member, period)).toMatchObject({
      gross_amount: "0.00",
      line_item_count: 2,
      exchange_rates: [{ from: "USD", rate: "0.5", source: "report" }],
    });
    await expectRightBooks();
  });

  test("of a statement that was not converted is not converted, though the organization has a payout currency by now", async () => {
    const { member, ...recordings } = await partner({ payout_currency: null });
    const [first, second] = [nextPeriod(world), nextPeriod(world)];
    const id = await report(recordings, first, ["100", "USD"]);
    await close(first);
    await patch(member, { payout_currency: "EUR" });
    await reverse(id);
    expect((await close(second)).status).toBe(200);
    expect(await onlyStatement(member, second)).toMatchObject({ currency: "USD", gross_amount: "-100.00" });
    await expectRightBooks();
  });

  test("a store's own correction is a new row, at the rate of its own close", async () => {
    const { member, ...recordings } = await partner();
    const [first, second] = [nextPeriod(world), nextPeriod(world)];
    await report(recordings, first, ["100", "USD"]);
    await setRate(first, "USD", "0.9");
    await close(first);
    await report(recordings, second, ["-100", "USD"]);
    await setRate(second, "USD", "0.8");
    await close(second);
    expect(await onlyStatement(member, second)).toMatchObject({ gross_amount: "-80.00" });
  });
});

describe("amounts in place of rates", () => {
  test("a row earns its amount; the rate is the quotient, cut at 12 decimals, and 0 where nothing was counted", async () => {
    const { member, isrc, match } = await partner({ payout_currency: null });
    const period = nextPeriod(world);
    const row = (play_count: number, amount: string, territory: string) => ({
      isrc,
      play_count,
      amount,
      territory,
      unit_rate: "0",
      currency: "USD",
    });
    const rows = [
      row(7, "12.34", "DE"),
      row(0, "-3.10", "FR"),
      row(1, "0.000012345", "US"),
      row(2, "1", "GB"),
      row(0, "2", "GB"),
      row(-1, "-1", "GB"),
    ];
    const id = await insertReport(world, { store_id: "store_east", period, rows, match });
    await close(period);
    const statement = await onlyStatement(member, period);
    const items = await itemsOf(member, statement.id);
    const shown = items.map((item: Record<string, unknown>) => [
      item.territory,
      item.play_count,
      item.unit_rate,
      item.earnings,
      item.rate_is,
    ]);
    expect(shown.sort()).toEqual([
      ["DE", 7, "1.762857142857", "12.34", "quotient"],
      ["FR", 0, "0", "-3.10", "quotient"],
      ["GB", -1, "1", "-1.00", "quotient"],
      ["GB", 2, "1.5", "3.00", "quotient"],
      ["US", 1, "0.000012345", "0.000012345", "quotient"],
    ]);
    await expectRightBooks();
    await reverse(id);
    const next = nextPeriod(world);
    await close(next);
    expect(await onlyStatement(member, next)).toMatchObject({
      gross_amount: `-${statement.gross_amount}`,
      line_item_count: 5,
    });
    await expectRightBooks();
  });

  test("a release that is sold whole divides the amount by its tracks, and the first has the remainder", async () => {
    const member = await world.organization({ fee_rate: "0" });
    const album = await makeRecordings(member, 7);
    const period = nextPeriod(world);
    const sold = (amount: string, play_count: number) => ({ upc: album.upc, play_count, amount, unit_rate: "0" });
    const rows = [sold("9.99", 1), sold("-9.99", -1)];
    await insertReport(world, { store_id: "store_east", period, rows, match: album.match });
    await close(period);
    const statement = await onlyStatement(member, period);
    const items = await itemsOf(member, statement.id);
    const of = (track_id: string | undefined) =>
      items
        .filter((item: Record<string, string>) => item.track_id === track_id)
        .map((item: Record<string, string>) => item.earnings)
        .sort();
    expect(of(album.tracks[0]?.id)).toEqual(["-1.427142857148", "1.427142857148"]);
    for (const { id } of album.tracks.slice(1)) expect(of(id)).toEqual(["-1.427142857142", "1.427142857142"]);
    expect(statement).toMatchObject({ gross_amount: "0.00", line_item_count: 14 });
    await expectRightBooks();
  });

  test("line items, royalties and earnings show the store that the row names, and lead to the reports of the sender", async () => {
    const { member, isrc, match } = await partner({ payout_currency: "EUR" });
    const period = nextPeriod(world);
    const row = (store_id: string | undefined, amount: string) => ({
      isrc,
      play_count: 10,
      amount,
      unit_rate: "0",
      currency: "USD",
      ...(store_id && { store_id }),
    });
    const rows = [row("store_east", "1"), row("store_west", "2"), row(undefined, "3")];
    const id = await insertReport(world, { store_id: "store_sender", period, rows, match });
    const plain = await insertReport(world, { store_id: "store_east", period, rows: [paid(isrc, "4", "USD")], match });
    await setRate(period, "USD", "0.5");
    await close(period);
    const { id: statement_id } = await onlyStatement(member, period);
    const items = await itemsOf(member, statement_id);
    const shown = items.map((item: Record<string, unknown>) => [item.store_id, item.earnings, item.report_ids]);
    expect(shown.sort()).toEqual([
      ["store_east", "0.50", [id]],
      ["store_east", "2.00", [plain]],
      ["store_sender", "1.50", [id]],
      ["store_west", "1.00", [id]],
    ]);
    const royalties = (await must(member, `GET /v1/royalties?statement_id=${statement_id}`)).body.data;
    expect(royalties.map((one: Record<string, string>) => [one.store_id, one.gross_amount]).sort()).toEqual([
      ["store_east", "2.50"],
      ["store_sender", "1.50"],
      ["store_west", "1.00"],
    ]);
    const earnings = (await must(member, "GET /v1/earnings?group_by=store")).body.data;
    expect(earnings.map((one: Record<string, string>) => [one.key, one.earnings])).toEqual([
      ["store_east", "2.50"],
      ["store_sender", "1.50"],
      ["store_west", "1.00"],
    ]);
    await expectRightBooks();
  });
});

describe("refuses", () => {
  test.each([
    [{ payout_currency: "XXX" }, "payout_currency"],
    [{ payout_currency: 1 }, "payout_currency"],
  ])("%j", async (body, field) => {
    const { status, body: answer } = await world.operator.call(`PATCH /v1/operator/organizations/${world.label.id}`, {
      body,
    });
    expect([status, answer.error.details[0].field]).toEqual([422, field]);
  });

  test.each([
    [{ rates: [{ from: "USD", to: "USD", rate: "1" }] }, "rates[0].to"],
    [{ rates: [{ from: "USD", to: "EUR", rate: "0" }] }, "rates[0].rate"],
    [
      {
        rates: [
          { from: "USD", to: "EUR", rate: "1" },
          { from: "USD", to: "EUR", rate: "2" },
        ],
      },
      "rates[1]",
    ],
    [{ received: { amount: "1.005", currency: "EUR", on: "2026-04-02" } }, "received.amount"],
    [{ received: { amount: "1", currency: "EUR", on: "2026-02-30" } }, "received.on"],
    [{ received: { amount: "1", currency: "EUR" } }, "received.on"],
    [{ amount: "1" }, "amount"],
  ])("a change of a report to %j", async (body, field) => {
    const { ...recordings } = await partner();
    const id = await report(recordings, nextPeriod(world), ["1", "USD"]);
    const { status, body: answer } = await world.operator.call(`PATCH /v1/operator/sales-reports/${id}`, { body });
    expect([status, answer.error.details[0].field]).toEqual([422, field]);
  });
});
