// A format of reports: CSV, or a profile of DSR. Each has a reader, which finds the same facts.

import type { Total } from "./sales-report.ts";

/** What is known of a report once it was read. */
export type ReportFacts = {
  warnings: string[];
  /** Which DSR message it is. A sender gives each message an id of its own. */
  message?: { dsr_sender: string; dsr_message_id: string; dsr_file_number: string };
  /** Of a usage profile: what each use is worth. Rows that share it were written with the rate 1. */
  shared_rate?: string;
};

export type ReportReader = {
  /** Of the next record. */
  readonly line: number;
  /** Reads whole records and answers with how many bytes they had. */
  read(bytes: Buffer): number;
  end(): ReportFacts;
};

/** What the store paid, of the query; where a report has several files, perhaps for this one alone. */
export type Paid = (Total & { is_of_file: boolean }) | undefined;
