// Sums a report's rows while they pass: rows and exact amounts of each ISRC and UPC. The database would have to read
// all rows a second time.
//
// Millions of rows go through here, so a sum is a whole number of the smallest part of a rate (12 decimals) as long as
// that is exact in a JavaScript number. A larger or finer sum goes to a BigInt beside it, of 18 decimals.

import { type Decimal, formatDecimal } from "../../standards/decimal.ts";

export const RATE_DECIMALS = 12;
export const EXACT_DECIMALS = 18;
const EXACT_UNITS = 10n ** BigInt(EXACT_DECIMALS - RATE_DECIMALS);
// Each takes 60 bytes. A report of more works is summed by the database.
const MAX_SUMS = 400_000;
const FIRST_SUMS = 4_096;
const KEY_BYTES = 32;
const NONE = -1;
const BATCH_CHARACTERS = 65_536;

/** A key in the bytes of a row, with its hash (`hashOf`). */
export type KeyBytes = { bytes: Buffer; start: number; end: number; hash: number };

export class WorkSums {
  /** False: there were too many, and nothing is known. */
  isComplete = true;
  readonly #limit: number;
  /** Places of the first sum of each work, found by a hash of its key; at most half of them are taken. */
  #places = new Int32Array(FIRST_SUMS * 2).fill(NONE);
  #size = 0;
  #keys = Buffer.alloc(FIRST_SUMS * KEY_BYTES);
  #currencies = new Int32Array(FIRST_SUMS);
  #rows = new Float64Array(FIRST_SUMS);
  #units = new Float64Array(FIRST_SUMS);
  /** The next sum of the same work, in another currency. */
  #next = new Int32Array(FIRST_SUMS).fill(NONE);
  readonly #large = new Map<number, bigint>();

  constructor(limit = MAX_SUMS) {
    this.#limit = limit;
  }

  /** The sum of a row's work. Its key in `bytes` is ISRC, tab, UPC, as COPY takes them; its currency is three letters in one number. */
  sumOf(key: KeyBytes, currency: number): number {
    return this.isComplete ? this.#find(key, currency) : NONE;
  }

  /** The amount of a row: a safe integer of units of the twelfth decimal, or a BigInt of the eighteenth. */
  add(sum: number, units: number | bigint): undefined {
    if (!this.isComplete) return;
    if (sum === NONE) return this.#giveUp();
    this.#rows[sum] = (this.#rows[sum] ?? 0) + 1;
    if (typeof units === "bigint") return this.#addLarge(sum, units);
    const before = this.#units[sum] ?? 0;
    const after = before + units;
    if (Number.isSafeInteger(after)) this.#units[sum] = after;
    else {
      this.#addLarge(sum, BigInt(before) * EXACT_UNITS);
      this.#units[sum] = units;
    }
  }

  /** One line a work, as COPY takes it: ISRC, UPC, rows, amounts by currency. An empty text stands for no code. */
  *batches(): Generator<Buffer> {
    let text = "";
    for (const first of this.#places) {
      if (first === NONE) continue;
      text += this.#lineOf(first);
      if (text.length < BATCH_CHARACTERS) continue;
      yield Buffer.from(text);
      text = "";
    }
    if (text !== "") yield Buffer.from(text);
  }

  #lineOf(first: number): string {
    let rows = 0;
    const amounts: string[] = [];
    for (let sum = first; sum !== NONE; sum = this.#next[sum] ?? NONE) {
      rows += this.#rows[sum] ?? 0;
      const units = BigInt(this.#units[sum] ?? 0) * EXACT_UNITS + (this.#large.get(sum) ?? 0n);
      amounts.push(`"${currencyOf(this.#currencies[sum] ?? 0)}":"${formatDecimal({ units, scale: EXACT_DECIMALS })}"`);
    }
    const start = first * KEY_BYTES + 1;
    const length = this.#keys[start - 1] ?? 0;
    const key = this.#keys.toString("latin1", start, start + length).replaceAll("\\N", "");
    return `${key}\t${rows}\t{${amounts.join()}}\n`;
  }

  #addLarge(sum: number, units: bigint): undefined {
    this.#large.set(sum, (this.#large.get(sum) ?? 0n) + units);
  }

  #find({ bytes, start, end, hash }: KeyBytes, currency: number): number {
    const places = this.#places;
    let place = hash & (places.length - 1);
    for (let first = places[place] ?? NONE; first !== NONE; first = places[place] ?? NONE) {
      if (this.#hasKey(first, bytes, start, end)) return this.#inCurrency(first, currency);
      place = (place + 1) & (places.length - 1);
    }
    const made = this.#make(currency);
    if (made === NONE) return NONE;
    this.#keys[made * KEY_BYTES] = end - start;
    bytes.copy(this.#keys, made * KEY_BYTES + 1, start, end);
    // It may have grown meanwhile.
    this.#place(made);
    return made;
  }

  #inCurrency(first: number, currency: number): number {
    let last = first;
    for (let sum = first; sum !== NONE; sum = this.#next[sum] ?? NONE) {
      if (this.#currencies[sum] === currency) return sum;
      last = sum;
    }
    const made = this.#make(currency);
    if (made !== NONE) this.#next[last] = made;
    return made;
  }

  #hasKey(sum: number, bytes: Buffer, start: number, end: number): boolean {
    const keys = this.#keys;
    let at = sum * KEY_BYTES;
    if (keys[at++] !== end - start) return false;
    for (let from = start; from < end; from++) if (keys[at++] !== bytes[from]) return false;
    return true;
  }

  #make(currency: number): number {
    if (this.#size === this.#limit) return NONE;
    if (this.#size === this.#currencies.length) this.#grow();
    this.#currencies[this.#size] = currency;
    return this.#size++;
  }

  #place(first: number): void {
    const places = this.#places;
    const start = first * KEY_BYTES + 1;
    const length = this.#keys[start - 1] ?? 0;
    let place = hashOf(this.#keys, start, start + length) & (places.length - 1);
    while (places[place] !== NONE) place = (place + 1) & (places.length - 1);
    places[place] = first;
  }

  #grow(): void {
    const sums = this.#currencies.length * 2;
    const firsts = this.#places.filter((first) => first !== NONE);
    this.#keys = Buffer.concat([this.#keys], sums * KEY_BYTES);
    this.#currencies = copyInto(new Int32Array(sums), this.#currencies);
    this.#rows = copyInto(new Float64Array(sums), this.#rows);
    this.#units = copyInto(new Float64Array(sums), this.#units);
    this.#next = copyInto(new Int32Array(sums).fill(NONE), this.#next);
    this.#places = new Int32Array(sums * 2).fill(NONE);
    for (const first of firsts) this.#place(first);
  }

  #giveUp(): undefined {
    this.isComplete = false;
    this.#places = new Int32Array(0);
    this.#keys = Buffer.alloc(0);
    this.#large.clear();
  }
}

function copyInto<T extends Int32Array | Float64Array>(large: T, small: T): T {
  large.set(small);
  return large;
}

/** FNV-1a; its bits are mixed, since codes that are counted up differ in few of them. */
export function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** The worth of a row in units of the eighteenth decimal, of any size. */
export function exactUnits(worth: Decimal): bigint {
  return worth.units * 10n ** BigInt(EXACT_DECIMALS - worth.scale);
}

/** Three letters that are one number. */
export function currencyOf(packed: number): string {
  return String.fromCharCode(packed >> 16, (packed >> 8) & 0xff, packed & 0xff);
}
