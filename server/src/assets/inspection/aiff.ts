// The header of an AIFF or AIFF-C file.

import { type Chunk, readChunks } from "./chunk.ts";
import { FileFailure } from "./failure.ts";
import type { FileBytes } from "./file-bytes.ts";
import { bytesPerSample, type Pcm, requireData, requireShape } from "./pcm.ts";

const TAG_CHUNKS = new Set(["ID3 ", "NAME", "AUTH", "ANNO", "(c) "]);
const samples: Record<string, Pcm["sample"]> = {
  "NONE:8": "s8",
  "NONE:16": "s16",
  "NONE:24": "s24",
  "NONE:32": "s32",
  "sowt:16": "s16",
  "sowt:24": "s24",
  "fl32:32": "f32",
  "fl64:64": "f64",
};

export function readAiff(file: FileBytes, start: number): Pcm {
  const isCompressed = file.read(start + 8, 4).toString("latin1") === "AIFC";
  let common: ReturnType<typeof readCommon> | undefined;
  let sound: Chunk | undefined;
  let has_tags = start > 0;
  for (const chunk of readChunks(file, { start: start + 12, isBigEndian: true })) {
    if (chunk.id === "COMM") common ??= readCommon(file, chunk, isCompressed);
    else if (chunk.id === "SSND") sound ??= chunk;
    else has_tags ||= TAG_CHUNKS.has(chunk.id);
  }
  if (!common) throw new FileFailure("corrupt_file", "It has no COMM chunk.");
  const { frames, ...layout } = common;
  if (!sound || frames === 0) throw new FileFailure("no_audio_data");
  const preamble = file.read(sound.position, 8);
  if (preamble.length < 8) throw new FileFailure("truncated_file");
  const position = sound.position + 8 + preamble.readUInt32BE(0);
  const length = frames * layout.channels * bytesPerSample(layout.sample);
  const end = sound.position + sound.length;
  if (position + length > end) throw new FileFailure("truncated_file", "Its header promises more audio than it has.");
  const trailing_bytes = Math.max(0, file.size - (end + (sound.length % 2)));
  return requireData(file, { ...layout, position, length, has_tags, trailing_bytes });
}

function readCommon(file: FileBytes, { position, length }: Chunk, isCompressed: boolean) {
  const bytes = file.read(position, Math.min(length, 22));
  if (bytes.length < (isCompressed ? 22 : 18)) throw new FileFailure("corrupt_file", "Its COMM chunk is too short.");
  const channels = bytes.readUInt16BE(0);
  const bit_depth = bytes.readUInt16BE(6);
  const sample_rate = readExtended(bytes.subarray(8, 18));
  requireShape({ channels, sample_rate });
  const coding = isCompressed ? bytes.toString("latin1", 18, 22).replace(/[^ -~]/g, "?") : "NONE";
  const sample = samples[`${coding.replace("FL", "fl")}:${Math.ceil(bit_depth / 8) * 8}`];
  if (!sample) throw new FileFailure("unsupported_audio", `Its AIFF coding is "${coding}" with ${bit_depth} bits.`);
  const isBigEndian = coding !== "sowt";
  const frames = bytes.readUInt32BE(2);
  return { format: "aiff", format_code: null, sample_rate, bit_depth, channels, sample, isBigEndian, frames } as const;
}

/** An 80-bit number: a sign, 15 bits of exponent and 64 of mantissa. */
function readExtended(bytes: Buffer): number {
  const exponent = (bytes.readUInt16BE(0) & 0x7fff) - 16_383;
  const mantissa = bytes.readUInt32BE(2) * 2 ** 32 + bytes.readUInt32BE(6);
  return Math.round(mantissa * 2 ** (exponent - 63));
}
