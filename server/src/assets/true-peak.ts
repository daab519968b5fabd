// True peak: the highest point of the curve that a player draws through the samples, which may lie between them.
//
// Between two samples, three points (one from 96 kHz on) are computed by a windowed sinc of sixteen taps each. Most of a song is
// nowhere near its peak: a stretch of sixteen samples is left out where even the worst they could add up to is no more than what was
// found before. The figure is the same, for about half the work.

const TAPS = 16;
const HALF = TAPS / 2;
/** As long as the taps, so that what a stretch reaches is itself and its two neighbours. */
const STRETCH = TAPS;
const KAISER_BETA = 5;

export class TruePeakMeter {
  readonly #phases: Float64Array[];
  /** The most that taps can make of samples no larger than one. */
  readonly #gain: number;
  /** For each channel: the end of what came before, then the block. */
  readonly #lines: Float32Array[];
  #peak = 0;

  constructor({
    sample_rate,
    channels,
    block_frames,
  }: { sample_rate: number; channels: number; block_frames: number }) {
    this.#phases = sample_rate >= 96_000 ? [phase(1 / 2)] : [phase(1 / 4), phase(1 / 2), phase(3 / 4)];
    this.#gain = Math.max(...this.#phases.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));
    this.#lines = Array.from({ length: channels }, () => new Float32Array(TAPS + block_frames));
  }

  take(block: readonly Float32Array[], frames: number): void {
    for (const [channel, line] of this.#lines.entries()) {
      const samples = block[channel];
      if (samples) this.#takeChannel(line, frames === samples.length ? samples : samples.subarray(0, frames));
    }
  }

  /** The last samples have nothing after them, which is as good as silence. */
  peak(): number {
    const silence = new Float32Array(TAPS);
    for (const line of this.#lines) this.#takeChannel(line, silence);
    return this.#peak;
  }

  #takeChannel(line: Float32Array, samples: Float32Array): void {
    line.set(samples, TAPS);
    const end = TAPS + samples.length;
    let before = highest(line, 0, TAPS);
    for (let from = TAPS; from < end; from += STRETCH) {
      const to = Math.min(end, from + STRETCH);
      const here = highest(line, from, to);
      if (here > this.#peak) this.#peak = here;
      if (Math.max(before, here) * this.#gain > this.#peak) this.#search(line, from, to);
      before = here;
    }
    line.copyWithin(0, samples.length, end);
  }

  /** Points between samples whose last tap lies in the stretch: all others are already behind. */
  #search(line: Float32Array, from: number, to: number): void {
    let peak = this.#peak;
    for (const taps of this.#phases) {
      for (let last = from; last < to; last++) {
        const first = last - TAPS + 1;
        let sum = 0;
        for (let tap = 0; tap < TAPS; tap++) sum += (taps[tap] as number) * (line[first + tap] as number);
        if (sum > peak) peak = sum;
        else if (-sum > peak) peak = -sum;
      }
    }
    this.#peak = peak;
  }
}

function highest(line: Float32Array, from: number, to: number): number {
  let high = 0;
  for (let i = from; i < to; i++) {
    const size = Math.abs(line[i] as number);
    if (size > high) high = size;
  }
  return high;
}

/** The taps for the point at `fraction` of the way from the middle sample to the next. */
function phase(fraction: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, tap) => {
    const distance = tap - (HALF - 1) - fraction;
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * kaiser(distance / HALF);
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

function kaiser(place: number): number {
  return bessel(KAISER_BETA * Math.sqrt(Math.max(0, 1 - place * place))) / bessel(KAISER_BETA);
}

/** The modified Bessel function of order zero, by its series. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k < 30; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
