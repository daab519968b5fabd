// True peak: the highest point of the curve that a player draws through the samples, which may lie between them.
//
// Between two samples, three points are computed by a windowed sinc of 24 taps each. Most of a song is nowhere near its peak. A stretch of 24
// samples is left out where even the worst they could add up to is no more than what was found before; and so is a point between two
// samples that are both below half of it. A wave could rise that high there only if it is close to half the sample rate, and then
// it shows as high a few samples further on. That is a third of the work for the same figure.

import { greatest } from "../../platform/long-list.ts";

const TAPS = 24;
const HALF = TAPS / 2;
/** As long as the taps, so that what a stretch reaches is itself and its two neighbours. */
const STRETCH = TAPS;
const KAISER_BETA = 5;
const WORTH = 0.5;

const quarter = phase(1 / 4);
const half = phase(1 / 2);
// The taps for three quarters are those for one quarter from the other end, and those for the half are the same from both. So samples are
// taken in pairs from both ends: their sum goes with the even part of the taps, their difference with the odd part.
const even = quarter.map((tap, i) => (tap + (quarter[TAPS - 1 - i] as number)) / 2);
const odd = quarter.map((tap, i) => (tap - (quarter[TAPS - 1 - i] as number)) / 2);
/** The most that taps can make of samples no larger than one. */
const GAIN = greatest([quarter, half].map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));

export class TruePeakMeter {
  /** For each channel: the end of what came before, then the block. */
  readonly #lines: Float32Array[];
  #peak = 0;

  constructor({ channels, block_frames }: { channels: number; block_frames: number }) {
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
      if (Math.max(before, here) * GAIN > this.#peak) this.#search(line, from, to);
      before = here;
    }
    line.copyWithin(0, samples.length, end);
  }

  /** Points between samples whose last tap lies in the stretch: all others are already behind. */
  #search(line: Float32Array, from: number, to: number): void {
    let peak = this.#peak;
    let floor = peak * WORTH;
    for (let last = from; last < to; last++) {
      if (Math.abs(line[last - HALF] as number) < floor && Math.abs(line[last - HALF + 1] as number) < floor) continue;
      let e = 0;
      let o = 0;
      let h = 0;
      for (let tap = 0, left = last - TAPS + 1, right = last; tap < HALF; tap++, left++, right--) {
        const a = line[left] as number;
        const b = line[right] as number;
        const sum = a + b;
        e += (even[tap] as number) * sum;
        o += (odd[tap] as number) * (a - b);
        h += (half[tap] as number) * sum;
      }
      // The higher of one quarter, e + o, and three quarters, e − o.
      const high = Math.max(Math.abs(e) + Math.abs(o), Math.abs(h));
      if (high > peak) {
        peak = high;
        floor = peak * WORTH;
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
