import type { ReportFormat } from "@segue/sdk";
import { expect, test } from "vitest";
import { assign, draftOf, fittingFormats, guessAssigned, guessColumns } from "./assigned-columns.ts";
import { plainId } from "./plain-id.ts";
import { decode, guessSeparator, readSample, rowsOf } from "./sample.ts";

const fileOf = (text: string | Uint8Array<ArrayBuffer>, name = "report.csv") => new File([text], name);

test("rows are read with their quotes, and told by the line they begin in", () => {
  const text = 'a;b\r\n"one;""two""\nthree";4\r\n\r\nlast;';
  expect(rowsOf(text, "semicolon")).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ['one;"two"\nthree', "4"] },
    { line: 4, cells: [""] },
    { line: 5, cells: ["last", ""] },
  ]);
});

test("a quote that is never closed is a letter", () => {
  expect(rowsOf('"open,1\n2,3', "comma").map(({ cells }) => cells)).toEqual([
    ['"open', "1"],
    ["2", "3"],
  ]);
});

test("the separator is the one that makes most cells", () => {
  expect(guessSeparator("ISRC;Count;Amount\nGB1;1.200;3,50")).toBe("semicolon");
  expect(guessSeparator("ISRC\tTitle\nGB1\tHello, again")).toBe("tab");
});

test("the encoding is guessed as the service guesses it", () => {
  expect(decode(Uint8Array.from([0xff, 0xfe, 0x41, 0, 0xfc, 0]))).toBe("Aü");
  expect(decode(new TextEncoder().encode("Köln"))).toBe("Köln");
  expect(decode(Uint8Array.from([0x4b, 0xf6, 0x6c, 0x6e]))).toBe("Köln");
});

test("a long file is cut after a whole line, and a packed one is unpacked", async () => {
  const line = "GBAHT0900445,10\n";
  const long = await readSample(fileOf(line.repeat(50_000)));
  expect(long).toMatchObject({ is_whole: false, is_zip: false });
  expect(long.text.endsWith(line)).toBe(true);
  const packed = new Response(new Blob([line]).stream().pipeThrough(new CompressionStream("gzip")));
  const small = await readSample(fileOf(new Uint8Array(await packed.arrayBuffer()), "report.csv.gz"));
  expect(small).toMatchObject({ is_whole: true, text: line });
  expect(await readSample(fileOf("PK\u0003\u0004"))).toMatchObject({ is_zip: true });
});

test("likely columns are assigned below a preamble, and no value twice", async () => {
  const sample = await readSample(fileOf("Harbour\n\nTrack ISRC,Country,Units,Net revenue,Gross revenue,Service\n"));
  const assigned = guessAssigned(sample);
  expect(assigned.header).toBe(3);
  expect(assigned.columns).toEqual(["isrc", "territory", "play_count", "amount", undefined, "store"]);
  expect(assign(assigned.columns, 4, "amount")[3]).toBeUndefined();
  const heading = ["Track ISRC ", "Country", "Units", "Net revenue", "Gross revenue", "Service"];
  expect(draftOf({ ...assigned, currency: "EUR", decimal: ",", grouping: "." }, heading)).toEqual({
    file: { separator: "comma" },
    rows: { header: 3 },
    columns: {
      isrc: { column: "Track ISRC" },
      territory: { column: "Country" },
      play_count: { column: "Units" },
      amount: { column: "Net revenue" },
      currency: { value: "EUR" },
      store: { column: "Service" },
    },
    parse: { decimal: ",", date: "YYYY-MM-DD", grouping: "." },
  });
});

test("a rate and an amount are not both assigned", () => {
  expect(guessColumns(["unit_rate", "amount"])).toEqual(["unit_rate", undefined]);
});

test("formats fit by their columns and their sender", async () => {
  const format = (format_id: string, store_id: string | null, columns: ReportFormat["columns"], header: unknown = 1) =>
    ({ format_id, store_id, columns, rows: { header } }) as ReportFormat;
  const formats = [
    format("format_plain", null, {}),
    format("format_a", null, { isrc: { column: "isrc " }, amount: { columns: ["Old", "Net"], combine: "first" } }),
    format("format_b", "store_two", { isrc: { column: "ISRC" }, currency: { value: "USD" } }),
    format("format_c", null, { isrc: { column: "ISRC" } }, { contains: ["net"] }),
    format("format_d", null, { isrc: { column: "Absent" } }),
  ];
  const sample = await readSample(fileOf("ISRC,Net\nGB1,2\n"));
  const idsOf = (store_id: string) => fittingFormats(sample, formats, store_id).map(({ format_id }) => format_id);
  expect(idsOf("store_one")).toEqual(["format_a", "format_c"]);
  expect(idsOf("store_two")).toEqual(["format_a", "format_b", "format_c"]);
  const plain = await readSample(fileOf("isrc,territory,play_count,unit_rate,currency\n"));
  expect(fittingFormats(plain, formats, "").map(({ format_id }) => format_id)).toEqual(["format_plain"]);
});

test("a name becomes an id", () => {
  expect(plainId("format_", " Härbour, monthly! ")).toBe("format_harbour_monthly");
  expect(plainId("store_", "x".repeat(60))).toBe(`store_${"x".repeat(50)}`);
});
