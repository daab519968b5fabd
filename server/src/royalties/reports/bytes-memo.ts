// Remembers what was made of the bytes of a cell. The same few territories, months and stores come again and again, and to make a text of
// each would take longer than all else that is done with a row.

import { hashOf } from "./work-sums.ts";

const PLACES = 1_024;
// No name is longer. A file of long cells must not fill the memory with them.
const MAX_KEPT_BYTES = 256;

export class BytesMemo<Value> {
  readonly #places: ({ bytes: Buffer; value: Value } | undefined)[] = new Array(PLACES).fill(undefined);
  readonly #read: (bytes: Buffer, start: number, end: number) => Value;

  /** `read` is asked for bytes that are not remembered. */
  constructor(read: (bytes: Buffer, start: number, end: number) => Value) {
    this.#read = read;
  }

  get(bytes: Buffer, start: number, end: number): Value {
    const place = hashOf(bytes, start, end) & (PLACES - 1);
    const kept = this.#places[place];
    if (kept && isSame(kept.bytes, bytes, start, end)) return kept.value;
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
