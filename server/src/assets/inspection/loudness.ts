// Integrated loudness after ITU-R BS.1770-4.
//
// Each channel passes two filters that stand for the head and for the ear's deafness to low tones (K-weighting). The
// energy of every 100 ms is kept, weighted and summed over the channels; four of them in a row are a block of 400 ms
// that overlaps the next by three quarters. Blocks below −70 LUFS do not count; of the rest, neither do those more than
// 10 LU below their mean. The loudness is the mean of the remaining blocks. One number is kept for each 100 ms, so an
// hour needs 300 kB.

const SEGMENTS_PER_BLOCK = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
/** Below this a filter's memory is set to nothing: numbers too small for the processor's fast path cost a hundred times as much. */
const NOTHING = 1e-30;

const SURROUND = 1.41;
/** By number of channels, in the order of WAV and FLAC: the low-frequency channel does not count, those behind count more. */
const weights: Record<number, readonly number[]> = {
  1: [1],
  2: [1, 1],
  3: [1, 1, 1],
  4: [1, 1, SURROUND, SURROUND],
  5: [1, 1, 1, SURROUND, SURROUND],
  6: [1, 1, 1, 0, SURROUND, SURROUND],
  7: [1, 1, 1, 0, SURROUND, SURROUND, SURROUND],
  8: [1, 1, 1, 0, SURROUND, SURROUND, SURROUND, SURROUND],
};

type Filter = { b0: number; b1: number; b2: number; a1: number; a2: number };

export class LoudnessMeter {
  readonly #shelf: Filter;
  readonly #highPass: Filter;
  readonly #sample_rate: number;
  readonly #weights: readonly number[] | undefined;
  /** Two numbers of memory for each of the two filters, channel by channel. */
  readonly #memory: Float64Array;
  readonly #energies: number[] = [];
  #energy = 0;
  #frames = 0;
  #segment_start = 0;
  #segment_end: number;

  constructor({ sample_rate, channels }: { sample_rate: number; channels: number }) {
    this.#sample_rate = sample_rate;
    this.#weights = weights[channels];
    this.#shelf = shelf(sample_rate);
    this.#highPass = highPass(sample_rate);
    this.#memory = new Float64Array(channels * 4);
    this.#segment_end = this.#endOfSegment(0);
  }

  take(block: readonly Float32Array[], frames: number): void {
    if (!this.#weights) return;
    for (let from = 0; from < frames; ) {
      const to = Math.min(frames, from + this.#segment_end - this.#frames);
      for (const [channel, samples] of block.entries()) {
        const weight = this.#weights[channel] ?? 0;
        if (weight > 0) this.#energy += weight * this.#filter(samples, { channel, from, to });
      }
      this.#frames += to - from;
      from = to;
      if (this.#frames === this.#segment_end) this.#closeSegment();
    }
  }

  /** Undefined where nothing is loud enough to count, and for more channels than the standard knows. */
  integrated(): number | undefined {
    const blocks: number[] = [];
    for (let end = SEGMENTS_PER_BLOCK; end <= this.#energies.length; end++) {
      const segments = this.#energies.slice(end - SEGMENTS_PER_BLOCK, end);
      blocks.push(segments.reduce((sum, energy) => sum + energy, 0) / SEGMENTS_PER_BLOCK);
    }
    const audible = blocks.filter((energy) => lufs(energy) > ABSOLUTE_GATE_LUFS);
    const gate = lufs(mean(audible)) + RELATIVE_GATE_LU;
    const counted = audible.filter((energy) => lufs(energy) > gate);
    return counted.length > 0 ? lufs(mean(counted)) : undefined;
  }

  /** The energy of one channel's stretch after both filters (transposed direct form II). */
  #filter(samples: Float32Array, { channel, from, to }: { channel: number; from: number; to: number }): number {
    const { b0, b1, b2, a1, a2 } = this.#shelf;
    const { a1: c1, a2: c2 } = this.#highPass;
    const memory = this.#memory;
    const at = channel * 4;
    let s1 = memory[at] as number;
    let s2 = memory[at + 1] as number;
    let t1 = memory[at + 2] as number;
    let t2 = memory[at + 3] as number;
    let energy = 0;
    for (let i = from; i < to; i++) {
      const x = samples[i] as number;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + t1;
      t1 = -2 * y - c1 * z + t2;
      t2 = y - c2 * z;
      energy += z * z;
    }
    memory[at] = Math.abs(s1) < NOTHING ? 0 : s1;
    memory[at + 1] = Math.abs(s2) < NOTHING ? 0 : s2;
    memory[at + 2] = Math.abs(t1) < NOTHING ? 0 : t1;
    memory[at + 3] = Math.abs(t2) < NOTHING ? 0 : t2;
    return energy;
  }

  #closeSegment(): void {
    this.#energies.push(this.#energy / (this.#segment_end - this.#segment_start));
    this.#energy = 0;
    this.#segment_start = this.#segment_end;
    this.#segment_end = this.#endOfSegment(this.#energies.length);
  }

  /** Rounded from the beginning of the file, so that a rate that ten does not divide adds up no error. */
  #endOfSegment(index: number): number {
    return Math.round(((index + 1) * this.#sample_rate) / 10);
  }
}

function lufs(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

// The standard gives the filters as coefficients at 48 kHz. These are the analogue designs behind them, so that any rate can be had.

function shelf(sample_rate: number): Filter {
  const q = 0.7071752369554196;
  const k = Math.tan((Math.PI * 1681.974450955533) / sample_rate);
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

function highPass(sample_rate: number): Filter {
  const q = 0.5003270373238773;
  const k = Math.tan((Math.PI * 38.13547087602444) / sample_rate);
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}
