// A report as CSV: a heading row, its columns in any order, then one row a line. Quoted as in RFC 4180; cells are separated by
// commas, or by the semicolons or tabs of spreadsheets. Columns that we do not know are passed over.
//
// The scanner is linear and looks at each byte once. It reads whole records and leaves what is not whole for the next piece.

import type { ReportFacts, ReportReader } from "./report-reader.ts";
import { type Cells, newCells, type RowColumn, type RowWriter, rowColumns } from "./sales-row.ts";

const [TAB, LF, CR, SPACE, QUOTE] = [9, 10, 13, 32, 34];
const separators = [",", "\t", ";"] as const;
const required: readonly RowColumn[] = ["isrc", "territory", "play_count", "unit_rate", "currency"];
const NOT_KEPT = -1;

export function csvReader(writer: RowWriter): ReportReader {
  const { issues } = writer;
  let heading: Heading | undefined;
  let line = 1;
  const cells = newCells();

  /** Answers with where it ends, or -1 where its end is not there yet. */
  function readRecord(bytes: Buffer, start: number, { separator, targets }: Heading): number {
    cells.starts.fill(0);
    cells.ends.fill(0);
    let at = start;
    let column = 0;
    let cell = at;
    let lines = 1;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE && at === cell) {
        const close = closingQuote(bytes, at + 1);
        if (close < 0) return -1;
        lines += countLines(bytes, at, close);
        at = keepQuoted({ bytes, open: at, close, target: targets[column] ?? NOT_KEPT }, separator);
        if (at < 0) return -1;
        if (bytes[at] !== separator && bytes[at] !== LF) {
          issues.add(line, "", "has text after a closing quote");
          at = bytes.indexOf(LF, at);
          return at < 0 ? -1 : next(at, lines);
        }
      } else if (byte !== separator && byte !== LF) {
        continue;
      } else keep(cells, targets[column] ?? NOT_KEPT, bytes, cell, at);
      column += 1;
      cell = at + 1;
      if (bytes[at] !== LF) continue;
      if (column === targets.length) writer.add(line, bytes, cells);
      else if (column > 1 || !isBlank(bytes, start, at))
        issues.add(line, "", `has ${column} cells, but the heading row has ${targets.length}`);
      return next(at, lines);
    }
    return -1;
  }
  function next(at: number, lines: number): number {
    line += lines;
    return at + 1;
  }
  function keepQuoted(
    { bytes, open, close, target }: { bytes: Buffer; open: number; close: number; target: number },
    separator: number,
  ): number {
    keep(cells, target, bytes, open + 1, close);
    let at = close + 1;
    // A tab that separates is no blank.
    while (at < bytes.length && (bytes[at] === SPACE || bytes[at] === CR) && bytes[at] !== separator) at++;
    return at < bytes.length ? at : -1;
  }

  return {
    get line() {
      return line;
    },
    read(bytes) {
      let at = 0;
      while (at < bytes.length) {
        if (!heading) {
          const end = bytes.indexOf(LF, at);
          if (end < 0) return at;
          heading = readHeading(bytes.toString("utf8", at, end), writer);
          line += 1;
          at = end + 1;
          continue;
        }
        const end = readRecord(bytes, at, heading);
        if (end < 0) return at;
        at = end;
      }
      return at;
    },
    end: (): ReportFacts => ({ warnings: [] }),
  };
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

/** Without the blanks around it. */
function keep({ starts, ends }: Cells, target: number, bytes: Buffer, from: number, to: number): void {
  if (target === NOT_KEPT) return;
  let [start, end] = [from, to];
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  starts[target] = start;
  ends[target] = end;
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === CR || byte === TAB;
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isSpace(bytes[at])) return false;
  return true;
}

/** A quote that is doubled is one of the text. Where the next byte is not there yet, nobody knows. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 2)) {
    if (at + 1 >= bytes.length) return -1;
    if (bytes[at + 1] !== QUOTE) return at;
  }
  return -1;
}

function countLines(bytes: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < to; at = bytes.indexOf(LF, at + 1)) lines++;
  return lines;
}
