// A store's genres, roles and price tiers as rows of text, for tables and for CSV files: the same columns in both.

import type { OperatorStore, StoreChanges } from "@segue/sdk";
import { recordsOf } from "../../../../values/csv.ts";

export type TableName = "genres" | "roles" | "price_tiers";

/** In the order of the table's columns. */
export type Row = readonly string[];

type Table = {
  columns: readonly string[];
  rowsOf: (store: OperatorStore) => Row[];
  changesOf: (rows: readonly Row[]) => StoreChanges;
};

export const tables: Readonly<Record<TableName, Table>> = {
  genres: {
    columns: ["from", "genre", "subgenre"],
    rowsOf: ({ genres = {} }) =>
      Object.entries(genres).map(([from, { genre, subgenre }]) => [from, genre, subgenre ?? ""]),
    changesOf: (rows) => ({
      genres: Object.fromEntries(
        rows.map(([from = "", genre = "", subgenre = ""]) => [from, { genre, ...(subgenre && { subgenre }) }]),
      ),
    }),
  },
  roles: {
    columns: ["from", "role"],
    rowsOf: ({ roles = {} }) => Object.entries(roles),
    changesOf: (rows) => ({ roles: Object.fromEntries(rows.map(([from = "", role = ""]) => [from, role])) }),
  },
  price_tiers: {
    columns: ["code", "name", "namespace"],
    rowsOf: ({ price_tiers }) => price_tiers.map(({ code, name, namespace }) => [code, name, namespace ?? ""]),
    changesOf: (rows) => ({
      price_tiers: rows.map(([code = "", name = "", namespace = ""]) => ({
        code,
        name,
        ...(namespace && { namespace }),
      })),
    }),
  },
};

/** Rows that are empty from end to end are left out. */
export function filledRows(rows: readonly Row[]): Row[] {
  return rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ""));
}

/** The rows of a file whose heading has the table's columns; the names of the missing ones, if it has not. */
export function rowsOfFile(columns: readonly string[], csv: string): { rows: Row[]; missing: string[] } {
  const records = recordsOf(csv.replace(/^\uFEFF/, ""));
  const missing = columns.slice(0, 2).filter((column) => records[0]?.[column] === undefined);
  const rows = records.map((record) => columns.map((column) => record[column] ?? ""));
  return { rows: missing.length > 0 ? [] : filledRows(rows), missing };
}
