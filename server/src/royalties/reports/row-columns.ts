// The columns of a row, and what is said of a cell that a row cannot have.

import type { ErrorCode } from "../../platform/errors.ts";

/** The columns of plain files and DSR. */
export const plainColumns = [
  "isrc",
  "upc",
  "territory",
  "play_count",
  "unit_rate",
  "currency",
  "usage_period",
] as const;

/** In the order in which a row's cells are handed over. The last two are in formats alone. */
export const rowColumns = [...plainColumns, "amount", "store"] as const;
export type RowColumn = (typeof rowColumns)[number];

/** Places in this order. */
export const [ISRC, UPC, TERRITORY, COUNT, RATE, CURRENCY, PERIOD, AMOUNT, STORE] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** The places of a row's cells in its bytes, or in bytes of their own (`from`). An empty cell ends where it starts. */
export type Cells = { starts: Int32Array; ends: Int32Array; from: Buffer[] | undefined };

export function newCells(count: number = rowColumns.length): Cells {
  return { starts: new Int32Array(count), ends: new Int32Array(count), from: undefined };
}

export const cellText = (bytes: Uint8Array, { starts, ends, from }: Cells, column: number): string =>
  Buffer.from((from?.[column] ?? bytes).subarray(starts[column], ends[column])).toString("latin1");

/**
 * The columns as the file calls them; the store that the row names where that is not the sender, with a number from 1; and one bit for
 * each column whose cell a format could not read.
 */
export type Naming = {
  names: readonly string[];
  store?: { number: number; bytes: Buffer } | undefined;
  unread?: number;
};
export const plainNaming: Naming = { names: plainColumns };

const invalid = "validation_failed" as const;
const refusals: Readonly<Record<RowColumn, { code: ErrorCode | ((text: string) => ErrorCode); issue: string }>> = {
  isrc: { code: "invalid_isrc_format", issue: "must be an ISRC such as QZ-ABC-26-00001" },
  upc: { code: invalid, issue: "must be 8, 12, 13 or 14 digits" },
  territory: {
    code: (text) => (/^[A-Z]{2}$/.test(text) ? "territory_not_supported" : invalid),
    issue: "must be a code of ISO 3166-1, or ZZ where none is known",
  },
  play_count: { code: invalid, issue: "must be a whole number within ±1,000,000,000,000" },
  unit_rate: { code: invalid, issue: "must be a decimal number such as 0.0042, with at most 12 digits on each side" },
  currency: { code: invalid, issue: "must be a currency of ISO 4217 such as EUR" },
  usage_period: { code: invalid, issue: "must be a month such as 2026-01, and no later one than the report's" },
  amount: {
    code: invalid,
    issue: "must be a decimal number such as 63.714, with at most 12 digits before the point and 18 after it",
  },
  store: { code: invalid, issue: "must be the name of a store" },
};

/** In a format, where names are read, too. */
const unknownTerritory = "must be a code of ISO 3166-1, or the English name of a country";

/** Why a row cannot have this text. `unread` has one bit for each column whose cell a format could not read. */
export function cellRefusal(column: number, text: string, unread: number): { code: ErrorCode; issue: string } {
  if (unread !== 0 && column === TERRITORY) return { code: "territory_not_supported", issue: unknownTerritory };
  if ((unread & (1 << PERIOD)) !== 0 && column === PERIOD)
    return { code: invalid, issue: "must be a date as the format writes dates" };
  const { code, issue } = refusals[rowColumns[column] ?? "isrc"];
  return { code: typeof code === "function" ? code(text) : code, issue };
}

/** The values that the rows of a format have. Plain files and DSR have a rate and no store. */
export type RowShape = { is_by_amount: boolean; names_stores: boolean };
export const plainShape: RowShape = { is_by_amount: false, names_stores: false };

/** The columns that COPY fills, in the order in which rows are written. */
export function filledColumns({ is_by_amount, names_stores }: RowShape): string {
  return [
    "report, line, isrc, upc, territory, play_count",
    ...(is_by_amount ? [] : ["unit_rate"]),
    "currency, usage_period",
    ...(is_by_amount ? ["amount"] : []),
    ...(names_stores ? ["store_id"] : []),
  ].join(", ");
}

/** The places of the columns after the codes, in the order in which rows are written. The territory is the third of all. */
export function valueColumns({ is_by_amount }: RowShape): number[] {
  return [TERRITORY, COUNT, ...(is_by_amount ? [] : [RATE]), CURRENCY, PERIOD, ...(is_by_amount ? [AMOUNT] : [])];
}
