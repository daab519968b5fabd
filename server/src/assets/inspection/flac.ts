// FLAC, decoded here rather than by a library: what is damaged must be found, and decoders made for players hide it. They search for
// the next frame that makes sense and play on. Here each frame must begin where the last one ended, carry the next number, match its two
// checksums and agree with the stream's header, and at the end the count of samples and the MD5 of the sound must be as the header promised.
//
// A few bytes can stand for minutes of silence, so the decoded size is bounded by that of the file.

import { createHash, type Hash } from "node:crypto";
import { BitReader } from "./bit-reader.ts";
import { FileFailure } from "./failure.ts";
import type { FileBytes } from "./file-bytes.ts";
import { type FrameHeader, readFrameHeader, readSubframes } from "./flac-frame.ts";
import { requireShape, type TakeBlock } from "./pcm.ts";

export type FlacInfo = {
  sample_rate: number;
  channels: number;
  bit_depth: number;
  /** Zero where the writer did not know. */
  total_frames: number;
  largest_block: number;
  md5: string;
  has_tags: boolean;
  /** The place of the first frame. */
  position: number;
};

const MARKER_BYTES = 4;
const BLOCKS_AT_MOST = 1_000;
const STREAMINFO = 0;
const VORBIS_COMMENT = 4;
const PICTURE = 6;
const DEPTH_AT_MOST = 24;
const NO_MD5 = "0".repeat(32);
/** Music shrinks to a half, silence to a thousandth. Fifteen minutes of silence, and any music, are within this. */
const DECODED_BYTES_AT_MOST = { anyway: 256 * 2 ** 20, for_each_byte: 100 };
/** Small frames are gathered up to here before they are measured. */
const GATHER_FRAMES = 4096;

export function readFlac(file: FileBytes, start: number): FlacInfo {
  let info: FlacInfo | undefined;
  let has_tags = start > 0;
  let position = start + MARKER_BYTES;
  for (let count = 0, isLast = false; !isLast; count++) {
    if (count === BLOCKS_AT_MOST) throw new FileFailure("corrupt_file", "It has too many metadata blocks.");
    const header = file.read(position, 4);
    if (header.length < 4) throw new FileFailure("truncated_file");
    const type = (header[0] as number) & 0x7f;
    const length = header.readUIntBE(1, 3);
    isLast = (header[0] as number) > 0x7f;
    position += 4;
    if ((type === STREAMINFO) !== (count === 0))
      throw new FileFailure("corrupt_file", "Its first block is not STREAMINFO.");
    if (type === STREAMINFO) info = readStreamInfo(file.read(position, length));
    has_tags ||= type === PICTURE || (type === VORBIS_COMMENT && hasComments(file, position));
    position += length;
  }
  if (!info || position > file.size) throw new FileFailure("truncated_file");
  return { ...info, has_tags, position };
}

function readStreamInfo(bytes: Buffer): FlacInfo {
  if (bytes.length !== 34) throw new FileFailure("corrupt_file", "Its STREAMINFO block has the wrong length.");
  const sample_rate = bytes.readUIntBE(10, 3) >> 4;
  const channels = (((bytes[12] as number) >> 1) & 7) + 1;
  const bit_depth = ((((bytes[12] as number) & 1) << 4) | ((bytes[13] as number) >> 4)) + 1;
  const total_frames = ((bytes[13] as number) & 15) * 2 ** 32 + bytes.readUInt32BE(14);
  const largest_block = bytes.readUInt16BE(2);
  requireShape({ channels, sample_rate });
  if (bit_depth > DEPTH_AT_MOST) throw new FileFailure("unsupported_audio", `It has ${bit_depth} bits a sample.`);
  if (bit_depth < 4 || largest_block < 16)
    throw new FileFailure("corrupt_file", "Its STREAMINFO block makes no sense.");
  const md5 = bytes.toString("hex", 18);
  return { sample_rate, channels, bit_depth, total_frames, largest_block, md5, has_tags: false, position: 0 };
}

/** Every writer leaves its own name; only what follows it is a tag. */
function hasComments(file: FileBytes, position: number): boolean {
  const vendor = file.read(position, 4);
  const count = vendor.length === 4 ? file.read(position + 4 + vendor.readUInt32LE(0), 4) : vendor;
  return count.length === 4 && count.readUInt32LE(0) > 0;
}

/** Hands all samples to `take` and answers with the number of bytes after the last frame. */
export function decodeFlac(file: FileBytes, info: FlacInfo, take: TakeBlock): { trailing_bytes: number } {
  const bits = new BitReader(file, info.position);
  const sink = new Sink(info, take);
  const frame_bytes = info.channels * Math.ceil(info.bit_depth / 8);
  const { anyway, for_each_byte } = DECODED_BYTES_AT_MOST;
  const most = (anyway + for_each_byte * file.size) / frame_bytes;
  if (info.total_frames > most) throw new FileFailure("too_large_to_decode");
  let done = 0;
  for (let count = 0; !isOver(file, bits, { done, total: info.total_frames }); count++) {
    bits.startCrc();
    const header = readFrameHeader(bits);
    requireNext(info, header, { done, count });
    done += header.block_size;
    if (done > most) throw new FileFailure("too_large_to_decode");
    if (info.total_frames > 0 && done > info.total_frames)
      throw new FileFailure("corrupt_file", "It has more samples than its header says.");
    readSubframes(bits, header, { bit_depth: info.bit_depth, into: sink.samples });
    sink.take(header.block_size);
  }
  if (done === 0) throw new FileFailure("no_audio_data");
  sink.close();
  return { trailing_bytes: file.size - bits.position };
}

function isOver(file: FileBytes, bits: BitReader, { done, total }: { done: number; total: number }): boolean {
  if (total > 0 && done === total) return true;
  if (!bits.isAtEnd) return total === 0 && file.read(bits.position, 3).toString("latin1") === "TAG";
  if (total > 0) throw new FileFailure("truncated_file", `It has ${done} of ${total} samples.`);
  return true;
}

function requireNext(info: FlacInfo, header: FrameHeader, { done, count }: { done: number; count: number }): void {
  const channels = header.assignment < 8 ? header.assignment + 1 : 2;
  const isSame =
    channels === info.channels &&
    (header.sample_rate ?? info.sample_rate) === info.sample_rate &&
    (header.bit_depth ?? info.bit_depth) === info.bit_depth &&
    header.block_size <= info.largest_block;
  if (!isSame) throw new FileFailure("corrupt_file", "A frame differs from the stream's header.");
  if (header.number !== (header.isVariable ? done : count))
    throw new FileFailure("corrupt_file", "Frames are missing or out of order.");
}

/** Takes each frame's samples: into the MD5, and gathered as numbers between −1 and 1. */
class Sink {
  readonly samples: Int32Array[];
  readonly #info: FlacInfo;
  readonly #take: TakeBlock;
  readonly #hash: Hash | undefined;
  readonly #bytes: Buffer;
  readonly #block: Float32Array[];
  #gathered = 0;

  constructor(info: FlacInfo, take: TakeBlock) {
    const { channels, largest_block, bit_depth } = info;
    this.#info = info;
    this.#take = take;
    this.#hash = info.md5 === NO_MD5 ? undefined : createHash("md5");
    this.#bytes = Buffer.alloc(largest_block * channels * Math.ceil(bit_depth / 8));
    this.samples = Array.from({ length: channels }, () => new Int32Array(largest_block));
    this.#block = Array.from({ length: channels }, () => new Float32Array(GATHER_FRAMES + largest_block));
  }

  take(frames: number): void {
    this.#hash?.update(this.#interleave(frames));
    const scale = 2 ** (1 - this.#info.bit_depth);
    for (const [channel, samples] of this.samples.entries()) {
      const into = this.#block[channel] as Float32Array;
      for (let i = 0, at = this.#gathered; i < frames; i++, at++) into[at] = (samples[i] as number) * scale;
    }
    this.#gathered += frames;
    if (this.#gathered >= GATHER_FRAMES) this.#flush();
  }

  close(): void {
    if (this.#gathered > 0) this.#flush();
    if (this.#hash && this.#hash.digest("hex") !== this.#info.md5)
      throw new FileFailure("corrupt_file", "Its sound does not match the MD5 in its header.");
  }

  #flush(): void {
    this.#take(this.#block, this.#gathered);
    this.#gathered = 0;
  }

  /** Little-endian, as the format defines what the MD5 is of. */
  #interleave(frames: number): Buffer {
    const bytes = this.#bytes;
    const width = Math.ceil(this.#info.bit_depth / 8);
    const stride = width * this.samples.length;
    for (const [channel, samples] of this.samples.entries()) {
      for (let i = 0, at = channel * width; i < frames; i++, at += stride) {
        const sample = samples[i] as number;
        bytes[at] = sample;
        if (width > 1) bytes[at + 1] = sample >> 8;
        if (width > 2) bytes[at + 2] = sample >> 16;
      }
    }
    return bytes.subarray(0, frames * stride);
  }
}
