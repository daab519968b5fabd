// The rows of a report, from the bytes of their cells to the bytes that COPY takes. Each value is checked where it stands: no
// text is made of it, since there are millions.

import { isCurrency } from "../../standards/currency.ts";
import { isUsageTerritoryPair, pairOf } from "../usage.ts";
import { ReportIssues } from "./report-issues.ts";
import { refusals, rowColumns } from "./row-columns.ts";
import { RowsHash } from "./rows-hash.ts";
import { exactUnits, RATE_DECIMALS, WorkSums } from "./work-sums.ts";

/** The places of a row's cells in its bytes. An empty cell ends where it starts. */
export type Cells = { starts: Int32Array; ends: Int32Array };

export function newCells(): Cells {
  return { starts: new Int32Array(rowColumns.length), ends: new Int32Array(rowColumns.length) };
}

const BATCH_BYTES = 131_072;
// More than the longest row takes.
const ROW_BYTES = 256;
const MAX_COUNT = 1e12;
const powersOfTen = Float64Array.from({ length: RATE_DECIMALS + 1 }, (_, digits) => 10 ** digits);

const [TAB, LF, HASH, MINUS, POINT, BACKSLASH, BIG_N] = [9, 10, 35, 45, 46, 92, 78];

/** Collects batches of checked rows, and sums them by their works. */
export class RowWriter {
  readonly issues = new ReportIssues();
  rows = 0;
  readonly works = new WorkSums();
  /** The same for the same rows, in whatever order and form they come. */
  readonly sum = new RowsHash();
  readonly period: string;
  readonly #prefix: Buffer;
  readonly #period: number;
  readonly #period_bytes: Buffer;
  #batch = Buffer.allocUnsafe(BATCH_BYTES);
  #at = 0;
  readonly #full: Buffer[] = [];
  /** The last currency that was found to be one. */
  #currency = 0;
  /**
   * The row that is being written. The rate is in its smallest part; both are exact while they are safe as integers.
   */
  #count = 0;
  #rate_units = 0;
  #territory = 0;
  #usage_period = 0;
  #key_start = 0;
  #key_end = 0;

  constructor(report_number: string, period: string) {
    this.period = period;
    this.#prefix = Buffer.from(`${report_number}\t`);
    this.#period = Number(period.slice(0, 4)) * 100 + Number(period.slice(5));
    this.#period_bytes = Buffer.from(period);
  }

  /** Whole batches so far; at the end also the last. Nothing once anything was wrong. */
  takeBatches(isEnd: boolean): Buffer[] {
    if (isEnd && this.#at > 0) this.#full.push(this.#batch.subarray(0, this.#at));
    const batches = this.#full.splice(0);
    return this.issues.isEmpty ? batches : [];
  }

  /** `names` are the columns as the file calls them. */
  add(line: number, bytes: Uint8Array, cells: Cells, names: readonly string[] = rowColumns): undefined {
    const { starts, ends } = cells;
    if (this.#at + ROW_BYTES > BATCH_BYTES) {
      this.#full.push(this.#batch.subarray(0, this.#at));
      this.#batch = Buffer.allocUnsafe(BATCH_BYTES);
      this.#at = 0;
    }
    const begin = this.#at;
    this.#at += this.#prefix.copy(this.#batch, this.#at);
    this.#writeNumber(line);
    this.#put(TAB);
    let isRight = this.#writeIdentity(line, bytes, cells, names);
    for (let column = 2; column < rowColumns.length; column++) {
      this.#put(TAB);
      const start = starts[column] ?? 0;
      const end = ends[column] ?? 0;
      const isGood = this.#writeValue(column, bytes, start, end);
      if (!isGood) this.#refuse(line, column, bytes.subarray(start, end), names);
      isRight &&= isGood;
    }
    this.#put(LF);
    if (isRight) {
      this.rows += 1;
      this.#sum(bytes, starts, ends);
    } else this.#at = begin;
  }

  #sum(bytes: Uint8Array, starts: Int32Array, ends: Int32Array): void {
    const units = this.#count * this.#rate_units;
    const isExact = Number.isSafeInteger(this.#rate_units) && Number.isSafeInteger(units);
    const exact = isExact ? units : exactUnits(textOf(bytes, starts[3], ends[3]), textOf(bytes, starts[4], ends[4]));
    this.works.add(this.works.sumOf(this.#batch, this.#key_start, this.#key_end, this.#currency), exact);
    const values = [this.#territory, this.#currency, this.#usage_period, this.#count, this.#rate_units];
    this.sum.add(this.#batch, this.#key_start, this.#key_end, values);
  }

  #put(byte: number): void {
    this.#batch[this.#at++] = byte;
  }

  #writeNumber(value: number): void {
    let place = 1;
    while (place * 10 <= value) place *= 10;
    for (let rest = value; place >= 1; place = Math.floor(place / 10)) {
      const digit = Math.floor(rest / place);
      this.#put(48 + digit);
      rest -= digit * place;
    }
  }

  #writeIdentity(line: number, bytes: Uint8Array, { starts, ends }: Cells, names: readonly string[]): boolean {
    const [isrc = 0, upc = 0] = starts;
    const [isrc_end = 0, upc_end = 0] = ends;
    this.#key_start = this.#at;
    if (isrc === isrc_end && upc === upc_end) return this.#writeNoCode(line, names);
    const isIsrc = isrc === isrc_end ? this.#putNull() : this.#writeIsrc(bytes, isrc, isrc_end);
    if (!isIsrc) this.#refuse(line, 0, bytes.subarray(isrc, isrc_end), names);
    this.#put(TAB);
    const isUpc = upc === upc_end ? this.#putNull() : this.#writeUpc(bytes, upc, upc_end);
    this.#key_end = this.#at;
    if (!isUpc) this.#refuse(line, 1, bytes.subarray(upc, upc_end), names);
    return isIsrc && isUpc;
  }

  /**
   * A row of a DSR stays unmatched until the operator assigns it by its line, which stands in the place of its UPC. CSV
   * must have a code.
   */
  #writeNoCode(line: number, names: readonly string[]): boolean {
    if (names === rowColumns) {
      this.issues.add(line, rowColumns[0], "is missing: a row needs an ISRC or a UPC", "missing_required_field");
      return false;
    }
    this.#putNull();
    this.#put(TAB);
    this.#put(HASH);
    this.#writeNumber(line);
    this.#key_end = this.#at;
    return true;
  }

  #putNull(): boolean {
    this.#put(BACKSLASH);
    this.#put(BIG_N);
    return true;
  }

  #writeValue(column: number, bytes: Uint8Array, start: number, end: number): boolean {
    switch (column) {
      case 2:
        return this.#writeTerritory(bytes, start, end);
      case 3:
        return this.#writeCount(bytes, start, end);
      case 4:
        return this.#writeRate(bytes, start, end);
      case 5:
        return this.#writeCurrency(bytes, start, end);
      default:
        return this.#writePeriod(bytes, start, end);
    }
  }

  /** Twelve letters and digits, with all hyphens or none, in any case; written as tracks have it: CC-XXX-YY-NNNNN. */
  #writeIsrc(bytes: Uint8Array, start: number, end: number): boolean {
    const hyphens = end - start === 15 ? 1 : 0;
    if (hyphens === 0 && end - start !== 12) return false;
    let from = start;
    for (let place = 0; place < 12; place++) {
      if (place === 2 || place === 5 || place === 7) {
        if (hyphens === 1 && bytes[from++] !== MINUS) return false;
        this.#put(MINUS);
      }
      const byte = bytes[from++] ?? 0;
      const isDigit = byte >= 48 && byte <= 57;
      const upper = byte & 0xdf;
      const isLetter = upper >= 65 && upper <= 90;
      if (place < 2 ? !isLetter : place < 5 ? !(isLetter || isDigit) : !isDigit) return false;
      this.#put(isDigit ? byte : upper);
    }
    return true;
  }

  /** 8, 12, 13 or 14 digits. Zeros before a UPC of twelve are not its own. */
  #writeUpc(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (length !== 8 && (length < 12 || length > 14)) return false;
    let from = start;
    while (end - from > 12 && bytes[from] === 48) from += 1;
    // Only a code whose zeros all go is a UPC.
    if (end - from > 12) from = start;
    for (let place = start; place < end; place++) if (!isDigit(bytes[place])) return false;
    for (let place = from; place < end; place++) this.#put(bytes[place] ?? 0);
    return true;
  }

  #writeTerritory(bytes: Uint8Array, start: number, end: number): boolean {
    const [first = 0, second = 0] = [bytes[start], bytes[start + 1]];
    this.#territory = pairOf(first, second);
    if (end - start !== 2 || !isUsageTerritoryPair(this.#territory)) return false;
    this.#put(first);
    this.#put(second);
    return true;
  }

  #writeCount(bytes: Uint8Array, start: number, end: number): boolean {
    const from = bytes[start] === MINUS ? start + 1 : start;
    // Thirteen digits are exact in a number.
    if (end === from || end - from > 13) return false;
    let value = 0;
    for (let place = from; place < end; place++) {
      if (!isDigit(bytes[place])) return false;
      value = value * 10 + (bytes[place] ?? 0) - 48;
    }
    if (value > MAX_COUNT) return false;
    this.#count = from === start ? value : -value;
    for (let place = start; place < end; place++) this.#put(bytes[place] ?? 0);
    return true;
  }

  #writeRate(bytes: Uint8Array, start: number, end: number): boolean {
    let digits = 0;
    let hasPoint = false;
    let value = 0;
    for (let place = start; place < end; place++) {
      const byte = bytes[place] ?? 0;
      this.#put(byte);
      if (isDigit(byte)) {
        digits += 1;
        value = value * 10 + byte - 48;
      } else if (byte === POINT && !hasPoint && digits > 0) {
        hasPoint = true;
        digits = 0;
      } else if (byte !== MINUS || place !== start) return false;
      if (digits > RATE_DECIMALS) return false;
    }
    const units = value * (powersOfTen[RATE_DECIMALS - (hasPoint ? digits : 0)] ?? 0);
    this.#rate_units = bytes[start] === MINUS ? -units : units;
    return digits > 0;
  }

  #writeCurrency(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start !== 3) return false;
    const [first = 0, second = 0, third = 0] = [bytes[start], bytes[start + 1], bytes[start + 2]];
    const packed = (first << 16) | (second << 8) | third;
    if (packed !== this.#currency) {
      if (!isCurrency(String.fromCharCode(first, second, third))) return false;
      this.#currency = packed;
    }
    this.#put(first);
    this.#put(second);
    this.#put(third);
    return true;
  }

  /** The report's own where there is none. */
  #writePeriod(bytes: Uint8Array, start: number, end: number): boolean {
    if (end === start) {
      this.#usage_period = this.#period;
      this.#at += this.#period_bytes.copy(this.#batch, this.#at);
      return true;
    }
    if (end - start !== 7 || bytes[start + 4] !== MINUS) return false;
    let value = 0;
    for (let place = start; place < end; place++) {
      const byte = bytes[place] ?? 0;
      this.#put(byte);
      if (place === start + 4) continue;
      if (!isDigit(byte)) return false;
      value = value * 10 + byte - 48;
    }
    const month = value % 100;
    this.#usage_period = value;
    return value > 100 && month >= 1 && month <= 12 && value <= this.#period;
  }

  #refuse(line: number, column: number, value: Uint8Array, names: readonly string[]): undefined {
    const name = names[column] ?? "";
    const text = Buffer.from(value).toString("utf8").slice(0, 40);
    if (text === "") return this.issues.add(line, name, "is missing", "missing_required_field");
    const { code, issue } = refusals[rowColumns[column] ?? "isrc"];
    this.issues.add(line, name, `${issue}, not "${text}"`, typeof code === "function" ? code(text) : code);
  }
}

const textOf = (bytes: Uint8Array, start = 0, end = 0) => Buffer.from(bytes.subarray(start, end)).toString("latin1");

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}
