// Remembers what was made of the bytes of a cell. The same few territories, months and stores come again and again, and to make a text of
// each would take longer than all else that is done with a row.

import { hashOf } from "./work-sums.ts";

const PLACES = 1_024;
// No name is longer. A file of long cells must not fill the memory with them.
const MAX_KEPT_BYTES = 256;

type Kept<Value> = { bytes: Buffer; value: Value };

export class BytesMemo<Value> {
  readonly #places: (Kept<Value> | undefined)[] = new Array(PLACES).fill(undefined);
  /** Rows of one month or store mostly follow each other. */
  #last: Kept<Value> | undefined;
  readonly #read: (bytes: Buffer, start: number, end: number) => Value;

  /** `read` is asked for bytes that are not remembered. */
  constructor(read: (bytes: Buffer, start: number, end: number) => Value) {
    this.#read = read;
  }

  get(bytes: Buffer, start: number, end: number): Value {
    if (this.#last && isSame(this.#last.bytes, bytes, start, end)) return this.#last.value;
    const place = hashOf(bytes, start, end) & (PLACES - 1);
    const kept = this.#places[place];
    if (kept && isSame(kept.bytes, bytes, start, end)) {
      this.#last = kept;
      return kept.value;
    }
    const value = this.#read(bytes, start, end);
    if (end - start <= MAX_KEPT_BYTES) this.#places[place] = { bytes: Buffer.from(bytes.subarray(start, end)), value };
    return value;
  }
}

function isSame(kept: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (kept.length !== end - start) return false;
  for (let at = start; at < end; at++) if (kept[at - start] !== bytes[at]) return false;
  return true;
}
