// Shared by the profiles of DSR: summary records, and warnings about many lines.

import { isTerritory } from "../../standards/territory.ts";
import type { DsrRecord } from "./dsr-record.ts";
import { copyOf } from "./kept-texts.ts";
import type { ReportIssues } from "./report-issues.ts";

export type Summary = { id: string; territory: string };

// All of them stay in memory: a file has one for each territory, model and use.
const MAX_SUMMARIES = 100_000;
const MAX_SUMMARY_ID = 200;

/** Undefined: the problem was recorded as an issue. With `may_repeat`, records of one id and territory count as one. */
export function readSummary(
  { line, cell }: DsrRecord,
  known: ReadonlyMap<string, Summary>,
  { issues, may_repeat = false }: { issues: ReportIssues; may_repeat?: boolean },
): Summary | undefined {
  const [id = "", code = ""] = [cell("summaryrecordid"), cell("territory")];
  // A worldwide sale has no single territory.
  const territory = /^(worldwide|world)$/i.test(code) ? "ZZ" : code;
  const isPlace = isTerritory(territory) || territory === "XK" || territory === "ZZ";
  if (id === "") issues.add(line, "SummaryRecordId", "is missing", "missing_required_field");
  else if (id.length > MAX_SUMMARY_ID)
    issues.add(line, "SummaryRecordId", `is longer than ${MAX_SUMMARY_ID} characters`);
  else if (known.has(id) && !(may_repeat && known.get(id)?.territory === territory))
    issues.add(line, "SummaryRecordId", "is already used by an earlier record");
  if (!isPlace) issues.add(line, "Territory", `must be a code of ISO 3166-1, not "${code.slice(0, 40)}"`);
  if (known.size >= MAX_SUMMARIES) {
    issues.add(line, "", `exceeds the limit of ${MAX_SUMMARIES} summary records`);
    throw issues.toError();
  }
  return id === "" || id.length > MAX_SUMMARY_ID || !isPlace ? undefined : { id: copyOf(id), territory };
}

const MAX_LINES = 5;

/** Lines with the same thing odd about them. */
export class Warnings {
  readonly #what: string;
  readonly #lines: number[] = [];
  #count = 0;

  constructor(what: string) {
    this.#what = what;
  }

  add(line: number): void {
    this.#count += 1;
    if (this.#lines.length < MAX_LINES) this.#lines.push(line);
  }

  toList(): string[] {
    if (this.#count === 0) return [];
    const rest = this.#count - this.#lines.length;
    return [`Rows that ${this.#what}: line ${this.#lines.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`];
  }
}
