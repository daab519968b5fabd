// One frame of FLAC (RFC 9639, section 9): a header with its checksum, a subframe for each channel, and the checksum of all of it.
// Sums of a predictor stay below 2^53 for samples of up to 24 bits, so plain numbers are exact.

import type { BitReader } from "./bit-reader.ts";
import { FileFailure } from "./failure.ts";

export type FrameHeader = {
  block_size: number;
  /** 0 to 7: so many channels more than one, as they are. 8 to 10: left or right or middle, and the difference. */
  assignment: number;
  /** In samples where blocks vary in size, else in frames. */
  number: number;
  isVariable: boolean;
  sample_rate: number | undefined;
  bit_depth: number | undefined;
};

const LEFT_SIDE = 8;
const SIDE_RIGHT = 9;
const MID_SIDE = 10;
const rates = [88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
const depths = [undefined, 8, 12, undefined, 16, 20, 24, 32];

export function readFrameHeader(bits: BitReader): FrameHeader {
  const bytes: number[] = [];
  const byte = () => {
    const value = bits.unsigned(8);
    bytes.push(value);
    return value;
  };
  const sync = byte() * 256 + byte();
  if ((sync & 0xfffe) !== 0xfff8) throw corrupt("A frame does not begin where the one before it ends.");
  const sizes = byte();
  const layout = byte();
  const number = readNumber(byte);
  const block_size = readBlockSize(sizes >> 4, byte);
  const sample_rate = readRate(sizes & 15, byte);
  const crc = crc8(bytes);
  if (bits.unsigned(8) !== crc) throw corrupt("The header of a frame does not match its checksum.");
  if (layout & 1 || layout >> 4 > MID_SIDE) throw corrupt();
  const bit_depth = depths[(layout >> 1) & 7];
  return { block_size, assignment: layout >> 4, number, isVariable: (sync & 1) === 1, sample_rate, bit_depth };
}

/** Coded like UTF-8, up to seven bytes. */
function readNumber(byte: () => number): number {
  const first = byte();
  if (first < 0x80) return first;
  const more = Math.clz32(~(first << 24)) - 1;
  if (more < 1 || more > 6) throw corrupt();
  let value = first & (0x3f >> more);
  for (let i = 0; i < more; i++) value = value * 64 + (byte() & 0x3f);
  return value;
}

function readBlockSize(code: number, byte: () => number): number {
  if (code === 0) throw corrupt();
  if (code === 1) return 192;
  if (code <= 5) return 144 << code;
  if (code === 6) return byte() + 1;
  if (code === 7) return byte() * 256 + byte() + 1;
  return 1 << code;
}

/** Undefined where the stream's own header says it. */
function readRate(code: number, byte: () => number): number | undefined {
  if (code === 15) throw corrupt();
  if (code === 12) return byte() * 1000;
  if (code === 13) return byte() * 256 + byte();
  if (code === 14) return (byte() * 256 + byte()) * 10;
  return rates[code - 1];
}

/** Fills one array a channel, then compares the checksum of the frame. */
export function readSubframes(
  bits: BitReader,
  { block_size, assignment }: FrameHeader,
  { bit_depth, into }: { bit_depth: number; into: readonly Int32Array[] },
): void {
  for (const [channel, samples] of into.entries()) {
    const isSide = (assignment === SIDE_RIGHT && channel === 0) || (isPair(assignment) && channel === 1);
    readSubframe(bits, samples.subarray(0, block_size), bit_depth + Number(isSide && assignment >= LEFT_SIDE));
  }
  bits.align();
  const crc = bits.crc16();
  if (bits.unsigned(16) !== crc) throw corrupt("A frame does not match its checksum.");
  if (assignment >= LEFT_SIDE) joinStereo(assignment, into[0] as Int32Array, into[1] as Int32Array, block_size);
}

function isPair(assignment: number): boolean {
  return assignment === LEFT_SIDE || assignment === MID_SIDE;
}

function readSubframe(bits: BitReader, into: Int32Array, depth: number): void {
  if (bits.unsigned(1) !== 0) throw corrupt();
  const type = bits.unsigned(6);
  const wasted = bits.unsigned(1) === 1 ? bits.unary() + 1 : 0;
  const width = depth - wasted;
  if (width < 1) throw corrupt();
  if (type === 0) into.fill(bits.signed(width));
  else if (type === 1) for (let i = 0; i < into.length; i++) into[i] = bits.signed(width);
  else if (type >= 8 && type <= 12) readFixed(bits, into, { order: type - 8, width });
  else if (type >= 32) readPredicted(bits, into, { order: type - 31, width });
  else throw corrupt();
  if (wasted > 0) for (let i = 0; i < into.length; i++) into[i] = (into[i] as number) << wasted;
}

function readFixed(bits: BitReader, into: Int32Array, { order, width }: { order: number; width: number }): void {
  readWarmUp(bits, into, { order, width });
  readResidual(bits, into, order);
  const x = into;
  if (order === 0) return;
  for (let i = order; i < x.length; i++) {
    const a = x[i - 1] as number;
    const b = order > 1 ? (x[i - 2] as number) : 0;
    const c = order > 2 ? (x[i - 3] as number) : 0;
    const d = order > 3 ? (x[i - 4] as number) : 0;
    if (order === 1) x[i] = (x[i] as number) + a;
    else if (order === 2) x[i] = (x[i] as number) + 2 * a - b;
    else if (order === 3) x[i] = (x[i] as number) + 3 * (a - b) + c;
    else x[i] = (x[i] as number) + 4 * (a + c) - 6 * b - d;
  }
}

function readPredicted(bits: BitReader, into: Int32Array, { order, width }: { order: number; width: number }): void {
  readWarmUp(bits, into, { order, width });
  const precision = bits.unsigned(4) + 1;
  if (precision === 16) throw corrupt();
  const shift = bits.signed(5);
  if (shift < 0) throw corrupt();
  // Turned around, so that coefficient and sample run the same way.
  const taps = new Float64Array(order);
  for (let i = order - 1; i >= 0; i--) taps[i] = bits.signed(precision);
  readResidual(bits, into, order);
  const scale = 2 ** -shift;
  for (let i = order, start = 0; i < into.length; i++, start++) {
    let sum = 0;
    for (let tap = 0; tap < order; tap++) sum += (taps[tap] as number) * (into[start + tap] as number);
    into[i] = (into[i] as number) + Math.floor(sum * scale);
  }
}

function readWarmUp(bits: BitReader, into: Int32Array, { order, width }: { order: number; width: number }): void {
  if (order > into.length) throw corrupt();
  for (let i = 0; i < order; i++) into[i] = bits.signed(width);
}

function readResidual(bits: BitReader, into: Int32Array, order: number): void {
  const method = bits.unsigned(2);
  if (method > 1) throw corrupt();
  const parameter_bits = 4 + method;
  // The parameter that says that the numbers of a partition are not coded at all.
  const plain = 2 ** parameter_bits - 1;
  const partitions = 2 ** bits.unsigned(4);
  const size = into.length / partitions;
  if (!Number.isInteger(size) || size < order) throw corrupt();
  for (let partition = 0; partition < partitions; partition++) {
    const from = partition === 0 ? order : partition * size;
    const to = (partition + 1) * size;
    const parameter = bits.unsigned(parameter_bits);
    if (parameter !== plain) bits.rice(into, { from, to, bits: parameter });
    else {
      const width = bits.unsigned(5);
      for (let i = from; i < to; i++) into[i] = width === 0 ? 0 : bits.signed(width);
    }
  }
}

function joinStereo(assignment: number, first: Int32Array, second: Int32Array, frames: number): void {
  for (let i = 0; i < frames; i++) {
    const a = first[i] as number;
    const b = second[i] as number;
    if (assignment === LEFT_SIDE) second[i] = a - b;
    else if (assignment === SIDE_RIGHT) first[i] = a + b;
    else {
      // The lowest bit of the sum was dropped: it is that of the difference.
      const sum = a * 2 + (b & 1);
      first[i] = (sum + b) >> 1;
      second[i] = (sum - b) >> 1;
    }
  }
}

function crc8(bytes: readonly number[]): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1;
  }
  return crc;
}

function corrupt(found?: string): FileFailure {
  return new FileFailure("corrupt_file", found);
}
