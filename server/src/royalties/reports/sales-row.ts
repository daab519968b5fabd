// The rows of a report, from the bytes of their cells to the bytes that COPY takes. Each value is checked where it stands: no
// text is made of it, since there are millions.

import { isCurrency } from "../../standards/currency.ts";
import { decimal, multiply } from "../../standards/decimal.ts";
import { isUsageTerritoryPair, pairOf } from "../usage.ts";
import { ReportIssues } from "./report-issues.ts";
import { RowBatch } from "./row-batch.ts";
import { isDigit, putIsrc, putUpc } from "./row-codes.ts";
import {
  AMOUNT,
  type Cells,
  COUNT,
  CURRENCY,
  cellRefusal,
  cellText,
  type Naming,
  plainNaming,
  plainShape,
  RATE,
  type RowShape,
  TERRITORY,
  valueColumns,
} from "./row-columns.ts";
import { mixed, RowsHash } from "./rows-hash.ts";
import { StoreSums } from "./store-sums.ts";
import { EXACT_DECIMALS, exactUnits, hashOf, type KeyBytes, RATE_DECIMALS, WorkSums } from "./work-sums.ts";

const MAX_COUNT = 1e12;
const MAX_WHOLE_DIGITS = 12;
const powersOfTen = Float64Array.from({ length: RATE_DECIMALS + 1 }, (_, digits) => 10 ** digits);

const [TAB, LF, HASH, MINUS, POINT] = [9, 10, 35, 45, 46];

/** Collects batches of checked rows, and sums them by their works and stores. */
export class RowWriter {
  readonly issues = new ReportIssues();
  rows = 0;
  readonly works = new WorkSums();
  readonly stores = new StoreSums();
  /** The same for the same rows, in whatever order and form they come. */
  readonly sum = new RowsHash();
  readonly period: string;
  /** Lines of earlier files of the same archive. */
  lines_before = 0;
  /** The first rows that are right, as COPY takes them: as many as are asked for. */
  readonly first: Buffer[] = [];
  wanted_first = 0;
  /** Rows of a DSR need no code. */
  may_lack_codes = false;
  readonly #prefix: Buffer;
  readonly #period: number;
  readonly #period_bytes: Buffer;
  readonly #batch = new RowBatch();
  #shape = plainShape;
  #columns: readonly number[] = valueColumns(plainShape);
  #rate_decimals = RATE_DECIMALS;
  /** The last currency that was found to be one. */
  #currency = 0;
  /**
   * The row that is being written. The rate, or the amount in its place, is in its smallest part; both numbers are exact while they
   * are safe as integers.
   */
  #count = 0;
  #rate_units = 0;
  /** It has more decimals than its units. */
  #is_finer = false;
  #territory = 0;
  #usage_period = 0;
  readonly #key: KeyBytes;

  constructor(report_number: string, period: string) {
    this.period = period;
    this.#prefix = Buffer.from(`${report_number}\t`);
    this.#key = { bytes: this.#batch.bytes, start: 0, end: 0, hash: 0 };
    this.#period = Number(period.slice(0, 4)) * 100 + Number(period.slice(5));
    this.#period_bytes = Buffer.from(period);
  }

  get shape(): RowShape {
    return this.#shape;
  }

  /** Before the first row. Formats may have finer rates than plain files. */
  useShape(shape: RowShape): void {
    this.#shape = shape;
    this.#columns = valueColumns(shape);
    this.#rate_decimals = EXACT_DECIMALS;
  }

  /** Whole batches so far; at the end also the last. Nothing once anything was wrong. */
  takeBatches(isEnd: boolean): Buffer[] {
    const batches = this.#batch.take(isEnd);
    return this.issues.isEmpty ? batches : [];
  }

  add(line: number, bytes: Uint8Array, cells: Cells, { names, store, unread = 0 }: Naming = plainNaming): undefined {
    const { starts, ends, from } = cells;
    const batch = this.#batch;
    const begin = batch.begin();
    batch.putAll(this.#prefix);
    batch.putNumber(this.lines_before + line);
    batch.put(TAB);
    let isRight = this.#writeIdentity(line, bytes, cells, names);
    for (const column of this.#columns) {
      batch.put(TAB);
      const start = starts[column] ?? 0;
      const end = ends[column] ?? 0;
      const isRead = (unread & (1 << column)) === 0;
      const source = from?.[column] ?? bytes;
      const isGood = isRead && this.#writeValue(column, source, start, end);
      if (!isGood) this.#refuse(line, column, source.subarray(start, end), { names, unread });
      isRight &&= isGood;
    }
    if (this.#shape.names_stores) {
      batch.put(TAB);
      if (store) batch.putAll(store.bytes);
      else batch.putNull();
    }
    batch.put(LF);
    if (isRight) {
      this.rows += 1;
      this.#sum(bytes, cells, store?.number ?? 0);
      if (this.rows <= this.wanted_first) this.first.push(Buffer.from(batch.bytes.subarray(begin, batch.at)));
    } else batch.at = begin;
  }

  #sum(bytes: Uint8Array, cells: Cells, store: number): void {
    const { is_by_amount } = this.#shape;
    const units = is_by_amount ? this.#rate_units : this.#count * this.#rate_units;
    let exact: number | bigint = units;
    if (this.#is_finer || !Number.isSafeInteger(this.#rate_units) || !Number.isSafeInteger(units)) {
      const given = decimal(cellText(bytes, cells, is_by_amount ? AMOUNT : RATE));
      exact = exactUnits(is_by_amount ? given : multiply(decimal(cellText(bytes, cells, COUNT)), given));
    }
    const key = this.#key;
    key.bytes = this.#batch.bytes;
    key.hash = hashOf(key.bytes, key.start, key.end);
    this.works.add(this.works.sumOf(key, this.#currency), exact);
    this.stores.add(store, this.#currency, exact);
    const used = mixed(mixed(mixed(key.hash, this.#territory), this.#currency), this.#usage_period);
    const hash = mixed(mixed(used, this.#count), this.#rate_units);
    this.sum.add(store > 0 ? mixed(hash, store) : hash);
  }

  #writeIdentity(line: number, bytes: Uint8Array, { starts, ends, from }: Cells, names: readonly string[]): boolean {
    const isrc = starts[0] ?? 0;
    const isrc_end = ends[0] ?? 0;
    const upc = starts[1] ?? 0;
    const upc_end = ends[1] ?? 0;
    this.#key.start = this.#batch.at;
    if (isrc === isrc_end && upc === upc_end) return this.#writeNoCode(line, names);
    const isrc_from = from?.[0] ?? bytes;
    const isIsrc = isrc === isrc_end ? this.#batch.putNull() : putIsrc(this.#batch, isrc_from, isrc, isrc_end);
    if (!isIsrc) this.#refuse(line, 0, isrc_from.subarray(isrc, isrc_end), { names });
    this.#batch.put(TAB);
    const upc_from = from?.[1] ?? bytes;
    const isUpc = upc === upc_end ? this.#batch.putNull() : putUpc(this.#batch, upc_from, upc, upc_end);
    this.#key.end = this.#batch.at;
    if (!isUpc) this.#refuse(line, 1, upc_from.subarray(upc, upc_end), { names });
    return isIsrc && isUpc;
  }

  /**
   * Such a row stays unmatched until the operator assigns it by its line, which stands in the place of its UPC.
   */
  #writeNoCode(line: number, names: readonly string[]): boolean {
    if (!this.may_lack_codes) {
      this.issues.add(line, names[0] ?? "", "is missing: a row needs an ISRC or a UPC", "missing_required_field");
      return false;
    }
    this.#batch.putNull();
    this.#batch.put(TAB);
    this.#batch.put(HASH);
    this.#batch.putNumber(line);
    this.#key.end = this.#batch.at;
    return true;
  }

  #writeValue(column: number, bytes: Uint8Array, start: number, end: number): boolean {
    switch (column) {
      case TERRITORY:
        return this.#writeTerritory(bytes, start, end);
      case COUNT:
        return this.#writeCount(bytes, start, end);
      case RATE:
        return this.#writeDecimal(bytes, start, end, this.#rate_decimals);
      case AMOUNT:
        return this.#writeDecimal(bytes, start, end, EXACT_DECIMALS);
      case CURRENCY:
        return this.#writeCurrency(bytes, start, end);
      default:
        return this.#writePeriod(bytes, start, end);
    }
  }

  #writeTerritory(bytes: Uint8Array, start: number, end: number): boolean {
    const first = bytes[start] ?? 0;
    const second = bytes[start + 1] ?? 0;
    this.#territory = pairOf(first, second);
    if (end - start !== 2 || !isUsageTerritoryPair(this.#territory)) return false;
    this.#batch.put(first);
    this.#batch.put(second);
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
    this.#batch.putPart(bytes, start, end);
    return true;
  }

  /** In a number as long as it has no more decimals than a rate of a plain file; exactly from its text otherwise. */
  #writeDecimal(bytes: Uint8Array, start: number, end: number, most_decimals: number): boolean {
    let digits = 0;
    let hasPoint = false;
    let value = 0;
    for (let place = start; place < end; place++) {
      const byte = bytes[place] ?? 0;
      if (isDigit(byte)) {
        digits += 1;
        value = value * 10 + byte - 48;
      } else if (byte === POINT && !hasPoint && digits > 0) {
        hasPoint = true;
        digits = 0;
      } else if (byte !== MINUS || place !== start) return false;
      if (digits > (hasPoint ? most_decimals : MAX_WHOLE_DIGITS)) return false;
    }
    const decimals = hasPoint ? digits : 0;
    this.#is_finer = decimals > RATE_DECIMALS;
    const units = this.#is_finer
      ? value / 10 ** (decimals - RATE_DECIMALS)
      : value * (powersOfTen[RATE_DECIMALS - decimals] ?? 0);
    this.#rate_units = bytes[start] === MINUS ? -units : units;
    this.#batch.putPart(bytes, start, end);
    return digits > 0;
  }

  #writeCurrency(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start !== 3) return false;
    const first = bytes[start] ?? 0;
    const second = bytes[start + 1] ?? 0;
    const third = bytes[start + 2] ?? 0;
    const packed = (first << 16) | (second << 8) | third;
    if (packed !== this.#currency) {
      if (!isCurrency(String.fromCharCode(first, second, third))) return false;
      this.#currency = packed;
    }
    this.#batch.put(first);
    this.#batch.put(second);
    this.#batch.put(third);
    return true;
  }

  /** The report's own where there is none. */
  #writePeriod(bytes: Uint8Array, start: number, end: number): boolean {
    if (end === start) {
      this.#usage_period = this.#period;
      this.#batch.putAll(this.#period_bytes);
      return true;
    }
    if (end - start !== 7 || bytes[start + 4] !== MINUS) return false;
    let value = 0;
    for (let place = start; place < end; place++) {
      if (place === start + 4) continue;
      const byte = bytes[place] ?? 0;
      if (!isDigit(byte)) return false;
      value = value * 10 + byte - 48;
    }
    const month = value % 100;
    this.#usage_period = value;
    this.#batch.putPart(bytes, start, end);
    return value > 100 && month >= 1 && month <= 12 && value <= this.#period;
  }

  #refuse(line: number, column: number, value: Uint8Array, { names, unread = 0 }: Naming): undefined {
    const name = names[column] ?? "";
    const text = Buffer.from(value).toString("utf8").slice(0, 40);
    if (text === "") return this.issues.add(line, name, "is missing", "missing_required_field");
    const { code, issue } = cellRefusal(column, text, unread);
    this.issues.add(line, name, `${issue}, not "${text}"`, code);
  }
}
