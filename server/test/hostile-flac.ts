// FLAC that is broken, lying, or made to break its decoder.

import { randomBytes } from "node:crypto";
import { type BitWriter, constant, flac, flacFrame, metadataBlock, streamInfo } from "./flac-writer.ts";
import type { HostileAudio } from "./hostile-audio.ts";
import { noise, sine } from "./media.ts";

const sound = sine({ seconds: 1 });
const plain = {
  sample_rate: 44_100,
  channels: 2,
  bit_depth: 16,
  total_frames: 0,
  block_size: 65_535,
  md5: Buffer.alloc(16),
};
const marker = Buffer.from("fLaC", "latin1");
const bomb = (info: object, frames: number) => {
  const block = [[0], [0]];
  const silent = Array.from({ length: frames }, (_, number) =>
    flacFrame({ block, number, bit_depth: 16, size: 65_535, subframe: constant }),
  );
  return Buffer.concat([marker, metadataBlock(0, streamInfo({ ...plain, ...info }), true), ...silent]);
};
const flipped = (bytes: Buffer, at: number) => {
  bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  return bytes;
};
const header = (info: object) => Buffer.concat([marker, metadataBlock(0, streamInfo({ ...plain, ...info }), true)]);

export const hostileFlacs: HostileAudio[] = [
  { name: "FLAC of 4 bytes", code: "truncated_file", bytes: () => marker },
  { name: "FLAC cut in STREAMINFO", code: "corrupt_file", bytes: () => flac({ sound }).subarray(0, 20) },
  { name: "FLAC cut after STREAMINFO", code: "truncated_file", bytes: () => flac({ sound }).subarray(0, 42) },
  { name: "FLAC cut in a frame's header", code: "truncated_file", bytes: () => flac({ sound }).subarray(0, 45) },
  { name: "FLAC cut in a frame", code: "truncated_file", bytes: () => flac({ sound }).subarray(0, 20_001) },
  { name: "FLAC cut in its last checksum", code: "truncated_file", bytes: () => flac({ sound }).subarray(0, -1) },
  { name: "FLAC without frames", code: "no_audio_data", bytes: () => header({}) },
  { name: "FLAC with a bit flipped in a frame", code: "corrupt_file", bytes: () => flipped(flac({ sound }), 20_000) },
  {
    name: "FLAC with a bit flipped in a frame's header",
    code: "corrupt_file",
    bytes: () => flipped(flac({ sound }), 46),
  },
  { name: "FLAC with a bit flipped in its MD5", code: "corrupt_file", bytes: () => flipped(flac({ sound }), 30) },
  {
    name: "FLAC with zeros for frames",
    code: "corrupt_file",
    bytes: () => Buffer.concat([header({}), Buffer.alloc(5_000)]),
  },
  {
    name: "FLAC with noise for frames",
    code: "corrupt_file",
    bytes: () => Buffer.concat([header({}), randomBytes(500_000)]),
  },
  {
    name: "FLAC with more samples than it says",
    code: "corrupt_file",
    bytes: () => flac({ sound, info: { total_frames: 5_000 } }),
  },
  {
    name: "FLAC with fewer samples than it says",
    code: "truncated_file",
    bytes: () => flac({ sound, info: { total_frames: 90_000 } }),
  },
  {
    name: "FLAC with other channels than it says",
    code: "corrupt_file",
    bytes: () => flac({ sound, info: { channels: 5 } }),
  },
  {
    name: "FLAC with larger blocks than it says",
    code: "corrupt_file",
    bytes: () => flac({ sound, info: { block_size: 16 } }),
  },
  { name: "FLAC at 0 Hz", code: "corrupt_file", bytes: () => flac({ sound, info: { sample_rate: 0 } }) },
  { name: "FLAC of 32 bits", code: "unsupported_audio", bytes: () => flac({ sound, info: { bit_depth: 32 } }) },
  {
    name: "FLAC with every number at its largest",
    code: "corrupt_file",
    bytes: () => Buffer.concat([marker, metadataBlock(0, Buffer.alloc(38, 0xff), true)]),
  },
  {
    name: "FLAC that claims two weeks of silence",
    code: "too_large_to_decode",
    bytes: () => bomb({ total_frames: 2 ** 36 - 1 }, 10),
  },
  { name: "FLAC that unfolds to hours without saying so", code: "too_large_to_decode", bytes: () => bomb({}, 2_000) },
  { name: "FLAC with a frame taken out", code: "corrupt_file", bytes: () => withoutFrame() },
  { name: "FLAC of endless zeros in a code", code: "truncated_file", bytes: () => endlessUnary() },
  {
    name: "FLAC whose metadata is said to be 16 MB",
    code: "truncated_file",
    bytes: () =>
      Buffer.concat([
        marker,
        metadataBlock(0, streamInfo(plain), false),
        metadataBlock(4, Buffer.alloc(100), true, 0xff_ffff),
      ]),
  },
  {
    name: "FLAC of nothing but metadata",
    code: "corrupt_file",
    bytes: () =>
      Buffer.concat([
        marker,
        metadataBlock(0, streamInfo(plain), false),
        Buffer.alloc(40_000, metadataBlock(1, Buffer.alloc(0), false)),
      ]),
  },
];

/** Each frame is sound; the second is missing. */
function withoutFrame(): Buffer {
  const [left = []] = noise({ seconds: 0.5, channels: 1 });
  const block = [left.slice(0, 4096).map((sample) => Math.round(sample * 32_768))];
  const frames = [0, 2, 3].map((number) => flacFrame({ block, number, bit_depth: 16 }));
  return Buffer.concat([header({ channels: 1, block_size: 4096 }), ...frames]);
}

/** A residual that is said to be a code of a hundred million zeros. */
function endlessUnary(): Buffer {
  const subframe = (bits: BitWriter) => {
    bits.write(8 << 1, 8);
    bits.write(0, 6);
    bits.write(0, 4);
  };
  const start = flacFrame({ block: [[0], [0]], number: 0, bit_depth: 16, size: 4096, subframe }).subarray(0, -2);
  return Buffer.concat([header({}), start, Buffer.alloc(12_000_000)]);
}
