import { expect, test } from "vitest";
import { add, type Decimal, decimal, formatDecimal, multiply, ZERO } from "../../standards/decimal.ts";
import { newCells } from "./row-columns.ts";
import { RowWriter } from "./sales-row.ts";
import { hashOf, WorkSums } from "./work-sums.ts";

type Row = [isrc: string, upc: string, count: string, rate: string, currency: string];

function write(writer: RowWriter, [isrc, upc, count, rate, currency]: Row): void {
  const cells = newCells();
  let text = "";
  for (const [column, value] of [isrc, upc, "DE", count, rate, currency, ""].entries()) {
    cells.starts[column] = text.length;
    text += value;
    cells.ends[column] = text.length;
  }
  writer.add(1, Buffer.from(text), cells);
}

function read(sums: WorkSums): Record<string, unknown> {
  const lines = Buffer.concat([...sums.batches()])
    .toString()
    .split("\n")
    .slice(0, -1);
  return Object.fromEntries(
    lines.map((line) => {
      const [isrc, upc, rows, amounts] = line.split("\t");
      return [`${isrc}|${upc}`, { rows: Number(rows), amounts: JSON.parse(amounts ?? "") }];
    }),
  );
}

const counts = ["1", "-1", "0", "-0", "17", "9000", "-123456789", "1000000000000", "-1000000000000"];
const rates = [
  "0",
  "1",
  "0.000000000001",
  "-0.0042",
  "0.00421",
  "9007.199254740993",
  "999999999999.999999999999",
  "-12.5",
];
const currencies = ["EUR", "USD", "JPY"];

test("every sum is exact to the last digit, whatever the sizes, signs and currencies of its rows", () => {
  const writer = new RowWriter("1", "2026-01");
  const expected = new Map<string, { rows: number; amounts: Record<string, Decimal> }>();
  for (let n = 0; n < 20_000; n++) {
    const place = String((n * 7_919) % 9_000).padStart(5, "0");
    const isrc = n % 5 === 4 ? "" : `QZ-ABC-26-${place}`;
    const upc = n % 5 > 2 ? `0360002${place}` : "";
    const count = counts[(n * 31) % counts.length] ?? "";
    const rate = rates[(n * 17 + Math.floor(n / 9_000)) % rates.length] ?? "";
    const currency = currencies[Math.floor(n / 9_000) % 3] ?? "";
    write(writer, [isrc, upc, count, rate, currency]);
    const work = expected.get(`${isrc}|${upc}`) ?? { rows: 0, amounts: {} };
    work.rows += 1;
    work.amounts[currency] = add(work.amounts[currency] ?? ZERO, multiply(decimal(count), decimal(rate)));
    expected.set(`${isrc}|${upc}`, work);
  }
  expect(writer.rows).toBe(20_000);
  const shown = [...expected].map(([key, { rows, amounts }]) => {
    const texts = Object.entries(amounts).map(([currency, amount]) => [currency, formatDecimal(amount)]);
    return [key, { rows, amounts: Object.fromEntries(texts) }];
  });
  expect(read(writer.works)).toEqual(Object.fromEntries(shown));
});

test("a sum that outgrows a number goes on exactly", () => {
  const writer = new RowWriter("1", "2026-01");
  for (let n = 0; n < 10; n++) write(writer, ["QZABC2600001", "", "1", "9007.199254740991", "EUR"]);
  write(writer, ["QZ-ABC-26-00001", "", "1", "0.000000000001", "EUR"]);
  expect(read(writer.works)).toEqual({ "QZ-ABC-26-00001|": { rows: 11, amounts: { EUR: "90071.992547409911" } } });
});

test("more works than there is room for are left to the database", () => {
  const sums = new WorkSums(2);
  const keyOf = (key: string) => {
    const bytes = Buffer.from(key);
    return { bytes, start: 0, end: bytes.length, hash: hashOf(bytes, 0, bytes.length) };
  };
  const addWork = (key: string) => sums.add(sums.sumOf(keyOf(key), 0x455552), 1);
  addWork("QZ-ABC-26-00001\t\\N");
  addWork("QZ-ABC-26-00002\t\\N");
  addWork("QZ-ABC-26-00001\t\\N");
  expect(sums.isComplete).toBe(true);
  addWork("QZ-ABC-26-00003\t\\N");
  expect(sums.isComplete).toBe(false);
});
