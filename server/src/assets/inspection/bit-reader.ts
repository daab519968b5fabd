// Bits of a FLAC file, in order, with the checksum of the bytes that were used up.
//
// Up to 32 bits wait left-aligned in `#cache`; the bits below the `#count` that are there are zero. The file comes through a buffer
// of fixed size, so that memory stays flat whatever a frame's header claims; the checksum is carried over when it is refilled.

import { FileFailure } from "./failure.ts";
import type { FileBytes } from "./file-bytes.ts";

const BUFFER_BYTES = 256 * 1024;
/** After a fill at least 25 bits are there, unless the file has ended. */
const SURE_BITS = 24;

const crc16Table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1;
  return crc;
});

export class BitReader {
  readonly #file: FileBytes;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  /** The buffer's place in the file. */
  #base: number;
  #next = 0;
  #end = 0;
  #cache = 0;
  #count = 0;
  #crc = 0;
  #crc_from = 0;

  constructor(file: FileBytes, position: number) {
    this.#file = file;
    this.#base = position;
  }

  /** The place of the next byte that was not begun. */
  get position(): number {
    return this.#base + this.#next - (this.#count >> 3);
  }

  get isAtEnd(): boolean {
    return this.position >= this.#file.size;
  }

  unsigned(bits: number): number {
    if (bits === 0) return 0;
    if (bits > SURE_BITS) return this.unsigned(bits - 16) * 65_536 + this.unsigned(16);
    if (this.#count < bits) this.#fill(bits);
    const value = this.#cache >>> (32 - bits);
    this.#cache <<= bits;
    this.#count -= bits;
    return value;
  }

  signed(bits: number): number {
    const value = this.unsigned(bits);
    return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
  }

  /** The number of zeros before the next one. */
  unary(): number {
    let zeros = 0;
    while (this.#cache === 0) {
      zeros += this.#count;
      this.#count = 0;
      this.#fill(1);
    }
    const here = Math.clz32(this.#cache);
    this.#cache = (this.#cache << here) << 1;
    this.#count -= here + 1;
    return zeros + here;
  }

  /** Rice-coded numbers with `bits` low bits each: most of a FLAC file, so the reader's state is kept in locals. */
  rice(into: Int32Array, range: { from: number; to: number; bits: number }): void {
    const { from, to, bits } = range;
    const most = 0xffff_ffff >>> bits;
    if (bits > SURE_BITS) {
      this.#wideRice(into, range);
      return;
    }
    let cache = this.#cache;
    let count = this.#count;
    const buffer = this.#buffer;
    let next = this.#next;
    for (let i = from; i < to; i++) {
      let high = 0;
      for (;;) {
        if (count <= SURE_BITS && next + 4 <= this.#end) {
          do {
            cache |= (buffer[next++] as number) << (24 - count);
            count += 8;
          } while (count <= SURE_BITS);
        }
        if (cache !== 0) break;
        high += count;
        this.#keep(0, 0, next);
        this.#fill(1);
        cache = this.#cache;
        count = this.#count;
        next = this.#next;
      }
      const zeros = Math.clz32(cache);
      cache = (cache << zeros) << 1;
      count -= zeros + 1;
      high += zeros;
      if (high > most) throw new FileFailure("corrupt_file");
      let value = high << bits;
      if (bits > 0) {
        if (count < bits) {
          this.#keep(cache, count, next);
          this.#fill(bits);
          cache = this.#cache;
          count = this.#count;
          next = this.#next;
        }
        value |= cache >>> (32 - bits);
        cache <<= bits;
        count -= bits;
      }
      // Even numbers are positive, odd ones negative.
      into[i] = (value >>> 1) ^ -(value & 1);
    }
    this.#keep(cache, count, next);
  }

  /** Skips to the next whole byte, which FLAC fills with zeros. */
  align(): void {
    if (this.unsigned(this.#count % 8) !== 0) throw new FileFailure("corrupt_file");
  }

  /** The checksum of all whole bytes used up since `startCrc`. */
  crc16(): number {
    this.#carryCrc(this.#next - (this.#count >> 3));
    return this.#crc;
  }

  startCrc(): void {
    this.#crc = 0;
    this.#crc_from = this.#next - (this.#count >> 3);
  }

  #wideRice(into: Int32Array, { from, to, bits }: { from: number; to: number; bits: number }): void {
    for (let i = from; i < to; i++) {
      const high = this.unary();
      if (high > 0xffff_ffff >>> bits) throw new FileFailure("corrupt_file");
      const value = (high << bits) | this.unsigned(bits);
      into[i] = (value >>> 1) ^ -(value & 1);
    }
  }

  #keep(cache: number, count: number, next: number): void {
    this.#cache = cache;
    this.#count = count;
    this.#next = next;
  }

  #fill(needed: number): void {
    while (this.#count <= SURE_BITS) {
      if (this.#next === this.#end && !this.#refill()) break;
      this.#cache |= (this.#buffer[this.#next++] as number) << (24 - this.#count);
      this.#count += 8;
    }
    if (this.#count < needed) throw new FileFailure("truncated_file");
  }

  /** Bytes whose bits still wait move to the front: whether they belong to the frame is not yet known. */
  #refill(): boolean {
    const used = this.#next - (this.#count >> 3);
    this.#carryCrc(used);
    this.#buffer.copyWithin(0, used, this.#end);
    const waiting = this.#end - used;
    this.#base += used;
    this.#next = waiting;
    this.#crc_from = 0;
    this.#end = waiting + this.#file.readInto(this.#buffer.subarray(waiting), this.#base + waiting);
    return this.#end > waiting;
  }

  #carryCrc(to: number): void {
    const buffer = this.#buffer;
    let crc = this.#crc;
    for (let i = this.#crc_from; i < to; i++) {
      crc = ((crc << 8) & 0xffff) ^ (crc16Table[(crc >> 8) ^ (buffer[i] as number)] as number);
    }
    this.#crc = crc;
    this.#crc_from = to;
  }
}
