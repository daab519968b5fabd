import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addRelease, addStore } from "../../../test/sales.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { splitCells } from "./dsr.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await addStore(world, "store_one");
});
afterAll(() => world.close());

const REPORTS = "/v1/operator/sales-reports";

async function send(body: string | Buffer, query: Record<string, string> = {}) {
  const asked = new URLSearchParams({ store_id: "store_one", period: "2026-02", ...query });
  const headers = { "content-type": "text/tab-separated-values" };
  return world.operator.call(`POST ${REPORTS}?${asked.toString()}`, {
    raw: new Uint8Array(Buffer.from(body)),
    headers,
  });
}

const rowsOf = (id: string) =>
  world.ctx.db`
    select isrc, upc, territory, play_count::text as play_count, trim_scale(unit_rate)::text as unit_rate, currency, usage_period
    from sales_rows where report = (select number from sales_reports where id = ${id}) order by line`;

let messages = 0;
const line = (...cells: (string | number)[]) => cells.join("\t");
const head = (profile: string, changes: Record<number, string> = {}) => {
  const cells = [
    "HEAD",
    "dsrf/1.3",
    profile,
    "1.1",
    `M${++messages}`,
    "2026-02-03T07:59:30Z",
    "1",
    "1",
    "2026-01-01",
    "2026-01-31",
    "PADPIDA1",
  ];
  for (const [place, value] of Object.entries(changes)) cells[Number(place)] = value;
  return line(...cells, "Test Company", "Premium", "PADPIDA2", "", "", "");
};

const SY = line(
  "#SY10.01",
  "SummaryRecordId",
  "Territory",
  "CurrencyOfTransaction",
  "CurrencyOfAccounting",
  "AllocatedRevenueCoA",
);
const SR = line(
  "#SR08.01",
  "ICPN",
  "ISRC",
  "ReleaseTitle",
  "SummaryRecordId",
  "NetUsage",
  "CalculatedUnitPriceCoA",
  "CalculatedUnitPriceCoT",
  "AllocatedRevenueCoA",
);

/** An album, a recording of it, and an unknown recording: 1,200 + 6,000 + 6,300 EUR. */
function financial(
  changes: { rows?: string[]; head?: Record<number, string>; before?: string[]; foot?: string; after?: string } = {},
): string {
  const rows = changes.rows ?? [
    line("SR08.01", "743212334425", "", 'A "quoted" title', 1, 1000, 1.2, 2.4, 99850),
    "# a comment",
    line("SR08.01", "743212334425", "GBL280400674", "back\\\tslash", 2, 5000, 1.2, 2.4, ""),
    line("SR08.01", "", "GBL280400674", "", 2, 7000, "0.9", "1.8", "", "", ""),
  ];
  return [
    head("FinancialReportingToRecordCompaniesSRB", changes.head),
    ...(changes.before ?? [
      SY,
      SR,
      line("SY10.01", 1, "FR", "DKK", "EUR", ""),
      line("SY10.01", 2, "FR", "DKK", "EUR", "12300.00"),
    ]),
    ...rows,
    changes.foot ?? line("SRFO", 7, 2),
    changes.after ?? line("", "", ""),
    "",
  ].join("\r\n");
}

/** Two recordings of one release; 3 uses bear royalties, 2 do not. */
function usage(changes: { uses?: string[]; foot?: string } = {}): string {
  const uses = changes.uses ?? [
    line("SU02.02", 1, "S1", "x1", "", "A1", "TRUE", 2),
    line("SU02.02", 1, "S1", "x2", "", "A2", "FALSE", 2),
    line("SU02.02", 1, "S1", "x3", "R1", "", "TRUE", 1),
  ];
  return [
    head("BasicAudioProfile"),
    line("SY01.02", "S1", "Unlimited", "", "SubscriptionModel", "", "GB", "Monthly", 3160, 346563, "GBP", "5000.00"),
    line("RE01.02", 1, "R1", "D1", "", "", "825646846917", "An Artist"),
    line("AS02.03", 1, "A1", "D2", "GBAHT0900445", "One"),
    line("AS02.03", 1, "A2", "D3", "GBAHT0900446", "Two"),
    ...uses,
    changes.foot ?? line("FOOT", 9, 9, 1, 1, 1),
  ].join("\n");
}

const sub = (resources: string) => line("RE02", 1, "R2", "D4", "", resources);
const subUse = line("SU02.02", 1, "S1", "x4", "R2", "", "TRUE", 3);

describe("a financial profile", () => {
  test("gives 1,200 + 6,000 + 6,300 EUR, read by its heading rows", async () => {
    const { status, body } = await send(financial());
    expect(status).toBe(201);
    expect(body).toMatchObject({ rows: 3, totals: [{ currency: "EUR", amount: "13500.00" }] });
    const in_france = { territory: "FR", currency: "EUR", usage_period: "2026-01" };
    expect(await rowsOf(body.id)).toEqual([
      { isrc: null, upc: "743212334425", play_count: "1000", unit_rate: "1.2", ...in_france },
      { isrc: "GB-L28-04-00674", upc: "743212334425", play_count: "5000", unit_rate: "1.2", ...in_france },
      { isrc: "GB-L28-04-00674", upc: null, play_count: "7000", unit_rate: "0.9", ...in_france },
    ]);
    expect(body.warnings).toEqual(["Rows that contradict their own AllocatedRevenue: line 6."]);
  });

  test("divides revenue by usage where there is no unit price, and says where that is not exact", async () => {
    const rows = [
      line("SR08.01", "", "GBL280400674", "", 1, 3, "", "", "10.00"),
      line("SR08.01", "", "GBL280400674", "", 1, -4, "", "", "-10"),
    ];
    const { body } = await send(financial({ rows, foot: line("SRFO", 6, 3) }));
    expect((await rowsOf(body.id)).map(({ unit_rate }) => unit_rate)).toEqual(["3.333333333333", "2.5"]);
    expect(body.warnings).toEqual([
      "Rows that have a unit price that was cut at 12 decimals and gives another AllocatedRevenue: line 6.",
      "Summary record 2 (line 5) says AllocatedRevenue 12300 EUR, but its rows sum to 0.",
      "SRFO says numberofsummaryrecords 3, but the file has 2.",
      "store_one has another report for 2026-02.",
    ]);
  });

  test("is the same message once, whatever its bytes are", async () => {
    const text = financial({ head: { 4: "M-twice" } });
    expect((await send(text)).status).toBe(201);
    expect((await send(text.replace("quoted", "other"))).body.error.code).toBe("duplicate_submission");
    expect((await send(text.replace("\t1\t1\t2026", "\t2\t2\t2026"))).status).toBe(201);
  });

  test("is packed by gzip as stores do", async () => {
    expect((await send(gzipSync(financial()))).status).toBe(201);
  });
});

describe("a usage profile", () => {
  const paid = { amount: "10.00", currency: "EUR" };

  test("shares what the store paid by usage", async () => {
    const { status, text, body } = await send(usage(), paid);
    expect([status, text]).toEqual([201, expect.any(String)]);
    expect(body.totals).toEqual([{ currency: "EUR", amount: "9.999999999999" }]);
    expect(await rowsOf(body.id)).toMatchObject([
      { isrc: "GB-AHT-09-00445", upc: "825646846917", play_count: "2", unit_rate: "3.333333333333", territory: "GB" },
      { isrc: "GB-AHT-09-00446", upc: "825646846917", play_count: "2", unit_rate: "0" },
      { isrc: null, upc: "825646846917", play_count: "1", unit_rate: "3.333333333333", currency: "EUR" },
    ]);
    expect(body.warnings[0]).toBe(
      "The rows share 9.999999999999 EUR of the 10.00 paid: the rate is cut at 12 decimals.",
    );
  });

  test("without what was paid, or without what bears royalties, it is refused and says so", async () => {
    const unpaid = await send(usage());
    expect([unpaid.status, unpaid.body.error.details[0].field]).toEqual([422, "amount"]);
    const free = await send(usage({ uses: [line("SU02.02", 1, "S1", "x", "", "A1", "FALSE", 2)] }), paid);
    expect([free.status, free.body.error.details[0].field]).toEqual([422, "amount"]);
  });
});

describe("a row without any code", () => {
  const assign = (id: string, body: object) => world.operator.call(`POST ${REPORTS}/${id}/assign`, { body });
  const unmatched = async (id: string) => (await world.operator.call(`GET ${REPORTS}/${id}/unmatched`)).body.data;

  test("is unmatched until the operator assigns its line, each for itself", async () => {
    const rows = [1, 2].map((usage) => line("SR08.01", "", "", "", 1, usage, 1));
    const { status, text, body } = await send(financial({ rows, foot: line("SRFO", 6, 2) }));
    expect([status, text]).toEqual([201, expect.any(String)]);
    expect(body).toMatchObject({ rows: 2, unmatched: 2, unmatched_totals: [{ currency: "EUR", amount: "3.00" }] });
    const found = [
      { line: 6, isrc: null, upc: null, play_count: 1, reason: "unknown" },
      { line: 7, isrc: null, upc: null, play_count: 2, reason: "unknown" },
    ];
    expect(await unmatched(body.id)).toMatchObject(found);
    const { track_ids } = await addRelease(world, world.label, { isrcs: ["GB-DSR-20-00001"] });
    expect((await assign(body.id, { line: 8, track_id: track_ids[0] })).body.error.code).toBe("invalid_state");
    expect((await assign(body.id, { line: 7 })).status).toBe(422);
    expect((await assign(body.id, { line: 7, track_id: track_ids[0] })).body).toMatchObject({ matched: 1 });
    expect(await unmatched(body.id)).toMatchObject(found.slice(0, 1));
    const shown = (await world.operator.call(`GET ${REPORTS}/${body.id}/rows`)).body.data;
    expect(shown).toMatchObject([{ track_id: null }, { upc: null, track_id: track_ids[0] }]);
  });

  test("is that of a recording without an ISRC, though its release has an ICPN", async () => {
    const uses = [line("AS02.03", 1, "A3", "D4", "", "Three"), line("SU02.02", 1, "S1", "x", "R1", "A3", "TRUE", 2)];
    const { body } = await send(usage({ uses }), { amount: "4.00", currency: "EUR" });
    expect(await unmatched(body.id)).toMatchObject([{ line: 7, isrc: null, upc: null, unit_rate: "2" }]);
  });

  test("in CSV is refused", async () => {
    const text = "isrc,upc,territory,play_count,unit_rate,currency\n,,DE,1,1,EUR\n";
    expect((await send(text)).body.error.details[0].field).toBe("line 2, isrc");
  });
});

describe("a sub-release", () => {
  test("is divided among its recordings so that the sum is exact, and paged row by row", async () => {
    const third = line("AS02.03", 1, "A3", "D4", "GBAHT0900447", "Three");
    const uses = [third, sub("A1|A2|A3"), subUse, line("SU02.02", 1, "S1", "x5", "", "A1", "TRUE", 1)];
    const { status, text, body } = await send(usage({ uses }), { amount: "40.00", currency: "EUR" });
    expect([status, text]).toEqual([201, expect.any(String)]);
    expect([body.rows, body.totals]).toEqual([4, [{ currency: "EUR", amount: "40.00" }]]);
    const shares = (await rowsOf(body.id)).map(({ isrc, upc, play_count, unit_rate }) => [
      isrc,
      upc,
      play_count,
      unit_rate,
    ]);
    const upc = "825646846917";
    expect(shares.sort()).toEqual([
      ["GB-AHT-09-00445", upc, "1", "10"],
      ["GB-AHT-09-00445", upc, "3", "3.333333333334"],
      ["GB-AHT-09-00446", upc, "3", "3.333333333333"],
      ["GB-AHT-09-00447", upc, "3", "3.333333333333"],
    ]);
    const paged: string[] = [];
    for (let cursor = ""; paged.length < 5; ) {
      const page = (await world.operator.call(`GET ${REPORTS}/${body.id}/unmatched?limit=1${cursor}`)).body;
      paged.push(...page.data.map((row: { line: number; isrc: string }) => `${row.line} ${row.isrc}`));
      if (!page.has_more) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(paged).toEqual(["8 GB-AHT-09-00445", "8 GB-AHT-09-00446", "8 GB-AHT-09-00447", "9 GB-AHT-09-00445"]);
  });
});

test("a file with one record for each use shares what was paid, too", async () => {
  const cells = (isrc: string, upc: string) => ["1", "D", isrc, ...Array(19).fill(""), upc, ...Array(8).fill("")];
  const text = [
    head("BasicAudioProfileSRB"),
    line("SY01.02", "1", "Unlimited", "", "PayAsYouGoModel", "", "GB"),
    line("SR01.01", ...cells("GBAHT0900445", "825646846917"), 1, "x1", "TRUE", "FALSE", 5, 2),
    line("SR02.01", ...cells("GBAHT0900446", ""), "x2", "FALSE", 7),
    line("SRFO", 5, 1),
  ].join("\n");
  const { status, text: said, body } = await send(text, { amount: "6.00", currency: "GBP" });
  expect([status, said]).toEqual([201, expect.any(String)]);
  expect(await rowsOf(body.id)).toMatchObject([
    { isrc: "GB-AHT-09-00445", upc: "825646846917", play_count: "3", unit_rate: "2", territory: "GB" },
    { isrc: "GB-AHT-09-00446", upc: null, play_count: "7", unit_rate: "0" },
  ]);
});

test("user-generated content is found by the store's own ids, and a quarter says on which month it is booked", async () => {
  const period = line("SY05.03", "9", "", "", "SubscriptionModel", "", "AT");
  const text = [
    head("UgcProfile", { 8: "2025-10-01", 9: "2025-12-31" }),
    line("SY09.01", "9", "SubscriptionModel", "", "AT"),
    period,
    period,
    line("AS01.02", 4, "A1", "D1", "USWB11300618", "Home"),
    line("AS01.02", 4, "A2", "D2", "", "No code"),
    line("MW01.02", 4, "A3"),
    line("SU03.02", 4, "x1", "9", "D2", 3, 0, "2025-10-01", "2025-10-31", "Music", ""),
    line("SU03.02", 5, "x2", "9", "D1", 1, 0, "2025-11-01", "2025-11-30", "Music", ""),
    line("FOOT", 10, 10, 3, 2, 2),
  ].join("\n");
  const { status, text: said, body } = await send(text, { amount: "4.00", currency: "EUR" });
  expect([status, said]).toEqual([201, expect.any(String)]);
  expect(await rowsOf(body.id)).toMatchObject([
    { isrc: null, play_count: "3", unit_rate: "1", territory: "AT", usage_period: "2025-10" },
    { isrc: "US-WB1-13-00618", play_count: "1", unit_rate: "1", usage_period: "2025-10" },
  ]);
  expect(body.warnings[0]).toBe(
    "The report is about 2025-10-01 to 2025-12-31. All its rows are booked on 2025-10, the month in which it begins.",
  );
});

test("a use that names no summary record is taken for the only one, with a warning", async () => {
  const uses = [line("SU02.02", 1, "SY1", "x", "", "A1", "TRUE", 2)];
  const { status, body } = await send(usage({ uses }), { amount: "2.00", currency: "EUR" });
  expect(status).toBe(201);
  expect(body.warnings[0]).toContain("name no summary record of the file");
});

describe("a report in several files", () => {
  const paid = { amount: "90.00", currency: "EUR" };
  const file = (number: string) => usage().replace("\t1\t1\t2026", `\t${number}\t2\t2026`);

  test("is refused with an amount that may be that of all files", async () => {
    const { status, body } = await send(file("1"), paid);
    expect([status, body.error.details[0]]).toEqual([
      422,
      { field: "amount", issue: expect.stringContaining("amount_is=file") },
    ]);
  });

  test("shares the amount of each file", async () => {
    for (const number of ["1", "2"]) {
      const { status, body } = await send(file(number), { ...paid, amount_is: "file" });
      expect([status, body.totals]).toEqual([201, [{ currency: "EUR", amount: "90.00" }]]);
    }
    expect((await send(usage(), { amount_is: "file" })).body.error.code).toBe("invalid_request");
    expect((await send(usage(), { ...paid, amount_is: "report" })).status).toBe(400);
  });
});

describe("a broken file is refused, and nothing of it is kept", () => {
  const row = (...cells: (string | number)[]) => financial({ rows: [line("SR08.01", ...cells)] });
  const use = (...cells: (string | number)[]) => usage({ uses: [line("SU02.02", 1, ...cells)] });
  const broken: [what: string, text: () => string | Buffer, field: string][] = [
    ["cut in the middle", () => financial().slice(0, -20), "line 9"],
    ["cut before its foot", () => financial({ foot: "# none" }), "line 11"],
    ["a foot that is not the last", () => financial({ after: line("SY10.01", 3, "FR", "", "EUR") }), "line 11"],
    ["a second head", () => financial({ after: "", foot: head("BasicAudioProfile") }), "line 10"],
    ["a line of no record", () => financial({ rows: ["nonsense"] }), "line 6"],
    ["a record of another profile", () => financial({ rows: [line("SR01.01", 1)] }), "line 6"],
    ["more cells than headings", () => row("", "GBL280400674", "", 1, 5, 1, 2, 5, "", "x"), "line 6"],
    ["fewer cells than it needs", () => row("", "GBL280400674", "", 1, 5), "line 6, CalculatedUnitPrice"],
    ["no usage", () => row("", "GBL280400674", "", 1, "", 1), "line 6, usage"],
    ["usage in words", () => row("", "GBL280400674", "", 1, "many", 1), "line 6, usage"],
    ["half a use", () => row("", "GBL280400674", "", 1, "1.5", 1), "line 6, usage"],
    ["a price in words", () => row("", "GBL280400674", "", 1, 1, "cheap"), "line 6, unit price"],
    ["a price with a comma", () => row("", "GBL280400674", "", 1, 1, "1,2"), "line 6, unit price"],
    ["revenue in words", () => row("", "GBL280400674", "", 1, 1, "", "", "lots"), "line 6, AllocatedRevenue"],
    ["revenue without usage", () => row("", "GBL280400674", "", 1, 0, "", "", 5), "line 6, NetUsage"],
    ["neither price nor revenue", () => row("", "GBL280400674", "", 1, 5, "", ""), "line 6, CalculatedUnitPrice"],
    ["an ISRC that is none", () => row("", "GBL28", "", 1, 5, 1), "line 6, ISRC"],
    ["an ICPN that is none", () => row("12", "", "", 1, 5, 1), "line 6, ICPN"],
    ["a summary record that is missing", () => row("", "GBL280400674", "", 9, 5, 1), "line 6, SummaryRecordId"],
    [
      "a territory that is none",
      () => financial({ before: [SY, SR, line("SY10.01", 1, "QQ", "", "EUR")] }),
      "line 4, Territory",
    ],
    [
      "a currency that is none",
      () => financial({ before: [SY, SR, line("SY10.01", 1, "FR", "", "EUX")] }),
      "line 4, CurrencyOfAccounting",
    ],
    [
      "a summary record twice",
      () => financial({ before: [SY, SR, ...Array(2).fill(line("SY10.01", 1, "FR", "", "EUR"))] }),
      "line 5, SummaryRecordId",
    ],
    ["no heading rows", () => financial({ before: [line("SY10.01", 1, "FR", "", "EUR")] }), "line 2"],
    ["an unknown profile", () => financial({ head: { 2: "AudioVisualProfile" } }), "line 1, Profile"],
    ["no message id", () => financial({ head: { 4: "" } }), "line 1, MessageId"],
    ["a month that is still to come", () => financial({ head: { 8: "2026-03-01" } }), "line 1, UsageStartDate"],
    ["latin-1", () => Buffer.from(financial().replace("quoted", "é"), "latin1"), "line 6"],
    ["a zip", () => Buffer.from(`PK\u0003\u0004${financial()}`), "line 1"],
    ["zeros, packed", () => gzipSync(Buffer.alloc(2 ** 24)), "line 1"],
    ["a use of no recording", () => use("S1", "x", "", "A9", "TRUE", 1), "line 6, TransactedResource"],
    ["a use of no release", () => use("S1", "x", "R9", "A1", "TRUE", 1), "line 6, TransactedRelease"],
    ["royalties, perhaps", () => use("S1", "x", "", "A1", "maybe", 1), "line 6, IsRoyaltyBearing"],
    ["a sub-release of no recording", () => usage({ uses: [sub("A1|A9"), subUse] }), "line 7, TransactedRelease"],
    ["a sub-release of too many", () => usage({ uses: [sub("A1|".repeat(201))] }), "line 6, UsedResources"],
    ["streams in words", () => use("S1", "x", "", "A1", "TRUE", "many"), "line 6, usage"],
  ];

  test.each(broken)("%s", async (_what, text, field) => {
    const { status, body } = await send(text(), { amount: "10", currency: "EUR" });
    expect([status, body.error.details?.[0]?.field]).toEqual([422, field]);
    const kept = await world.ctx.db`select 1 from sales_reports where status = 'importing'`;
    expect(kept).toHaveLength(0);
  });
});

test("cells end at tabs that are not escaped", () => {
  expect(splitCells("a\tb")).toEqual(["a", "b"]);
  expect(splitCells("a\\\tb\tc")).toEqual(["a\tb", "c"]);
  expect(splitCells("a\\\\|b\tc\\\\\\\td")).toEqual(["a|b", "c\\", "d"]);
});

// DDEX's own samples are not ours to carry: they are read where a folder of them is named.
const folder = process.env.DSR_SAMPLES ?? "";

describe.skipIf(!existsSync(folder))("the official samples", () => {
  const sample = (name: string) =>
    readFileSync(join(folder, readdirSync(folder).find((file) => file.includes(name)) ?? ""));

  test("the financial one gives 1,200 + 6,000 + 6,300 EUR", async () => {
    const { status, body } = await send(sample("PremiumService"));
    expect(status).toBe(201);
    expect(body.totals).toEqual([{ currency: "EUR", amount: "13500.00" }]);
    expect((await rowsOf(body.id)).map(({ play_count, unit_rate }) => [play_count, unit_rate])).toEqual([
      ["1000", "1.2"],
      ["5000", "1.2"],
      ["7000", "0.9"],
    ]);
    expect(body.warnings[0]).toBe("Rows that contradict their own AllocatedRevenue: line 9.");
  });

  test("the usage one shares what was paid among 3,160 streams", async () => {
    const { status, body } = await send(sample("UnlimitedMusic"), { amount: "316.00", currency: "GBP" });
    expect(status).toBe(201);
    expect([body.rows, body.totals]).toEqual([15, [{ currency: "GBP", amount: "316.00" }]]);
    expect(new Set((await rowsOf(body.id)).map(({ unit_rate }) => unit_rate))).toEqual(new Set(["0.1"]));
  });
});
