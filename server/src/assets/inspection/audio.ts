// Looks into an audio file. WAV, AIFF and FLAC are decoded to the last sample; of other real audio, which stores do not take but
// which is not broken, the header is read and nothing is measured.

import { readAiff } from "./aiff.ts";
import type { AudioFacts } from "./facts.ts";
import { FileFailure } from "./failure.ts";
import { FileBytes } from "./file-bytes.ts";
import { decodeFlac, readFlac } from "./flac.ts";
import { AudioMeter } from "./measure.ts";
import { decodePcm, type Pcm, requireShape } from "./pcm.ts";
import { type AudioFormat, sniffFile } from "./sniff.ts";
import { readWav } from "./wav.ts";

type Found = { audio: AudioFacts; peaks: Uint8Array | undefined };

export async function inspectAudio(path: string): Promise<Found> {
  const file = new FileBytes(path);
  try {
    const { kind, format, name, offset } = sniffFile(file);
    if (kind !== "audio") throw new FileFailure("not_audio", `The file is ${named(kind, name)}.`);
    if (format === "wav") return inspectPcm(file, readWav(file, offset));
    if (format === "aiff") return inspectPcm(file, readAiff(file, offset));
    if (format === "flac") return inspectFlac(file, offset);
    return { audio: await readHeader(path, format), peaks: undefined };
  } finally {
    file.close();
  }
}

function inspectPcm(file: FileBytes, pcm: Pcm): Found {
  const { format, format_code, sample_rate, bit_depth, channels, has_tags, trailing_bytes } = pcm;
  const meter = new AudioMeter(pcm);
  decodePcm(file, pcm, (block, frames) => meter.take(block, frames));
  const shape = { format, sample_rate, bit_depth, channels };
  return { audio: { ...shape, ...meter.read(), format_code, has_tags, trailing_bytes }, peaks: meter.peaks() };
}

function inspectFlac(file: FileBytes, offset: number): Found {
  const info = readFlac(file, offset);
  const { sample_rate, bit_depth, channels, has_tags } = info;
  const meter = new AudioMeter(info);
  const { trailing_bytes } = decodeFlac(file, info, (block, frames) => meter.take(block, frames));
  const shape = { format: "flac", sample_rate, bit_depth, channels, format_code: null };
  return { audio: { ...shape, ...meter.read(), has_tags, trailing_bytes }, peaks: meter.peaks() };
}

/** The longest duration that we believe: for formats we do not decode, the header alone says it. */
const LONGEST_S = 24 * 3_600;

async function readHeader(path: string, format: AudioFormat): Promise<AudioFacts> {
  // Loaded only here: it would be half of the start of a process that decodes WAV or FLAC itself.
  const { parseFile } = await import("music-metadata");
  const found = await parseFile(path, { skipCovers: true, duration: true }).catch(() => {
    throw new FileFailure("corrupt_file");
  });
  const { sampleRate = 0, numberOfChannels = 0, duration = 0, bitsPerSample, tagTypes = [] } = found.format;
  if (!(duration > 0)) throw new FileFailure("corrupt_file", "No sound was found in it.");
  if (duration > LONGEST_S) throw new FileFailure("corrupt_file", "It says that it lasts for more than a day.");
  requireShape({ channels: numberOfChannels, sample_rate: sampleRate });
  return {
    format,
    sample_rate: sampleRate,
    bit_depth: bitsPerSample ?? null,
    channels: numberOfChannels,
    duration_ms: Math.round(duration * 1000),
    loudness_lufs: null,
    true_peak_db: null,
    rms_db: null,
    silence_start_ms: 0,
    silence_end_ms: 0,
    clipped_samples: 0,
    is_noise: false,
    format_code: null,
    has_tags: tagTypes.length > 0,
    trailing_bytes: 0,
  };
}

function named(kind: string, name: string): string {
  return kind === "other" ? name : `a ${name}`;
}
