// A format, compiled for one heading row: which cells of a row are read, and what is made of them.

import { type FormatRules, formatColumns } from "../formats/format.ts";

export const separators = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" } as const;
export const MAX_CELLS = 500;

/** Where a column of a row comes from: a text, or the first, sum or difference of some cells. */
export type Source =
  | { kind: "value"; value: string; bytes: Buffer }
  | { kind: "cells"; slots: readonly number[]; combine: "first" | "sum" | "subtract" };
export type Test = { slot: number; equals: ReadonlySet<string> };

/** A cell that is read has a slot. */
export type ReadingPlan = {
  /** The heading row's cells to slots; -1: not read. */
  targets: Int16Array;
  slots: number;
  sources: Partial<Record<(typeof formatColumns)[number], Source>>;
  /** By which the file calls each column. */
  names: Partial<Record<(typeof formatColumns)[number], string>>;
  stop: Test | undefined;
  skip: readonly Test[];
  negative: Test | undefined;
  last_rows: number;
};

export type Lack = { missing: string[]; doubled: string[] };

const keyOf = (name: string) => name.trim().toLowerCase();

/** The names of a column that can be any of several. */
type Wanted = { names: readonly string[]; label: string };

/** Columns that must be in the heading row; of each, one of its names. */
export function wantedColumns({ columns, rows, parse }: FormatRules): Wanted[] {
  const cells = formatColumns.flatMap((column) => {
    const cell = columns[column];
    if (!cell || "value" in cell) return [];
    return [wanted("column" in cell ? [cell.column] : cell.columns)];
  });
  const tests = [rows.stop_when, ...(rows.skip_when ?? []), parse.negative_when].flatMap((test) =>
    test === undefined || typeof test.column === "number" ? [] : [wanted(namesOf(test.column))],
  );
  return [...cells, ...tests];
}

const wanted = (names: readonly string[]): Wanted => ({ names: names.map(keyOf), label: names.join(" or ") });
const namesOf = (column: string | readonly string[]) => (typeof column === "string" ? [column] : column);

/** The columns of a format that a heading row lacks or has twice. `cells` are in small letters. */
export function lackOf(rules: FormatRules, cells: readonly string[]): Lack {
  const all = wantedColumns(rules);
  const there = new Set(cells);
  const missing = all.filter(({ names }) => !names.some((name) => there.has(name))).map(({ label }) => label);
  const used = new Set(all.flatMap(({ names }) => names));
  const doubled = cells.filter((name, place) => used.has(name) && cells.indexOf(name) !== place);
  return { missing: [...new Set(missing)], doubled: [...new Set(doubled)] };
}

/** For a heading row that lacks nothing. */
export function planOf(rules: FormatRules, cells: readonly string[]): ReadingPlan {
  const targets = new Int16Array(cells.length).fill(-1);
  let slots = 0;
  const slotAt = (place: number): number => {
    if (place < 0 || place >= cells.length) return -1;
    if (targets[place] === -1) targets[place] = slots++;
    return targets[place] ?? -1;
  };
  const slotOf = (names: readonly string[]) =>
    slotAt(names.map((name) => cells.indexOf(keyOf(name))).find((place) => place >= 0) ?? -1);
  const testOf = (test: FormatRules["rows"]["stop_when"]): Test | undefined =>
    test && {
      slot: typeof test.column === "number" ? slotAt(test.column - 1) : slotOf(namesOf(test.column)),
      equals: new Set(test.equals),
    };
  const sources: ReadingPlan["sources"] = {};
  const names: ReadingPlan["names"] = {};
  for (const column of formatColumns) {
    const cell = rules.columns[column];
    if (!cell) continue;
    names[column] = "value" in cell ? column : "column" in cell ? cell.column : cell.columns.join(" or ");
    if ("value" in cell) sources[column] = { kind: "value", value: cell.value, bytes: Buffer.from(cell.value) };
    else {
      const found = ("column" in cell ? [cell.column] : cell.columns).map((name) => slotOf([name]));
      const combine = "column" in cell ? "first" : cell.combine;
      sources[column] = { kind: "cells", slots: found.filter((slot) => slot >= 0), combine };
    }
  }
  const tests = {
    stop: testOf(rules.rows.stop_when),
    skip: (rules.rows.skip_when ?? []).flatMap((test) => testOf(test) ?? []),
    negative: testOf(rules.parse.negative_when),
  };
  return { targets, slots, sources, names, ...tests, last_rows: rules.rows.last_rows ?? 0 };
}

/** The cells of a heading row, in small letters. Quoted as RFC 4180 has it. One more than a heading row may have are enough. */
export function headingCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length && cells.length <= MAX_CELLS; ) {
    while (line[at] === " ") at += 1;
    const { text, end } = line[at] === '"' ? quotedCell(line, at) : { text: "", end: at };
    const found = line.indexOf(separator, end);
    const next = found < 0 ? line.length : found;
    cells.push(keyOf(text + line.slice(end, next)));
    at = next + 1;
  }
  return cells;
}

/** Up to its closing quote, or to the end of the line. */
function quotedCell(line: string, start: number): { text: string; end: number } {
  let close = line.indexOf('"', start + 1);
  while (close >= 0 && line[close + 1] === '"') close = line.indexOf('"', close + 2);
  const end = close < 0 ? line.length : close;
  return { text: line.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}
