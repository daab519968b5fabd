// A store's genres, roles and price tiers as rows of text, for tables and for CSV files: the same columns in both. Files are read as
// the command line reads them.

import type { StoreChanges } from "@segue/sdk";
import { readGenreTable, readPriceTierTable, readRoleTable } from "../../../../../../server/src/stores/table-file.ts";

export type TableName = "genres" | "roles" | "price_tiers";

/** In the order of the table's columns. */
export type Row = readonly string[];

type Tables = Pick<StoreChanges, TableName>;

type Table = {
  columns: readonly string[];
  rowsOf: (store: Tables) => Row[];
  changesOf: (rows: readonly Row[]) => Tables;
  /** Throws UnreadableTable. */
  read: (file: string) => Tables;
};

export const tables: Readonly<Record<TableName, Table>> = {
  genres: {
    columns: ["genre", "store_genre", "store_subgenre"],
    rowsOf: ({ genres = {} }) =>
      Object.entries(genres).map(([words, { genre, subgenre }]) => [words, genre, subgenre ?? ""]),
    changesOf: (rows) => ({
      genres: Object.fromEntries(
        rows.map(([words = "", genre = "", subgenre = ""]) => [words, { genre, ...(subgenre && { subgenre }) }]),
      ),
    }),
    read: (file) => ({ genres: readGenreTable(file) }),
  },
  roles: {
    columns: ["role", "code"],
    rowsOf: ({ roles = {} }) => Object.entries(roles),
    changesOf: (rows) => ({ roles: Object.fromEntries(rows.map(([words = "", code = ""]) => [words, code])) }),
    read: (file) => ({ roles: readRoleTable(file) }),
  },
  price_tiers: {
    columns: ["code", "name", "namespace"],
    rowsOf: ({ price_tiers = [] }) => price_tiers.map(({ code, name, namespace }) => [code, name, namespace ?? ""]),
    changesOf: (rows) => ({
      price_tiers: rows.map(([code = "", name = "", namespace = ""]) => ({
        code,
        name,
        ...(namespace && { namespace }),
      })),
    }),
    read: (file) => ({ price_tiers: readPriceTierTable(file) }),
  },
};

/** Rows that are empty from end to end are left out. */
export function filledRows(rows: readonly Row[]): Row[] {
  return rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ""));
}
