// The header of a WAV file (RIFF, and RF64 or BW64 beyond 4 GB), read here because the sub-format of "extensible" files decides
// what the samples are. The outer RIFF length is ignored: many writers leave it wrong; the length of the data must hold.

import { type Chunk, readChunks } from "./chunk.ts";
import { FileFailure } from "./failure.ts";
import type { FileBytes } from "./file-bytes.ts";
import { bytesPerSample, type Pcm, requireData, requireShape } from "./pcm.ts";

const EXTENSIBLE = 0xfffe;
const TAG_CHUNKS = new Set(["id3 ", "ID3 ", "LIST"]);
/** The length that says "look into the ds64 chunk". */
const ELSEWHERE = 0xffff_ffff;

export function readWav(file: FileBytes, start: number): Pcm {
  let format: Omit<Pcm, "position" | "length" | "has_tags" | "trailing_bytes"> | undefined;
  let data: Chunk | undefined;
  let has_tags = start > 0;
  let data_length = 0;
  const lengthOf = (id: string, length: number) => (id === "data" && length === ELSEWHERE ? data_length : length);
  const is64 = file.read(start, 4).toString("latin1") !== "RIFF";
  for (const chunk of readChunks(file, { start: start + 12, isBigEndian: false }, is64 ? lengthOf : undefined)) {
    if (chunk.id === "ds64") data_length = readDataLength(file, chunk);
    else if (chunk.id === "fmt ") format ??= readFormat(file, chunk);
    else if (chunk.id === "data") {
      if (!format) throw new FileFailure("corrupt_file", "Its audio comes before the chunk that describes it.");
      data ??= chunk;
    } else if (TAG_CHUNKS.has(chunk.id)) has_tags ||= isTag(file, chunk);
  }
  if (!format) throw new FileFailure("corrupt_file", "It has no fmt chunk.");
  if (!data) throw new FileFailure("no_audio_data");
  const { position, length } = data;
  const trailing_bytes = Math.max(0, file.size - (position + length + (length % 2)));
  return requireData(file, { ...format, position, length, has_tags, trailing_bytes });
}

function readFormat(file: FileBytes, { position, length }: Chunk) {
  if (length < 16) throw new FileFailure("corrupt_file", "Its fmt chunk is too short.");
  const bytes = file.read(position, Math.min(length, 40));
  if (bytes.length < 16) throw new FileFailure("truncated_file");
  const format_code = bytes.readUInt16LE(0);
  const channels = bytes.readUInt16LE(2);
  const sample_rate = bytes.readUInt32LE(4);
  const container_bits = bytes.readUInt16LE(14);
  requireShape({ channels, sample_rate });
  const isExtensible = format_code === EXTENSIBLE && bytes.length >= 40;
  // The sub-format is a GUID of which the first two bytes are the format code that it stands for.
  const sample = sampleOf(isExtensible ? bytes.readUInt16LE(24) : format_code, container_bits);
  if (bytes.readUInt16LE(12) !== channels * bytesPerSample(sample))
    throw new FileFailure("corrupt_file", "Its block size does not fit its channels and bits.");
  const valid_bits = isExtensible ? bytes.readUInt16LE(18) : 0;
  const bit_depth = valid_bits > 0 && valid_bits < container_bits ? valid_bits : container_bits;
  return { format: "wav", format_code, sample_rate, bit_depth, channels, sample, isBigEndian: false } as const;
}

function sampleOf(code: number, bits: number): Pcm["sample"] {
  const samples: Record<string, Pcm["sample"]> = {
    "1:8": "u8",
    "1:16": "s16",
    "1:24": "s24",
    "1:32": "s32",
    "3:32": "f32",
    "3:64": "f64",
  };
  const sample = samples[`${code}:${bits}`];
  if (!sample) throw new FileFailure("unsupported_audio", `Its WAV format is code ${code} with ${bits} bits.`);
  return sample;
}

function readDataLength(file: FileBytes, { position, length }: Chunk): number {
  const bytes = file.read(position, 16);
  if (length < 16 || bytes.length < 16) throw new FileFailure("corrupt_file", "Its ds64 chunk is too short.");
  const size = bytes.readBigUInt64LE(8);
  return size > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(size);
}

/** A LIST chunk is a tag only if it says so: it may as well hold cue points. */
function isTag(file: FileBytes, { id, position }: Chunk): boolean {
  return id !== "LIST" || file.read(position, 4).toString("latin1") === "INFO";
}
