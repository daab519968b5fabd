// The plain columns of a report, by their own names, in any order.

import { headingCells, type ReadingPlan } from "./format-plan.ts";
import type { ReportIssues } from "./report-issues.ts";
import { plainColumns, type RowColumn } from "./row-columns.ts";

const required: readonly RowColumn[] = ["isrc", "territory", "play_count", "unit_rate", "currency"];
export const plainRequired = required.length;
const separators = [",", "\t", ";"] as const;

type PlainHeading = { separator: string; plan: Pick<ReadingPlan, "targets" | "slots" | "stop" | "skip" | "last_rows"> };

export function plainCells(text: string): { separator: string; cells: string[] } {
  const separator = separators.find((separator) => text.includes(separator)) ?? ",";
  return { separator, cells: headingCells(text, separator) };
}

export function plainLack(cells: readonly string[]): RowColumn[] {
  // A report of albums alone has no ISRC.
  return required.filter((column) => !cells.includes(column) && !(column === "isrc" && cells.includes("upc")));
}

export function isPlain(text: string): boolean {
  return plainLack(plainCells(text).cells).length === 0;
}

/** Throws where a column that must be there is not: no row could be read. */
export function plainHeading(text: string, issues: ReportIssues): PlainHeading {
  const { separator, cells } = plainCells(text);
  for (const column of plainLack(cells))
    issues.add(1, column, "is a column that is missing from the heading row", "missing_required_field");
  const known = cells.map((name) => (plainColumns as readonly string[]).indexOf(name));
  for (const [place, name] of cells.entries())
    if (known[place] !== -1 && cells.indexOf(name) !== place) issues.add(1, name, "is a column twice");
  if (!issues.isEmpty) throw issues.toError();
  const plan = { targets: Int16Array.from(known), slots: plainColumns.length, stop: undefined, skip: [], last_rows: 0 };
  return { separator, plan };
}
