// The input of a DSR profile, and the sink for its rows.

import type { Paid, ReportFacts } from "./report-format.ts";
import type { plainColumns } from "./row-columns.ts";
import type { RowWriter } from "./sales-row.ts";

/** One line of a file. A column is asked for by its name in small letters; undefined where the record has no such column. */
export type DsrRecord = { line: number; name: string; cell(column: string): string | undefined };

export type DsrProfile = {
  accept(record: DsrRecord): void;
  end(): Pick<ReportFacts, "warnings" | "shared_rate">;
};

/** A row as a profile finds it, and how the file calls its columns. */
export type DsrRow = Record<(typeof plainColumns)[number], string>;
export type DsrSink = { month: string; paid: Paid; writer: RowWriter; add(line: number, row: DsrRow): void };
