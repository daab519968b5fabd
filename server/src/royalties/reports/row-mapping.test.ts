// Reports as stores and distributors send them, read by formats.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { type Catalogue, makeCatalogue } from "../../../test/sales.ts";
import { createWorld, type World } from "../../../test/world.ts";

const REPORTS = "/v1/operator/sales-reports";
const FORMATS = "/v1/operator/report-formats";
const FUGA = "Asset ISRC,Product UPC,Territory,Quantity,Reported Royalty,Currency,Sale Start date,DSP";

let world: World;
let catalogue: Catalogue;
let isrc: string;
beforeAll(async () => {
  world = await createWorld();
  catalogue = await makeCatalogue(world);
  isrc = catalogue.isrc;
  const named = { store_spotify: ["Spotify"], store_apple: ["Apple Music"], store_deezer: ["deezer"], store_other: [] };
  for (const [store_id, report_names] of Object.entries(named))
    await must(world.operator, "POST /v1/operator/stores", {
      store_id,
      name: store_id,
      territories: ["WORLD"],
      report_names,
      connector: { kind: "reported" },
    });
});
afterAll(() => world.close());

let month = 0;
/** Each report has a month of its own, so that none warns of another. */
const nextMonth = () => `${2000 + Math.floor(month / 12)}-${String((month++ % 12) + 1).padStart(2, "0")}`;

type Sent = { query?: string; type?: string; period?: string };

function send(bytes: Buffer | string, { query = "", type = "text/csv", period = nextMonth() }: Sent = {}) {
  const path = `POST ${REPORTS}?store_id=store_one&period=${period}${query}`;
  return world.operator.call(path, { raw: new Uint8Array(Buffer.from(bytes)), headers: { "content-type": type } });
}

const rowsOf = async (id: string) => (await must(world.operator, `GET ${REPORTS}/${id}/rows?limit=100`)).body.data;
const kept = async () => (await must(world.operator, `GET ${REPORTS}?limit=100`)).body.data.length;

async function makeFormat(format_id: string, given: object): Promise<void> {
  await must(world.operator, `POST ${FORMATS}`, { format_id, name: format_id, ...given });
}

const shop = {
  isrc: { column: "Code" },
  territory: { column: "Land" },
  play_count: { column: "Menge" },
  amount: { column: "Betrag" },
  currency: { value: "EUR" },
};

/** The values of the only row, by a format of its own. */
let shops = 0;
async function readOne(cells: { land?: string; count?: string; amount?: string; date?: string }, rules: object = {}) {
  const format_id = `format_shop_${++shops}`;
  await makeFormat(format_id, { columns: { ...shop, usage_period: { column: "Datum" } }, ...rules });
  const { land = "DE", count = "1", amount = "1", date = "" } = cells;
  const text = `Code;Land;Menge;Betrag;Datum\n${isrc};${land};${count};${amount};${date}\n`;
  return send(text, { query: `&format_id=${format_id}`, period: "2026-03" });
}
async function valuesOf(...given: Parameters<typeof readOne>) {
  const { status, body } = await readOne(...given);
  if (status !== 201) return [status, body.error.code, body.error.details[0]?.field];
  const [row] = await rowsOf(body.id);
  return [row.territory, row.play_count, row.amount, row.unit_rate, row.usage_period];
}

describe("a file that names many stores", () => {
  const rows = [
    `${"ISRC"},,DE,18204,63.714,EUR,2000-01-01,Spotify`,
    `${"ISRC"},,US,5000,20.50,EUR,2000-01-01,SPOTIFY`,
    `${"ISRC"},,FR,1200,8.4,EUR,2000-01-01,Apple Music`,
    `${"ISRC"},,FR,10,0.0731,EUR,2000-01-01,"Deezer "`,
  ];
  const fuga = (...more: string[]) => `${[FUGA, ...rows, ...more].join("\n").replaceAll("ISRC,,", `${isrc},,`)}\n`;

  test("is read by the format that fits: its amounts are the earnings, at the stores that its rows name", async () => {
    const { status, body } = await send(fuga(), { period: "2000-01" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ format_id: "format_fuga", rows: 4, matched: 4, files: [] });
    expect(body.totals).toEqual([{ currency: "EUR", amount: "92.6871" }]);
    expect(body.stores).toEqual([
      { store_id: "store_spotify", rows: 2, totals: [{ currency: "EUR", amount: "84.214" }] },
      { store_id: "store_apple", rows: 1, totals: [{ currency: "EUR", amount: "8.40" }] },
      { store_id: "store_deezer", rows: 1, totals: [{ currency: "EUR", amount: "0.0731" }] },
    ]);
    expect((await rowsOf(body.id))[0]).toMatchObject({
      line: 2,
      file: null,
      store_id: "store_spotify",
      amount: "63.714",
      unit_rate: "0.0035",
      play_count: 18_204,
    });
  });

  test("is refused whole when it names one that is no store, with all such names; or they count for the format's", async () => {
    const before = await kept();
    const text = fuga(`${isrc},,AE,1,1,EUR,2000-01-01,Anghami`, `${isrc},,AE,1,1,EUR,2000-01-01,Boomplay`);
    const { status, body } = await send(text);
    expect([status, body.error.details.length, body.error.details[0].field]).toEqual([422, 1, "store"]);
    expect(body.error.details[0].issue).toContain('"Anghami", "Boomplay"');
    expect(await kept()).toBe(before);
    await makeFormat("format_lenient", {
      based_on: "format_fuga",
      unknown_store: "store_other",
      store_id: "store_two",
    });
    const taken = await send(text, { query: "&format_id=format_lenient" });
    expect(taken.status).toBe(201);
    expect(taken.body.stores.at(-1)).toMatchObject({ store_id: "store_other", rows: 2 });
  });
});

describe("amounts", () => {
  test("are kept to the last digit, with the rate as their quotient", async () => {
    expect(await valuesOf({ count: "7", amount: "12.34" })).toEqual(["DE", 7, "12.34", "1.762857142857", "2026-03"]);
    expect(await valuesOf({ count: "0", amount: "-3.10" })).toEqual(["DE", 0, "-3.1", "0", "2026-03"]);
    expect(await valuesOf({ count: "1", amount: "1.2345E-05" })).toEqual([
      "DE",
      1,
      "0.000012345",
      "0.000012345",
      "2026-03",
    ]);
    expect(await valuesOf({ count: "1", amount: "0.123456789012345678" })).toMatchObject({ 2: "0.123456789012345678" });
  });

  test("sum exactly, also beyond the decimals of a rate", async () => {
    await makeFormat("format_fine", { columns: shop });
    const text = `Code,Land,Menge,Betrag\n${Array.from({ length: 30 }, (_, n) => `${isrc},DE,${n},0.00000000000000000${(n % 9) + 1}`).join("\n")}\n`;
    const { body } = await send(text, { query: "&format_id=format_fine" });
    const units = Array.from({ length: 30 }, (_, n) => (n % 9) + 1).reduce((sum, unit) => sum + unit, 0);
    expect(body.totals).toEqual([{ currency: "EUR", amount: `0.000000000000000${units}` }]);
  });
});

describe("cells as stores write them", () => {
  test.each([
    ["1.234,56", { decimal: ",", grouping: "." }, "1234.56"],
    ["1'234.5", { grouping: "'" }, "1234.5"],
    ["(3.10)", {}, "-3.1"],
    ["3.10-", {}, "-3.1"],
    ["-0,5", { decimal: "," }, "-0.5"],
  ])("the number %s", async (amount, parse, expected) => {
    expect(await valuesOf({ amount }, { parse })).toMatchObject({ 2: expected });
  });

  test.each(["1.234,56", "1,2", "12e99", "0x10", "--1", "1..2", "€ 3", "1234567890123", "0.1234567890123456789"])(
    "%s is no number",
    async (amount) => {
      expect(await valuesOf({ amount })).toEqual([422, "validation_failed", "line 2, Betrag"]);
    },
  );

  test("a count is whole, and 3.0 is", async () => {
    expect(await valuesOf({ count: "3.0" })).toMatchObject({ 1: 3 });
    expect(await valuesOf({ count: "3.5" })).toEqual([422, "validation_failed", "line 2, Menge"]);
    expect(await valuesOf({ count: "1000000000001" })).toEqual([422, "validation_failed", "line 2, Menge"]);
  });

  test("territories are codes, alpha-3 codes, English names, the format's own, or nothing", async () => {
    const names = ["DEU", "Germany", "UK", "Worldwide", "", "de", "XKX", "Kosovo", "United States"];
    const found: unknown[] = [];
    for (const land of names) found.push((await valuesOf({ land }))[0]);
    expect(found).toEqual(["DE", "DE", "GB", "ZZ", "ZZ", "DE", "XK", "XK", "US"]);
    expect(await valuesOf({ land: "Allemagne" }, { parse: { territory_names: { allemagne: "DE" } } })).toMatchObject({
      0: "DE",
    });
    expect(await valuesOf({ land: "Atlantis" })).toEqual([422, "territory_not_supported", "line 2, Land"]);
    expect(await valuesOf({ land: "QQ" })).toEqual([422, "territory_not_supported", "line 2, Land"]);
  });

  test.each([
    ["2026-02-11", "YYYY-MM-DD"],
    ["2026-02", "YYYY-MM"],
    ["202602", "YYYYMM"],
    ["02/11/2026", "MM/DD/YYYY"],
    ["11.02.2026", "DD.MM.YYYY"],
    ["11/02/2026", "DD/MM/YYYY"],
    ["Feb-26", "MMM-YY"],
  ])("the date %s gives its month", async (date, form) => {
    expect(await valuesOf({ date }, { parse: { date: form } })).toMatchObject({ 4: "2026-02" });
    const wrong = date.replace("02", "13").replace("Feb", "Fib");
    expect(await valuesOf({ date: wrong }, { parse: { date: form } })).toEqual([
      422,
      "validation_failed",
      "line 2, Datum",
    ]);
  });

  test("a month after the report's is refused", async () => {
    expect(await valuesOf({ date: "2026-04-01" })).toEqual([422, "validation_failed", "line 2, Datum"]);
  });
});
