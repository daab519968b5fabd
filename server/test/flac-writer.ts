// A small real FLAC encoder: fixed predictors of order 2 with Rice codes, all checksums and the MD5. A hostile file
// gives its lies instead.

import { createHash } from "node:crypto";

type Info = {
  sample_rate: number;
  channels: number;
  bit_depth: number;
  total_frames: number;
  block_size: number;
  md5: Buffer;
};

export type FlacOptions = {
  sound: number[][];
  sample_rate?: number;
  bit_depth?: 16 | 24;
  block_size?: number;
  info?: Partial<Info>;
  /** Metadata blocks after STREAMINFO: type and body. */
  blocks?: [type: number, body: Buffer][];
};

export function flac({
  sound,
  sample_rate = 44_100,
  bit_depth = 16,
  block_size = 4096,
  info,
  blocks = [],
}: FlacOptions): Buffer {
  const top = 2 ** (bit_depth - 1);
  const channels = sound.map((samples) => samples.map((x) => Math.max(-top, Math.min(top - 1, Math.round(x * top)))));
  const total_frames = channels[0]?.length ?? 0;
  const frames: Buffer[] = [];
  for (let from = 0, number = 0; from < total_frames; from += block_size, number++) {
    const block = channels.map((samples) => samples.slice(from, from + block_size));
    frames.push(flacFrame({ block, number, bit_depth }));
  }
  const streaminfo = { sample_rate, channels: channels.length, bit_depth, total_frames, block_size };
  const head = streamInfo({ ...streaminfo, md5: soundMd5(channels, bit_depth), ...info });
  const metadata = [[0, head] as const, ...blocks].map(([type, body], i, all) =>
    metadataBlock(type, body, i === all.length - 1),
  );
  return Buffer.concat([Buffer.from("fLaC", "latin1"), ...metadata, ...frames]);
}

/** `claimed` where the length is to be a lie. */
export function metadataBlock(type: number, body: Buffer, isLast: boolean, claimed = body.length): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(claimed);
  header[0] = type + (isLast ? 0x80 : 0);
  return Buffer.concat([header, body]);
}

export function streamInfo({ sample_rate, channels, bit_depth, total_frames, block_size, md5 }: Info): Buffer {
  const bits = new BitWriter();
  bits.write(block_size, 16);
  bits.write(block_size, 16);
  bits.write(0, 24);
  bits.write(0, 24);
  bits.write(sample_rate, 20);
  bits.write(channels - 1, 3);
  bits.write(bit_depth - 1, 5);
  bits.write(Math.floor(total_frames / 2 ** 18), 18);
  bits.write(total_frames % 2 ** 18, 18);
  return Buffer.concat([bits.bytes(), md5]);
}

/** A frame of the stream's own sample rate; `subframe` writes one channel, by default predicted and coded. */
export function flacFrame({
  block,
  number,
  bit_depth,
  size = block[0]?.length ?? 0,
  subframe = predicted,
}: {
  block: number[][];
  number: number;
  bit_depth: number;
  size?: number;
  subframe?: (bits: BitWriter, samples: number[], bit_depth: number) => void;
}): Buffer {
  const bits = new BitWriter();
  bits.write(0xfff8, 16);
  bits.write(7, 4);
  bits.write(0, 4);
  bits.write(block.length - 1, 4);
  bits.write({ 16: 4, 24: 6 }[bit_depth] ?? 0, 3);
  bits.write(0, 1);
  for (const byte of Buffer.from(String.fromCodePoint(number), "utf8")) bits.write(byte, 8);
  bits.write(size - 1, 16);
  bits.write(crc8(bits.bytes()), 8);
  for (const samples of block) subframe(bits, samples, bit_depth);
  const body = bits.bytes();
  const crc = Buffer.alloc(2);
  crc.writeUInt16BE(crc16(body));
  return Buffer.concat([body, crc]);
}

/** One value for the whole block, in a few bytes: what bombs are made of. */
export function constant(bits: BitWriter, samples: number[], bit_depth: number): void {
  bits.write(0, 8);
  bits.write(samples[0] ?? 0, bit_depth);
}

export function verbatim(bits: BitWriter, samples: number[], bit_depth: number): void {
  bits.write(2, 8);
  for (const sample of samples) bits.write(sample, bit_depth);
}

function predicted(bits: BitWriter, samples: number[], bit_depth: number): void {
  if (samples.length < 3) {
    verbatim(bits, samples, bit_depth);
    return;
  }
  const at = (i: number) => samples[i] ?? 0;
  const residual = samples.slice(2).map((sample, i) => sample - 2 * at(i + 1) + at(i));
  const mean = residual.reduce((sum, value) => sum + Math.abs(value), 0) / residual.length;
  const parameter = Math.min(30, Math.max(0, Math.ceil(Math.log2(mean + 1))));
  bits.write((8 + 2) << 1, 8);
  bits.write(at(0), bit_depth);
  bits.write(at(1), bit_depth);
  bits.write(1, 2);
  bits.write(0, 4);
  bits.write(parameter, 5);
  for (const value of residual) {
    const folded = value >= 0 ? value * 2 : -value * 2 - 1;
    const high = Math.floor(folded / 2 ** parameter);
    for (let i = 0; i < high; i++) bits.write(0, 1);
    bits.write(1, 1);
    bits.write(folded % 2 ** parameter, parameter);
  }
}

export class BitWriter {
  readonly #bytes: number[] = [];
  #byte = 0;
  #count = 0;

  /** The lowest `bits` of a number, negative ones in two's complement. */
  write(value: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit--) {
      this.#byte = (this.#byte << 1) | (Math.floor(value / 2 ** bit) & 1);
      if (++this.#count < 8) continue;
      this.#bytes.push(this.#byte);
      this.#byte = 0;
      this.#count = 0;
    }
  }

  /** Filled up with zeros to a whole byte. */
  bytes(): Buffer {
    while (this.#count > 0) this.write(0, 1);
    return Buffer.from(this.#bytes);
  }
}

function soundMd5(channels: number[][], bit_depth: number): Buffer {
  const width = bit_depth / 8;
  const frames = channels[0]?.length ?? 0;
  const bytes = Buffer.alloc(frames * channels.length * width);
  let at = 0;
  for (let i = 0; i < frames; i++) for (const samples of channels) at = bytes.writeIntLE(samples[i] ?? 0, at, width);
  return createHash("md5").update(bytes).digest();
}

function crc8(bytes: Buffer): number {
  return bytes.reduce((crc, byte) => step(crc ^ byte, 0x80, 0x07) & 0xff, 0);
}

function crc16(bytes: Buffer): number {
  return bytes.reduce((crc, byte) => step(crc ^ (byte << 8), 0x8000, 0x8005) & 0xffff, 0);
}

function step(crc: number, top: number, polynomial: number): number {
  let value = crc;
  for (let bit = 0; bit < 8; bit++) value = value & top ? (value << 1) ^ polynomial : value << 1;
  return value;
}
