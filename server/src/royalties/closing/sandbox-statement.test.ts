import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { makeRecordings } from "../../../test/reported-sales.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
let isrc: string;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  isrc = (await makeRecordings(world.label, 1)).tracks[0]?.isrc ?? "";
});
afterAll(() => world.close());

const row = (changes: object = {}) => ({
  isrc,
  store_id: "store_auralis",
  territory: "DE",
  play_count: 1000,
  unit_rate: "0.004",
  currency: "EUR",
  ...changes,
});
const make = (rows: object[], period = "2026-02") =>
  world.label.call("POST /v1/sandbox/statements", { body: { period, rows } });

describe("works", () => {
  test("statements of one's own tracks, with line items, royalties, event and balance, each call anew", async () => {
    const made = await make([row(), row({ currency: "USD" }), row({ play_count: -500 })]);
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject([
      { currency: "EUR", gross_amount: "2.00", fee_amount: "0.30", net_amount: "1.70", line_item_count: 2 },
      { currency: "USD", gross_amount: "4.00", net_amount: "3.40" },
    ]);
    const [{ id }] = made.body.data;
    expect((await must(world.label, `GET /v1/statements/${id}`)).body).toEqual(made.body.data[0]);
    expect((await must(world.label, `GET /v1/statements/${id}/line-items`)).body.data).toHaveLength(2);
    expect((await must(world.label, `GET /v1/royalties?statement_id=${id}`)).body.data).toHaveLength(1);
    const events = (await must(world.label, "GET /v1/events?event_type=statement.available")).body.data;
    expect(events.map((event: { data: { id: string } }) => event.data.id)).toContain(id);
    const again = await make([row()]);
    expect(again.body.data[0].id).not.toBe(id);
    expect((await must(world.label, "GET /v1/statements?period=2026-02")).body.data).toHaveLength(3);
  });

  test("in the payout currency, by the rates of the period: without one it is 409, and nothing is written", async () => {
    const organization = `PATCH /v1/operator/organizations/${world.label.id}`;
    await must(world.operator, organization, { payout_currency: "EUR" });
    const rows = [
      row({ currency: "USD", play_count: 100, unit_rate: "1" }),
      row({ currency: "EUR", play_count: 1, unit_rate: "1" }),
    ];
    const refused = await make(rows, "2019-06");
    expect([refused.status, refused.body.error.details]).toEqual([
      409,
      [{ field: "exchange_rates", issue: expect.stringContaining("USD to EUR for 2019-06") }],
    ]);
    expect((await must(world.label, "GET /v1/statements?period=2019-06")).body.data).toEqual([]);
    await must(world.operator, "POST /v1/operator/exchange-rates", {
      period: "2019-06",
      from: "USD",
      to: "EUR",
      rate: "0.9",
    });
    const { data } = (await make(rows, "2019-06")).body;
    expect(data).toMatchObject([
      { currency: "EUR", gross_amount: "91.00", exchange_rates: [{ from: "USD", rate: "0.9", source: "period" }] },
    ]);
    const items = (await must(world.label, `GET /v1/statements/${data[0].id}/line-items`)).body.data;
    expect(items).toContainEqual(
      expect.objectContaining({
        earnings: "90.00",
        reported_currency: "USD",
        reported_earnings: "100.00",
        exchange_rate: "0.9",
      }),
    );
    await must(world.operator, organization, { payout_currency: null });
  });

  test("a close answers with its own statements, not with those that partners made for themselves", async () => {
    expect((await make([row()], "2019-05")).status).toBe(201);
    const closed = await must(world.operator, "POST /v1/operator/periods/2019-05/close");
    expect(closed.body).toEqual({ data: [], period: "2019-05", has_more: false, warnings: [] });
  });

  test("the present month, and an ISRC without hyphens", async () => {
    const present = world.clock.now().toISOString().slice(0, 7);
    expect((await make([row({ isrc: isrc.replaceAll("-", "").toLowerCase() })], present)).status).toBe(201);
  });
});

describe("refuses", () => {
  test.each([
    ["an ISRC of others", [{ isrc: "QZ-ZZZ-26-99999" }], "rows[0].isrc"],
    ["an unknown store", [{}, { store_id: "store_none" }], "rows[1].store_id"],
    ["a territory that is none", [{ territory: "QQ" }], "rows[0].territory"],
    ["a currency that is none", [{ currency: "XXX" }], "rows[0].currency"],
    ["a rate of 13 digits", [{ unit_rate: "1.0000000000001" }], "rows[0].unit_rate"],
    ["a count beyond 10¹²", [{ play_count: 1_000_000_000_001 }], "rows[0].play_count"],
  ])("%s", async (_what, changes, field) => {
    const answer = await make(changes.map(row));
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, field]);
  });

  test("a month to come, no rows, and too many", async () => {
    expect((await make([row()], "2999-01")).body.error.details[0].field).toBe("period");
    expect((await make([])).status).toBe(422);
    expect((await make(Array.from({ length: 1001 }, () => row()))).status).toBe(422);
  });

  test("a rival's ISRC, though it is known", async () => {
    const answer = await world.rival.call("POST /v1/sandbox/statements", {
      body: { period: "2026-02", rows: [row()] },
    });
    expect(answer.status).toBe(422);
  });

  test("in production there is no such path", async () => {
    const production = await createWorld();
    expect((await production.label.call("POST /v1/sandbox/statements", { body: {} })).status).toBe(404);
    await production.close();
  });
});
