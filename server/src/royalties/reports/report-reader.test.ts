// Files around the rows: where the heading row stands and which format fits it, encodings, archives, and samples.

import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { watchTries } from "../../../test/event-loop.ts";
import { type Catalogue, makeCatalogue } from "../../../test/sales.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { makeZip, type Zipped } from "../../../test/zip.ts";

const REPORTS = "/v1/operator/sales-reports";
const FORMATS = "/v1/operator/report-formats";
const ITUNES =
  "Start Date\tUPC\tISRC/ISBN\tQuantity\tExtended Partner Share\tPartner Share Currency\tSales or Return\tCountry Of Sale";

let world: World;
let catalogue: Catalogue;
let isrc: string;
beforeAll(async () => {
  world = await createWorld();
  catalogue = await makeCatalogue(world);
  isrc = catalogue.isrc;
});
afterAll(() => world.close());

let months = 0;
const nextMonth = () => `${2000 + Math.floor(months / 12)}-${String((months++ % 12) + 1).padStart(2, "0")}`;

type Sent = { query?: string; type?: string; path?: string };

function send(bytes: Buffer | string, { query = "", type = "text/csv", path = REPORTS }: Sent = {}) {
  const asked = `POST ${path}?store_id=store_one&period=${nextMonth()}${query}`;
  return world.operator.call(asked, { raw: new Uint8Array(Buffer.from(bytes)), headers: { "content-type": type } });
}
const zip = (files: readonly Zipped[], query = "") => send(makeZip(files), { query, type: "application/zip" });
const rowsOf = async (id: string) => (await must(world.operator, `GET ${REPORTS}/${id}/rows?limit=100`)).body.data;
const linesOf = async (id: string) => (await rowsOf(id)).map(({ line }: { line: number }) => line);
const kept = async () => (await must(world.operator, `GET ${REPORTS}?limit=100`)).body.data.length;
const detailsOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
  status,
  body.error?.details?.[0]?.field,
  body.error?.details?.[0]?.issue ?? body.error?.message,
];

const columns = {
  isrc: { column: "Code" },
  play_count: { column: "Count" },
  amount: { column: "Money" },
  currency: { value: "EUR" },
};
let formats = 0;
async function makeFormat(given: object = {}): Promise<string> {
  const format_id = `format_own_${++formats}`;
  await must(world.operator, `POST ${FORMATS}`, { format_id, name: format_id, columns, ...given });
  return `&format_id=${format_id}`;
}
let counted = 0;
/** No two files have the same bytes. */
const row = (count: number | string = ++counted) => `${isrc},${count},${++counted}.5`;

describe("the rows of a file", () => {
  test("of iTunes: a preamble, returns by a mark, and a summary that is no row", async () => {
    const text = [
      "iTunes Store Financial Report\t\t",
      "Vendor\t80012345",
      "Start Date\t01/28/2026",
      ITUNES,
      `02/01/2000\t\t${isrc}\t3\t1.83\tUSD\tS\tUS`,
      `02/01/2000\t\t${isrc}\t1\t0.61\tUSD\tR\tUS`,
      "Total_Rows\t2",
      "Country Of Sale\tPartner Share Currency\tQuantity\tExtended Partner Share",
    ].join("\r\n");
    const asked = `POST ${REPORTS}?store_id=store_one&period=2026-02`;
    const headers = { "content-type": "text/tab-separated-values" };
    const { status, body } = await world.operator.call(asked, { raw: new Uint8Array(Buffer.from(text)), headers });
    expect([status, body.format_id, body.rows]).toEqual([201, "format_itunes", 2]);
    expect(body.totals).toEqual([{ currency: "USD", amount: "1.22" }]);
    expect(
      (await rowsOf(body.id)).map((row: Record<string, unknown>) => [row.line, row.play_count, row.amount]),
    ).toEqual([
      [5, 3, "1.83"],
      [6, -1, "-0.61"],
    ]);
  });

  test("of Beatport: a row is a sale, its amount is a sum, and the request names the currency", async () => {
    const text = `TRACK_ISRC_CODE,PRODUCT_UPC,TERRITORY,NET_CONTENT_REVENUE,NET_WAV_REVENUE,TRANSACTION_DATE\n${isrc},,DEU,1.25,0.5,2000-01-05\n${isrc},,USA,0.70,,01/06/2000\n`;
    expect(detailsOf(await send(text))).toEqual([422, "currency", expect.stringContaining("format_beatport")]);
    const { body } = await send(text, { query: "&currency=USD" });
    expect([body.format_id, body.totals]).toEqual(["format_beatport", [{ currency: "USD", amount: "2.45" }]]);
  });

  test("are left out at the end, where the format says so, where it is to stop, and where a column says so", async () => {
    const end = await makeFormat({ rows: { last_rows: 2 } });
    const text = `Code,Count,Money\n${row()}\n${row()}\nTotal,2\n\nprinted by hand,,,,\n`;
    expect(await linesOf((await send(text, { query: end })).body.id)).toEqual([2, 3]);
    const stop = await makeFormat({ rows: { stop_when: { column: 1, equals: ["Total"] } } });
    expect(await linesOf((await send(`Code,Count,Money\n${row()}\nTotal\n"broken`, { query: stop })).body.id)).toEqual([
      2,
    ]);
    const skip = await makeFormat({ rows: { skip_when: [{ column: "Code", equals: ["n/a", "-"] }] } });
    const skipped = `Code,Count,Money\n-,,\n${row()}\nn/a\n${row()}\n`;
    expect(await linesOf((await send(skipped, { query: skip })).body.id)).toEqual([3, 5]);
  });

  test("have the heading row's columns in any case, first of several, quoted, and in line 50", async () => {
    const first = await makeFormat({
      columns: { ...columns, isrc: { columns: ["ISRC / ISBN", "Code"], combine: "first" } },
      rows: { header: 50 },
    });
    const text = `${"preamble\n".repeat(49)}" code ";COUNT;"Mo""ney";money\n${row().replaceAll(",", ";x;").replace(";x;", ";").replace(";x;", ";;")}\n`;
    const { status, body } = await send(text, { query: first });
    expect([status, await linesOf(body.id)]).toEqual([201, [51]]);
  });
});

describe("the format", () => {
  test("is asked for where several fit, and named where none does, with what the nearest lack", async () => {
    const one = await makeFormat();
    await makeFormat();
    const text = `Code,Count,Money\n${row()}\n`;
    const several = await send(text);
    expect(detailsOf(several)).toEqual([422, "format_id", expect.stringMatching(/format_own_\d+, format_own_\d+/)]);
    expect((await send(text, { query: one })).status).toBe(201);
    const [status, field, issue] = detailsOf(await send("Asset ISRC,Quantity,Currency,Territory\nx,y,z,a\n"));
    expect([status, field]).toEqual([422, "format_id"]);
    expect(issue).toContain("format_fuga lacks Product UPC, Reported Royalty, Sale Start date, DSP");
  });

  test("is not needed for the plain columns, whatever formats there are", async () => {
    const { status, body } = await send(
      `isrc,territory,play_count,unit_rate,currency\n${isrc},DE,${++counted},1,EUR\n`,
    );
    expect([status, body.format_id]).toEqual([201, null]);
    expect(body.stores).toEqual([{ store_id: "store_one", rows: 1, totals: body.totals }]);
  });

  test("that belongs to another sender does not fit; one that is none is told", async () => {
    await makeFormat({ columns: { ...columns, isrc: { column: "Only theirs" } }, store_id: "store_two" });
    expect(detailsOf(await send(`Only theirs,Count,Money\n${row()}\n`))[1]).toBe("format_id");
    expect(detailsOf(await send("a\n", { query: "&format_id=format_none" }))).toEqual([
      422,
      "format_id",
      "is not a format",
    ]);
  });

  test("must find its heading row, with each column once", async () => {
    const query = await makeFormat({ rows: { header: { contains: ["Code", "Money"] } } });
    expect(detailsOf(await send("a,b\nc,d\n", { query }))).toEqual([
      422,
      "line 1",
      expect.stringContaining("Code, Money"),
    ]);
    expect(detailsOf(await send("Code,Money\nc,d\n", { query }))).toEqual([
      422,
      "line 1, Count",
      expect.stringContaining("missing"),
    ]);
    expect(detailsOf(await send("x\nCode,Money,Count,code\n", { query }))).toEqual([
      422,
      "line 2, code",
      "is a column twice",
    ]);
  });
});

describe("encodings", () => {
  const text = () => `Künstler,Code,Count,Money\nMötley,${row()}\n`;
  const utf16 = (text: string, isBig: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
    return isBig ? bytes.swap16() : bytes;
  };
  const given = { ...columns, store: { column: "Künstler" } };
  const stores = { store_names: { MÖTLEY: "store_two" } };

  test("are told by the first bytes", async () => {
    const query = await makeFormat({ columns: given, ...stores });
    for (const bytes of [
      Buffer.from(text()),
      Buffer.from(`\ufeff${text()}`),
      Buffer.from(text(), "latin1"),
      utf16(text(), false),
      utf16(text(), true),
      gzipSync(Buffer.from(text(), "latin1")),
    ]) {
      const { status, body } = await send(bytes, { query });
      expect([status, body.stores?.[0]?.store_id]).toEqual([201, "store_two"]);
    }
  });

  test("what does not fit later is told by its line", async () => {
    const query = await makeFormat({ columns: given, ...stores, file: { encoding: "utf-8" } });
    expect(detailsOf(await send(Buffer.from(text(), "latin1"), { query }))[1]).toContain("line 1");
    const long = `Code,Count,Money\n${`${row()}\n`.repeat(5_000)}`;
    const late = Buffer.concat([Buffer.from(long), Buffer.from([0xe4, 10])]);
    expect(detailsOf(await send(late, { query: await makeFormat() }))).toEqual([422, "line 5002", expect.anything()]);
  });
});

describe("a zip", () => {
  const file = (name: string, ...rows: string[]): Zipped => ({ name, bytes: `Code,Count,Money\n${rows.join("\n")}\n` });

  test("is one report of its files, in the order of their names, each row with its file and line", async () => {
    const query = await makeFormat();
    const { status, body } = await zip(
      [file("b.csv", row(), row()), file("2/a.TXT", row()), file("notes.pdf", "x"), file("2/", "")],
      query,
    );
    expect([status, body.rows, body.files]).toEqual([
      201,
      3,
      [
        { name: "2/a.TXT", rows: 1 },
        { name: "b.csv", rows: 2 },
      ],
    ]);
    expect(body.warnings).toContainEqual(expect.stringContaining("2 entries"));
    const rows = await rowsOf(body.id);
    expect(rows.map(({ file, line }: { file: string; line: number }) => [file, line])).toEqual([
      ["2/a.TXT", 2],
      ["b.csv", 2],
      ["b.csv", 3],
    ]);
    const { headers, text } = await world.operator.call(`GET ${REPORTS}/${body.id}/file`);
    expect([headers.get("content-type"), text.slice(0, 2)]).toEqual(["application/zip", "PK"]);
  });

  test("with one bad row is refused whole, by file and line; its files may come once, alone or in a zip", async () => {
    const query = await makeFormat();
    const before = await kept();
    const rows = Array.from({ length: 15 }, () => row());
    const bad = [file("1.csv", row()), file("2.csv", ...rows, "nonsense,1,1"), file("3.csv", row())];
    expect(detailsOf(await zip(bad, query))).toEqual([422, "2.csv, line 17, Code", expect.anything()]);
    expect(await kept()).toBe(before);
    const good = [file("1.csv", row()), file("2.csv", ...rows)];
    const { body } = await zip(good, query);
    const again = await send(good[1]?.bytes ?? "", { query });
    expect([again.status, again.body.error.code]).toEqual([409, "duplicate_submission"]);
    expect((await zip([file("other.csv", row()), ...good.slice(1)], query)).status).toBe(409);
    await must(world.operator, `DELETE ${REPORTS}/${body.id}`);
    expect((await send(good[1]?.bytes ?? "", { query })).status).toBe(201);
  });

  test("takes the files that fit the format's pattern", async () => {
    const query = await makeFormat({ file: { name_pattern: "sales_??_*.dat" } });
    const { body } = await zip(
      [file("SALES_de_1.DAT", row()), file("sales_deu_1.dat", row()), file("x.csv", row())],
      query,
    );
    expect(body.files).toEqual([{ name: "SALES_de_1.DAT", rows: 1 }]);
    expect(detailsOf(await zip([file("x.csv", row())], query))[2]).toContain("sales_??_*.dat");
  });

  test.each<[string, number, () => Zipped[]]>([
    [
      "an archive inside",
      422,
      () => [file("a.csv", row()), { name: "inner.zip", bytes: makeZip([file("b.csv", row())]) }],
    ],
    ["an archive under another name", 422, () => [{ name: "a.csv", bytes: makeZip([file("b.csv", row())]) }]],
    ["the same name twice", 422, () => [file("a.csv", row()), file("a.csv", row())]],
    ["the same bytes twice", 409, () => ((one) => [file("a.csv", one), file("b.csv", one)])(row())],
    ["a NUL in a name", 422, () => [file("a\0.csv", row())]],
    ["an encrypted file", 422, () => [{ ...file("a.csv", row()), flags: 1 }]],
    ["a wrong checksum", 422, () => [{ ...file("a.csv", row()), crc: 7 }]],
    ["another way of packing", 422, () => [{ ...file("a.csv", row()), method: 12 }]],
    ["1,001 files", 413, () => Array.from({ length: 1_001 }, (_, n) => file(`${n}.csv`, ""))],
    ["nothing that fits", 422, () => [file("a.exe", row()), { ...file("link.csv", row()), mode: 0o120777 }]],
    ["no file at all", 422, () => []],
    [
      "a bomb",
      413,
      () => [
        {
          name: "a.csv",
          bytes: Buffer.concat([Buffer.from(`Code,Count,Money\n${row()}\n`), Buffer.alloc(70 * 2 ** 20, 10)]),
        },
      ],
    ],
  ])("with %s is refused, and nothing is kept", async (_what, expected, files) => {
    const query = await makeFormat();
    const before = await kept();
    expect((await zip(files(), query)).status).toBe(expected);
    expect(await kept()).toBe(before);
  });

  test("that is cut, damaged or none is refused", async () => {
    const whole = makeZip([file("a.csv", row()), file("b.csv", row())]);
    const query = await makeFormat();
    for (let length = 0; length < whole.length; length += 7) {
      const { status } = await send(whole.subarray(0, length), { query, type: "application/zip" });
      expect(status).toBe(422);
    }
    for (let at = 0; at < whole.length; at += 5) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      const { status, body } = await send(damaged, { query, type: "application/zip" });
      expect([201, 409, 413, 422]).toContain(status);
      if (status === 201) await must(world.operator, `DELETE ${REPORTS}/${body.id}`);
    }
  });
});

describe("a hostile file is refused by its line, and nothing is kept", () => {
  const head = "Code,Count,Money";
  test.each<[string, () => string, string]>([
    ["a formula", () => `${head}\n${isrc},=1+1,1\n`, "line 2, Count"],
    ["a formula in the place of money", () => `${head}\n${isrc},1,"=HYPERLINK(""x"")"\n`, "line 2, Money"],
    ["too many columns", () => `${head}${",x".repeat(500)}\n${row()}\n`, "line 1"],
    ["a million columns", () => `${head}${",".repeat(1_000_000)}\n${row()}\n`, "line 1"],
    ["a cell without an end", () => `${head}\n${row()}\n"${"a".repeat(200_000)}`, "line 3"],
    ["a line without an end", () => `${head}\n${row()}\n${isrc},1,${"9".repeat(200_000)}`, "line 3"],
    ["a long number", () => `${head}\n${isrc},1,${"9".repeat(60_000)}\n`, "line 2, Money"],
    ["fewer cells", () => `${head}\n${row()}\n${isrc},1\n`, "line 3"],
    ["more cells", () => `${head}\n${isrc},1,1,1\n`, "line 2"],
    ["text after a quote", () => `${head}\n"${isrc}" x,1,1\n`, "line 2"],
    ["no code", () => `${head}\n,1,1\n`, "line 2, Code"],
    ["zeros", () => `${head}\n${isrc},1,1\u0000\n`, "line 2, Money"],
  ])("%s", async (_what, text, field) => {
    const before = await kept();
    expect(detailsOf(await send(text(), { query: await makeFormat() }))).toEqual([422, field, expect.any(String)]);
    expect(await kept()).toBe(before);
  });

  test("a long preamble without a heading row, whatever formats there are", async () => {
    const lines = Array.from({ length: 300 }, () => "x,".repeat(20_000)).join("\n");
    expect(detailsOf(await send(lines))).toEqual([422, "format_id", expect.any(String)]);
  });

  test("but not mixed ends of lines, and blank ones", async () => {
    const text = `${head}\r\n${row()}\n\r\n${row()}\r\n   \n${row()}`;
    const { body } = await send(text, { query: await makeFormat() });
    expect(await linesOf(body.id)).toEqual([2, 4, 6]);
  });
});

describe("a sample", () => {
  const trial = (format: string) => `${FORMATS}/${format}/try`;

  test("shows the first rows as they would be kept, and keeps nothing", async () => {
    const text = `Asset ISRC,Product UPC,Territory,Quantity,Reported Royalty,Currency,Sale Start date,DSP\n${`${isrc},,Germany,7,12.34,USD,2000-01-01,\n`.repeat(30)}`;
    const before = [await kept(), (await must(world.operator, "GET /v1/operator/audit-log?limit=1")).body.data[0].id];
    for (const [bytes, type] of [
      [Buffer.from(text), "text/csv"],
      [gzipSync(text), "text/csv"],
      [makeZip([{ name: "a.csv", bytes: text }]), "application/zip"],
    ] as const) {
      const { status, body } = await send(bytes, { path: trial("format_fuga"), type, query: "" });
      expect([status, body.rows.length, body.issues, body.unknown_stores]).toEqual([200, 20, [], []]);
      expect(body.rows[0]).toMatchObject({
        line: 2,
        isrc,
        territory: "DE",
        play_count: 7,
        amount: "12.34",
        unit_rate: "1.762857142857",
        store_id: "store_one",
      });
      expect(body.totals).toEqual([{ currency: "USD", amount: "370.20" }]);
    }
    expect([await kept(), (await must(world.operator, "GET /v1/operator/audit-log?limit=1")).body.data[0].id]).toEqual(
      before,
    );
  });

  test("tells what is wrong and which stores are unknown", async () => {
    const text = `Asset ISRC,Product UPC,Territory,Quantity,Reported Royalty,Currency,Sale Start date,DSP\n${isrc},,Atlantis,7,12.34,USD,2000-01-01,\n${isrc},,DE,1,1,USD,2000-01-01,Anghami\n${isrc},,DE,1,1,USD,2000-01-01,\n`;
    const { body } = await send(text, { path: trial("format_fuga") });
    expect([body.rows.length, body.unknown_stores]).toEqual([1, ["Anghami"]]);
    expect(body.issues).toEqual([{ field: "line 2, Territory", issue: expect.stringContaining("Atlantis") }]);
  });

  test("has at most 1 MiB; a format that is none is not found", async () => {
    expect((await send(Buffer.alloc(2 ** 20 + 1, 10), { path: trial("format_fuga") })).status).toBe(413);
    expect((await send("a\n", { path: trial("format_none") })).status).toBe(404);
  });

  test("as large as it may be keeps nobody else waiting", async () => {
    const heading = "Asset ISRC,Product UPC,Territory,Quantity,Reported Royalty,Currency,Sale Start date,DSP\n";
    const line = `${isrc},,DE,7,12.34,USD,2000-01-01,\n`;
    const text = heading + line.repeat(Math.floor((2 ** 20 - heading.length) / line.length));
    const { result, longest_ms, limit_ms } = await watchTries(() => send(text, { path: trial("format_fuga") }));
    expect([result.status, result.body.rows.length]).toEqual([200, 20]);
    expect(longest_ms).toBeLessThan(limit_ms);
  });

  test("is tried with a format that is not saved yet", async () => {
    const sample = Buffer.from(`Code,Count,Money\n${row(3)}\n`).toString("base64");
    const { body } = await must(world.operator, `POST ${FORMATS}/try`, {
      format: { columns },
      sample,
      period: "2000-01",
    });
    expect([body.rows.length, body.rows[0].play_count, body.rows[0].store_id]).toEqual([1, 3, null]);
    const refused = await world.operator.call(`POST ${FORMATS}/try`, { body: { format: { columns: {} }, sample } });
    expect([refused.status, refused.body.error.details[0].field]).toEqual([422, "format.columns.isrc"]);
  });
});
