// One number for all rows of a report: the same for the same rows, whatever their order and however they are written. A store that sends
// a report again in other bytes is found by it. It only leads to a warning, so that two reports may have one number by chance.

import { hashOf } from "./work-sums.ts";

export class RowsHash {
  #sum = 0;

  /** `bytes` hold the key of the row's work; `values` are the rest of the row. */
  add(bytes: Buffer, start: number, end: number, values: readonly number[]): void {
    let hash = hashOf(bytes, start, end);
    for (const value of values) {
      hash = Math.imul(hash ^ (value | 0), 0x01000193);
      // A count or a rate may have more bits than a word.
      hash = Math.imul(hash ^ Math.floor(value / 2 ** 32), 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    // Added up, because the order of the rows is of no matter. Below 2^53 a number is exact.
    this.#sum = (this.#sum + (hash >>> 0)) % 2 ** 52;
  }

  get value(): string {
    return String(this.#sum);
  }
}
