// A report as CSV: a heading row, its columns in any order, then one row a line. Quoted as in RFC 4180; cells are separated by
// commas, or by the semicolons or tabs of spreadsheets. Columns that we do not know are passed over.
//
// The scanner is linear and looks at each byte once. It reads whole records and leaves what is not whole for the next piece.

import type { ReportFacts, ReportReader } from "./report-format.ts";
import { type RowColumn, rowColumns } from "./row-columns.ts";
import { newCells, type RowWriter } from "./sales-row.ts";

const [TAB, LF, CR, SPACE, QUOTE] = [9, 10, 13, 32, 34];
const separators = [",", "\t", ";"] as const;
const required: readonly RowColumn[] = ["isrc", "territory", "play_count", "unit_rate", "currency"];
const NOT_KEPT = -1;

export class CsvReader implements ReportReader {
  line = 1;
  readonly #writer: RowWriter;
  readonly #cells = newCells();
  #heading: Heading | undefined;

  constructor(writer: RowWriter) {
    this.#writer = writer;
  }

  read(bytes: Buffer): number {
    for (let at = 0; ; ) {
      const end = this.#heading ? this.#readRecord(bytes, at, this.#heading) : this.#readHeading(bytes, at);
      if (end < 0) return at;
      at = end;
    }
  }

  end(): ReportFacts {
    return { warnings: [] };
  }

  #readHeading(bytes: Buffer, start: number): number {
    const end = bytes.indexOf(LF, start);
    if (end < 0) return -1;
    this.#heading = readHeading(bytes.toString("utf8", start, end), this.#writer);
    return this.#next(end, 1);
  }

  /** Answers with where it ends, or -1 where its end is not there yet. */
  #readRecord(bytes: Buffer, start: number, { separator, targets }: Heading): number {
    const { issues } = this.#writer;
    this.#cells.starts.fill(0);
    this.#cells.ends.fill(0);
    let column = 0;
    let cell = start;
    let lines = 1;
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE && at === cell) {
        const close = closingQuote(bytes, at + 1);
        const after = close < 0 ? -1 : afterQuote(bytes, close, separator);
        if (after < 0) return -1;
        lines += countLines(bytes, at, close);
        this.#keep(targets[column] ?? NOT_KEPT, bytes, at + 1, close);
        at = after;
        if (bytes[at] !== separator && bytes[at] !== LF) {
          issues.add(this.line, "", "has text after a closing quote");
          const end = bytes.indexOf(LF, at);
          return end < 0 ? -1 : this.#next(end, lines);
        }
      } else if (byte !== separator && byte !== LF) continue;
      else this.#keep(targets[column] ?? NOT_KEPT, bytes, cell, at);
      column += 1;
      cell = at + 1;
      if (bytes[at] !== LF) continue;
      if (column === targets.length) this.#writer.add(this.line, bytes, this.#cells);
      else if (column > 1 || !isBlank(bytes, start, at))
        issues.add(this.line, "", `has ${column} cells, but the heading row has ${targets.length}`);
      return this.#next(at, lines);
    }
    return -1;
  }

  /** Without the blanks around it. */
  #keep(target: number, bytes: Buffer, from: number, to: number): void {
    if (target === NOT_KEPT) return;
    let [start, end] = [from, to];
    while (start < end && isSpace(bytes[start])) start++;
    while (end > start && isSpace(bytes[end - 1])) end--;
    this.#cells.starts[target] = start;
    this.#cells.ends[target] = end;
  }

  #next(at: number, lines: number): number {
    this.line += lines;
    return at + 1;
  }
}

type Heading = { separator: number; targets: Int8Array };

/** Throws where a column that must be there is not: no row could be read. */
function readHeading(text: string, { issues }: RowWriter): Heading {
  const separator = separators.find((separator) => text.includes(separator)) ?? ",";
  const names = text.split(separator).map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .trim()
      .toLowerCase(),
  );
  const known = names.map((name) => rowColumns.indexOf(name as RowColumn));
  for (const column of required) {
    // A report of albums alone has no ISRC.
    const isThere = names.includes(column) || (column === "isrc" && names.includes("upc"));
    if (!isThere) issues.add(1, column, "is a column that is missing from the heading row", "missing_required_field");
  }
  for (const [place, name] of names.entries()) {
    if (known[place] !== -1 && names.indexOf(name) !== place) issues.add(1, name, "is a column twice");
  }
  if (!issues.isEmpty) throw issues.toError();
  return { separator: separator.charCodeAt(0), targets: Int8Array.from(known) };
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === CR || byte === TAB;
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isSpace(bytes[at])) return false;
  return true;
}

/** A doubled quote is a quote of the text. Whether the last byte is one is known when the next bytes come: -1 until then. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 2)) {
    if (at + 1 >= bytes.length) return -1;
    if (bytes[at + 1] !== QUOTE) return at;
  }
  return -1;
}

/** The end of the cell: a tab that separates is no blank. -1: its end has not been read yet. */
function afterQuote(bytes: Buffer, close: number, separator: number): number {
  let at = close + 1;
  while (at < bytes.length && isSpace(bytes[at]) && bytes[at] !== separator) at++;
  return at < bytes.length ? at : -1;
}

function countLines(bytes: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < to; at = bytes.indexOf(LF, at + 1)) lines++;
  return lines;
}
