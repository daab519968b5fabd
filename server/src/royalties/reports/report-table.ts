// A report as a table: one row a line, its cells between commas, semicolons, tabs or pipes, quoted as in RFC 4180. The heading row was
// read before. Columns that no format asks for are passed over.
//
// The scanner is linear and looks at each byte once. It reads whole records and leaves what is not whole for the next piece.

import type { ReadingPlan } from "./format-plan.ts";
import { MAX_RECORD_BYTES, type ReportFacts, type ReportReader } from "./report-format.ts";
import { type Cells, newCells } from "./row-columns.ts";
import type { RowMapping } from "./row-mapping.ts";
import type { RowWriter } from "./sales-row.ts";

const [TAB, LF, CR, SPACE, QUOTE] = [9, 10, 13, 32, 34];
const NOT_KEPT = -1;

type Held = { line: number; bytes: Buffer; cells: Cells; count: number };
type Given = {
  separator: string;
  plan: Pick<ReadingPlan, "targets" | "slots" | "stop" | "skip" | "last_rows">;
  /** None: the cells are a row's already, in its order. */
  mapping?: RowMapping;
  /** The line after the heading row. */
  line: number;
};

export class TableReader implements ReportReader {
  line: number;
  readonly #writer: RowWriter;
  readonly #separator: number;
  readonly #plan: Given["plan"];
  readonly #mapping: RowMapping | undefined;
  readonly #cells: Cells;
  /** The last rows so far, where the last are left out. */
  readonly #held: Held[] = [];
  #isOver = false;

  constructor(writer: RowWriter, { separator, plan, mapping, line }: Given) {
    this.#writer = writer;
    this.#separator = separator.charCodeAt(0);
    this.#plan = plan;
    this.#mapping = mapping;
    this.#cells = newCells(plan.slots);
    this.line = line;
  }

  read(bytes: Buffer): number {
    for (let at = 0; ; ) {
      if (this.#isOver) return Math.max(at, bytes.lastIndexOf(LF) + 1);
      const end = this.#readRecord(bytes, at);
      if (end < 0) return at;
      at = end;
    }
  }

  end(): ReportFacts {
    return { warnings: [] };
  }

  /** Answers with where it ends, or -1 where its end is not there yet. */
  #readRecord(bytes: Buffer, start: number): number {
    const separator = this.#separator;
    let column = 0;
    let lines = 1;
    for (let at = start; at < bytes.length; at++) {
      const cell = at;
      if (bytes[at] === QUOTE) {
        const close = closingQuote(bytes, at + 1);
        const after = close < 0 ? -1 : afterQuote(bytes, close, separator);
        if (after < 0) return -1;
        lines += countLines(bytes, at, close);
        this.#keep(column, bytes, at + 1, close);
        at = after;
        if (bytes[at] !== separator && bytes[at] !== LF) {
          this.#writer.issues.add(this.line, "", "has text after a closing quote");
          const end = bytes.indexOf(LF, at);
          return end < 0 ? -1 : this.#next(end, lines);
        }
      } else {
        at = endOfCell(bytes, at, separator);
        if (at >= bytes.length) return -1;
        this.#keep(column, bytes, cell, at);
      }
      column += 1;
      if (bytes[at] !== LF) continue;
      this.#empty(column);
      if (column > 1 || !isBlank(bytes, start, at)) this.#take(bytes, start, at, column);
      return this.#next(at, lines);
    }
    return -1;
  }

  #take(bytes: Buffer, start: number, end: number, count: number): undefined {
    if (end - start > MAX_RECORD_BYTES)
      return this.#writer.issues.add(this.line, "", `is longer than ${MAX_RECORD_BYTES} bytes`);
    const { stop, last_rows } = this.#plan;
    if (stop && this.#mapping?.holds(stop, bytes, this.#cells)) {
      this.#isOver = true;
      return undefined;
    }
    if (last_rows === 0) return this.#row(this.line, bytes, this.#cells, count);
    const cells = {
      starts: this.#cells.starts.map((at) => at - start),
      ends: this.#cells.ends.map((at) => at - start),
      from: undefined,
    };
    for (let slot = 0; slot < this.#plan.slots; slot++)
      if (this.#cells.ends[slot] === 0) cells.starts[slot] = cells.ends[slot] = 0;
    this.#held.push({ line: this.line, bytes: Buffer.from(bytes.subarray(start, end)), cells, count });
    const due = this.#held.length > last_rows ? this.#held.shift() : undefined;
    return due && this.#row(due.line, due.bytes, due.cells, due.count);
  }

  #row(line: number, bytes: Buffer, cells: Cells, count: number): undefined {
    const { skip, targets } = this.#plan;
    const mapping = this.#mapping;
    if (mapping) for (const test of skip) if (mapping.holds(test, bytes, cells)) return undefined;
    if (count !== targets.length)
      return this.#writer.issues.add(
        line,
        "",
        `has ${count} ${count === 1 ? "cell" : "cells"}, but the heading row has ${targets.length}`,
      );
    if (mapping) mapping.map(line, bytes, cells);
    else this.#writer.add(line, bytes, cells);
    return undefined;
  }

  /** Without the blanks around it. */
  #keep(column: number, bytes: Buffer, from: number, to: number): void {
    const { targets } = this.#plan;
    const target = column < targets.length ? (targets[column] ?? NOT_KEPT) : NOT_KEPT;
    if (target === NOT_KEPT) return;
    let start = from;
    let end = to;
    while (start < end && isSpace(bytes[start])) start++;
    while (end > start && isSpace(bytes[end - 1])) end--;
    this.#cells.starts[target] = start;
    this.#cells.ends[target] = end;
  }

  /** Columns from here on, which the record does not have, must not keep the cells of the one before. */
  #empty(from: number): void {
    const { targets } = this.#plan;
    for (let column = from; column < targets.length; column++) {
      const target = targets[column] ?? NOT_KEPT;
      if (target !== NOT_KEPT) this.#cells.starts[target] = this.#cells.ends[target] = 0;
    }
  }

  #next(at: number, lines: number): number {
    this.line += lines;
    return at + 1;
  }
}

/** Where a separator or a line feed stands; the length of the bytes if none does. */
function endOfCell(bytes: Buffer, start: number, separator: number): number {
  const { length } = bytes;
  let at = start;
  while (at < length) {
    const byte = bytes[at];
    if (byte === separator || byte === LF) return at;
    at += 1;
  }
  return at;
}

function isSpace(byte = 0): boolean {
  // Most bytes are letters and digits, which the first comparison tells.
  return byte <= SPACE && (byte === SPACE || byte === CR || byte === TAB);
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
