// Power, silence at the edges, and clipping.

/** −60 dBFS: below it an edge counts as silent. */
const SILENCE = 0.001;
/** The highest sample of 16 bits; a single one is a loud note, a run of them was cut off. */
const FULL_SCALE = 32_767 / 32_768;
const CLIPPED_RUN = 3;

export class LevelMeter {
  #frames = 0;
  #squares = 0;
  #clipped = 0;
  /** Frames in which the first and the last sample louder than silence stand. */
  #first = Number.POSITIVE_INFINITY;
  #last = -1;
  /** For each channel, how many samples in a row are at full scale. */
  readonly #runs: Uint32Array;

  constructor(channels: number) {
    this.#runs = new Uint32Array(channels);
  }

  take(block: readonly Float32Array[], frames: number): void {
    for (const [channel, samples] of block.entries()) this.#takeChannel(samples, channel, frames);
    this.#frames += frames;
  }

  read() {
    const samples = this.#frames * this.#runs.length;
    const is_silent = this.#last < 0;
    return {
      is_silent,
      frames: this.#frames,
      /** The root of the mean square; 0 for digital silence. */
      rms: Math.sqrt(this.#squares / samples),
      silence_start_frames: is_silent ? this.#frames : this.#first,
      silence_end_frames: is_silent ? this.#frames : this.#frames - 1 - this.#last,
      clipped_samples: this.#clipped,
    };
  }

  #takeChannel(samples: Float32Array, channel: number, frames: number): void {
    let squares = 0;
    let run = this.#runs[channel] as number;
    let first = -1;
    let last = -1;
    for (let i = 0; i < frames; i++) {
      const size = Math.abs(samples[i] as number);
      squares += size * size;
      if (size > SILENCE) {
        last = i;
        if (first < 0) first = i;
      }
      if (size >= FULL_SCALE) {
        run++;
        if (run === CLIPPED_RUN) this.#clipped += CLIPPED_RUN;
        else if (run > CLIPPED_RUN) this.#clipped++;
      } else run = 0;
    }
    this.#squares += squares;
    this.#runs[channel] = run;
    if (first < 0) return;
    this.#first = Math.min(this.#first, this.#frames + first);
    this.#last = Math.max(this.#last, this.#frames + last);
  }
}
