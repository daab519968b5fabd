// The bytes of rows as COPY takes them, in batches.

const BATCH_BYTES = 131_072;
// More than the longest row takes.
const ROW_BYTES = 512;
const MAX_WORD = 2 ** 31 - 1;
const [BACKSLASH, BIG_N] = [92, 78];

export class RowBatch {
  bytes = Buffer.allocUnsafe(BATCH_BYTES);
  at = 0;
  readonly #full: Buffer[] = [];

  /** Where the next row begins. */
  begin(): number {
    if (this.at + ROW_BYTES > BATCH_BYTES) {
      this.#full.push(this.bytes.subarray(0, this.at));
      this.bytes = Buffer.allocUnsafe(BATCH_BYTES);
      this.at = 0;
    }
    return this.at;
  }

  /** Whole batches so far; at the end also the last. */
  take(isEnd: boolean): Buffer[] {
    if (isEnd && this.at > 0) this.#full.push(this.bytes.subarray(0, this.at));
    return this.#full.splice(0);
  }

  put(byte: number): void {
    this.bytes[this.at++] = byte;
  }

  putNull(): boolean {
    this.put(BACKSLASH);
    this.put(BIG_N);
    return true;
  }

  /** Byte by byte: of a few bytes, a call of `copy` takes longer. */
  putAll(bytes: Buffer): void {
    this.putPart(bytes, 0, bytes.length);
  }

  putPart(bytes: Uint8Array, start: number, end: number): void {
    const target = this.bytes;
    let at = this.at;
    for (let place = start; place < end; place++) target[at++] = bytes[place] ?? 0;
    this.at = at;
  }

  putNumber(value: number): void {
    let length = 1;
    for (let power = 10; value >= power; power *= 10) length += 1;
    const target = this.bytes;
    let rest = value;
    for (let at = this.at + length - 1; at >= this.at; at--) {
      // A whole number of 32 bits is divided fastest, and nearly all lines have one.
      const tens = rest > MAX_WORD ? Math.floor(rest / 10) : (rest / 10) | 0;
      target[at] = 48 + rest - tens * 10;
      rest = tens;
    }
    this.at += length;
  }
}
