// One number for all rows of a report: the same for the same rows, whatever their order and however they are written. A store that sends
// a report again in other bytes is found by it. It only leads to a warning, so that two reports may have one number by chance.

const WRAPS_AT = 2 ** 52;
// Exact as a factor, and faster than a division.
const WORDS = 2 ** -32;

export class RowsHash {
  #sum = 0;

  /** The hash of a row: that of its work's key, and then of each other value (`mixed`). */
  add(hash: number): void {
    // Added up, because the order of the rows is of no matter. Below 2^53 a number is exact.
    const sum = this.#sum + (hash >>> 0);
    this.#sum = sum < WRAPS_AT ? sum : sum - WRAPS_AT;
  }

  get value(): string {
    return String(this.#sum);
  }
}

/** A hash with one value more. */
export function mixed(hash: number, value: number): number {
  const low = Math.imul(hash ^ (value | 0), 0x01000193);
  // A count or a rate may have more bits than a word.
  const both = Math.imul(low ^ Math.floor(value * WORDS), 0x85ebca6b);
  return both ^ (both >>> 15);
}
