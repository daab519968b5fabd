// All meters on one stream of samples.

import type { AudioFacts } from "./facts.ts";
import { LevelMeter } from "./level.ts";
import { LoudnessMeter } from "./loudness.ts";
import { NoiseMeter } from "./noise.ts";
import { PeakMeter } from "./peaks.ts";
import { TruePeakMeter } from "./true-peak.ts";

type Measured = Pick<
  AudioFacts,
  | "duration_ms"
  | "loudness_lufs"
  | "true_peak_db"
  | "rms_db"
  | "silence_start_ms"
  | "silence_end_ms"
  | "clipped_samples"
  | "is_noise"
>;

/** The longest block that a decoder may hand over: a FLAC frame at its largest, and one more block before it. */
const BLOCK_FRAMES_AT_MOST = 65_536 + 4096;

export class AudioMeter {
  readonly #sample_rate: number;
  readonly #level: LevelMeter;
  readonly #loudness: LoudnessMeter;
  readonly #truePeak: TruePeakMeter;
  readonly #noise: NoiseMeter;
  readonly #peaks = new PeakMeter();

  constructor({ sample_rate, channels }: { sample_rate: number; channels: number }) {
    this.#sample_rate = sample_rate;
    this.#level = new LevelMeter(channels);
    this.#loudness = new LoudnessMeter({ sample_rate, channels });
    this.#truePeak = new TruePeakMeter({ channels, block_frames: BLOCK_FRAMES_AT_MOST });
    this.#noise = new NoiseMeter(sample_rate);
  }

  take(block: Float32Array[], frames: number): void {
    this.#level.take(block, frames);
    this.#loudness.take(block, frames);
    this.#truePeak.take(block, frames);
    this.#noise.take(block[0] as Float32Array, frames);
    this.#peaks.take(block, frames);
  }

  peaks(): Uint8Array {
    return this.#peaks.read();
  }

  read(): Measured {
    const level = this.#level.read();
    return {
      duration_ms: this.#milliseconds(level.frames),
      loudness_lufs: rounded(this.#loudness.integrated()),
      true_peak_db: decibels(this.#truePeak.peak()),
      rms_db: decibels(level.rms),
      silence_start_ms: this.#milliseconds(level.silence_start_frames),
      silence_end_ms: this.#milliseconds(level.silence_end_frames),
      clipped_samples: level.clipped_samples,
      // Dither is white noise by its spectrum; too quiet to be heard, it is silence.
      is_noise: !level.is_silent && this.#noise.isNoise(),
    };
  }

  #milliseconds(frames: number): number {
    return Math.round((frames * 1000) / this.#sample_rate);
  }
}

/** Null for digital silence, which no number of decibels is low enough for. */
function decibels(amplitude: number): number | null {
  return amplitude > 0 ? rounded(20 * Math.log10(amplitude)) : null;
}

function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 100) / 100;
}
