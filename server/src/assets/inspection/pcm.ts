// Plain samples, as WAV and AIFF keep them, to numbers between −1 and 1, block by block.

import { FileFailure } from "./failure.ts";
import type { FileBytes } from "./file-bytes.ts";

export type Pcm = {
  format: "wav" | "aiff";
  format_code: number | null;
  sample_rate: number;
  bit_depth: number;
  channels: number;
  /** How a sample is kept: `u8` to `s32`, or float. */
  sample: "u8" | "s8" | "s16" | "s24" | "s32" | "f32" | "f64";
  isBigEndian: boolean;
  /** The place of the samples, and their length in bytes. */
  position: number;
  length: number;
  has_tags: boolean;
  trailing_bytes: number;
};

/** One block of each channel, of which the first `frames` samples count; it is used again once this returns. */
export type TakeBlock = (block: Float32Array[], frames: number) => void;

const BLOCK_FRAMES = 4096;
const CHANNELS_AT_MOST = 128;
const RATE_RANGE = { least: 8_000, most: 768_000 };
const widths = { u8: 1, s8: 1, s16: 2, s24: 3, s32: 4, f32: 4, f64: 8 };

export function bytesPerSample(sample: Pcm["sample"]): number {
  return widths[sample];
}

/** Checks every header before a single sample is read. */
export function requireShape({ channels, sample_rate }: { channels: number; sample_rate: number }): void {
  if (channels === 0) throw new FileFailure("corrupt_file", "Its header says that it has no channels.");
  if (!(sample_rate > 0)) throw new FileFailure("corrupt_file", "Its header says a sample rate of 0.");
  if (channels > CHANNELS_AT_MOST) throw new FileFailure("unsupported_audio", `It has ${channels} channels.`);
  if (sample_rate < RATE_RANGE.least || sample_rate > RATE_RANGE.most)
    throw new FileFailure("unsupported_audio", `Its sample rate is ${sample_rate} Hz.`);
}

/** Refuses a header that promises more than there is, promises nothing, or does not add up. */
export function requireData(file: FileBytes, pcm: Pcm): Pcm {
  if (pcm.length === 0) throw new FileFailure("no_audio_data");
  if (pcm.position + pcm.length > file.size) {
    const there = Math.max(0, file.size - pcm.position);
    throw new FileFailure("truncated_file", `Its header promises ${pcm.length} bytes of audio and ${there} are there.`);
  }
  if (pcm.length % (pcm.channels * widths[pcm.sample]) !== 0)
    throw new FileFailure("corrupt_file", "Its audio ends in the middle of a sample.");
  return pcm;
}

export function decodePcm(file: FileBytes, pcm: Pcm, take: TakeBlock): void {
  const { channels, sample, isBigEndian } = pcm;
  const stride = channels * widths[sample];
  const bytes = Buffer.from(new ArrayBuffer(BLOCK_FRAMES * stride));
  const block = Array.from({ length: channels }, () => new Float32Array(BLOCK_FRAMES));
  for (let at = 0; at < pcm.length; at += bytes.length) {
    const piece = bytes.subarray(0, Math.min(bytes.length, pcm.length - at));
    if (file.readInto(piece, pcm.position + at) < piece.length) throw new FileFailure("truncated_file");
    if (isBigEndian) swap(piece, widths[sample]);
    const frames = piece.length / stride;
    for (const [channel, samples] of block.entries()) convert[sample](piece, { samples, channel, channels, frames });
    take(block, frames);
  }
}

function swap(bytes: Buffer, width: number): void {
  if (width === 2) bytes.swap16();
  else if (width === 4) bytes.swap32();
  else if (width === 8) bytes.swap64();
  else if (width === 3) {
    for (let at = 0; at + 2 < bytes.length; at += 3) {
      const first = bytes[at] as number;
      bytes[at] = bytes[at + 2] as number;
      bytes[at + 2] = first;
    }
  }
}

type Lane = { samples: Float32Array; channel: number; channels: number; frames: number };

// The loops are written out one by one: each runs some twenty million times for a song, and a call a sample costs more than the sample.
const convert: Record<Pcm["sample"], (bytes: Buffer, lane: Lane) => void> = {
  u8(bytes, { samples, channel, channels, frames }) {
    for (let i = 0, at = channel; i < frames; i++, at += channels) samples[i] = ((bytes[at] as number) - 128) / 128;
  },
  s8(bytes, { samples, channel, channels, frames }) {
    for (let i = 0, at = channel; i < frames; i++, at += channels) samples[i] = ((bytes[at] as number) << 24) / 2 ** 31;
  },
  s16(bytes, { samples, channel, channels, frames }) {
    const values = new Int16Array(bytes.buffer, bytes.byteOffset, frames * channels);
    for (let i = 0, at = channel; i < frames; i++, at += channels) samples[i] = (values[at] as number) / 2 ** 15;
  },
  s24(bytes, { samples, channel, channels, frames }) {
    const stride = channels * 3;
    for (let i = 0, at = channel * 3; i < frames; i++, at += stride) {
      const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
      samples[i] = ((low << 8) | ((bytes[at + 2] as number) << 24)) / 2 ** 31;
    }
  },
  s32(bytes, { samples, channel, channels, frames }) {
    const values = new Int32Array(bytes.buffer, bytes.byteOffset, frames * channels);
    for (let i = 0, at = channel; i < frames; i++, at += channels) samples[i] = (values[at] as number) / 2 ** 31;
  },
  f32(bytes, lane) {
    copyFloats(new Float32Array(bytes.buffer, bytes.byteOffset, lane.frames * lane.channels), lane);
  },
  f64(bytes, lane) {
    copyFloats(new Float64Array(bytes.buffer, bytes.byteOffset, lane.frames * lane.channels), lane);
  },
};

function copyFloats(values: Float32Array | Float64Array, { samples, channel, channels, frames }: Lane): void {
  // Zero times infinity or not-a-number is not-a-number: one look a block finds them all.
  let poison = 0;
  for (let i = 0, at = channel; i < frames; i++, at += channels) {
    samples[i] = values[at] as number;
    poison += (samples[i] as number) * 0;
  }
  if (poison !== 0) throw new FileFailure("corrupt_file", "Some of its samples are not numbers.");
}
