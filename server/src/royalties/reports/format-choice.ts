// Which format fits a file: the one whose columns the heading row has.

import { setImmediate } from "node:timers/promises";
import { ApiError } from "../../platform/errors.ts";
import type { FormatRules } from "../formats/format.ts";
import { headingCells, lackOf, MAX_CELLS, separators, wantedColumns } from "./format-plan.ts";
import type { ReportIssues } from "./report-issues.ts";

export type Candidate = { format_id: string; rules: FormatRules };
export type Heading = { line: number; separator: string; cells: readonly string[] };

/** A heading row that names other columns is looked for among so many lines. */
export const HEAD_LINES = 200;
const NEAREST = 3;
const NAMED = 20;

type Split = { separator: string; cells: readonly string[]; names: ReadonlySet<string> };

/** The first lines of a file, each split by each separator. */
export class HeadLines {
  readonly #lines: Split[][] = [];

  /** A long line takes a millisecond, so others have their turn between two. */
  static async of(lines: readonly Buffer[]): Promise<HeadLines> {
    const made = new HeadLines();
    for (const line of lines) {
      const sent = line.toString();
      const text = sent.endsWith("\r") ? sent.slice(0, -1) : sent;
      const splits = Object.values(separators).map((separator) => {
        const cells = headingCells(text, separator);
        return { separator, cells, names: new Set(cells) };
      });
      made.#lines.push(splits);
      if (text.length > 1_000) await setImmediate();
    }
    return made;
  }

  /** Undefined: no line can be it. */
  find(rules: FormatRules): Heading | undefined {
    const { header } = rules.rows;
    if (typeof header === "number") return this.#best(rules, header);
    const wanted = header.contains.map((name) => name.trim().toLowerCase());
    for (let line = 1; line <= this.#lines.length; line++) {
      const has = this.#splits(rules, line).some(({ names }) => wanted.every((name) => names.has(name)));
      if (has) return this.#best(rules, line);
    }
    return undefined;
  }

  /** By the separator that gives most of the format's columns. */
  #best(rules: FormatRules, line: number): Heading | undefined {
    const [best] = this.#splits(rules, line)
      .map(({ separator, cells }) => ({ line, separator, cells, lacks: lackOf(rules, cells).missing.length }))
      .sort((a, b) => a.lacks - b.lacks);
    return best;
  }

  #splits({ file: { separator } }: FormatRules, line: number): Split[] {
    const given = separator === "auto" ? undefined : separators[separator];
    return (this.#lines[line - 1] ?? []).filter((split) => given === undefined || split.separator === given);
  }

  /** The columns that it lacks; if its heading row is not there, those that the first line lacks. */
  lack(rules: FormatRules): Pick<FormatLack, "missing" | "isHeaded"> {
    const found = this.find(rules);
    const cells = (found ?? this.#best(rules, 1))?.cells ?? [];
    return { missing: lackOf(rules, cells).missing, isHeaded: found !== undefined };
  }
}

/** The heading row of a format that was chosen. Throws where it is not there, or lacks a column. */
export function headingOf(rules: FormatRules, head: HeadLines, issues: ReportIssues): Heading {
  const heading = head.find(rules);
  if (!heading) {
    const { header } = rules.rows;
    const issue =
      typeof header === "number"
        ? `is the last: the heading row would be line ${header}`
        : `and the ${HEAD_LINES - 1} after it have no heading row with ${header.contains.join(", ")}`;
    issues.add(1, "", issue);
    throw issues.toError();
  }
  const { line, cells } = heading;
  const { missing, doubled } = lackOf(rules, cells);
  for (const name of missing.slice(0, NAMED))
    issues.add(line, name, "is a column that is missing from the heading row", "missing_required_field");
  for (const name of doubled.slice(0, NAMED)) issues.add(line, name, "is a column twice");
  if (cells.length > MAX_CELLS) issues.add(line, "", `has more than ${MAX_CELLS} cells`);
  if (!issues.isEmpty) throw issues.toError();
  return heading;
}

/** The columns that a format lacks in a file, and whether its heading row is there. */
export type FormatLack = { candidate: Candidate; missing: string[]; isHeaded: boolean };

/** Others have their turn between two formats. */
export async function lacksOf(candidates: readonly Candidate[], head: HeadLines): Promise<FormatLack[]> {
  const lacks: FormatLack[] = [];
  for (const candidate of candidates) {
    lacks.push({ candidate, ...head.lack(candidate.rules) });
    await setImmediate();
  }
  return lacks;
}

/** From 0, lacking nothing, to 1. */
export const partOf = ({ candidate, missing }: FormatLack) => missing.length / wantedColumns(candidate.rules).length;

/** Throws where none fits, or several do. */
export function chooseFormat(lacks: readonly FormatLack[]): Candidate {
  const fitting = lacks.filter(({ missing, isHeaded }) => missing.length === 0 && isHeaded);
  const [first, second] = fitting;
  if (first && !second) return first.candidate;
  if (first) {
    const names = fitting.slice(0, NAMED).map(({ candidate }) => candidate.format_id);
    throw atFormat(`is needed: several formats fit the heading row: ${names.join(", ")}`);
  }
  const nearest = [...lacks].sort((a, b) => partOf(a) - partOf(b)).slice(0, NEAREST);
  const named = nearest.map(({ candidate, missing }) => `${candidate.format_id} lacks ${listOf(missing)}`);
  throw atFormat(`is needed: no format fits the heading row. The nearest: ${named.join("; ")}`);
}

const listOf = (names: readonly string[]) =>
  names.length === 0 ? "its heading row" : names.slice(0, NAMED).join(", ").slice(0, 500);

function atFormat(issue: string): ApiError {
  return new ApiError("validation_failed", `\`format_id\` ${issue}.`, [{ field: "format_id", issue }]);
}
