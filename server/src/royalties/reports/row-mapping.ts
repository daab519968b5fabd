// Makes a row of the cells of a line, as a format says. Most cells are already written as a row has them, and stay where they are. The
// others are read as text.

import { add, decimal, formatDecimal, negate } from "../../standards/decimal.ts";
import type { FormatRules } from "../formats/format.ts";
import { BytesMemo } from "./bytes-memo.ts";
import { readMonth, readNumber, readTerritory, wholeNumber } from "./cell-values.ts";
import type { ReadingPlan, Source, Test } from "./format-plan.ts";
import { isDigit } from "./row-codes.ts";
import {
  AMOUNT,
  type Cells,
  COUNT,
  CURRENCY,
  ISRC,
  type Naming,
  newCells,
  PERIOD,
  RATE,
  rowColumns,
  STORE,
  TERRITORY,
  UPC,
} from "./row-columns.ts";
import type { RowWriter } from "./sales-row.ts";
import type { StoreNames } from "./store-names.ts";

// Longer than any value of a row: what is cut is refused anyway.
const MAX_VALUE = 64;
const [MINUS, POINT] = [45, 46];
const NOTHING = Buffer.alloc(0);
const NO_SLOT = -1;

type Found = { bytes: Buffer; start: number; end: number };

export class RowMapping {
  readonly #negative: Test | undefined;
  /** By the places of columns: where each comes from, and the slot of those that are one cell of the line. */
  readonly #sources: readonly (Source | undefined)[];
  readonly #slots: Int32Array;
  readonly #parse: FormatRules["parse"];
  readonly #writer: RowWriter;
  readonly #stores: StoreNames;
  /** For rows that name no currency. */
  readonly #currency: string;
  readonly #scratch = Buffer.alloc(rowColumns.length * MAX_VALUE * 4);
  readonly #from: Buffer[] = rowColumns.map(() => NOTHING);
  readonly #cells: Cells = { ...newCells(), from: this.#from };
  readonly #naming: Required<Naming>;
  readonly #territory_names: ReadonlyMap<string, string>;
  readonly #known_territories = this.#memoOf((text) => readTerritory(text, this.#territory_names));
  readonly #known_months = this.#memoOf((text) => (text === "" ? "" : readMonth(text, this.#parse.date)));
  readonly #known_stores = new BytesMemo((bytes, start, end) => this.#stores.find(textIn(bytes, start, end)));
  readonly #held_tests = new Map<Test, BytesMemo<boolean>>();
  /** The cell that `#find` found last: one object for all rows. */
  readonly #found: Found = { bytes: NOTHING, start: 0, end: 0 };
  #at = 0;

  constructor(given: {
    plan: ReadingPlan;
    parse: FormatRules["parse"];
    writer: RowWriter;
    stores: StoreNames;
    currency: string;
  }) {
    this.#negative = given.plan.negative;
    this.#sources = rowColumns.map((column) => given.plan.sources[column]);
    this.#slots = Int32Array.from(this.#sources, slotOf);
    this.#parse = given.parse;
    this.#writer = given.writer;
    this.#stores = given.stores;
    this.#currency = given.currency;
    const names = rowColumns.map((column) => given.plan.names[column] ?? column);
    if (given.plan.names.isrc === undefined) names[0] = given.plan.names.upc ?? "upc";
    this.#naming = { names, store: undefined, unread: 0 };
    const named = Object.entries(given.parse.territory_names ?? {});
    this.#territory_names = new Map(named.map(([text, code]) => [text.trim().toLowerCase(), code]));
  }

  holds(test: Test, bytes: Buffer, cells: Cells): boolean {
    const { slot } = test;
    return slot >= 0 && this.#memoOfTest(test).get(bytes, cells.starts[slot] ?? 0, cells.ends[slot] ?? 0);
  }

  #memoOfTest(test: Test): BytesMemo<boolean> {
    const known = this.#held_tests.get(test);
    if (known) return known;
    const memo = new BytesMemo((bytes, start, end) => test.equals.has(textIn(bytes, start, end)));
    this.#held_tests.set(test, memo);
    return memo;
  }

  map(line: number, bytes: Buffer, cells: Cells): void {
    const naming = this.#naming;
    naming.unread = 0;
    this.#at = 0;
    this.#copy(ISRC, bytes, cells);
    this.#copy(UPC, bytes, cells);
    this.#read(TERRITORY, this.#known_territories, bytes, cells);
    const isNegative = this.#negative !== undefined && this.holds(this.#negative, bytes, cells);
    this.#number(COUNT, bytes, cells, isNegative);
    if (this.#sources[AMOUNT]) this.#number(AMOUNT, bytes, cells, isNegative);
    else this.#number(RATE, bytes, cells, false);
    if (this.#sources[CURRENCY]) this.#copy(CURRENCY, bytes, cells);
    else this.#write(CURRENCY, this.#currency);
    this.#read(PERIOD, this.#known_months, bytes, cells);
    if (this.#sources[STORE]) {
      const cell = this.#find(STORE, bytes, cells);
      const named = this.#known_stores.get(cell.bytes, cell.start, cell.end);
      if (named === "unknown") return;
      naming.store = named;
    }
    this.#writer.add(line, bytes, this.#cells, naming);
  }

  /** As it stands. */
  #copy(place: number, bytes: Buffer, cells: Cells): undefined {
    const { bytes: from, start, end } = this.#find(place, bytes, cells);
    return this.#put(place, from, start, end);
  }

  /** The row has these bytes, where they stand. */
  #put(place: number, from: Buffer, start: number, end: number): undefined {
    this.#from[place] = from;
    this.#cells.starts[place] = start;
    this.#cells.ends[place] = Math.min(end, start + MAX_VALUE);
    return undefined;
  }

  #write(place: number, text: string): undefined {
    const start = this.#at;
    this.#at += this.#scratch.write(text.slice(0, MAX_VALUE), start);
    return this.#put(place, this.#scratch, start, this.#at);
  }

  /** Undefined: the cell cannot be read. */
  #memoOf(read: (text: string) => string | undefined): BytesMemo<Buffer | undefined> {
    return new BytesMemo((bytes, start, end) => {
      const found = read(textIn(bytes, start, end));
      return found === undefined ? undefined : Buffer.from(found);
    });
  }

  #read(place: number, known: BytesMemo<Buffer | undefined>, bytes: Buffer, cells: Cells): undefined {
    const cell = this.#find(place, bytes, cells);
    const read = known.get(cell.bytes, cell.start, cell.end);
    if (read === undefined) return this.#writeUnread(place, textIn(cell.bytes, cell.start, cell.end));
    return this.#put(place, read, 0, read.length);
  }

  /** The bytes of a text, of a cell, or of nothing. */
  #find(place: number, bytes: Buffer, cells: Cells): Found {
    const found = this.#found;
    const slot = this.#slots[place] ?? NO_SLOT;
    if (slot !== NO_SLOT) return foundIn(found, bytes, cells, slot);
    const source = this.#sources[place];
    if (source?.kind === "cells") return foundIn(found, bytes, cells, firstOf(source, cells));
    found.bytes = source?.bytes ?? NOTHING;
    found.start = 0;
    found.end = found.bytes.length;
    return found;
  }

  #number(place: number, bytes: Buffer, cells: Cells, isNegative: boolean): undefined {
    const isWhole = place === COUNT;
    const slot = this.#slots[place] ?? NO_SLOT;
    if (slot !== NO_SLOT && !isNegative) {
      const start = cells.starts[slot] ?? 0;
      const end = cells.ends[slot] ?? 0;
      if (end - start <= MAX_VALUE && this.#isPlain(bytes, start, end, isWhole))
        return this.#put(place, bytes, start, end);
    }
    const source = this.#sources[place];
    const text = source ? this.#numberText(source, bytes, cells) : "";
    const number = text === "" ? "" : this.#readNumber(text, isWhole);
    if (number === undefined) return this.#writeUnread(place, text);
    return this.#write(place, isNegative && !number.startsWith("-") && number !== "" ? `-${number}` : number);
  }

  #readNumber(text: string, isWhole: boolean): string | undefined {
    const number = text.length > MAX_VALUE ? undefined : readNumber(text, this.#parse);
    return number !== undefined && isWhole ? wholeNumber(number) : number;
  }

  /** Digits with a minus before them and a point among them, which needs no reading. */
  #isPlain(bytes: Buffer, start: number, end: number, isWhole: boolean): boolean {
    const from = bytes[start] === MINUS ? start + 1 : start;
    if (!isDigit(bytes[from]) || !isDigit(bytes[end - 1])) return false;
    let points = 0;
    for (let at = from; at < end; at++) {
      if (isDigit(bytes[at])) continue;
      if (bytes[at] !== POINT || isWhole || this.#parse.decimal !== ".") return false;
      points += 1;
    }
    return points <= 1;
  }

  /** The sum and the difference are written with a point, whatever sign the format has for it. */
  #numberText(source: Source, bytes: Buffer, cells: Cells): string {
    if (source.kind === "value" || source.combine === "first") return this.#textOf(source, bytes, cells);
    const texts = source.slots.map((slot) => textAt(bytes, cells, slot));
    const numbers = texts.map((text) => (text === "" ? "0" : this.#readNumber(text, false)));
    const bad = numbers.indexOf(undefined);
    if (bad >= 0) return texts[bad] ?? "";
    const [first = decimal("0"), ...others] = numbers.map((number) => decimal(number ?? "0"));
    const sum = others.reduce((sum, number) => add(sum, source.combine === "sum" ? number : negate(number)), first);
    return formatDecimal(sum).replace(".", this.#parse.decimal);
  }

  #textOf(source: Source, bytes: Buffer, cells: Cells): string {
    return source.kind === "value" ? source.value : textAt(bytes, cells, firstOf(source, cells));
  }

  #writeUnread(place: number, text: string): undefined {
    this.#naming.unread |= 1 << place;
    return this.#write(place, text);
  }
}

/** NO_SLOT if the column is not exactly one cell. */
function slotOf(source: Source | undefined): number {
  if (source?.kind !== "cells" || source.slots.length > 1) return NO_SLOT;
  return source.slots[0] ?? NO_SLOT;
}

function foundIn(found: Found, bytes: Buffer, { starts, ends }: Cells, slot: number): Found {
  found.bytes = bytes;
  found.start = starts[slot] ?? 0;
  found.end = ends[slot] ?? 0;
  return found;
}

/** The slot of the first cell that is not empty. */
function firstOf({ slots }: Extract<Source, { kind: "cells" }>, { starts, ends }: Cells): number {
  for (const slot of slots) if (ends[slot] !== starts[slot]) return slot;
  return slots[0] ?? 0;
}

function textAt(bytes: Buffer, { starts, ends }: Cells, slot: number): string {
  return textIn(bytes, starts[slot] ?? 0, ends[slot] ?? 0);
}

/** A doubled quote in a quoted cell is one. */
function textIn(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString("utf8", start, end);
  return text.includes('""') ? text.replaceAll('""', '"') : text;
}
