// Reports as stores and distributors send them, from the file to the statement.

import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { itemsOf, statementsOf } from "../../../test/reported-sales.ts";
import { addRelease, addStore } from "../../../test/sales.ts";
import { createWorld, type Member, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await addStore(world, "store_sender");
  for (const [store_id, ...report_names] of [
    ["store_spotify", "Spotify"],
    ["store_apple", "Apple Music"],
    ["store_deezer", "Deezer"],
  ] as [string, ...string[]][]) {
    const connector = { kind: "reported" };
    const body = { store_id, name: store_id, territories: ["WORLD"], connector, report_names };
    await must(world.operator, "POST /v1/operator/stores", body);
  }
});
afterAll(() => world.close());

let codes = 0;
const nextIsrc = () => `QZ-FMT-26-${String(++codes).padStart(5, "0")}`;
const bareOf = (isrc: string) => isrc.replaceAll("-", "");

/** An organization with a release of so many tracks, which the sender has. */
async function partner(tracks = 1, terms: object = {}) {
  const member = await world.organization({ fee_rate: "0.15", ...terms });
  const isrcs = Array.from({ length: tracks }, nextIsrc);
  return { member, isrcs, ...(await addRelease(world, member, { isrcs, stores: ["store_sender"] })) };
}

async function importFile(period: string, lines: readonly string[], query = "") {
  const path = `POST /v1/operator/sales-reports?store_id=store_sender&period=${period}${query}`;
  const answer = await world.operator.call(path, { raw: lines.join("\n"), headers: { "content-type": "text/csv" } });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body;
}

const close = (period: string) => must(world.operator, `POST /v1/operator/periods/${period}/close`);

async function statedItems(member: Member, period: string) {
  const [statement] = await statementsOf(member, period);
  return { statement, items: await itemsOf(member, statement.id) };
}

async function expectRightBooks() {
  const { body } = await must(world.operator, "GET /v1/operator/ledger/check");
  expect([body.is_right, body.differences]).toEqual([true, []]);
}

const FUGA = "Asset ISRC,Product UPC,Territory,Quantity,Reported Royalty,Currency,Sale Start date,DSP";

test("a file of many stores: line items have the store that each row names, and earn the amount", async () => {
  const { member, isrcs, upc } = await partner();
  const row = (rest: string) => `${bareOf(isrcs[0] ?? "")},${upc},${rest}`;
  const report = await importFile("2026-01", [
    FUGA,
    row("DE,18204,63.714,EUR,2026-01-01,Spotify"),
    row("US,5000,20.50,EUR,2026-01-01,Spotify"),
    row("FR,1200,8.4,EUR,2026-01-01,Apple Music"),
    row("FR,10,0.0731,EUR,2026-01-01,Deezer "),
  ]);
  expect(report).toMatchObject({ format_id: "format_fuga", rows: 4, totals: [{ currency: "EUR", amount: "92.6871" }] });
  expect(report.stores).toHaveLength(3);
  await close("2026-01");
  const { items } = await statedItems(member, "2026-01");
  expect(
    items
      .map((item: Record<string, unknown>) => [
        item.store_id,
        item.territory,
        item.earnings,
        item.unit_rate,
        item.rate_is,
      ])
      .sort(),
  ).toEqual([
    ["store_apple", "FR", "8.40", "0.007", "quotient"],
    ["store_deezer", "FR", "0.0731", "0.00731", "quotient"],
    ["store_spotify", "DE", "63.714", "0.0035", "quotient"],
    ["store_spotify", "US", "20.50", "0.0041", "quotient"],
  ]);
  for (const item of items) expect(item.report_ids).toEqual([report.id]);
  await expectRightBooks();
  const reversal = (await must(world.operator, `POST /v1/operator/sales-reports/${report.id}/reverse`)).body;
  expect(reversal).toMatchObject({
    format_id: "format_fuga",
    stores: [
      { store_id: "store_apple", rows: 1, totals: [{ currency: "EUR", amount: "-8.40" }] },
      { store_id: "store_deezer", rows: 1, totals: [{ currency: "EUR", amount: "-0.0731" }] },
      { store_id: "store_spotify", rows: 2, totals: [{ currency: "EUR", amount: "-84.214" }] },
    ],
  });
  await close("2026-02");
  const taken = await statedItems(member, "2026-02");
  expect(taken.statement).toMatchObject({ gross_amount: "-92.6871", line_item_count: 4 });
  await expectRightBooks();
});

test("amounts: the rate is their quotient, cut at 12 decimals; without a count it is 0; tiny ones are exact", async () => {
  const { member, isrcs, upc } = await partner();
  const row = (rest: string) => `${bareOf(isrcs[0] ?? "")},${upc},${rest},USD,2026-03-01,Spotify`;
  await importFile("2026-03", [FUGA, row("DE,7,12.34"), row("FR,0,-3.10"), row("US,1,1.2345E-05")]);
  await close("2026-03");
  const { items } = await statedItems(member, "2026-03");
  expect(
    items
      .map((item: Record<string, unknown>) => [item.territory, item.play_count, item.unit_rate, item.earnings])
      .sort(),
  ).toEqual([
    ["DE", 7, "1.762857142857", "12.34"],
    ["FR", 0, "0", "-3.10"],
    ["US", 1, "0.000012345", "0.000012345"],
  ]);
  await expectRightBooks();
});

test("a release of seven tracks that is sold whole, and taken back", async () => {
  const { member, upc, track_ids } = await partner(7);
  await importFile("2026-04", [
    FUGA,
    `,${upc},DE,1,9.99,EUR,2026-04-01,Spotify`,
    `,${upc},DE,-1,-9.99,EUR,2026-04-01,Spotify`,
  ]);
  await close("2026-04");
  const { items } = await statedItems(member, "2026-04");
  const earned = (id: string | undefined) =>
    items.flatMap((item: Record<string, string>) => (item.track_id === id ? [item.earnings] : [])).sort();
  expect(earned(track_ids[0])).toEqual(["-1.427142857148", "1.427142857148"]);
  for (const id of track_ids.slice(1)) expect(earned(id)).toEqual(["-1.427142857142", "1.427142857142"]);
  await expectRightBooks();
});

test("sales and returns between a preamble and a summary, converted", async () => {
  const { member, isrcs, upc } = await partner(1, { payout_currency: "EUR" });
  await must(world.operator, "POST /v1/operator/exchange-rates", {
    period: "2026-05",
    from: "USD",
    to: "EUR",
    rate: "0.9214",
  });
  const heading = [
    "Start Date",
    "UPC",
    "ISRC/ISBN",
    "Quantity",
    "Extended Partner Share",
    "Partner Share Currency",
    "Sales or Return",
    "Country Of Sale",
  ];
  const row = (count: string, share: string, kind: string) =>
    ["05/01/2026", upc, bareOf(isrcs[0] ?? ""), count, share, "USD", kind, "US"].join("\t");
  const lines = [
    "Financial report",
    "Vendor\t1",
    "",
    heading.join("\t"),
    row("3", "1.83", "S"),
    row("1", "0.61", "R"),
    "Total_Rows\t2",
    "Total_Amount\t1.22",
  ];
  const report = await importFile("2026-05", lines, "&format_id=format_itunes");
  expect(report).toMatchObject({ rows: 2, totals: [{ currency: "USD", amount: "1.22" }] });
  await close("2026-05");
  const { statement, items } = await statedItems(member, "2026-05");
  expect(statement).toMatchObject({ currency: "EUR", gross_amount: "1.124108", line_item_count: 2 });
  expect(
    items.map((item: Record<string, unknown>) => [item.play_count, item.reported_earnings, item.unit_rate]).sort(),
  ).toEqual([
    [-1, "-0.61", "0.61"],
    [3, "1.83", "0.61"],
  ]);
  await expectRightBooks();
});
