// A format of sales reports: how a file is read.

type Cell = { column: string } | { columns: string[]; combine: "first" | "sum" | "subtract" } | { value: string };

/** A column by its name, or by its number from 1. */
type Condition = { column: string | number; equals: string[] };

export const formatColumns = [
  "isrc",
  "upc",
  "territory",
  "play_count",
  "unit_rate",
  "amount",
  "currency",
  "usage_period",
  "store",
] as const;
export type FormatColumn = (typeof formatColumns)[number];

export const dateForms = [
  "YYYY-MM-DD",
  "YYYY-MM",
  "YYYYMM",
  "MM/DD/YYYY",
  "DD.MM.YYYY",
  "DD/MM/YYYY",
  "MMM-YY",
] as const;

/** All that the reader of a file needs. */
export type FormatRules = {
  file: {
    encoding: "auto" | "utf-8" | "utf-16" | "windows-1252";
    separator: "auto" | "comma" | "semicolon" | "tab" | "pipe";
    name_pattern?: string;
  };
  rows: {
    header: number | { contains: string[] };
    stop_when?: Condition;
    skip_when?: Condition[];
    last_rows?: number;
  };
  columns: Partial<Record<FormatColumn, Cell>>;
  parse: {
    decimal: "." | ",";
    grouping?: "." | "," | "'" | " ";
    date: (typeof dateForms)[number];
    territory_names?: Record<string, string>;
    negative_when?: Condition;
  };
  unknown_store: string;
  store_names: Record<string, string>;
};

export type ReportFormat = FormatRules & {
  format_id: string;
  name: string;
  store_id: string | null;
  is_built_in: boolean;
  source: string | null;
  year: number | null;
  created_at: string;
  updated_at: string;
};
