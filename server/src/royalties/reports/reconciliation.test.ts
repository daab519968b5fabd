import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { insertReport, makeRecordings, makeStore, nextPeriod, type Sale } from "../../../test/reported-sales.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const id of ["store_east", "store_west"]) await makeStore(world, id);
});
afterAll(() => world.close());

const list = async (query: string) => (await must(world.operator, `GET /v1/operator/reconciliation?${query}`)).body;
const close = (period: string) => must(world.operator, `POST /v1/operator/periods/${period}/close`);

test("by month, store and currency: what was reported, received, unmatched and stated", async () => {
  const { isrc, match } = await makeRecordings(world.label);
  const [first, second] = [nextPeriod(world), nextPeriod(world)];
  const sale = (amount: string, currency: string, of = isrc): Sale => ({
    isrc: of,
    play_count: 1,
    unit_rate: amount,
    currency,
  });
  const owned = (one: Sale) => (one.isrc === isrc ? match() : undefined);
  const insert = (store_id: string, period: string, ...rows: Sale[]) =>
    insertReport(world, { store_id, period, rows, match: owned });
  const id = await insert(
    "store_east",
    first,
    sale("100", "USD"),
    sale("7", "USD", "QZ-ABC-26-99999"),
    sale("30", "EUR"),
  );
  await insert("store_west", first, sale("5", "EUR"));
  const received = { amount: "98.50", currency: "USD", on: "2026-04-02" };
  await must(world.operator, `PATCH /v1/operator/sales-reports/${id}`, { received });
  const entry = (store_id: string, currency: string, amounts: object) => ({
    period: first,
    store_id,
    currency,
    reports: 1,
    received: null,
    difference: null,
    unmatched: "0.00",
    stated: "0.00",
    ...amounts,
  });
  const usd = { reported: "107.00", received: "98.50", difference: "-8.50", unmatched: "7.00" };
  expect((await list(`period=${first}`)).data).toEqual([
    entry("store_east", "EUR", { reported: "30.00" }),
    entry("store_east", "USD", usd),
    entry("store_west", "EUR", { reported: "5.00" }),
  ]);
  await close(first);
  await insert("store_east", first, sale("1", "USD"));
  await insert("store_east", second, sale("2", "USD"));
  const after = { ...usd, reports: 2, reported: "108.00", difference: "-9.50", stated: "100.00" };
  expect((await list(`period=${first}&store_id=store_east`)).data).toEqual([
    entry("store_east", "EUR", { reported: "30.00", stated: "30.00" }),
    entry("store_east", "USD", after),
  ]);
  const page = await list("store_id=store_east&limit=2");
  expect(page.data.map((one: Record<string, string>) => [one.period, one.currency])).toEqual([
    [second, "USD"],
    [first, "EUR"],
  ]);
  expect(page.has_more).toBe(true);
  const rest = await list(`store_id=store_east&limit=2&cursor=${encodeURIComponent(page.next_cursor)}`);
  expect([rest.data.map((one: Record<string, string>) => [one.period, one.currency]), rest.has_more]).toEqual([
    [[first, "USD"]],
    false,
  ]);
  await must(world.operator, `POST /v1/operator/sales-reports/${id}/reverse`);
  expect((await list(`period=${first}&store_id=store_east`)).data).toMatchObject([
    { currency: "EUR", reports: 0, reported: "0.00", stated: "30.00" },
    { currency: "USD", reports: 1, reported: "1.00", received: null, unmatched: "0.00", stated: "100.00" },
  ]);
  await close(second);
  expect((await list(`period=${first}&store_id=store_east`)).data).toMatchObject([
    { currency: "EUR", stated: "0.00" },
    { currency: "USD", reported: "1.00", stated: "1.00" },
  ]);
});
