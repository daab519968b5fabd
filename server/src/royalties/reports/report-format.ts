// A reader of reports: of a table by a format, or of a profile of DSR. Each finds the same facts.

import type { Total } from "./sales-report.ts";

export const MAX_RECORD_BYTES = 65_536;

/** Facts about a report that are known once it was read. */
export type ReportFacts = {
  warnings: string[];
  /** Which DSR message it is. A sender gives each message an id of its own. */
  message?: { dsr_sender: string; dsr_message_id: string; dsr_file_number: string };
  /** The worth of each use, in a usage profile. Rows that share it were written with the rate 1. */
  shared_rate?: string;
};

export type ReportReader = {
  /** The line of the next record. */
  readonly line: number;
  /** Reads whole records and answers with how many bytes they had. */
  read(bytes: Buffer): number;
  end(): ReportFacts;
};

/** The amount that the store paid, from the query. For a report of several files it may be for this file alone. */
export type Paid = (Total & { is_of_file: boolean }) | undefined;
