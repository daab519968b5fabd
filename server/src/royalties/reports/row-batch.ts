// The bytes of rows as COPY takes them, in batches.

const BATCH_BYTES = 131_072;
// More than the longest row takes.
const ROW_BYTES = 512;
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
    let place = 1;
    while (place * 10 <= value) place *= 10;
    for (let rest = value; place >= 1; place = Math.floor(place / 10)) {
      const digit = Math.floor(rest / place);
      this.put(48 + digit);
      rest -= digit * place;
    }
  }
}
