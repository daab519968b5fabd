// Columns of a file as a person assigns them, and as a format has them.

import type { NewReportFormat, ReportFormat, ReportFormatColumns } from "@segue/sdk";
import { rowsOf, type Sample, type SampleRow, type Separator } from "./sample.ts";

export type Target = keyof ReportFormatColumns;

export const targets = [
  "isrc",
  "upc",
  "territory",
  "play_count",
  "unit_rate",
  "amount",
  "currency",
  "usage_period",
  "store",
] as const satisfies readonly Target[];

export const dateForms = [
  "YYYY-MM-DD",
  "YYYY-MM",
  "YYYYMM",
  "MM/DD/YYYY",
  "DD.MM.YYYY",
  "DD/MM/YYYY",
  "MMM-YY",
] as const;

export type Assigned = {
  separator: Separator;
  /** The line of the heading row. */
  header: number;
  /** By the place of the column; undefined: it is not read. */
  columns: readonly (Target | undefined)[];
  decimal: "." | ",";
  grouping: "" | "." | "," | "'" | " ";
  date: string;
  /** For all rows, where no column has it. */
  currency: string;
};

export type Draft = Pick<NewReportFormat, "file" | "rows" | "columns" | "parse">;

/** Names of columns that senders use often. One that fits none is left for a person to assign. */
const likely: Readonly<Record<Target, RegExp>> = {
  isrc: /\bisrc/i,
  upc: /\b(upc|ean|barcode)\b/i,
  territory: /territory|country/i,
  play_count: /quantity|units|plays|streams|play_count/i,
  unit_rate: /unit_rate|rate per|unit price/i,
  amount: /royalt|earn|amount|revenue/i,
  currency: /currency/i,
  usage_period: /period|month|date/i,
  store: /store|\bdsp\b|retailer|service|platform/i,
};

export function headingOf(rows: readonly SampleRow[], header: number): readonly string[] {
  return rows.find(({ line }) => line === header)?.cells ?? [];
}

/** The first of the rows with most cells: lines before it are a preamble. */
function likelyHeader(rows: readonly SampleRow[]): number {
  const filled = ({ cells }: SampleRow) => cells.filter((cell) => cell.trim() !== "").length;
  const most = rows.slice(0, 50).reduce((best, row) => Math.max(best, filled(row)), 0);
  return rows.find((row) => filled(row) === most)?.line ?? 1;
}

export function guessColumns(heading: readonly string[]): (Target | undefined)[] {
  const taken = new Set<Target>();
  return heading.map((name) => {
    const target = targets.find((one) => !taken.has(one) && likely[one].test(name));
    // A row's earnings are one of them.
    const isSecond = (target === "amount" && taken.has("unit_rate")) || (target === "unit_rate" && taken.has("amount"));
    if (target === undefined || isSecond) return undefined;
    taken.add(target);
    return target;
  });
}

export function guessAssigned(sample: Sample, separator: Separator = sample.separator): Assigned {
  const rows = rowsOf(sample.text, separator);
  const header = likelyHeader(rows);
  const columns = guessColumns(headingOf(rows, header));
  return { separator, header, columns, decimal: ".", grouping: "", date: "YYYY-MM-DD", currency: "" };
}

/** No two columns are one value. */
export function assign(columns: Assigned["columns"], place: number, target: Target | undefined): Assigned["columns"] {
  return columns.map((other, index) => (index === place ? target : other === target ? undefined : other));
}

export function draftOf({ columns, currency, ...assigned }: Assigned, heading: readonly string[]): Draft {
  const cells: ReportFormatColumns = {};
  for (const [place, target] of columns.entries())
    if (target) cells[target] = { column: (heading[place] ?? "").trim() };
  if (!cells.currency && currency.trim()) cells.currency = { value: currency.trim() };
  return {
    file: { separator: assigned.separator },
    rows: { header: assigned.header },
    columns: cells,
    parse: {
      decimal: assigned.decimal,
      date: assigned.date,
      ...(assigned.grouping && { grouping: assigned.grouping }),
    },
  };
}

type Cell = NonNullable<ReportFormatColumns[Target]>;

/** Formats by which the service could read the file, in the service's own order of preference. */
export function fittingFormats(sample: Sample, formats: readonly ReportFormat[], store_id: string): ReportFormat[] {
  const own = formats.find(({ format_id }) => format_id === ownFormatOf(sample));
  if (own) return [own];
  const rows = rowsOf(sample.text, sample.separator);
  return formats.filter(
    (format) =>
      !["format_plain", "format_dsr"].includes(format.format_id) &&
      (format.store_id === null || format.store_id === store_id) &&
      hasColumns(format, rows),
  );
}

const plainColumns = ["territory", "play_count", "unit_rate", "currency"];

function ownFormatOf({ text, separator }: Sample): string | undefined {
  if (/^HEAD\t/.test(text)) return "format_dsr";
  const [first] = rowsOf(text, separator);
  const names = new Set(first?.cells.map((name) => name.trim()));
  const isPlain = plainColumns.every((name) => names.has(name)) && (names.has("isrc") || names.has("upc"));
  return isPlain ? "format_plain" : undefined;
}

const plain = (name: string) => name.trim().toLowerCase();

function hasColumns({ rows: { header = 1 }, columns }: ReportFormat, rows: readonly SampleRow[]): boolean {
  const namesIn = (row: SampleRow | undefined) => new Set(row?.cells.map(plain));
  const names =
    typeof header === "number"
      ? namesIn(rows.find(({ line }) => line === header))
      : namesIn(rows.find((row) => header.contains.every((name) => namesIn(row).has(plain(name)))));
  return Object.values(columns).every((cell) => cell === undefined || hasCell(cell, names));
}

function hasCell({ column, columns, value }: Cell, names: ReadonlySet<string>): boolean {
  if (value !== undefined) return true;
  return [column ?? [], columns ?? []].flat().some((name) => names.has(plain(name)));
}
